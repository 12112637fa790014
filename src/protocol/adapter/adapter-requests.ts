import * as z from '../zod.js';
import { addressSchema, emailSchema, phoneNumberSchema } from '../three-d-secure/authentication-request.js';
import { NUMERIC_COUNTRY_CODES } from '../values/numeric-country.js';
import { collectedBrowserDataSchema } from '../three-d-secure/browser-data.js';
import { passesLuhn } from '../values/card-number.js';
import { transactionIdSchema } from '../values/identifiers.js';
import { fieldSchemas, paymentMethodCodeSchema } from '../redirect/payment-method.js';
import { cardNumberSchema } from '../values/request-values.js';
import { methodUrlCompletionSchema } from '../three-d-secure/three-d-secure-values.js';
import { limitedText, textLike } from '../values/text.js';
import { personDigits, personText } from '../values/plain-text.js';
import { MAX_CRES_LENGTH } from '../values/message-limits.js';

/**
 * Requests of the page to the merchant's backend. They contain no amount: the backend owns the amount.
 */

const numberSchema = personDigits(
  cardNumberSchema.check(z.refine(passesLuhn, 'a card number with a right check digit')),
);

/**
 * A secret of the frame with isolated card fields, the same in all calls of one frame. A call without it does not find
 * the transactions of the frame, whatever its card.
 */
const frameKeySchema = textLike(36, /^[\da-f-]{36}$/, 'a UUID');

/**
 * `redirect.id` of the unfinished redirect payment that the shopper leaves for another payment. A call without it comes
 * from a page that does not show that payment, because it was begun in another tab.
 */
const replacesSchema = z.optional(limitedText(50, 'the id of a redirect payment'));

/**
 * The `revision` of the order that the page shows. A payment of another one is refused as `order-changed`, so that the
 * shopper pays the amount that the page shows. Another client may leave it out.
 */
const revisionSchema = z.optional(limitedText(50, 'the revision of an order'));

const pageTokenSchema = textLike(32, /^[\da-f]{32}$/, '32 hexadecimal digits');

/** POST orders/{id}/protocol-versions */
export const pageVersionCheckRequestSchema = z.object({
  number: numberSchema,
  replaces: replacesSchema,
  frame_key: z.optional(frameKeySchema),
  /** The token that the answer to the first version check of this page had. Another client may leave it out. */
  page_token: z.optional(pageTokenSchema),
});

/** The card as typed. In memory for one payment; nothing of it is ever answered. */
export const cardInputSchema = z.object({
  number: numberSchema,
  expiry_month: personDigits(textLike(2, /^(0[1-9]|1[0-2])$/, 'a month of two digits')),
  expiry_year: personDigits(textLike(2, /^\d\d$/, 'a year of two digits')),
  security_code: personDigits(textLike(4, /^\d{3,4}$/, '3 or 4 digits')),
  full_name: personText(45, 2),
  frame_key: z.optional(frameKeySchema),
});
export type CardInput = z.output<typeof cardInputSchema>;

/** The page sends a country's two letters, the gateway wants its three digits. */
const knownCountrySchema = limitedText(2, 'a two-letter country code').check(
  z.refine((letters) => NUMERIC_COUNTRY_CODES.has(letters), 'a two-letter country code'),
);
const countrySchema = z.pipe(
  knownCountrySchema,
  z.transform((letters) => NUMERIC_COUNTRY_CODES.get(letters) ?? ''),
);

export const payerInputSchema = z.object({
  email: z.optional(emailSchema),
  mobile_phone: z.optional(phoneNumberSchema),
  billing_address: z.optional(z.object({ ...addressSchema.shape, country: countrySchema })),
});

/** POST orders/{id}/authentications, with an Idempotency-Key. */
export const paymentRequestSchema = z.object({
  /** Absent for a card that does not take part in 3-D Secure 2. */
  server_trans_id: z.optional(transactionIdSchema),
  /**
   * The token that the answer to the version check of this card had. A call without `server_trans_id` needs it, or the
   * `frame_key` of the version check, so that no other client learns which card the order knows.
   */
  page_token: z.optional(pageTokenSchema),
  card: cardInputSchema,
  payer: z.optional(payerInputSchema),
  browser_data: collectedBrowserDataSchema,
  method_url_completion: methodUrlCompletionSchema,
  revision: revisionSchema,
  /** Further fields of the authentication request. Only those that the merchant opened are read and checked. */
  authentication: z.optional(z.unknown()),
});
export type PaymentRequest = z.output<typeof paymentRequestSchema>;

/** Ends of a challenge, as the page observed them. None shows a success, and after `cancelled` nothing is charged. */
export const CHALLENGE_ENDS = ['notified', 'cancelled', 'timed-out', 'too-late', 'blocked', 'returned'] as const;
export type ChallengeEnd = (typeof CHALLENGE_ENDS)[number];

/** POST orders/{id}/authorizations, with an Idempotency-Key. */
export const challengeReportSchema = z.object({
  server_trans_id: transactionIdSchema,
  /** The same card again: the backend keeps none. */
  card: cardInputSchema,
  ended: z.enum(CHALLENGE_ENDS),
  /** The CRes as the notification brought it. */
  cres: z.optional(limitedText(MAX_CRES_LENGTH)),
});
export type ChallengeReport = z.output<typeof challengeReportSchema>;

/** POST orders/{id}/redirects, with an Idempotency-Key. What the order knows by itself may be left out. */
export const redirectRequestSchema = z.object({
  method: paymentMethodCodeSchema,
  replaces: replacesSchema,
  revision: revisionSchema,
  ...fieldSchemas((name) => name, knownCountrySchema),
});
export type RedirectRequest = z.output<typeof redirectRequestSchema>;
