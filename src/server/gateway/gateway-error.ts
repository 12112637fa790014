import { MessageError, type FieldIssue } from '../../protocol/values/field-issue.js';
import type { GatewayErrorBody } from '../../protocol/three-d-secure/gateway-error.js';
import type { GatewayOptions } from './gateway-options.js';
import type { CamelCased } from '../../protocol/values/camel-case.js';

/** The reasons why a call to the gateway has no usable answer (3D Secure 2 Authentication Interface, Errors). */
export type GatewayFailure =
  /** No connection or no answer in time. `sent` is false only where it is certain that nothing was sent. */
  | { readonly kind: 'unanswered'; readonly sent: boolean }
  /** 400. The body names the field; it is absent when the JSON itself was malformed. */
  | { readonly kind: 'invalid'; readonly body?: CamelCased<GatewayErrorBody> }
  /** A result of the XML interface, or a code of a report, that refuses the call, and the gateway's text. */
  | { readonly kind: 'refused'; readonly result: string; readonly message: string }
  /** 202 with `eos_reason`: the exemption engine blocks the transaction. */
  | { readonly kind: 'blocked'; readonly reason: string }
  /** 401: the hash is wrong, or the merchant does not have this service. `message` is the gateway's text. */
  | { readonly kind: 'unauthorized'; readonly message?: string }
  /** 404: the gateway does not know the id, or has nothing at the path. */
  | { readonly kind: 'not-found' }
  /** 405: the path does not allow the method. */
  | { readonly kind: 'method' }
  /** 415: the path does not accept the format. */
  | { readonly kind: 'media-type' }
  /** 500 or 503, and the gateway's text, where the answer has one. */
  | { readonly kind: 'internal'; readonly message?: string }
  /** 501: the type of card is not supported. */
  | { readonly kind: 'card-not-supported' }
  /** 502: the directory server or the ACS of the issuer failed. */
  | { readonly kind: 'downstream' }
  /** 429. `retryAfter` is in seconds. */
  | { readonly kind: 'rate-limited'; readonly retryAfter?: number }
  /** An HTTP status that the call's document does not have. It does not show if the request was processed. */
  | { readonly kind: 'http'; readonly status: number }
  /**
   * An answer that the documents do not allow, or, where a call requires one, without a correct hash. `options` are the
   * options of the gateway that decide about the wrong fields.
   */
  | {
      readonly kind: 'bad-answer';
      /** The fields that are wrong. */
      readonly issues: readonly FieldIssue[];
      /** The options of the gateway that decide about them. */
      readonly options?: readonly GatewayOption[];
    };

/** An option of the gateway that a message names. */
type GatewayOption = keyof GatewayOptions;

interface GatewayErrorOptions extends ErrorOptions {
  /** Says that the clock of this server is wrong: a sentence for the end of the message. */
  readonly clock?: string | undefined;
}

/**
 * A gateway call that failed. Never carries card data or the secret.
 * @example
 * const isBusy = (error: unknown) => error instanceof GatewayError && error.failure.kind === 'rate-limited';
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';

  constructor(
    /** The reason, by `kind`. */
    readonly failure: GatewayFailure,
    call: string,
    { clock, ...options }: GatewayErrorOptions = {},
  ) {
    super([`${call}: ${describe(failure, call)}`, clock].filter(Boolean).join(' '), options);
  }
}

/** True when the request of a failed call certainly did not leave the backend. The client checks its input before. */
export function isUnsent(error: unknown): boolean {
  if (error instanceof MessageError) return true;
  return error instanceof GatewayError && error.failure.kind === 'unanswered' && !error.failure.sent;
}

/** The name of a fault in histories and metrics: `not-sent`, the kind of the `GatewayFailure`, or `fault`. */
export function faultName(error: unknown): GatewayFailure['kind'] | 'not-sent' | 'fault' {
  if (isUnsent(error)) return 'not-sent';
  return error instanceof GatewayError ? error.failure.kind : 'fault';
}

interface BadAnswer {
  /** True when the field is absent. Default: false. */
  readonly missing?: boolean;
  /** The options of the gateway that decide about the field. Default: none. */
  readonly options?: readonly GatewayOption[];
}

/** Returns the error for an answer with one wrong field. */
export function badAnswer(
  call: string,
  field: string,
  message: string,
  { missing = false, options = [] }: BadAnswer = {},
): GatewayError {
  const issues = [{ field, message, missing }];
  return new GatewayError({ kind: 'bad-answer', issues, ...(options.length === 0 ? {} : { options }) }, call);
}

/** The name of the call that reads an authentication: the only one with an id in its path. */
export const DATA_CALL = 'authentication data';

/** The name of the call that authenticates with the transaction of a version check. */
export const AUTHENTICATION_CALL = 'authentication';

/** Advice about a 404, for the calls that name a transaction. */
const NOT_FOUND_HINTS: Readonly<Record<string, string>> = {
  [DATA_CALL]: 'Check the id of the call and the gateway options baseUrl and paths.',
  [AUTHENTICATION_CALL]:
    'The gateway does not know the transaction any more. If this is frequent, check the gateway options baseUrl and paths.',
};

/** The name of the call that refunds a payment: the only one with the refund password. */
export const CREDIT_CALL = 'payment-credit';

/** The calls that change something at the gateway. All others read. */
const CHANGES: readonly string[] = [
  AUTHENTICATION_CALL,
  'card authorization',
  'settle',
  'multisettle',
  'void',
  'rebate',
  'payment-set',
  CREDIT_CALL,
];

/** Advice about a call whose answer does not show if the gateway has processed it. */
const hintOfUnknown = (call: string) =>
  CHANGES.includes(call)
    ? 'The gateway may have carried it out: look the payment up before you repeat the call.'
    : 'Repeat the call later.';

/** Says what went wrong, and what to do about it. */
function describe(failure: GatewayFailure, call: string): string {
  switch (failure.kind) {
    case 'unanswered':
      return failure.sent
        ? `no answer. ${hintOfUnknown(call)}`
        : 'could not be sent. Check the gateway option baseUrl, DNS and firewall.';
    case 'invalid':
      return failure.body
        ? `refused: ${sentence(invalidText(failure.body))} ${/timestamp/i.test(failure.body.errorDetail ?? '') ? 'Check the clock of this server.' : 'Correct the field that the gateway names.'}`
        : 'refused as malformed. Check that no proxy changes requests to the gateway.';
    case 'refused':
      return `refused with ${failure.result}: ${sentence(failure.message || 'no text')} ${hintOf(failure, call)}`;
    case 'blocked':
      return `blocked: ${sentence(failure.reason)} Ask the gateway which rule of your account blocks the payment.`;
    case 'unauthorized':
      return failure.message === undefined
        ? 'refused: wrong hash or merchant. Check the gateway options secret, merchantId and accountId.'
        : `refused: ${sentence(failure.message)} ${hintOf({ result: '401', message: failure.message }, call)}`;
    case 'not-found':
      return `not found. ${NOT_FOUND_HINTS[call] ?? 'Check the gateway options baseUrl and paths.'}`;
    case 'method':
      return 'refused: wrong method. Check the gateway option paths.';
    case 'media-type':
      return 'refused: wrong format. Check the gateway option paths, and that no proxy changes requests to the gateway.';
    case 'internal':
      return `internal error of the gateway${failure.message === undefined ? '.' : `: ${sentence(failure.message)}`} Repeat the call later.`;
    case 'card-not-supported':
      return 'card type not supported. Ask for another card.';
    case 'downstream':
      return 'directory server or issuer did not answer. Repeat the call later.';
    case 'rate-limited':
      return `too many requests. Repeat the call ${failure.retryAfter === undefined ? 'later' : `after ${failure.retryAfter} s`}.`;
    case 'http':
      return `answered with HTTP status ${failure.status}. ${failure.status >= 500 ? hintOfUnknown(call) : 'Check the gateway options baseUrl, xmlBaseUrl and paths.'}`;
    case 'bad-answer':
      return `bad answer: ${failure.issues.map(({ field, message }) => [field, message].filter(Boolean).join(' ')).join('; ')}. ${optionHint(failure.options ?? [])}`;
  }
}

/** The texts of a 400, or its code where it has none. */
function invalidText({ errorDetail, errorDescription, errorCode }: CamelCased<GatewayErrorBody>): string {
  return [errorDetail, errorDescription].join(' ').trim() || `error code ${errorCode ?? 'unknown'}`;
}

/** Most fields of answers have no option. */
function optionHint(options: readonly GatewayOption[]): string {
  if (options.length === 0) return 'Compare the answer with docs/reference/gateway.md.';
  const names = [options.slice(0, -1).join(', '), options.at(-1)].filter(Boolean).join(' and ');
  return `Check the gateway option${options.length === 1 ? '' : 's'} ${names}.`;
}

/**
 * The two 401 of the document: the merchant is not enabled, or the hash is wrong (Non-Card Payment Methods Interface,
 * Errors). A refund has a hash of its password as well.
 */
function hintOf({ result, message }: { readonly result: string; readonly message: string }, call: string): string {
  if (result !== '401') return 'See docs/reference/gateway.md#result-codes.';
  if (/not (enabled|activated|allowed|permitted)|disabled/i.test(message))
    return 'Ask the gateway to enable this service for your account.';
  return call === CREDIT_CALL
    ? 'Check the gateway options secret, merchantId and refundPassword.'
    : 'Check the gateway options secret, merchantId and accountId.';
}

/** A text of the gateway with one full stop at its end. */
function sentence(text: string): string {
  return `${text.trim().replace(/\.$/, '')}.`;
}
