import type { ProblemCode } from '../protocol/problem-document.js';
import type { OutcomeCode } from './outcome.js';

/** Why a call to the merchant's backend has no answer that could be used. */
export type BackendFault =
  /** No connection, no answer in time, or one that is not of our backend: it may have been carried out. */
  | { readonly kind: 'unanswered' }
  /** The backend says, in a problem document, why it did not carry the call out. */
  | {
      readonly kind: 'problem';
      readonly code: ProblemCode;
      readonly retryable: boolean;
      readonly fields: readonly BackendFieldIssue[];
    }
  /** It answered something else than its contract; what is wrong is in the message. */
  | { readonly kind: 'malformed' };

export interface BackendFieldIssue {
  /** Dotted wire name, such as `card.number`. */
  readonly field: string;
  readonly message: string;
}

/** A call to the merchant's backend that failed. Never carries what was sent. */
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

/**
 * The outcome of a payment that ended with such a fault *before* any call that may move money,
 * or with a problem document, which says that the call was not carried out.
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
