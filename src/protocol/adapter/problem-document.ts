import * as z from '../zod.js';
import type { OutcomeCode } from './outcome-codes.js';

/** The tries of calls with one idempotency key that an answer is about. */
export type AnsweredTries = 'every' | 'this' | 'none';

/** The reaction of a page to a problem. */
interface PageFacts {
  /** The outcome of a payment that ends with the problem. */
  readonly outcome: OutcomeCode;
  /**
   * A problem says that nothing was carried out. This holds for `every` try with the key where the backend keeps the
   * problem like an answer, or the same request always gets it. Any other problem is about `this` try only: an earlier
   * one may have reached another process, and may have charged. After `none` a try may be under way, or was broken off.
   */
  readonly tries: AnsweredTries;
  /** True when the page repeats the call soon: another call or process has to finish first, or a limit ends soon. */
  readonly isTransient?: boolean;
}

const problems = {
  'invalid-request': { outcome: 'backend-refused', tries: 'every' },
  // The answering process decides by its own options and database.
  'origin-refused': { outcome: 'backend-refused', tries: 'this' },
  'card-outside-frame': { outcome: 'backend-refused', tries: 'this' },
  'not-found': { outcome: 'backend-refused', tries: 'this' },
  'order-not-found': { outcome: 'order-not-found', tries: 'this' },
  'method-not-allowed': { outcome: 'backend-refused', tries: 'every' },
  'order-not-open': { outcome: 'order-closed', tries: 'every' },
  'order-changed': { outcome: 'order-changed', tries: 'every' },
  'payment-under-way': { outcome: 'backend-unavailable', tries: 'this' },
  // A retry makes a new transaction.
  'authentication-unknown': { outcome: 'backend-unavailable', tries: 'every' },
  'request-in-progress': { outcome: 'backend-unavailable', tries: 'none', isTransient: true },
  'too-large': { outcome: 'backend-refused', tries: 'every' },
  'unsupported-media-type': { outcome: 'backend-refused', tries: 'every' },
  'key-reused': { outcome: 'backend-refused', tries: 'this' },
  'too-many-attempts': { outcome: 'too-many-attempts', tries: 'every' },
  'too-many-requests': { outcome: 'too-many-requests', tries: 'this', isTransient: true },
  'internal-error': { outcome: 'backend-unavailable', tries: 'none' },
  'gateway-refused': { outcome: 'gateway-refused', tries: 'every' },
  'card-not-supported': { outcome: 'card-not-supported', tries: 'every' },
  'issuer-unavailable': { outcome: 'issuer-unavailable', tries: 'every' },
  'gateway-unavailable': { outcome: 'gateway-unavailable', tries: 'every' },
  'record-newer': { outcome: 'backend-unavailable', tries: 'this', isTransient: true },
  closing: { outcome: 'backend-unavailable', tries: 'this', isTransient: true },
  'store-busy': { outcome: 'backend-unavailable', tries: 'this', isTransient: true },
} as const satisfies Record<string, PageFacts>;

/** The codes of answers to a page. */
export type PageProblemCode = keyof typeof problems;
/** These codes, and those that only calls of `orders` have. */
export type ProblemCode = PageProblemCode | 'operation-under-way' | 'not-settled';

/**
 * Errors of the backend: problem documents (RFC 9457) with a stable `code`. An outcome is the end of a payment; a
 * problem is a call that could not be carried out. problem.ts has the columns that browsers do not need.
 */
export const PAGE_PROBLEMS: Readonly<Record<PageProblemCode, PageFacts>> = problems;

export const problemDocumentSchema = z.object({
  title: z.string(),
  code: z.enum(Object.keys(PAGE_PROBLEMS) as PageProblemCode[]),
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
