import { describe, expect, it } from 'vitest';
import {
  orderViewSchema,
  pageVersionCheckAnswerSchema,
  paymentAnswerSchema,
} from '../../../src/protocol/adapter/adapter-answers.js';
import { ID } from '../samples.js';

const ORDER = {
  id: 'A1',
  amount: '1999',
  currency: 'EUR',
  exponent: 2,
  reference: 'SO-4711',
  description: 'Coins',
  state: 'open',
  purpose: 'pay',
  methods: [{ code: 'testpay', name: 'Test', ask: ['account_holder_name', 'country'] }, { code: 'other' }],
  ask: ['email', 'mobile_phone', 'billing_address'],
  country: 'DE',
  redirect: { method: 'testpay', unfinished: true },
  paid_with: 'testpay',
  charged: '1500',
};
const OUTCOME = { status: 'paid', code: 'authorized', retryable: false, order: { id: 'A1', state: 'paid' } };
const METHOD = { url: 'https://acs.example/method', data: 'e30' };
const VERSION_CHECK = { enrolled: true, server_trans_id: ID, message_version: '2.2.0', method: METHOD };

describe('the view of an order', () => {
  it('the view of an order is read with all its fields, or with those that it must have', () => {
    expect(orderViewSchema.parse(ORDER)).toEqual(ORDER);
    expect(orderViewSchema.parse({ ...ORDER, purpose: 'add-card' }).purpose).toBe('add-card');
    const least = { id: 'A1', amount: '1', currency: 'JPY', state: 'paid', methods: [], ask: [] };
    expect(orderViewSchema.parse(least)).toEqual(least);
    for (const field of Object.keys(least))
      expect(orderViewSchema.safeParse({ ...least, [field]: undefined }).success, field).toBe(false);
  });

  it.each([
    ['id', 7],
    ['amount', 1999],
    ['amount', '19.99'],
    ['currency', 'eur'],
    ['exponent', '2'],
    ['exponent', 5],
    ['exponent', 1.5],
    ['exponent', -1],
    ['reference', 7],
    ['description', 7],
    ['state', 'new'],
    ['purpose', 'refund'],
    ['methods', [{ name: 'Test' }]],
    ['methods', [{ code: 'testpay', ask: ['iban'] }]],
    ['methods', [{ code: 'testpay', name: 7 }]],
    ['methods', 'testpay'],
    ['ask', ['card']],
    ['country', 276],
    ['redirect', { method: 'testpay' }],
    ['redirect', { unfinished: true }],
    ['paid_with', 7],
    ['charged', '15.00'],
  ])('the view of an order is refused when its %s is %j', (field, value) => {
    expect(orderViewSchema.safeParse({ ...ORDER, [field]: value }).success).toBe(false);
  });
});

describe('the answer to a version check', () => {
  it('the answer to a version check is read with all its fields, and needs only enrolled', () => {
    expect(pageVersionCheckAnswerSchema.parse(VERSION_CHECK)).toEqual(VERSION_CHECK);
    expect(pageVersionCheckAnswerSchema.parse({ enrolled: false })).toEqual({ enrolled: false });
  });

  it.each([
    ['enrolled', undefined],
    ['enrolled', 'true'],
    ['server_trans_id', 'x'],
    ['message_version', '1.0.2'],
    ['method', { ...METHOD, url: 'http://acs.example/' }],
    ['method', { url: METHOD.url }],
    ['method', { data: METHOD.data }],
  ])('the answer to a version check is refused when its %s is %j', (field, value) => {
    expect(pageVersionCheckAnswerSchema.safeParse({ ...VERSION_CHECK, [field]: value }).success).toBe(false);
  });
});

describe('the answer to a payment', () => {
  const challenge = {
    result: 'challenge',
    server_trans_id: ID,
    acs_url: 'https://acs.example/challenge',
    encoded_creq: 'e30',
    session_data: 'A1',
  };

  it.each([
    { result: 'outcome', outcome: OUTCOME },
    challenge,
    { result: 'challenge', server_trans_id: ID, acs_url: 'https://acs.example/', encoded_creq: 'e30' },
    { result: 'challenge-open' },
    { result: 'decoupled' },
    { result: 'decoupled', timeout: 300 },
    { result: 'redirect', redirect_url: 'https://pay.example/' },
  ])('the answer to a payment can be %j', (answer) => {
    expect(paymentAnswerSchema.parse(answer)).toEqual(answer);
  });

  it.each([
    {},
    { result: 'paid' },
    { result: 'outcome' },
    { result: 'outcome', outcome: { ...OUTCOME, code: 'x' } },
    { outcome: OUTCOME },
    { ...challenge, server_trans_id: 'x' },
    { ...challenge, acs_url: 'javascript:alert(1)' },
    { ...challenge, encoded_creq: undefined },
    { ...challenge, session_data: 7 },
    { result: 'decoupled', timeout: '300' },
    { result: 'redirect' },
    { result: 'redirect', redirect_url: 'http://pay.example/' },
  ])('the answer to a payment cannot be %j', (answer) => {
    expect(paymentAnswerSchema.safeParse(answer).success).toBe(false);
  });
});
