import { MessageError, type FieldIssue } from '../../protocol/values/field-issue.js';
import type { GatewayErrorBody } from '../../protocol/three-d-secure/gateway-error.js';
import type { CamelCased } from './wire-names.js';

/** The reasons why a call to the gateway has no usable answer (3D Secure 2 Authentication Interface, Errors). */
export type GatewayFailure =
  /** No connection or no answer in time. `sent` is false only where it is certain that nothing was sent. */
  | { readonly kind: 'unanswered'; readonly sent: boolean }
  /** 400. The body names the field; it is absent when the JSON itself was malformed. */
  | { readonly kind: 'invalid'; readonly body?: CamelCased<GatewayErrorBody> }
  /** A result of the XML interface, or a code of a report, that refuses the call. */
  | { readonly kind: 'refused'; readonly result: string; readonly message: string }
  /** 202 with `eos_reason`: the exemption engine blocks the transaction. */
  | { readonly kind: 'blocked'; readonly reason: string }
  /** 401: the hash is wrong, or the merchant does not have this service. */
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'method' }
  | { readonly kind: 'media-type' }
  | { readonly kind: 'internal' }
  /** 501: the type of card is not supported. */
  | { readonly kind: 'card-not-supported' }
  /** 502: the directory server or the ACS of the issuer failed. */
  | { readonly kind: 'downstream' }
  /** 429. `retryAfter` is in seconds. */
  | { readonly kind: 'rate-limited'; readonly retryAfter?: number }
  /** An HTTP status that the XML interface does not have: it says nothing about the request. */
  | { readonly kind: 'http'; readonly status: number }
  /** An answer that the documents do not allow, or, where a call requires one, without a correct hash. */
  | { readonly kind: 'bad-answer'; readonly issues: readonly FieldIssue[] };

/**
 * A gateway call that failed. Never carries card data or the secret.
 * @example
 * const isBusy = (error: unknown) => error instanceof GatewayError && error.failure.kind === 'rate-limited';
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';

  constructor(
    readonly failure: GatewayFailure,
    call: string,
    options?: ErrorOptions,
  ) {
    super(`${call}: ${describe(failure)}`, options);
  }
}

/** True when the request of a failed call certainly did not leave the backend. The client checks its input before. */
export function isUnsent(error: unknown): boolean {
  if (error instanceof MessageError) return true;
  return error instanceof GatewayError && error.failure.kind === 'unanswered' && !error.failure.sent;
}

/** Returns the error for an answer with one wrong field. */
export function badAnswer(call: string, field: string, message: string, missing = false): GatewayError {
  return new GatewayError({ kind: 'bad-answer', issues: [{ field, message, missing }] }, call);
}

function describe(failure: GatewayFailure): string {
  switch (failure.kind) {
    case 'unanswered':
      return failure.sent ? 'not answered' : 'could not be sent';
    case 'invalid':
      return failure.body
        ? `refused: ${failure.body.errorDetail ?? ''} ${failure.body.errorDescription ?? ''}`.trimEnd()
        : 'refused as malformed';
    case 'refused':
      return `refused with ${failure.result}: ${failure.message}`;
    case 'blocked':
      return `blocked: ${failure.reason}`;
    case 'unauthorized':
      return 'refused: wrong hash or merchant';
    case 'not-found':
      return 'not found';
    case 'method':
      return 'refused: wrong method';
    case 'media-type':
      return 'refused: wrong format';
    case 'internal':
      return 'internal error of the gateway';
    case 'card-not-supported':
      return 'card type not supported';
    case 'downstream':
      return 'directory server or issuer did not answer';
    case 'rate-limited':
      return `too many requests${failure.retryAfter === undefined ? '' : `, retry after ${failure.retryAfter} s`}`;
    case 'http':
      return `answered with HTTP status ${failure.status}`;
    case 'bad-answer':
      return `bad answer: ${failure.issues.map(({ field, message }) => `${field} ${message}`).join('; ')}`;
  }
}
