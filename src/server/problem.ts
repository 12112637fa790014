import type { ProblemCode, ProblemDocument } from '../protocol/problem-document.js';
import { PROBLEMS } from '../protocol/problem.js';
import type { FieldIssue } from '../protocol/field-issue.js';
import type { GatewayError, GatewayFailure } from './gateway/gateway-error.js';

/** A call of the page that cannot be carried out; becomes a problem document (RFC 9457). */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** True when the same call could not succeed again, because the transaction it needs is used up. */
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

/** What a failure of the gateway means to the page, for every call that authorizes nothing. */
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
    case 'internal':
    case 'bad-answer':
      return new Problem('gateway-unavailable', [], { cause: error });
  }
}

/** The page's field that the gateway's 400 is about, where it is the shopper's to mend. */
function pageField({ body }: Extract<GatewayFailure, { kind: 'invalid' }>): string | undefined {
  const element = body?.error_detail ?? '';
  if (/^(card_detail\.)?number$/.test(element)) return 'card.number';
  if (element.startsWith('card_detail.expiry')) return 'card.expiry_month';
  if (element === 'card_detail.full_name') return 'card.full_name';
  return /^payer\.(email|mobile_phone|billing_address)/.test(element) ? element : undefined;
}
