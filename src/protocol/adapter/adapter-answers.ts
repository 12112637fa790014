import * as z from '../zod.js';
import { currencyCodeSchema, EXPONENTS, minorUnitsSchema, signedMinorUnitsSchema } from '../values/amount.js';
import { protocolVersionSchema, transactionIdSchema } from '../values/identifiers.js';
import { METHOD_FIELDS } from '../redirect/redirect-fields.js';
import { orderStateSchema, outcomeMessageSchema } from './outcome-codes.js';
import { safeAddressSchema } from '../values/web-address.js';

/**
 * Answers of the merchant's backend to the page. Separate from the
 * requests, so that a browser loads no schema that only a backend needs.
 */

/** Fields that an order may still require from the shopper. `mobile_phone`: one phone number is mandatory. */
export const SHOPPER_FIELDS = ['email', 'mobile_phone', 'billing_address'] as const;
/** Name of a field that the page asks the shopper for. */
export type ShopperField = (typeof SHOPPER_FIELDS)[number];

const offeredMethodSchema = z.object({
  code: z.string(),
  name: z.optional(z.string()),
  ask: z.optional(z.array(z.enum(METHOD_FIELDS))),
  /**
   * The brands of cards that the shop takes: `visa`, `mastercard`, `amex`, `diners`, `discover`, `jcb`. Only the method
   * `card` has them. Absent: all six.
   */
  brands: z.optional(z.array(z.string())),
});
export type OfferedMethod = z.output<typeof offeredMethodSchema>;

const orderLineSchema = z.object({
  text: z.string(),
  /** Absent for a line that is no item, such as delivery or a discount. */
  quantity: z.optional(z.number()),
  /** The amount of the whole line in minor units, negative for a discount. */
  amount: signedMinorUnitsSchema,
});

/** GET orders/{id} */
export const orderViewSchema = z.object({
  id: z.string(),
  amount: minorUnitsSchema,
  currency: currencyCodeSchema,
  /** Decimals of the amount. Default: those of ISO 4217. */
  exponent: z.optional(z.literal(EXPONENTS)),
  /** The shop's own number for the order, which the shopper sees. */
  reference: z.optional(z.string()),
  description: z.optional(z.string()),
  /** The parts of the amount. Their sum is the amount. */
  lines: z.optional(z.array(orderLineSchema)),
  state: orderStateSchema,
  /** Opaque, and another one after each change of the order by the shop. The page sends it with its payments. */
  revision: z.optional(z.string()),
  /** The order is open or failed, and takes no payment at the moment. */
  suspended: z.optional(z.boolean()),
  /** A card is to be confirmed, and nothing to be charged. */
  purpose: z.optional(z.enum(['pay', 'add-card'])),
  methods: z.array(offeredMethodSchema),
  ask: z.array(z.enum(SHOPPER_FIELDS)),
  /** Two letters: the country that the fields of the shopper start with. */
  country: z.optional(z.string()),
  /**
   * The redirect payment that a pending order waits for. Of an open or failed order: one that was set aside, and that
   * the shopper may have begun since then. `id` names it in `replaces`, and is another one for each payment of the
   * order. `unfinished`: no message has come, so the shopper can continue it.
   */
  redirect: z.optional(z.object({ id: z.optional(z.string()), method: z.string(), unfinished: z.boolean() })),
  /**
   * The amount that the shop has charged in the end, in minor units: captured, less refunded. Absent while something is
   * left to capture, and when it is the amount of the order.
   */
  charged: z.optional(minorUnitsSchema),
  /** The address of the frame with the card fields; there when the backend accepts card data from it only. */
  card_frame: z.optional(z.string()),
  /** The code of the redirect payment method that paid the order. */
  paid_with: z.optional(z.string()),
  /** The time of the payment that paid the order. The page shows its date. */
  paid_at: z.optional(z.string()),
  /** Origin of `publicUrl`, to which the ACS sends its notifications. A proxy can make it differ from the page's. */
  notification_origin: z.optional(z.string()),
  /** The backend's time when it received the call. The page judges expiry dates by it, or by the device's clock. */
  now: z.optional(z.string()),
});
export type OrderView = z.output<typeof orderViewSchema>;

/** POST orders/{id}/protocol-versions */
export const pageVersionCheckAnswerSchema = z.object({
  enrolled: z.boolean(),
  server_trans_id: z.optional(transactionIdSchema),
  message_version: z.optional(protocolVersionSchema),
  /** The page sends it with its later version checks, which may be refused without it. */
  page_token: z.optional(z.string()),
  /** There when the ACS profiles: post the field threeDSMethodData with `data` to `url`. */
  method: z.optional(z.object({ url: safeAddressSchema, data: z.string() })),
});
export type PageVersionCheckAnswer = z.output<typeof pageVersionCheckAnswerSchema>;

/**
 * The answers of POST orders/{id}/authentications, authorizations and redirects. `challenge-open` only answers
 * `ended: returned` and `ended: notified`, and `redirect` only redirects. With `decoupled` the issuer authenticates the
 * shopper elsewhere, and the page reads the result as after a challenge.
 */
export const paymentAnswerSchema = z.union([
  z.object({ result: z.enum(['outcome']), outcome: outcomeMessageSchema }),
  z.object({
    result: z.enum(['challenge']),
    server_trans_id: transactionIdSchema,
    acs_url: safeAddressSchema,
    encoded_creq: z.string(),
    /** Posted with creq as threeDSSessionData, and echoed by the ACS. */
    session_data: z.optional(z.string()),
  }),
  z.object({ result: z.enum(['challenge-open']) }),
  z.object({
    result: z.enum(['decoupled']),
    /** The merchant's time limit for the authentication in the issuer's app, in seconds. */
    timeout: z.optional(z.number()),
  }),
  z.object({ result: z.enum(['redirect']), redirect_url: safeAddressSchema }),
]);
export type PaymentAnswer = z.output<typeof paymentAnswerSchema>;
