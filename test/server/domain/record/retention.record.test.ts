import { describe, expect, it } from 'vitest';
import { ORDER_STATES, type OrderState } from '../../../../src/protocol/adapter/outcome-codes.js';
import { withoutUnneededData } from '../../../../src/server/domain/record/retention.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { NOON } from '../../orders/attempts.js';

const FINGERPRINT = `0123abcd.${'1'.repeat(64)}`;
const change = { id: 'A:1', sequence: 1, at: NOON, kind: 'flag', flag: 'contradiction' } as const;
const card = { card: '422200******5344', stage: 'closed' } as const;
const phone = { countryCode: '44', subscriberNumber: '2079460000' };
const answer = { result: 'outcome', outcome: { status: 'paid', code: 'authorized' } } as never;

const recordOf = (state: OrderState, more: Partial<OrderRecord> = {}) =>
  sampleRecord('A', {
    state,
    description: 'One fine coin',
    reference: '4711',
    payer: { email: 'ada@example.com', mobilePhone: phone },
    accountHolderName: 'Ada Lovelace',
    country: 'GB',
    comments: ['For Ada'],
    shippingAddress: { line1: 'Damrak 1' } as never,
    authentication: { order: { deliveryEmail: 'ada@example.com' } },
    authentications: [
      { serverTransId: 'T1', cardFingerprint: FINGERPRINT, page: FINGERPRINT, ...card },
      { serverTransId: 'T2', cardFingerprint: FINGERPRINT, page: FINGERPRINT, frameKey: FINGERPRINT, ...card },
    ],
    counts: {
      attempts: 2,
      cards: 1,
      cardFingerprints: [FINGERPRINT, FINGERPRINT],
      pageKeys: [FINGERPRINT, FINGERPRINT],
      versionChecks: 3,
    },
    answers: {
      one: { request: { call: 'authentications', subject: 'T1', fingerprint: FINGERPRINT }, since: NOON, answer },
    },
    ...more,
  });

/** True for the states in which an order takes no further payment (docs/data.md). */
const IS_FINAL: Readonly<Record<OrderState, boolean>> = {
  open: false,
  pending: false,
  'in-doubt': false,
  authorized: true,
  'partly-captured': true,
  voided: true,
  failed: false,
  paid: true,
  authenticated: true,
  cancelled: true,
  'partly-refunded': true,
  refunded: true,
};

describe('the data of an order', () => {
  it.each(ORDER_STATES)('the data of an order is dropped once it takes no further payment: %s', (state) => {
    const record = recordOf(state);
    const { accountHolderName: _n, comments: _c, shippingAddress: _a, authentication: _f, ...rest } = record;
    const reduced = {
      ...rest,
      payer: {},
      authentications: [
        { serverTransId: 'T1', cardFingerprint: '', ...card },
        { serverTransId: 'T2', cardFingerprint: '', ...card },
      ],
      counts: { attempts: 2, cards: 1, cardFingerprints: [], versionChecks: 3 },
      answers: { one: { request: { call: 'authentications', subject: 'T1' }, since: NOON, answer } },
    };
    const kept = withoutUnneededData(record);
    if (IS_FINAL[state]) expect(kept).toStrictEqual(reduced);
    else expect(kept).toBe(record);
  });

  it('keeps the personal data of the payer until the changes were delivered, and no fingerprint', () => {
    const kept = withoutUnneededData(recordOf('paid', { changes: [change] }));
    const { payer, accountHolderName, comments, shippingAddress, authentication } = recordOf('paid');
    expect(kept).toMatchObject({ payer, accountHolderName, comments, shippingAddress, authentication });
    expect(JSON.stringify(kept)).not.toContain(FINGERPRINT);
  });

  it('gets no counts where it had none', () => {
    const { counts: _none, ...record } = recordOf('paid');
    expect(withoutUnneededData(record)).not.toHaveProperty('counts');
  });
});
