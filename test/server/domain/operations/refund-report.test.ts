import { describe, expect, it } from 'vitest';
import type { RefundRecord } from '../../../../src/server/gateway/report-records.js';
import { refundAttempt, type OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { withRefundReport } from '../../../../src/server/domain/operations/refund-report.js';
import { PAYMENT, refundedOrder, refundOf, SENT_AT } from '../../use-cases/operations/refunded-order.js';
import { flagsOf } from '../../orders/attempts.js';

const DAY = 86_400_000;

/** A record that is the refund's by each of its fields. */
const LISTED: RefundRecord = {
  orderId: PAYMENT,
  pasref: '77',
  amount: '500',
  createdAt: '2026-11-20T12:00:01',
  status: 'INITIATION_COMPLETED',
  message: 'SUCCEEDED',
};

/** Fields that differ from those of LISTED; undefined for a field that the record does not have. */
type Change = { readonly [Field in keyof RefundRecord]?: RefundRecord[Field] | undefined };

const listedWith = (change: Change) => ({ ...LISTED, ...change }) as RefundRecord;

/** The order after the report was read, by default ten minutes after the refund was sent. */
function after(
  record: OrderRecord,
  listed: readonly RefundRecord[],
  { age = 600_000, isComplete = true }: { readonly age?: number; readonly isComplete?: boolean } = {},
): OrderRecord {
  const at = new Date(Date.parse(SENT_AT) + age);
  return withRefundReport(record, 'refund', { listed, isComplete }, DAY, at);
}

const stepOf = (record: OrderRecord) => refundAttempt(record, 'refund')?.progress.step;

describe('a refund and a record of the refunds report', () => {
  it.each<[string, Change, string]>([
    ['with its order id, amount and time', {}, 'done'],
    ['of another payment', { orderId: 'A-2' }, 'unresolved'],
    ['without an order id', { orderId: undefined }, 'unresolved'],
    ['of another amount', { amount: '501' }, 'unresolved'],
    ['without an amount', { amount: undefined }, 'done'],
    ['with an amount that cannot be read', { amount: '5.00' }, 'done'],
    ['without a reference', { pasref: undefined }, 'done'],
    ['without a time', { createdAt: undefined }, 'done'],
    ['with a time that cannot be read', { createdAt: 'yesterday' }, 'done'],
    ['that is an hour older', { createdAt: '2026-11-20T11:00:00' }, 'done'],
    ['that is more than an hour older', { createdAt: '2026-11-20T10:59:59.999' }, 'unresolved'],
  ])('a refund and a record %s: %j leads to %s', (_which, change, step) => {
    const record = after(refundedOrder(refundOf()), [listedWith(change)]);
    expect(stepOf(record)).toBe(step);
    expect(record.state).toBe(step === 'done' ? 'partly-refunded' : 'paid');
  });

  it.each<[Change, string]>([
    [{ status: undefined, result: '00' }, 'done'],
    [{ status: undefined, result: '101' }, 'refused'],
    [{ status: undefined, result: '01' }, 'pending'],
    [{ status: undefined, result: '107' }, 'unresolved'],
    [{ status: undefined, result: undefined }, 'unresolved'],
    [{ status: 'SOMETHING_NEW', result: '00' }, 'unresolved'],
    [{ status: 'SOMETHING_NEW', result: '101' }, 'unresolved'],
    [{ status: 'SOMETHING_NEW', result: '01' }, 'pending'],
    [{ status: 'INITIATION_REJECTED', result: '101' }, 'refused'],
    [{ status: 'INITIATION_FAILED', result: undefined }, 'refused'],
    [{ status: 'INITIATION_PENDING', result: undefined }, 'pending'],
    [{ status: 'INITIATION_PROCESSING', result: undefined }, 'pending'],
  ])('a record with %j leads to a refund that is %s', (change, step) => {
    expect(stepOf(after(refundedOrder(refundOf()), [listedWith(change)]))).toBe(step);
  });

  it.each<[string, readonly Change[]]>([
    ['one record with REJECTED and 00', [{ status: 'INITIATION_REJECTED', result: '00' }]],
    ['one record with FAILED and 00', [{ status: 'INITIATION_FAILED', result: '00' }]],
    ['one record with COMPLETED and 101', [{ result: '101' }]],
    ['two records of one reference', [{ status: 'INITIATION_REJECTED' }, {}]],
    ['two records of two references', [{ status: 'INITIATION_REJECTED' }, { pasref: '78' }]],
    ['a second record without a reference', [{ status: 'INITIATION_REJECTED' }, { pasref: undefined }]],
  ])('contradictory final results keep the refund open and ask a person: %s', (_which, changes) => {
    for (const ordered of [changes, changes.toReversed()]) {
      const record = after(refundedOrder(refundOf()), ordered.map(listedWith), { age: DAY });
      expect([stepOf(record), flagsOf(record)]).toEqual(['unresolved', [['contradiction', PAYMENT]]]);
    }
  });

  it('a final record replaces a pending one of the same refund, in any order', () => {
    const pending = listedWith({ status: 'INITIATION_PENDING' });
    for (const [status, step] of [
      ['INITIATION_COMPLETED', 'done'],
      ['INITIATION_REJECTED', 'refused'],
    ] as const) {
      const final = listedWith({ status });
      expect(stepOf(after(refundedOrder(refundOf()), [pending, final]))).toBe(step);
      expect(stepOf(after(refundedOrder(refundOf()), [final, pending]))).toBe(step);
    }
  });

  it('a refused record does not release the amount while a record of another reference is pending', () => {
    const listed = [{ status: 'INITIATION_REJECTED' }, { pasref: '78', status: 'INITIATION_PENDING' }].map(listedWith);
    expect(stepOf(after(refundedOrder(refundOf()), listed))).toBe('unresolved');
  });

  it('a refund that has a reference is settled by the record with this reference only', () => {
    const order = refundedOrder(refundOf({ pasref: '77' }));
    expect(stepOf(after(order, [{ ...LISTED, pasref: '78' }]))).toBe('unresolved');
    expect(stepOf(after(order, [listedWith({ pasref: undefined })]))).toBe('unresolved');
    expect(stepOf(after(order, [{ ...LISTED, status: 'INITIATION_FAILED', pasref: '78' }, LISTED]))).toBe('done');
  });

  it('a record with the reference of another refund does not settle the refund', () => {
    const other = refundOf({ key: 'other', pasref: '77', progress: { step: 'done', at: SENT_AT } });
    expect(stepOf(after(refundedOrder(refundOf(), other), [LISTED]))).toBe('unresolved');
  });

  it('two records that only could be the refund’s do not settle it', () => {
    const vague = listedWith({ pasref: undefined });
    expect(stepOf(after(refundedOrder(refundOf()), [vague, vague]))).toBe('unresolved');
  });

  it.each([
    ['is unresolved, too', {}, 'unresolved', 'done'],
    ['is unresolved before its deadline', { deadline: '2026-11-20T12:10:00.001Z' }, 'unresolved', 'done'],
    ['is pending', { progress: { step: 'pending' } }, 'unresolved', 'done'],
    [
      'is waiting for its answer',
      { progress: { step: 'sent' }, deadline: '2026-11-20T12:10:00.001Z' },
      'unresolved',
      'unresolved',
    ],
    [
      'has lost the process that waited for its answer',
      { progress: { step: 'sent' }, deadline: '2026-11-20T12:10:00.000Z' },
      'unresolved',
      'done',
    ],
    ['has a reference', { pasref: '5' }, 'done', 'done'],
    ['was refused', { progress: { step: 'refused', at: SENT_AT } }, 'done', 'done'],
    ['belongs to another payment', { gatewayOrderId: 'A-2' }, 'done', 'done'],
  ] as const)(
    'a record settles the refund beside another one that %s: %j, without a reference %s, with one %s',
    (_which, change, withoutReference, withReference) => {
      const order = refundedOrder(refundOf(), refundOf({ key: 'other', ...change }));
      expect(stepOf(after(order, [listedWith({ pasref: undefined })]))).toBe(withoutReference);
      expect(stepOf(after(order, [LISTED]))).toBe(withReference);
    },
  );

  it('two refunds whose processes died are each settled by the record with their amount', () => {
    const [refund, other] = [refundOf({ progress: { step: 'sent' } }), { key: 'other', amount: '700' }];
    const order = refundedOrder(refund, { ...refund, ...other });
    const listed = [LISTED, listedWith({ pasref: '78', amount: '700' })];
    const at = new Date(Date.parse(SENT_AT) + 600_000);
    const settled = ['refund', 'other'].reduce(
      (record, key) => withRefundReport(record, key, { listed, isComplete: true }, DAY, at),
      order,
    );
    expect(refundAttempt(settled, 'refund')).toMatchObject({ pasref: '77', progress: { step: 'done' } });
    expect(refundAttempt(settled, 'other')).toMatchObject({ pasref: '78', progress: { step: 'done' } });
  });

  it('a record without an amount does not settle one of two refunds without an answer', () => {
    const order = refundedOrder(refundOf(), refundOf({ key: 'other' }));
    expect(stepOf(after(order, [listedWith({ amount: undefined })]))).toBe('unresolved');
  });

  it('the refund keeps the reference and the text of its record, and no empty ones', () => {
    expect(refundAttempt(after(refundedOrder(refundOf()), [LISTED]), 'refund')).toMatchObject({
      pasref: '77',
      progress: { step: 'done', at: '2026-11-20T12:10:00.000Z', message: 'SUCCEEDED' },
    });
    const { pasref: _pasref, message: _message, ...bare } = LISTED;
    const settled = refundAttempt(after(refundedOrder(refundOf()), [bare]), 'refund');
    expect(settled?.progress).toEqual({ step: 'done', at: '2026-11-20T12:10:00.000Z' });
    expect(settled).not.toHaveProperty('pasref');
  });
});

describe('a refund that the report does not settle', () => {
  it('a refund is looked up less often after each report that does not settle it', () => {
    const once = after(refundedOrder(refundOf()), []);
    expect(refundAttempt(once, 'refund')?.lookUp?.undecided).toBe(1);
    const twice = after(once, []);
    expect(refundAttempt(twice, 'refund')?.lookUp?.undecided).toBe(2);
    const pending = after(twice, [{ ...LISTED, status: 'INITIATION_PENDING' }]);
    expect(refundAttempt(pending, 'refund')?.lookUp?.undecided).toBe(0);
    const still = after(pending, [{ ...LISTED, status: 'INITIATION_PENDING' }]);
    expect(still).toMatchObject({ state: 'paid', flags: [] });
  });

  it('the amount is released when the time is over, and the history names it', () => {
    expect(stepOf(after(refundedOrder(refundOf()), [], { age: DAY - 1 }))).toBe('unresolved');
    const released = after(refundedOrder(refundOf()), [], { age: DAY });
    expect(refundAttempt(released, 'refund')?.progress).toEqual({
      step: 'refused',
      at: '2026-11-21T12:00:00.000Z',
      message: 'not listed in the refunds report',
    });
    expect(released.history).toMatchObject([
      { event: 'refund-released', detail: { key: 'refund', amount: '500' } },
      { event: 'refund-refused', detail: { key: 'refund', amount: '500' } },
    ]);
    expect(released.flags).toEqual([]);
  });

  it.each([
    ['has records that cannot be read', [], false],
    ['has a record that could be the refund’s', [{ ...LISTED, status: 'SOMETHING_NEW' }], true],
  ])('the amount stays reserved, and a person is asked, when the report %s', (_which, listed, isComplete) => {
    const early = after(refundedOrder(refundOf()), listed, { age: DAY - 1, isComplete });
    expect([stepOf(early), flagsOf(early)]).toEqual(['unresolved', []]);
    const late = after(refundedOrder(refundOf()), listed, { age: DAY, isComplete });
    expect([stepOf(late), flagsOf(late)]).toEqual(['unresolved', [['report-behind', PAYMENT]]]);
  });

  it('the amount of a refund with a reference is released when the report lists other references only', () => {
    const order = refundedOrder(refundOf({ pasref: '77' }));
    const released = after(order, [{ ...LISTED, pasref: '78' }], { age: DAY });
    expect([stepOf(released), flagsOf(released)]).toEqual(['refused', []]);
  });

  it('the amount of a refund that the gateway has accepted is never released by time', () => {
    const order = refundedOrder(refundOf({ progress: { step: 'pending' } }));
    const late = after(order, [], { age: 30 * DAY });
    expect([stepOf(late), flagsOf(late)]).toEqual(['pending', []]);
  });

  it('a report changes nothing about a refund that has ended, or that the order does not have', () => {
    const ended = refundedOrder(refundOf({ progress: { step: 'refused', at: SENT_AT } }));
    expect(after(ended, [LISTED])).toBe(ended);
    const without = refundedOrder();
    expect(after(without, [LISTED])).toBe(without);
  });
});
