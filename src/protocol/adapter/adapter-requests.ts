import * as z from 'zod/mini';
import { address, email, phoneNumber } from '../three-d-secure/authentication-request.js';
import { NUMERIC_COUNTRY_CODES } from '../values/numeric-country.js';
import { collectedBrowserData } from '../three-d-secure/browser-data.js';
import { passesLuhn } from '../values/card-number.js';
import { transactionId } from '../values/identifiers.js';
import { accountHolderName, paymentMethodCode } from '../redirect/payment-method.js';
import { cardNumber } from '../values/request-values.js';
import { methodUrlCompletion } from '../three-d-secure/three-d-secure-values.js';
import { limitedText, textLike } from '../values/text.js';
import { plainText } from '../values/plain-text.js';
import { MAX_CRES_LENGTH } from '../values/message-limits.js';

/**
 * Requests of the page to the merchant's backend. They contain no amount: the backend owns the amount.
 */

const number = cardNumber.check(z.refine(passesLuhn, 'a card number with a right check digit'));

/**
 * A secret of the frame with isolated card fields, the same in all calls of one frame. A call without it does not find the
 * transactions of the frame, whatever its card.
 */
const frameKey = textLike(36, /^[\da-f-]{36}$/, 'a UUID');

/** POST orders/{id}/protocol-versions */
export const preparationRequest = z.object({ number, frame_key: z.optional(frameKey) });

/** The card as typed. In memory for one payment; nothing of it is ever answered. */
export const cardInput = z.object({
  number,
  expiry_month: textLike(2, /^(0[1-9]|1[0-2])$/, 'a month of two digits'),
  expiry_year: textLike(2, /^\d\d$/, 'a year of two digits'),
  security_code: textLike(4, /^\d{3,4}$/, '3 or 4 digits'),
  full_name: plainText(45, 2),
  frame_key: z.optional(frameKey),
});
export type CardInput = z.output<typeof cardInput>;

/** The page sends a country's two letters, the gateway wants its three digits. */
const knownCountry = limitedText(2, 'a two-letter country code').check(
  z.refine((letters) => NUMERIC_COUNTRY_CODES.has(letters), 'a two-letter country code'),
);
const country = z.pipe(
  knownCountry,
  z.transform((letters) => NUMERIC_COUNTRY_CODES.get(letters) ?? ''),
);

export const payerInput = z.object({
  email: z.optional(email),
  mobile_phone: z.optional(phoneNumber),
  billing_address: z.optional(z.object({ ...address.shape, country })),
});

/** POST orders/{id}/authentications, with an Idempotency-Key. */
export const paymentRequest = z.object({
  /** Absent for a card that does not take part in 3-D Secure 2. */
  server_trans_id: z.optional(transactionId),
  card: cardInput,
  payer: z.optional(payerInput),
  browser_data: collectedBrowserData,
  method_url_completion: methodUrlCompletion,
  /** Further fields of the authentication request. Only those that the merchant opened are read and checked. */
  authentication: z.optional(z.unknown()),
});
export type PaymentRequest = z.output<typeof paymentRequest>;

/** Ends of a challenge, as the page observed them: for texts and records only, never for decisions about money. */
export const CHALLENGE_ENDS = ['notified', 'cancelled', 'timed-out', 'too-late', 'blocked', 'returned'] as const;
export type ChallengeEnd = (typeof CHALLENGE_ENDS)[number];

/** POST orders/{id}/authorizations, with an Idempotency-Key. */
export const challengeReport = z.object({
  server_trans_id: transactionId,
  /** The same card again: the backend keeps none. */
  card: cardInput,
  ended: z.enum(CHALLENGE_ENDS),
  /** The CRes as the notification brought it. */
  cres: z.optional(limitedText(MAX_CRES_LENGTH)),
});
export type ChallengeReport = z.output<typeof challengeReport>;

/** POST orders/{id}/redirects, with an Idempotency-Key. What the order knows by itself may be left out. */
export const redirectRequest = z.object({
  method: paymentMethodCode,
  account_holder_name: z.optional(accountHolderName),
  /** Two letters: the XML interface takes them as they are. */
  country: z.optional(knownCountry),
});
export type RedirectRequest = z.output<typeof redirectRequest>;
