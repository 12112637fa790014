import * as z from 'zod/mini';

/** Digits of a card number; whether they exist is the directory's business. */
export const cardNumber = z.string().check(z.regex(/^\d{12,19}$/, 'a card number of 12 to 19 digits'));

/** A date-time with fractional seconds, zone optional (spec: Conventions). */
export const dateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/, 'an ISO 8601 date-time'));

/** A date without time. */
export const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'a date YYYY-MM-DD'));

export const merchantId = z.string().check(z.regex(/^[a-zA-Z0-9.]{1,50}$/, 'a merchant identifier'));
export const accountId = z.string().check(z.regex(/^[a-zA-Z0-9.]{1,50}$/, 'a sub-account'));
