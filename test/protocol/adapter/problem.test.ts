import { describe, expect, it } from 'vitest';
import {
  PAGE_PROBLEMS,
  problemDocumentSchema,
  type ProblemCode,
} from '../../../src/protocol/adapter/problem-document.js';
import { PROBLEMS } from '../../../src/protocol/adapter/problem.js';

/** docs/configuration.md#problems-of-calls, and the categories of docs/troubleshooting.md. */
const TABLE: readonly (readonly [code: string, status: number, retryable: boolean, category: string])[] = [
  ['invalid-request', 400, false, 'set-up'],
  ['origin-refused', 403, false, 'set-up'],
  ['card-outside-frame', 403, false, 'set-up'],
  ['not-found', 404, false, 'set-up'],
  ['order-not-found', 404, false, 'set-up'],
  ['method-not-allowed', 405, false, 'set-up'],
  ['order-not-open', 409, false, 'shopper'],
  ['order-changed', 409, false, 'shopper'],
  ['payment-under-way', 409, true, 'shopper'],
  ['authentication-unknown', 409, false, 'shopper'],
  ['request-in-progress', 409, true, 'network'],
  ['too-large', 413, false, 'set-up'],
  ['unsupported-media-type', 415, false, 'set-up'],
  ['key-reused', 422, false, 'set-up'],
  ['too-many-attempts', 429, false, 'shopper'],
  ['too-many-requests', 429, true, 'network'],
  ['internal-error', 500, true, 'set-up'],
  ['gateway-refused', 500, false, 'set-up'],
  ['card-not-supported', 501, false, 'shopper'],
  ['issuer-unavailable', 502, true, 'gateway'],
  ['operation-under-way', 409, true, 'network'],
  ['not-settled', 409, true, 'gateway'],
  ['gateway-unavailable', 503, true, 'gateway'],
  ['record-newer', 503, true, 'network'],
  ['closing', 503, true, 'network'],
  ['store-busy', 503, true, 'network'],
];

/** Codes that no page gets. */
const ORDERS_ONLY = ['operation-under-way', 'not-settled'];

const DOCUMENT = {
  title: 'The request has missing or invalid fields.',
  code: 'invalid-request',
  retryable: false,
  detail: 'number is missing',
  fields: [{ field: 'number', message: 'is missing' }],
};

describe('a problem', () => {
  it.each(TABLE)('the problem %s is answered with %i, retryable is %j, and its category is %s', (...row) => {
    const [code, status, retryable, category] = row;
    expect(PROBLEMS[code as ProblemCode]).toMatchObject({ status, retryable, category });
    const document = { title: 'A title.', code, retryable };
    const { success } = problemDocumentSchema.safeParse(document);
    expect(success).toBe(!ORDERS_ONLY.includes(code));
  });

  it('a problem has one of the documented codes', () => {
    const codes = TABLE.map(([code]) => code).sort();
    expect([...Object.keys(PAGE_PROBLEMS), ...ORDERS_ONLY].sort()).toEqual(codes);
    expect(Object.keys(PROBLEMS).sort()).toEqual(codes);
  });

  it('a problem can have a detail and the wrong fields', () => {
    expect(problemDocumentSchema.parse({ ...DOCUMENT, type: 'about:blank' })).toEqual(DOCUMENT);
  });

  it.each([
    ['title', undefined],
    ['code', undefined],
    ['code', 'brand-new'],
    ['retryable', undefined],
    ['retryable', 'yes'],
    ['detail', 7],
    ['fields', 'number'],
    ['fields', ['number']],
    ['fields', [{ field: 'number' }]],
    ['fields', [{ message: 'is missing' }]],
  ])('a problem is refused when its %s is %j', (field, value) => {
    expect(problemDocumentSchema.safeParse({ ...DOCUMENT, [field]: value }).success).toBe(false);
  });
});
