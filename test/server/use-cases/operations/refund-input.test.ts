import { describe, expect, it } from 'vitest';
import type { RefundAttempt } from '../../../../src/server/domain/record/attempts.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { gate, shop, virtualClock } from '../../scripted-gateway.js';
import { creditAnswer } from '../../signed-messages.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { creditsAt, paid, refundsOf } from './paid-shop.js';
import { PAYMENT, refundedOrder, refundOf, SENT_AT } from './refunded-order.js';

/** A shop whose order “A” was paid twice: 19.99 by A-1 and the same by A-2. */
async function paidTwice(change: Partial<OrderRecord> = {}, ...refunds: readonly RefundAttempt[]) {
  const clock = virtualClock(SENT_AT);
  const store = memoryOrderStore(undefined, clock.now);
  await store.insert({ ...refundedOrder(...refunds), ...change });
  const place = shop({ store }, { refundPassword: 'refund' }, { clock });
  place.intercept = (_path, text) => creditAnswer(text, { result: '00' });
  const { orders } = place.backend;
  return { place, orders, sent: () => creditsAt(place).map(({ text }) => text) };
}

const wrong = (field: string, message: string) => ({
  name: 'MessageError',
  message: expect.stringContaining('refund') as unknown,
  issues: [{ field, message, missing: false }],
});

describe('the payment that is refunded', () => {
  it('the payment that paid the order is refunded by default, and the order is refunded', async () => {
    const { orders, sent } = await paidTwice();
    expect(await orders.refund('A')).toMatchObject({ amount: '1999', refundable: '0', order: { state: 'refunded' } });
    expect(sent()[0]).toContain(`<orderid>${PAYMENT}</orderid><pasref>1</pasref>`);
  });

  it('a second payment is refunded by its gateway order id, and the order stays paid', async () => {
    const { orders, sent } = await paidTwice();
    const asked = { attempt: 'A-2', amount: '500', key: 'k-1' };
    const answer = { amount: '500', refundable: '1499', order: { state: 'paid' } };
    expect(await orders.refund('A', asked)).toMatchObject(answer);
    expect(sent()[0]).toContain('<orderid>A-2</orderid>');
    expect(await orders.shopView('A')).toMatchObject({ refundable: '1999' });
    // The same key and payment are the same refund.
    expect(await orders.refund('A', asked)).toMatchObject(answer);
    expect(sent()).toHaveLength(1);
  });

  it('the refunds of one payment do not reduce the other', async () => {
    const { orders } = await paidTwice({}, refundOf({ key: 'first', progress: { step: 'done', at: SENT_AT } }));
    expect(await orders.refund('A', { attempt: 'A-2' })).toMatchObject({ amount: '1999' });
    expect(await orders.refund('A')).toMatchObject({ amount: '1499' });
  });

  it.each(['A-3', '', 'A'])(
    'a refund of the payment “%s”, which the order does not have, is refused',
    async (attempt) => {
      const { orders, sent } = await paidTwice();
      await expect(orders.refund('A', { attempt })).rejects.toMatchObject({ issues: [{ field: 'attempt' }] });
      expect(sent()).toEqual([]);
    },
  );

  it('a refund of a payment without a success, or without a reference, is refused', async () => {
    const { attempts } = refundedOrder();
    const awaiting = attempts.map((one) => ({ ...one, progress: { step: 'awaiting-result' } }));
    const nameless = attempts.map(({ ...one }) => ({ ...one, pasref: undefined }));
    for (const [changed, ofAttempt, ofOrder] of [
      [
        awaiting,
        'must be the gateway order id of a successful payment of this order',
        'has nothing to refund: it is paid',
      ],
      [nameless, 'has no payments reference to refund', 'has no payments reference to refund'],
    ] as const) {
      const { orders, sent } = await paidTwice({ attempts: changed as unknown as OrderRecord['attempts'] });
      await expect(orders.refund('A', { attempt: 'A-2' })).rejects.toMatchObject(wrong('attempt', ofAttempt));
      await expect(orders.refund('A')).rejects.toMatchObject(wrong('order', ofOrder));
      expect(sent()).toEqual([]);
    }
  });
});

describe('the input of a refund', () => {
  it('an amount above what is left is refused with the amount that is left', async () => {
    const { orders } = await paidTwice({}, refundOf());
    await expect(orders.refund('A', { amount: '1500' })).rejects.toMatchObject(
      wrong('amount', 'must be at most 1499, which is what is left'),
    );
    expect(await orders.refund('A', { amount: '1499' })).toMatchObject({ state: 'done' });
    await expect(orders.refund('A')).rejects.toMatchObject(wrong('amount', 'cannot be refunded: nothing is left'));
  });

  it('the country of the order and the comment are sent where there are any', async () => {
    const bare = await paidTwice();
    await bare.orders.refund('A');
    expect(bare.sent()[0]).not.toMatch(/<country|<comment|undefined/);
    const { orders, sent } = await paidTwice({ country: 'GB' });
    await orders.refund('A', { comment: 'broken' });
    expect(sent()[0]).toContain('/status/A</statusupdateurl><country>GB</country></paymentmethoddetails>');
    expect(sent()[0]).toContain('<comments><comment id="1">broken</comment></comments>');
  });

  it('the country that payment-set has sent is that of the refund, whatever the order has', async () => {
    const { attempts } = refundedOrder();
    const shown = attempts.map((one) => (one.kind === 'redirect' ? { ...one, country: 'FI' } : one));
    for (const change of [{ attempts: shown }, { attempts: shown, country: 'SE' }]) {
      const { orders, sent } = await paidTwice(change);
      await orders.refund('A');
      await orders.refund('A', { attempt: 'A-2' });
      for (const text of sent()) expect(text).toContain('</statusupdateurl><country>FI</country>');
      expect(sent()).toHaveLength(2);
    }
  });

  it('the history has the refund before it is sent, with its key, amount and payment', async () => {
    const { orders } = await paidTwice();
    await orders.refund('A', { attempt: 'A-2', amount: '500', key: 'k-1' });
    expect((await orders.read('A'))?.history).toMatchObject([
      { event: 'refund-sent', detail: { key: 'k-1', amount: '500', orderId: 'A-2' } },
      { event: 'refund-done', detail: { key: 'k-1', amount: '500' } },
    ]);
  });
});

/** A refund of 5.00 that a look-up has found done while its answer is under way. */
async function settledFirst(result: string) {
  const [sent, go] = [gate(), gate()];
  const { place, id, orderid } = await paid(async (text) => {
    sent.open();
    await go.opened;
    return creditAnswer(text, { result, pasref: '77' });
  });
  const inner = place.intercept!;
  const refunds = [{ order_id: orderid, payments_reference: '77', amount: '500', status: 'INITIATION_COMPLETED' }];
  place.intercept = (path, text, pass, query) =>
    path === '/refunds' ? Response.json({ refunds, total_number_of_records: 1 }) : inner(path, text, pass, query);
  const late = place.backend.orders.refund(id, { amount: '500' });
  await sent.opened;
  place.clock.advance(60_000);
  await place.backend.orders.lookUp(id);
  expect(await refundsOf(place, id)).toMatchObject([{ pasref: '77', progress: { step: 'done' } }]);
  return { place, id, orderid, go, late };
}

it.each(['00', '01', '300'])(
  'an answer of %s that arrives after a look-up has found the refund done changes nothing',
  async (result) => {
    const { place, id, go, late } = await settledFirst(result);
    const settled = await place.backend.orders.read(id);
    go.open();
    expect(await late).toMatchObject({ state: 'done', refundable: '1499', order: { state: 'partly-refunded' } });
    expect(await place.backend.orders.read(id)).toEqual(settled);
  },
);

it('a refusal that arrives after a look-up has found the refund done leaves the refund, and is flagged', async () => {
  const { place, id, orderid, go, late } = await settledFirst('101');
  const settled = (await place.backend.orders.read(id))!;
  expect(settled.flags).toEqual([]);
  go.open();
  expect(await late).toMatchObject({ state: 'done', refundable: '1499', order: { state: 'partly-refunded' } });
  const { attempts, state, flags, history } = (await place.backend.orders.read(id))!;
  expect([attempts, state]).toEqual([settled.attempts, settled.state]);
  expect(flags).toMatchObject([{ kind: 'contradiction', attempt: orderid }]);
  expect(history.slice(settled.history.length)).toMatchObject([{ event: 'flagged' }]);
});
