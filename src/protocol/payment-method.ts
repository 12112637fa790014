import * as z from 'zod/mini';

/**
 * The code of a payment method. The document lists no codes, so any code passes. Codes are case-sensitive
 * (docs/reference/gateway.md#payment-set).
 */
export const paymentMethodCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,50}$/, 'a payment method code'));

/** The simulator (Non-Card Payment Methods Interface, Simulator). */
export const TESTPAY = 'testpay';

/** A country by its two letters (ISO 3166-1 alpha-2). */
export const countryLetters = z.string().check(z.regex(/^[A-Z]{2}$/, 'a two-letter country code'));

export const accountHolderName = z.string().check(z.minLength(2), z.maxLength(100));
