import type { ProblemCode, ProblemDocument } from '../../../protocol/adapter/problem-document.js';
import { PROBLEMS } from '../../../protocol/adapter/problem.js';
import { MessageError, type FieldIssue } from '../../../protocol/values/field-issue.js';
import { GatewayError, type GatewayFailure } from '../../gateway/gateway-error.js';
import { StoreBusyError } from './store-busy-error.js';

interface ProblemOptions extends ErrorOptions {
  readonly usedUp?: boolean;
  readonly order?: string;
  readonly retryAfter?: number;
}

/**
 * Error of a call. The handler returns it as a problem document (RFC 9457), and calls of `orders` reject with it.
 * @example
 * await backend.orders.refund(id, { key }).catch((error: unknown) => {
 *   if (error instanceof Problem && error.code === 'order-not-found') return undefined;
 *   throw error;
 * });
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** True when the same call must not succeed later: its key keeps the problem. */
  readonly usedUp: boolean;
  /** Id of the order, where the address of the call does not have it. */
  readonly order: string | undefined;
  /** Seconds after which the call can be repeated. */
  readonly retryAfter: number | undefined;

  constructor(
    /** The stable code of the problem. */
    readonly code: ProblemCode,
    /** The wrong fields of the request. */
    readonly fields: readonly Pick<FieldIssue, 'field' | 'message' | 'amount'>[] = [],
    { usedUp = false, order, retryAfter, ...options }: ProblemOptions = {},
  ) {
    super(PROBLEMS[code].title, options);
    this.usedUp = usedUp;
    this.order = order;
    this.retryAfter = retryAfter ?? PROBLEMS[code].retryAfter;
  }
}

/**
 * For an update that was not stored because the store is busy: returns undefined.
 * @throws {unknown} any other error
 */
export function unlessBusy(error: unknown): undefined {
  if (problemOfError(error).code !== 'store-busy') throw error;
}

/**
 * The error of a gateway call that ends the payment in the page. Its key keeps it: the same request may arrive once
 * more, late, and must not charge a shopper whose page has reported a failure.
 */
export function finalError(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  const { code, fields, cause } = problemOfGatewayError(error);
  return new Problem(code, fields, { cause, usedUp: true });
}

/**
 * The refusal of a card payment that was prepared, and could charge later. Its key keeps it, because the page reports a
 * failure and the same request may arrive once more. Refusals for which a repetition helps leave the key free.
 */
export function finalRefusal(error: Problem): Problem {
  return PROBLEMS[error.code].retryable ? error : new Problem(error.code, error.fields, { cause: error, usedUp: true });
}

/** Converts a problem to the answer of a call. `detail` explains it to a developer. */
export function problemResponse({ code, fields, retryAfter }: Problem, detail?: string): Response {
  const { status, title, category, retryable } = PROBLEMS[code];
  const body: Omit<ProblemDocument, 'code'> & { readonly code: ProblemCode } = {
    type: 'about:blank',
    title,
    status,
    code,
    category,
    retryable,
    ...(detail === undefined ? {} : { detail }),
    ...(fields.length > 0 ? { fields: fields.map(({ field, message }) => ({ field, message })) } : {}),
  };
  const headers = {
    'content-type': 'application/problem+json',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  };
  return new Response(JSON.stringify(body), { status, headers });
}

/** Converts an error of a call to a problem. */
export function problemOfError(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof MessageError) return new Problem('invalid-request', error.issues, { cause: error });
  if (error instanceof GatewayError) return problemOfGatewayError(error);
  if (error instanceof StoreBusyError) return new Problem('store-busy', [], { cause: error });
  return new Problem('internal-error', [], { cause: error });
}

/** The problem for the page after a failed gateway call, for every call that authorizes nothing. */
export function problemOfGatewayError(error: GatewayError): Problem {
  const { failure } = error;
  switch (failure.kind) {
    case 'invalid': {
      const fields = pageFields(failure).map((field) => ({ field, message: 'was not accepted' }));
      return new Problem(fields.length > 0 ? 'invalid-request' : 'gateway-refused', fields, { cause: error });
    }
    case 'refused':
    case 'blocked':
    case 'unauthorized':
    case 'not-found':
    case 'method':
    case 'media-type':
      return new Problem('gateway-refused', [], { cause: error });
    case 'card-not-supported':
      return new Problem('card-not-supported', [], { cause: error });
    case 'downstream':
      return new Problem('issuer-unavailable', [], { cause: error });
    case 'unanswered':
    case 'rate-limited':
    case 'http':
    case 'internal':
    case 'bad-answer':
      return new Problem('gateway-unavailable', [], { cause: error });
  }
}

/** Names that EMV 3-D Secure gives to fields of the shopper, by the page's field. */
const EMV_NAMES: readonly (readonly [pattern: RegExp, field: string])[] = [
  [/^(card_detail\.)?(number|acctNumber)$/i, 'card.number'],
  [/^(card_detail\.)?(expiry(_month|_year)?|cardExpiryDate)$/i, 'card.expiry_month'],
  [/^(card_detail\.)?(full_name|cardholderName)$/i, 'card.full_name'],
  [/^(payer\.)?email$/i, 'payer.email'],
  [/^(payer\.)?(mobile_phone(\.\w+)?|mobilePhone)$/i, 'payer.mobile_phone'],
  [/^billAddr\w+$/i, 'payer.billing_address'],
];

/**
 * The page's fields that a 400 of the gateway names, with commas between them. None unless the shopper can correct all
 * of them.
 */
function pageFields({ body }: Extract<GatewayFailure, { kind: 'invalid' }>): string[] {
  const names = (body?.errorDetail ?? '').split(/[\s,;]+/).filter((name) => name !== '');
  const fields = names.map(pageField);
  return fields.includes(undefined) ? [] : [...new Set(fields.filter((field) => field !== undefined))];
}

function pageField(element: string): string | undefined {
  if (/^payer\.(email|mobile_phone|billing_address)/.test(element)) return element;
  return EMV_NAMES.find(([pattern]) => pattern.test(element))?.[1];
}
