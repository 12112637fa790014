import * as z from 'zod/mini';
import { address, phoneNumber } from './authentication-request.js';
import { NUMERIC_COUNTRY_CODES } from './country.js';
import { pageExtras } from './authentication-extras.js';
import { collectedBrowserData } from './browser-data.js';
import { passesLuhn } from './card-number.js';
import { transactionId } from './identifiers.js';
import { accountHolderName, paymentMethodCode } from './payment-method.js';
import { cardNumber } from './request-values.js';
import { methodUrlCompletion } from './three-d-secure-values.js';

/**
 * What the page sends to the merchant's backend (design: Contract of the adapter). There is no
 * amount in it: that goes the other way only.
 */

const number = cardNumber.check(z.refine(passesLuhn, 'a card number with a right check digit'));

/** POST orders/{id}/protocol-versions */
export const preparationRequest = z.object({ number });

/** The card as typed. In memory for one payment; nothing of it is ever answered. */
export const cardInput = z.object({
  number,
  expiry_month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/, 'a month of two digits')),
  expiry_year: z.string().check(z.regex(/^\d\d$/, 'a year of two digits')),
  security_code: z.string().check(z.regex(/^\d{3,4}$/, '3 or 4 digits')),
  full_name: z.string().check(z.minLength(2), z.maxLength(45)),
});
export type CardInput = z.output<typeof cardInput>;

/** The page sends a country's two letters, the gateway wants its three digits. */
const country = z.pipe(
  z.string().check(z.refine((letters) => NUMERIC_COUNTRY_CODES.has(letters), 'a two-letter country code')),
  z.transform((letters) => NUMERIC_COUNTRY_CODES.get(letters) ?? ''),
);

export const payerInput = z.object({
  email: z.optional(z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address'))),
  mobile_phone: z.optional(phoneNumber),
  billing_address: z.optional(z.object({ ...address.shape, country })),
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
  /** Further fields of the authentication request; what the shop knows comes first. */
  authentication: z.optional(pageExtras),
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

/** POST orders/{id}/redirects, with an Idempotency-Key. What the order knows by itself may be left out. */
export const redirectRequest = z.object({
  method: paymentMethodCode,
  account_holder_name: z.optional(accountHolderName),
  /** Two letters: the XML interface takes them as they are. */
  country: z.optional(
    z.string().check(z.refine((letters) => NUMERIC_COUNTRY_CODES.has(letters), 'a two-letter country code')),
  ),
});
export type RedirectRequest = z.output<typeof redirectRequest>;
