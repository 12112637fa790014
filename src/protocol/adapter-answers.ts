import * as z from 'zod/mini';
import { currencyCode, minorUnits } from './amount.js';
import { protocolVersion, transactionId } from './identifiers.js';
import { orderState, outcomeMessage } from './outcome.js';
import { safeAddress } from './web-address.js';

/**
 * What the merchant's backend answers to the page (design: Contract of the adapter). Apart from what
 * the page sends, so that a browser loads no schema that only a backend checks with.
 */

/** What an order may still ask of the shopper; `mobile_phone` because one phone number is due. */
export const SHOPPER_FIELDS = ['email', 'mobile_phone', 'billing_address'] as const;
export type ShopperField = (typeof SHOPPER_FIELDS)[number];

/** GET orders/{id} */
export const orderView = z.object({
  id: z.string(),
  amount: minorUnits,
  currency: currencyCode,
  description: z.optional(z.string()),
  state: orderState,
  methods: z.array(z.object({ code: z.string(), name: z.optional(z.string()) })),
  ask: z.array(z.enum(SHOPPER_FIELDS)),
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

/** What POST orders/{id}/authentications and authorizations answer. `challenge-open` only ever answers `ended: returned`. */
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
]);
export type PaymentAnswer = z.output<typeof paymentAnswer>;
