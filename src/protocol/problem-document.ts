import * as z from 'zod/mini';

/**
 * The backend's errors: problem documents (RFC 9457) with a stable `code`, told apart from
 * outcomes: an outcome is the end of a payment, a problem is a call that could not be carried out.
 * What each code means is in problem.ts, which a browser has no need of.
 */
export const PROBLEM_CODES = [
  'invalid-request',
  'origin-refused',
  'not-found',
  'order-not-found',
  'method-not-allowed',
  'order-not-open',
  'authentication-unknown',
  'request-in-progress',
  'too-large',
  'unsupported-media-type',
  'key-reused',
  'internal-error',
  'gateway-refused',
  'card-not-supported',
  'issuer-unavailable',
  'gateway-unavailable',
  'record-newer',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export const problemDocument = z.object({
  title: z.string(),
  code: z.enum(PROBLEM_CODES),
  retryable: z.boolean(),
  fields: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
});
export type ProblemDocument = z.output<typeof problemDocument> & { readonly type?: string; readonly status: number };
