import * as z from 'zod/mini';

/** What the XML messages of both documents are made of. */
export const compactTimestamp = z.string().check(z.regex(/^\d{14}$/, 'YYYYMMDDHHMMSS'));
export const hash = z.string().check(z.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/i, 'a SHA-1 or SHA-256 hash'));

/** A merchant's order reference, unique for each attempt. */
export const orderId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,50}$/, 'an order id'));

export const resultCode = z.string().check(z.regex(/^\d{2,3}$/, 'a result code'));
