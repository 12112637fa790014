import * as z from 'zod/mini';
import { currencyCode, minorUnits } from '../values/amount.js';
import { protocolVersion, transactionId } from '../values/identifiers.js';
import { orderState, outcomeMessage } from './outcome-codes.js';
import { safeAddress } from '../values/web-address.js';

/**
 * Answers of the merchant's backend to the page. Separate from the
 * requests, so that a browser loads no schema that only a backend needs.
 */

/** Fields that an order may still require from the shopper. `mobile_phone`: one phone number is mandatory. */
export const SHOPPER_FIELDS = ['email', 'mobile_phone', 'billing_address'] as const;
/** Name of a field that the page asks the shopper for. */
export type ShopperField = (typeof SHOPPER_FIELDS)[number];

/** Fields that a redirect payment method can require. */
export const METHOD_FIELDS = ['account_holder_name', 'country'] as const;
export type MethodField = (typeof METHOD_FIELDS)[number];

const offeredMethod = z.object({
  code: z.string(),
  name: z.optional(z.string()),
  ask: z.optional(z.array(z.enum(METHOD_FIELDS))),
});
export type OfferedMethod = z.output<typeof offeredMethod>;

/** GET orders/{id} */
export const orderView = z.object({
  id: z.string(),
  amount: minorUnits,
  currency: currencyCode,
  description: z.optional(z.string()),
  state: orderState,
  /** A card is to be confirmed, and nothing to be charged. */
  purpose: z.optional(z.enum(['pay', 'add-card'])),
  methods: z.array(offeredMethod),
  ask: z.array(z.enum(SHOPPER_FIELDS)),
  /** The redirect payment of a pending order. `unfinished`: the shopper has not returned yet and can continue it. */
  redirect: z.optional(z.object({ method: z.string(), unfinished: z.boolean() })),
});
export type OrderView = z.output<typeof orderView>;

/** POST orders/{id}/protocol-versions */
export const preparationAnswer = z.object({
  enrolled: z.boolean(),
  server_trans_id: z.optional(transactionId),
  message_version: z.optional(protocolVersion),
  /** There when the ACS profiles: post the field threeDSMethodData with `data` to `url`. */
  method: z.optional(z.object({ url: safeAddress, data: z.string() })),
});
export type PreparationAnswer = z.output<typeof preparationAnswer>;

/**
 * The answers of POST orders/{id}/authentications, authorizations and redirects. `challenge-open` only
 * answers `ended: returned`, and `redirect` only redirects. With `decoupled` the issuer authenticates the shopper
 * elsewhere, and the page reads the result as after a challenge.
 */
export const paymentAnswer = z.union([
  z.object({ result: z.enum(['outcome']), outcome: outcomeMessage }),
  z.object({
    result: z.enum(['challenge']),
    server_trans_id: transactionId,
    acs_url: safeAddress,
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
  z.object({ result: z.enum(['redirect']), redirect_url: safeAddress }),
]);
export type PaymentAnswer = z.output<typeof paymentAnswer>;
