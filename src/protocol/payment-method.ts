import * as z from 'zod/mini';

/**
 * A payment method's code. The documents show no list ("Full list of payment method codes: not
 * shown"), so any code passes; case matters (gateway facts 2.4).
 */
export const paymentMethodCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,50}$/, 'a payment method code'));

/** The simulator (spec: Simulator). */
export const TESTPAY = 'testpay';

/** A country by its two letters (ISO 3166-1 alpha-2). */
export const countryLetters = z.string().check(z.regex(/^[A-Z]{2}$/, 'a two-letter country code'));

export const accountHolderName = z.string().check(z.minLength(2), z.maxLength(100));
