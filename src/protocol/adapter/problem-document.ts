import * as z from '../zod.js';

/**
 * Errors of the backend: problem documents (RFC 9457) with a stable `code`. An outcome is the end of a payment; a
 * problem is a call that could not be carried out. problem.ts explains each code. It is separate because browsers do
 * not need it.
 */
export const PROBLEM_CODES = [
  'invalid-request',
  'origin-refused',
  'card-outside-frame',
  'not-found',
  'order-not-found',
  'method-not-allowed',
  'order-not-open',
  'order-changed',
  'payment-under-way',
  'authentication-unknown',
  'request-in-progress',
  'operation-under-way',
  'too-large',
  'unsupported-media-type',
  'key-reused',
  'too-many-attempts',
  'too-many-requests',
  'internal-error',
  'gateway-refused',
  'card-not-supported',
  'issuer-unavailable',
  'gateway-unavailable',
  'record-newer',
  'closing',
  'store-busy',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export const problemDocumentSchema = z.object({
  title: z.string(),
  code: z.enum(PROBLEM_CODES),
  retryable: z.boolean(),
  detail: z.optional(z.string()),
  fields: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
});
export type ProblemDocument = z.output<typeof problemDocumentSchema> & {
  readonly type?: string;
  /** The party that can fix it (problem.ts). */
  readonly category?: string;
  readonly status: number;
};
