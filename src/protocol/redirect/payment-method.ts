import type * as z from '../zod.js';
import { personText } from '../values/plain-text.js';
import { textLike } from '../values/text.js';

/**
 * The code of a payment method. The document lists no codes, so any code passes. Codes are case-sensitive
 * (docs/reference/gateway.md#payment-set).
 */
export const paymentMethodCodeSchema: z.ZodMiniString<string> = textLike(50, /^[\w-]{1,50}$/, 'a payment method code');

/** A country by its two letters (ISO 3166-1 alpha-2). */
export const countryLettersSchema: z.ZodMiniString<string> = textLike(2, /^[A-Z]{2}$/, 'a two-letter country code');

export const accountHolderNameSchema = personText(100, 2);
