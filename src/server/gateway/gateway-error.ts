import type { FieldIssue } from '../../protocol/field-issue.js';
import type { GatewayErrorBody } from '../../protocol/gateway-error.js';

/** Why a call to the gateway has no answer that could be used (spec: Errors). */
export type GatewayFailure =
  /** No connection or no answer in time. `sent` is false only where it is certain that nothing left. */
  | { readonly kind: 'unanswered'; readonly sent: boolean }
  /** 400: the body names the field; there is none when the JSON itself was malformed. */
  | { readonly kind: 'invalid'; readonly body?: GatewayErrorBody }
  /** A result of the XML interface, or a report's code, that says why nothing was done. */
  | { readonly kind: 'refused'; readonly result: string; readonly message: string }
  /** 401: the Authorization value or the hash is wrong, or the merchant has no such service. */
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'method' }
  | { readonly kind: 'media-type' }
  | { readonly kind: 'internal' }
  /** 501: the type of card is not supported. */
  | { readonly kind: 'card-not-supported' }
  /** 502: directory server or issuer ACS failed. */
  | { readonly kind: 'downstream' }
  /** An answer that is not what the documents say, or whose hash is wrong. */
  | { readonly kind: 'bad-answer'; readonly issues: readonly FieldIssue[] };

/** A gateway call that failed. Never carries card data or the secret. */
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

function describe(failure: GatewayFailure): string {
  switch (failure.kind) {
    case 'unanswered':
      return failure.sent ? 'not answered' : 'could not be sent';
    case 'invalid':
      return failure.body
        ? `refused: ${failure.body.error_detail} ${failure.body.error_description}`
        : 'refused as malformed';
    case 'refused':
      return `refused with ${failure.result}: ${failure.message}`;
    case 'unauthorized':
      return 'refused: wrong hash or merchant';
    case 'not-found':
      return 'not found';
    case 'method':
      return 'refused: wrong method';
    case 'media-type':
      return 'refused: wrong format';
    case 'internal':
      return 'the gateway made a mistake';
    case 'card-not-supported':
      return 'card type not supported';
    case 'downstream':
      return 'directory server or issuer did not answer';
    case 'bad-answer':
      return `bad answer: ${failure.issues.map(({ field, message }) => `${field} ${message}`).join('; ')}`;
  }
}
