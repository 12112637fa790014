import { describe, expect, it } from 'vitest';
import type { RefundAttempt } from '../../../../src/server/domain/record/attempts.js';
import { shop, virtualClock } from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { PAYMENT, refundedOrder, refundOf, SENT_AT } from './refunded-order.js';

/** An order with this refund, ten minutes after it was sent, at a gateway whose refunds report has these records. */
async function lookUp(change: Partial<RefundAttempt>, refunds: readonly object[], age = 600_000) {
  const clock = virtualClock(SENT_AT);
  const store = memoryOrderStore(undefined, clock.now);
  await store.insert(refundedOrder(refundOf(change)));
  const queries: URLSearchParams[] = [];
  const place = shop({ store }, {}, { clock });
  place.intercept = (_path, _text, _pass, query) => {
    queries.push(query);
    const total_number_of_records = refunds.length;
    return Response.json({ refunds, total_number_of_records, pageNumber: Number(query.get('pageNumber')) });
  };
  clock.advance(age);
  const record = await place.backend.orders.lookUp('A');
  return { record, queries, refund: record.attempts.at(-1), flags: record.flags.map(({ kind }) => kind) };
}

const DAY = 86_400_000;
const LISTED = { order_id: PAYMENT, payments_reference: '77', amount: '500', status: 'INITIATION_COMPLETED' };

describe('the look-up of a refund', () => {
  it.each([
    ['without an answer', { progress: { step: 'unresolved' } }],
    ['that the gateway has accepted', { progress: { step: 'pending' } }],
    ['whose process has died', { progress: { step: 'sent' }, deadline: '2026-11-20T12:10:00.000Z' }],
  ] as const)('a refund %s is settled by the report, which is asked for its payment', async (_which, change) => {
    const { record, refund, queries } = await lookUp(change, [LISTED]);
    expect(refund).toMatchObject({ pasref: '77', progress: { step: 'done' }, lookUp: { undecided: 0 } });
    expect(record.state).toBe('partly-refunded');
    expect(queries.map((query) => query.get('orderId'))).toEqual([PAYMENT]);
  });

  it.each([
    ['that is done', { progress: { step: 'done', at: SENT_AT } }],
    ['that was refused', { progress: { step: 'refused', at: SENT_AT } }],
    ['whose answer may still arrive', { progress: { step: 'sent' }, deadline: '2026-11-20T12:10:00.001Z' }],
  ] as const)('no report is read for a refund %s', async (_which, change) => {
    const { refund, queries } = await lookUp(change, [LISTED]);
    expect([queries, refund]).toEqual([[], refundOf(change)]);
  });

  it('the amount of a refund that a readable report does not list is released after a day', async () => {
    const { refund, flags } = await lookUp({}, [], DAY);
    expect([refund?.progress.step, flags]).toEqual(['refused', []]);
  });

  it('the amount stays reserved, and a person is asked, when a record of the report cannot be read', async () => {
    const { refund, flags } = await lookUp({}, [{ order_id: { unreadable: true } }], DAY);
    expect([refund?.progress.step, flags]).toEqual(['unresolved', ['report-behind']]);
  });
});
