import type { ProblemCode } from '../protocol/problem-document.js';
import type { OutcomeCode } from './outcome.js';

/** The reason why a call to the merchant's backend has no usable answer. */
export type BackendFault =
  /** No connection, no answer in time, or an answer of something else: the call may have been carried out. */
  | { readonly kind: 'unanswered' }
  /** A problem document: the backend did not carry the call out. */
  | {
      readonly kind: 'problem';
      readonly code: ProblemCode;
      readonly retryable: boolean;
      readonly fields: readonly BackendFieldIssue[];
    }
  /** The answer violates the contract. The message has the details. */
  | { readonly kind: 'malformed' };

export interface BackendFieldIssue {
  /** Dotted wire name, such as `card.number`. */
  readonly field: string;
  readonly message: string;
}

/** A failed call to the merchant's backend. It never contains what was sent. */
export class BackendError extends Error {
  override readonly name = 'BackendError';

  constructor(
    readonly fault: BackendFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for a problem that passes by itself: another call or another process has to finish first. */
export function passesByItself(fault: BackendFault): boolean {
  return fault.kind === 'problem' && (fault.code === 'request-in-progress' || fault.code === 'record-newer');
}

/**
 * The outcome of a payment that ended with such a fault before any call that can move money, or with a problem
 * document, which means that the call was not carried out.
 */
export function outcomeCodeOf(fault: BackendFault): OutcomeCode {
  if (fault.kind !== 'problem') return fault.kind === 'malformed' ? 'backend-refused' : 'backend-unavailable';
  switch (fault.code) {
    case 'card-not-supported':
    case 'issuer-unavailable':
    case 'gateway-unavailable':
    case 'gateway-refused':
    case 'order-not-found':
      return fault.code;
    case 'internal-error':
    case 'request-in-progress':
    case 'record-newer':
      return 'backend-unavailable';
    case 'order-not-open':
      return 'order-closed';
    case 'invalid-request':
    case 'origin-refused':
    case 'not-found':
    case 'method-not-allowed':
    case 'authentication-unknown':
    case 'too-large':
    case 'unsupported-media-type':
    case 'key-reused':
      return 'backend-refused';
  }
}
