import { expect, it } from 'vitest';
import { CARDS, pay } from '../../scripted-gateway.js';
import {
  deliver,
  paymentsReport,
  redirectShop,
  sentAway,
  statusPairs,
  type ListedPayment,
  type RedirectShop,
  type SentAway,
} from '../../signed-messages.js';
import { codeOf } from '../../code-of.js';

const PAID = { result: '00', status: 'SUCCEEDED' } as const;
const FAILED = { result: '101', status: 'FAILED' } as const;
const PENDING = { result: '01', status: 'PENDING' } as const;
const INITIATED = { result: '01', status: 'INITIATED' } as const;
const OTHER_ID = { merchant_transaction_id: 'f'.repeat(32) } as const;

/** Changes the report so that it lists these records of one payment, each on its own page. */
function listAll(place: RedirectShop, { orderid }: SentAway, changes: readonly ListedPayment[]): void {
  const records = changes.map((change) => ({ ...place.listed.get(orderid), ...change }));
  const before = place.intercept;
  place.intercept = async (path, text, pass, query) => {
    if (path !== '/payments') return before?.(path, text, pass, query) ?? pass();
    const page = Number(query.get('pageNumber'));
    const { payments } = (await paymentsReport(records, query).json()) as { payments: readonly ListedPayment[] };
    return Response.json({ payments: payments.slice(page - 1, page), pageNumber: page });
  };
}

it.each<[string, readonly ListedPayment[], readonly (undefined | '00' | '101')[], string, boolean]>([
  ['failed and paid', [FAILED, PAID], [undefined, '00', '101'], 'pending', true],
  ['failed and paid with another id', [FAILED, { ...PAID, ...OTHER_ID }], [undefined], 'pending', true],
  ['paid and another amount', [PAID, { ...PAID, amount: '1' }], [undefined, '00'], 'pending', true],
  ['paid, with an amount in another form', [{ ...PAID, amount: '19.99' }], [undefined, '00'], 'paid', false],
  ['paid, with a currency in another form', [{ ...PAID, currency: '978' }], [undefined, '00'], 'paid', false],
  ['pending and paid', [PENDING, PAID], [undefined, '00'], 'paid', false],
  ['begun, pending and failed', [INITIATED, PENDING, FAILED], [undefined, '101'], 'failed', false],
  ['failed, and pending with another id', [FAILED, { ...PENDING, ...OTHER_ID }], [undefined], 'pending', false],
])('all records of a payment decide together, in any order: %s', async (_which, records, messages, state, flagged) => {
  for (const ordered of [records, records.toReversed()]) {
    for (const message of messages) {
      const place = redirectShop();
      const away = await sentAway(place);
      listAll(place, away, ordered);
      if (message) await deliver(place, 'status', away.id, statusPairs({ ...away, result: message }));
      // A later look-up must not find less than the first one.
      for (let hour = 0; hour < 3; hour++) {
        await place.settled();
        place.clock.advance(3_600_000);
        await place.backend.orders.reconcile();
      }
      await place.settled();
      const order = await place.backend.orders.read(away.id);
      expect(order?.state).toBe(state);
      expect(order?.flags.some(({ kind }) => kind === 'contradiction')).toBe(flagged);
      if (state === 'pending') expect(await codeOf(pay(place, away.id, CARDS.success))).toBe('order-not-open');
    }
  }
});
