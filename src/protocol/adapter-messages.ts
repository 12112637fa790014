import * as z from 'zod/mini';
import { currencyCode, minorUnits } from './amount.js';
import { address } from './authentication-request.js';
import { collectedBrowserData } from './browser-data.js';
import { passesLuhn } from './card-number.js';
import { orderState, outcomeMessage } from './outcome.js';
import { phoneNumber } from './phone-number.js';
import { methodUrlCompletion } from './three-d-secure-values.js';
import { cardNumber, enrolled, protocolVersion, transactionId } from './version-check.js';
import { safeAddress } from './web-address.js';

/**
 * What travels between page and merchant's backend (design: Contract of the adapter). The amount
 * goes one way only, from backend to page.
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

const number = cardNumber.check(z.refine(passesLuhn, 'a card number with a right check digit'));

/** POST orders/{id}/protocol-versions */
export const preparationRequest = z.object({ number });

export const preparationAnswer = z.object({
  enrolled,
  server_trans_id: z.optional(transactionId),
  message_version: z.optional(protocolVersion),
  /** There when the ACS profiles: post the field threeDSMethodData with `data` to `url`. */
  method: z.optional(z.object({ url: safeAddress, data: z.string() })),
});
export type PreparationAnswer = z.output<typeof preparationAnswer>;

/** The card as typed. In memory for one payment; nothing of it is ever answered. */
export const cardInput = z.object({
  number,
  expiry_month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/, 'a month of two digits')),
  expiry_year: z.string().check(z.regex(/^\d\d$/, 'a year of two digits')),
  security_code: z.string().check(z.regex(/^\d{3,4}$/, '3 or 4 digits')),
  full_name: z.string().check(z.minLength(2), z.maxLength(45)),
});
export type CardInput = z.output<typeof cardInput>;

export const payerInput = z.object({
  email: z.optional(z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address'))),
  mobile_phone: z.optional(phoneNumber),
  billing_address: z.optional(address),
});
export type PayerInput = z.output<typeof payerInput>;

/** POST orders/{id}/authentications, with an Idempotency-Key. */
export const paymentRequest = z.object({
  /** Absent for a card that does not take part in 3-D Secure 2. */
  server_trans_id: z.optional(transactionId),
  card: cardInput,
  payer: z.optional(payerInput),
  browser_data: collectedBrowserData,
  method_url_completion: methodUrlCompletion,
});
export type PaymentRequest = z.output<typeof paymentRequest>;

/** How the challenge ended, as the page saw it: a hint for words and records, never for money. */
export const CHALLENGE_ENDS = ['notified', 'cancelled', 'timed-out', 'too-late', 'blocked', 'returned'] as const;
export type ChallengeEnd = (typeof CHALLENGE_ENDS)[number];

/** POST orders/{id}/authorizations, with an Idempotency-Key. */
export const challengeReport = z.object({
  server_trans_id: transactionId,
  /** The same card again: the backend keeps none. */
  card: cardInput,
  ended: z.enum(CHALLENGE_ENDS),
  /** The CRes as the notification brought it. */
  cres: z.optional(z.string().check(z.maxLength(16_384))),
});
export type ChallengeReport = z.output<typeof challengeReport>;

/** What both answer. `challenge-open` only ever answers `ended: returned`. */
export const paymentAnswer = z.discriminatedUnion('result', [
  z.object({ result: z.literal('outcome'), outcome: outcomeMessage }),
  z.object({
    result: z.literal('challenge'),
    server_trans_id: transactionId,
    acs_url: safeAddress,
    encoded_creq: z.string(),
    /** Posted with creq as threeDSSessionData, and echoed by the ACS. */
    session_data: z.optional(z.string().check(z.maxLength(1024))),
  }),
  z.object({ result: z.literal('challenge-open') }),
]);
export type PaymentAnswer = z.output<typeof paymentAnswer>;
