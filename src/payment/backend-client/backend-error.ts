import { PAGE_PROBLEMS, type AnsweredTries, type PageProblemCode } from '../../protocol/adapter/problem-document.js';
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
      readonly code: PageProblemCode;
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
export function isProblem(error: unknown, code: PageProblemCode): boolean {
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
      if (fault.code === 'too-many-requests' && (fault.retryAfter ?? 0) > MAX_WAIT) return false;
      return PAGE_PROBLEMS[fault.code].isTransient ?? false;
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
      return PAGE_PROBLEMS[fault.code].outcome;
  }
}

/** Returns the tries that a failed one answers. */
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
      return PAGE_PROBLEMS[fault.code].tries;
  }
}
