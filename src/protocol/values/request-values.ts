import * as z from '../zod.js';
import { hasZone, parseIsoTimestamp } from './timestamp.js';
import { limitedText, textLike } from './text.js';

/** The digits of a card number. The directory decides whether the card exists. */
export const cardNumberSchema = textLike(19, /^\d{12,19}$/, 'a card number of 12 to 19 digits');

/**
 * A date-time that exists, with fractional seconds and an optional zone (3D Secure 2 Authentication Interface,
 * Resources and fields).
 */
export const dateTimeSchema = limitedText(40, 'an ISO 8601 date-time').check(
  z.refine((text) => parseIsoTimestamp(text) !== undefined, 'an ISO 8601 date-time'),
);

/** The same without a zone, as the search has its times (the same document, Authentication summary). */
export const zonelessDateTimeSchema = dateTimeSchema.check(
  z.refine((text) => !hasZone(text), 'an ISO 8601 date-time without a zone'),
);

/** A date that exists, without time. */
export const dateSchema = limitedText(10, 'a date YYYY-MM-DD').check(
  z.refine(
    (text) => /^\d{4}-\d\d-\d\d$/.test(text) && parseIsoTimestamp(`${text}T00:00`) !== undefined,
    'a date YYYY-MM-DD',
  ),
);

export const merchantIdSchema = textLike(50, /^[a-z0-9.]{1,50}$/i, 'a merchant identifier');
export const accountIdSchema = textLike(50, /^[a-z0-9.]{1,50}$/i, 'a sub-account');
