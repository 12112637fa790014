import * as z from 'zod/mini';
import { parseIsoTimestamp } from './timestamp.js';

/** The digits of a card number. The directory decides whether the card exists. */
export const cardNumber = z.string().check(z.regex(/^\d{12,19}$/, 'a card number of 12 to 19 digits'));

/**
 * A date-time that exists, with fractional seconds and an optional zone (3D Secure 2 Authentication Interface, Resources
 * and fields).
 */
export const dateTime = z
  .string()
  .check(z.refine((text) => parseIsoTimestamp(text) !== undefined, 'an ISO 8601 date-time'));

/** A date that exists, without time. */
export const date = z
  .string()
  .check(
    z.refine(
      (text) => /^\d{4}-\d\d-\d\d$/.test(text) && parseIsoTimestamp(`${text}T00:00`) !== undefined,
      'a date YYYY-MM-DD',
    ),
  );

export const merchantId = z.string().check(z.regex(/^[a-zA-Z0-9.]{1,50}$/, 'a merchant identifier'));
export const accountId = z.string().check(z.regex(/^[a-zA-Z0-9.]{1,50}$/, 'a sub-account'));
