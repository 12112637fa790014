import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../../../src/protocol/adapter/problem-document.js';
import { MessageError } from '../../../../src/protocol/values/field-issue.js';
import { GatewayError, type GatewayFailure } from '../../../../src/server/gateway/gateway-error.js';
import {
  finalError,
  Problem,
  problemOfError,
  problemOfGatewayError,
  problemResponse,
  unlessBusy,
} from '../../../../src/server/domain/problems/problem.js';
import { StoreBusyError } from '../../../../src/server/domain/problems/store-busy-error.js';
import { StoreClosedError } from '../../../../src/server/domain/problems/store-closed-error.js';

const failed = (failure: GatewayFailure) => new GatewayError(failure, 'a call');
const invalid = (errorDetail?: string) =>
  failed({ kind: 'invalid', body: { errorCode: '203', errorDescription: 'wrong', errorDetail } as never });

describe('a problem', () => {
  it('a problem has its code as its name for a program, and its title as its message for a person', () => {
    const cause = new Error('the cause');
    const problem = new Problem('order-not-open', [{ field: 'a', message: 'b' }], { order: 'A', usedUp: true, cause });
    expect(problem).toBeInstanceOf(Error);
    expect(problem).toMatchObject({ name: 'Problem', code: 'order-not-open', order: 'A', usedUp: true, cause });
    expect(problem.message).toBe('The order takes no payment in its present state.');
    expect(problem.fields).toEqual([{ field: 'a', message: 'b' }]);
  });

  it('a problem has no fields, no order and no cause by default, and leaves its key free', () => {
    const problem = new Problem('order-not-open');
    expect(problem).toMatchObject({ fields: [], order: undefined, usedUp: false, retryAfter: undefined });
    expect(problem.cause).toBeUndefined();
  });

  it.each<[ProblemCode, number | undefined]>([
    ['closing', 1],
    ['gateway-unavailable', 5],
    ['record-newer', 5],
    ['store-busy', 1],
    ['too-many-requests', 5],
    ['too-many-attempts', 3600],
    ['internal-error', undefined],
    ['issuer-unavailable', undefined],
    ['request-in-progress', undefined],
  ])('a problem can be repeated after its time, unless the call knows a better one: %s', (code, seconds) => {
    expect(new Problem(code).retryAfter).toBe(seconds);
    expect(new Problem(code, [], { retryAfter: 77 }).retryAfter).toBe(77);
  });
});

describe('a problem document', () => {
  it('a problem document has the members of RFC 9457, and nothing of the cause', async () => {
    const response = problemResponse(new Problem('gateway-unavailable', [], { cause: new Error('10.0.0.1') }));
    expect(response.status).toBe(503);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/problem+json',
      'retry-after': '5',
    });
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'The gateway gave no usable answer.',
      status: 503,
      code: 'gateway-unavailable',
      category: 'gateway',
      retryable: true,
    });
  });

  it('names the wrong fields, without anything else about them, and explains them to a developer', async () => {
    const issue = { field: 'card.number', message: 'must be digits', missing: true };
    const response = problemResponse(new Problem('invalid-request', [issue]), 'The body is empty.');
    expect(response.headers.has('retry-after')).toBe(false);
    expect(await response.json()).toMatchObject({
      status: 400,
      detail: 'The body is empty.',
      fields: [{ field: 'card.number', message: 'must be digits' }],
    });
  });

  it('a problem document has no detail and no fields where there are none', async () => {
    const body: unknown = await problemResponse(new Problem('key-reused')).json();
    expect(body).not.toHaveProperty('detail');
    expect(body).not.toHaveProperty('fields');
  });
});

describe('the problem of an error', () => {
  it('the problem of an error is the problem itself, or one that has the error as its cause', () => {
    const problem = new Problem('key-reused');
    expect(problemOfError(problem)).toBe(problem);
    for (const [error, code] of [
      [new StoreBusyError('no connection'), 'store-busy'],
      [new StoreClosedError(), 'internal-error'],
      [new TypeError('a fault'), 'internal-error'],
      [failed({ kind: 'downstream' }), 'issuer-unavailable'],
    ] as const) {
      expect(problemOfError(error)).toMatchObject({ code, fields: [], cause: error });
    }
  });

  it('names the fields of a message that is wrong', () => {
    const issues = [{ field: 'method', message: 'must be a method', missing: true }];
    const error = new MessageError('payment', issues);
    expect(problemOfError(error)).toMatchObject({ code: 'invalid-request', fields: issues, cause: error });
  });
});

describe('the problem of a failed gateway call', () => {
  it.each<[GatewayFailure, ProblemCode]>([
    [{ kind: 'invalid' }, 'gateway-refused'],
    [{ kind: 'refused', result: '508', message: 'no' }, 'gateway-refused'],
    [{ kind: 'blocked', reason: 'a rule' }, 'gateway-refused'],
    [{ kind: 'unauthorized' }, 'gateway-refused'],
    [{ kind: 'not-found' }, 'gateway-refused'],
    [{ kind: 'method' }, 'gateway-refused'],
    [{ kind: 'media-type' }, 'gateway-refused'],
    [{ kind: 'card-not-supported' }, 'card-not-supported'],
    [{ kind: 'downstream' }, 'issuer-unavailable'],
    [{ kind: 'unanswered', sent: true }, 'gateway-unavailable'],
    [{ kind: 'unanswered', sent: false }, 'gateway-unavailable'],
    [{ kind: 'rate-limited', retryAfter: 30 }, 'gateway-unavailable'],
    [{ kind: 'http', status: 418 }, 'gateway-unavailable'],
    [{ kind: 'internal' }, 'gateway-unavailable'],
    [{ kind: 'bad-answer', issues: [] }, 'gateway-unavailable'],
  ])(
    'the problem of a failed gateway call has a code that the page knows, and the error as its cause: %j is %s',
    (failure, code) => {
      const error = failed(failure);
      expect(problemOfGatewayError(error)).toMatchObject({ code, fields: [], cause: error, usedUp: false });
      expect(finalError(error)).toMatchObject({ code, fields: [], cause: error, usedUp: true });
    },
  );

  it.each([
    ['number', ['card.number']],
    ['card_detail.number', ['card.number']],
    ['card_detail.expiry_month', ['card.expiry_month']],
    ['card_detail.expiry_year', ['card.expiry_month']],
    ['card_detail.expiry_month,card_detail.expiry_year', ['card.expiry_month']],
    ['card_detail.full_name', ['card.full_name']],
    ['cardholderName; acctNumber', ['card.full_name', 'card.number']],
    ['payer.email', ['payer.email']],
    ['payer.mobile_phone.subscriber_number', ['payer.mobile_phone.subscriber_number']],
    ['payer.billing_address.city', ['payer.billing_address.city']],
    ['billAddrLine1,billAddrCity', ['payer.billing_address']],
  ])('names the fields of the page that the shopper can correct: %s is %j', (element, names) => {
    const error = invalid(element);
    const fields = names.map((field) => ({ field, message: 'was not accepted' }));
    expect(problemOfGatewayError(error)).toMatchObject({ code: 'invalid-request', fields, cause: error });
    expect(finalError(error)).toMatchObject({ code: 'invalid-request', fields, cause: error, usedUp: true });
  });

  it.each([
    'merchant_id',
    'payer.email, merchant_id',
    'order.amount,currency',
    ' , ',
    'order.number',
    'card_detail.number.1',
    'number_of_items',
    'order.card_detail.number',
    'old_card_detail.expiry_month',
    'card_detail.full_name.first',
    'card_detail.scheme',
    'payer.id',
    'order.payer.email',
    '',
    undefined,
  ])('names no field that the shopper cannot correct: %s', (element) => {
    const error = invalid(element);
    expect(problemOfGatewayError(error)).toMatchObject({ code: 'gateway-refused', fields: [], cause: error });
  });

  it('leaves an error that is not of the gateway as it is', () => {
    const problem = new Problem('order-not-open');
    expect(finalError(problem)).toBe(problem);
    expect(finalError('text')).toBe('text');
  });
});

describe('an update of a busy store', () => {
  it('an update of a busy store is left out, and every other error is thrown', () => {
    expect(unlessBusy(new StoreBusyError('no connection'))).toBeUndefined();
    expect(unlessBusy(new Problem('store-busy'))).toBeUndefined();
    for (const error of [new Problem('order-not-found'), new TypeError('a fault')]) {
      expect(() => unlessBusy(error)).toThrow(error);
    }
  });
});

it('errors of a store have names of their own, so that a log shows them', () => {
  const cause = new Error('refused');
  expect(new StoreBusyError('no connection', { cause })).toMatchObject({ name: 'StoreBusyError', cause });
  const closed = new StoreClosedError();
  expect(closed).toBeInstanceOf(Error);
  expect(closed.name).toBe('StoreClosedError');
  expect(closed.message).toContain('The order store is closed.');
});
