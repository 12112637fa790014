import type { ProblemCode } from '../../protocol/adapter/problem-document.js';
import type { OutcomeCode } from '../outcome.js';

/** The reason why a call to the merchant's backend has no usable answer. Docs of the codes: docs/problems.md. */
export type BackendFault =
  /** The page failed before it sent the call, so that nothing was carried out. */
  | { readonly kind: 'unsent' }
  /** No connection, no answer in time, or an answer of something else: the call may have been carried out. */
  | {
      readonly kind: 'unanswered';
      /** The HTTP status of an answer that is no problem document; absent without an answer. */
      readonly status?: number;
      /** Time after which a proxy wants the call to be repeated, in milliseconds. */
      readonly retryAfter?: number;
    }
  /** A problem document: the backend did not carry the call out. */
  | {
      readonly kind: 'problem';
      /** The stable code of the problem. */
      readonly code: ProblemCode;
      /** True when the same call may succeed later. */
      readonly retryable: boolean;
      /** The refused fields; empty for a problem that is about no field. */
      readonly fields: readonly BackendFieldIssue[];
      /** Time after which the backend or a proxy wants the call to be repeated, in milliseconds. */
      readonly retryAfter?: number;
    }
  /** The answer violates the contract. The message has the details. */
  | { readonly kind: 'malformed' };

/** A field that the backend refused. */
export interface BackendFieldIssue {
  /** The wire name with dots, such as `card.number`. */
  readonly field: string;
  readonly message: string;
}

/**
 * A failed call to the merchant's backend. It never contains the data that was sent.
 *
 * @example
 * import { BackendError, fetchBackend } from 'scudo-checkout/payment';
 *
 * try {
 *   await fetchBackend('/scudo').readOrder('A1', { signal: AbortSignal.timeout(60_000) });
 * } catch (error) {
 *   if (error instanceof BackendError && error.fault.kind === 'problem') console.log(error.fault.code);
 *   else throw error;
 * }
 */
export class BackendError extends Error {
  override readonly name = 'BackendError';

  constructor(
    /** The reason, by `kind`. */
    readonly fault: BackendFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for a backend error. Reads the name, because `late.js` and `card-frame.js` have copies of the class. */
export function isBackendError(error: unknown): error is BackendError {
  return error instanceof Error && error.name === 'BackendError';
}

/** True for a call that the page could not send. */
export function isUnsentCall(error: unknown): boolean {
  return isBackendError(error) && error.fault.kind === 'unsent';
}

/** True for a call that the backend has refused with this problem. */
export function isProblem(error: unknown, code: ProblemCode): boolean {
  return isBackendError(error) && error.fault.kind === 'problem' && error.fault.code === code;
}

/** The longest time for which a payment waits before it repeats a call, in milliseconds. */
const MAX_WAIT = 15_000;

/** True for a transient fault: another call or process has to finish first, or a limit ends soon. */
export function isTransient(fault: BackendFault): boolean {
  switch (fault.kind) {
    case 'unsent':
    case 'malformed':
      return false;
    case 'unanswered':
      // From a proxy, with 429 or 503.
      return fault.retryAfter !== undefined && fault.retryAfter <= MAX_WAIT;
    case 'problem':
      switch (fault.code) {
        case 'request-in-progress':
        case 'record-newer':
        case 'closing':
        case 'store-busy':
          return true;
        case 'too-many-requests':
          return (fault.retryAfter ?? 0) <= MAX_WAIT;
        default:
          return false;
      }
  }
}

/** Time that the backend or a proxy named for a repeated call, in milliseconds; 0 for none. */
export function retryAfterOf(error: unknown): number {
  return (isBackendError(error) && 'retryAfter' in error.fault && error.fault.retryAfter) || 0;
}

/** Returns a delay in milliseconds, or the time that a failed answer named, where it is longer and at most 15 s. */
export function withRetryAfter(delay: number, error: unknown): number {
  return Math.max(delay, Math.min(retryAfterOf(error), MAX_WAIT));
}

/**
 * The outcome of a payment that ended with such a fault before any call that can move money, or with a problem
 * document, which means that the call was not carried out.
 */
export function outcomeCodeOf(fault: BackendFault): OutcomeCode {
  switch (fault.kind) {
    case 'unsent':
      return 'payment-not-completed';
    case 'unanswered':
      return 'backend-unavailable';
    case 'malformed':
      return 'backend-refused';
    case 'problem':
      break;
  }
  switch (fault.code) {
    case 'card-not-supported':
    case 'issuer-unavailable':
    case 'gateway-unavailable':
    case 'gateway-refused':
    case 'order-not-found':
    case 'order-changed':
    case 'too-many-attempts':
    case 'too-many-requests':
      return fault.code;
    // A retry makes a new transaction.
    case 'authentication-unknown':
    case 'internal-error':
    case 'request-in-progress':
    case 'payment-under-way':
    case 'operation-under-way':
    case 'record-newer':
    case 'closing':
    case 'store-busy':
      return 'backend-unavailable';
    case 'order-not-open':
      return 'order-closed';
    case 'invalid-request':
    case 'origin-refused':
    case 'card-outside-frame':
    case 'not-found':
    case 'method-not-allowed':
    case 'too-large':
    case 'unsupported-media-type':
    case 'key-reused':
      return 'backend-refused';
  }
}

/** The tries of calls with one idempotency key that an answer is about. */
export type AnsweredTries = 'every' | 'this' | 'none';

/**
 * Returns the tries that a failed one answers. A problem document says that nothing was carried out. Where the
 * backend keeps it like an answer, or the same request always gets it, this holds for every try with the key. Any other
 * problem is about its own try only: an earlier one may have reached another process, and may have charged.
 */
export function triesOf(error: unknown): AnsweredTries {
  if (!isBackendError(error)) return 'none';
  const { fault } = error;
  switch (fault.kind) {
    case 'unsent':
      return 'this';
    case 'unanswered':
    case 'malformed':
      return 'none';
    case 'problem':
      break;
  }
  switch (fault.code) {
    // A call with this key may be under way, or was broken off.
    case 'request-in-progress':
    case 'operation-under-way':
    case 'internal-error':
      return 'none';
    case 'too-many-requests':
    case 'closing':
    case 'payment-under-way':
    case 'store-busy':
    case 'record-newer':
    case 'key-reused':
    // By the options and the database of the process that answers.
    case 'origin-refused':
    case 'card-outside-frame':
    case 'not-found':
    case 'order-not-found':
      return 'this';
    case 'invalid-request':
    case 'method-not-allowed':
    case 'too-large':
    case 'unsupported-media-type':
    case 'order-not-open':
    case 'order-changed':
    case 'authentication-unknown':
    case 'too-many-attempts':
    case 'gateway-refused':
    case 'card-not-supported':
    case 'issuer-unavailable':
    case 'gateway-unavailable':
      return 'every';
  }
}
