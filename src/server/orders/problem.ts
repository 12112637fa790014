import type { ProblemCode, ProblemDocument } from '../../protocol/problem-document.js';
import { PROBLEMS } from '../../protocol/problem.js';
import type { FieldIssue } from '../../protocol/field-issue.js';
import type { GatewayError, GatewayFailure } from '../gateway/gateway-error.js';

/** Error of a call. The handler returns it as a problem document (RFC 9457). */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** True when the same call cannot succeed again, because its transaction is consumed. */
  readonly usedUp: boolean;

  constructor(
    readonly code: ProblemCode,
    readonly fields: readonly Pick<FieldIssue, 'field' | 'message'>[] = [],
    { usedUp = false, ...options }: ErrorOptions & { readonly usedUp?: boolean } = {},
  ) {
    super(PROBLEMS[code].title, options);
    this.usedUp = usedUp;
  }
}

export function problemResponse({ code, fields }: Problem): Response {
  const { status, title, retryable } = PROBLEMS[code];
  const body: ProblemDocument = {
    type: 'about:blank',
    title,
    status,
    code,
    retryable,
    ...(fields.length > 0 ? { fields: fields.map(({ field, message }) => ({ field, message })) } : {}),
  };
  const headers = { 'content-type': 'application/problem+json', ...(status === 503 ? { 'retry-after': '5' } : {}) };
  return new Response(JSON.stringify(body), { status, headers });
}

/** The problem for the page after a failed gateway call, for every call that authorizes nothing. */
export function problemOf(error: GatewayError): Problem {
  const { failure } = error;
  switch (failure.kind) {
    case 'invalid': {
      const field = pageField(failure);
      return field
        ? new Problem('invalid-request', [{ field, message: 'was not accepted' }], { cause: error })
        : new Problem('gateway-refused', [], { cause: error });
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

/** The page's field that a 400 of the gateway names, when the shopper can correct it. */
function pageField({ body }: Extract<GatewayFailure, { kind: 'invalid' }>): string | undefined {
  const element = body?.errorDetail ?? '';
  if (/^(card_detail\.)?number$/.test(element)) return 'card.number';
  if (element.startsWith('card_detail.expiry')) return 'card.expiry_month';
  if (element === 'card_detail.full_name') return 'card.full_name';
  return /^payer\.(email|mobile_phone|billing_address)/.test(element) ? element : undefined;
}
