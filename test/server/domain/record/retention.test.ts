import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { NewOrder, OrderRecord, OrderStore } from '../../../../src/server.js';
import { codeOf } from '../../code-of.js';
import {
  BROWSER,
  card,
  CARDS,
  gate,
  newKey,
  orderIdIn,
  pay,
  prepare,
  shop,
  virtualClock,
} from '../../scripted-gateway.js';
import { deliver, endPayment, list, redirectShop, sentAway, signed, statusPairs } from '../../signed-messages.js';
import { connectSqlite } from '../../../../src/server/adapters/store/connect-sqlite.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import type { SqliteConnection } from '../../../../src/server/adapters/store/sqlite-connection.js';
import { sqliteOrderStore } from '../../../../src/server/adapters/store/sqlite-order-store.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

const DAY = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'scudo-retention-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Data of the payer in every field of an order that has some. */
const PERSONAL: Partial<NewOrder> = {
  payer: {
    email: 'ada@example.com',
    mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' },
    billingAddress: { line1: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4LB', country: '826' },
  },
  shippingAddress: { line1: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4LB', country: '826' },
  accountHolderName: 'Ada Lovelace',
  country: 'GB',
  comments: ['For Ada'],
  lines: [{ text: 'A cake For Ada', quantity: 1, amount: '1999' }],
  authentication: { order: { deliveryEmail: 'ada@example.com' } },
};
const PERSONAL_TEXTS = /ada@|2079460000|St James|SW1Y|Lovelace|For Ada|"826"/;
/** A fingerprint of a card or a request. */
const FINGERPRINT = /[0-9a-f]{64}/;

const stored = async (place: { readonly backend: ReturnType<typeof shop>['backend'] }, id: string) =>
  JSON.stringify(await place.backend.orders.read(id));

/** A shop whose gateway refunds every redirect payment. */
function refundShop(options: Parameters<typeof redirectShop>[0] = {}) {
  const place = redirectShop(options, { refundPassword: 'refund' });
  const { intercept } = place;
  place.intercept = (path, text, pass, query) => {
    if (!text.includes('type="payment-credit"')) return intercept?.(path, text, pass, query) ?? pass();
    const orderid = orderIdIn(text);
    const hash = signed(['20261120222411', 'scudo', orderid, '00', 'DONE', '99', 'testpay']);
    return new Response(
      `<response timestamp="20261120222411"><merchantid>scudo</merchantid><orderid>${orderid}</orderid><result>00</result>` +
        `<message>DONE</message><pasref>99</pasref><paymentmethod>testpay</paymentmethod><sha1hash>${hash}</sha1hash></response>`,
    );
  };
  return place;
}

describe('the fingerprints of cards', () => {
  it.each(['pay', 'add-card'] as const)(
    'the fingerprints of cards are dropped when an order with the purpose %s is final',
    async (purpose) => {
      const place = shop();
      const id = await place.order({ purpose });
      await pay(place, id, CARDS.failed);
      expect(await stored(place, id)).toMatch(FINGERPRINT);
      await pay(place, id);
      expect((await place.backend.orders.read(id))?.state).toBe(purpose === 'pay' ? 'paid' : 'authenticated');
      expect(await stored(place, id)).not.toMatch(FINGERPRINT);
    },
  );

  it('the fingerprints of cards are dropped when a redirect payment pays the order after a declined card', async () => {
    const place = redirectShop();
    const id = await place.order({ methods: [{ code: 'card' }, { code: 'testpay' }] });
    await pay(place, id, CARDS.failed);
    expect(await stored(place, id)).toMatch(FINGERPRINT);
    const away = await sentAway(place);
    await endPayment(place, away, '00');
    expect(await stored(place, away.id)).not.toMatch(FINGERPRINT);
  });

  it('the fingerprints of cards are not brought back by a version check that was under way', async () => {
    const place = shop();
    const id = await place.order();
    const { opened, open } = gate();
    let checks = 0;
    place.intercept = async (path, _text, pass) => {
      if (path === '/3ds2/protocol-versions' && ++checks === 2) await opened;
      return pass();
    };
    const serverTransId = await prepare(place, id, CARDS.success);
    const late = prepare(place, id, CARDS.challenge);
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('authorized');
    open();
    await late;
    expect((await place.backend.orders.read(id))?.authentications).toHaveLength(2);
    expect(await stored(place, id)).not.toMatch(FINGERPRINT);
  });

  it('the fingerprints of cards are not brought back by a late call with a key of its own', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    await pay(place, id, CARDS.success, { serverTransId });
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('already-paid');
    expect(await stored(place, id)).not.toMatch(FINGERPRINT);
  });

  it('the fingerprints of cards are not needed to repeat an answer, and to refuse the key for another transaction', async () => {
    const place = shop();
    const id = await place.order();
    const [serverTransId, another] = [await prepare(place, id, CARDS.success), await prepare(place, id, CARDS.success)];
    const key = newKey();
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId, key }))).toBe('authorized');
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId, key }))).toBe('authorized');
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: another, key }))).toBe('key-reused');
  });
});

describe('the personal data of the payer', () => {
  it('stays while the order can be paid', async () => {
    const place = shop();
    const id = await place.order(PERSONAL);
    await pay(place, id, CARDS.failed);
    expect(await stored(place, id)).toMatch(PERSONAL_TEXTS);
    expect((await place.backend.orders.read(id))?.payer).toMatchObject(PERSONAL.payer ?? {});
  });

  it.each(['pay', 'add-card'] as const)(
    'the personal data of the payer is dropped when an order with the purpose %s is final',
    async (purpose) => {
      const place = shop();
      const id = await place.order({ ...PERSONAL, purpose });
      await pay(place, id);
      expect(await stored(place, id)).not.toMatch(PERSONAL_TEXTS);
      expect(JSON.stringify(await place.backend.orders.shopView(id))).not.toMatch(PERSONAL_TEXTS);
    },
  );

  it('the personal data of the payer is dropped when onOrderChanged has received the payment, which still has the data', async () => {
    const received: OrderRecord[] = [];
    const place = shop({ onOrderChanged: (order) => void received.push(order) });
    const id = await place.order(PERSONAL);
    await pay(place, id);
    await place.settled();
    expect(received.at(-1)).toMatchObject({ state: 'paid', payer: PERSONAL.payer });
    expect(await stored(place, id)).not.toMatch(PERSONAL_TEXTS);
  });

  it('stays while onOrderChanged fails, so that a later delivery has it', async () => {
    const place = shop({ onOrderChanged: () => Promise.reject(new Error('the queue is down')) });
    const id = await place.order(PERSONAL);
    await pay(place, id);
    await place.settled();
    const record = await place.backend.orders.read(id);
    expect(record).toMatchObject({ state: 'paid', payer: PERSONAL.payer });
    expect(JSON.stringify(record)).not.toMatch(FINGERPRINT);
  });

  it('the personal data of the payer is dropped without the country of the order, which a refund needs', async () => {
    const place = refundShop();
    const away = await sentAway(place, PERSONAL);
    await endPayment(place, away, '00');
    expect(await stored(place, away.id)).not.toMatch(PERSONAL_TEXTS);
    expect(await place.backend.orders.refund(away.id, { amount: '500', key: 'refund-1' })).toMatchObject({
      state: 'done',
    });
    expect(place.sent.find(({ text }) => text.includes('payment-credit'))?.text).toContain('<country>GB</country>');
  });

  it('the personal data of the payer that the page sends is never stored', async () => {
    const place = shop();
    const id = await place.order({ payer: {} });
    const body = {
      server_trans_id: await prepare(place, id, CARDS.failed),
      card: card(CARDS.failed),
      payer: { email: 'ada@example.com', mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
      browser_data: BROWSER,
      method_url_completion: 'YES',
    };
    const answer = await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() });
    expect(await codeOf(answer)).toBe('authentication-failed');
    expect(await stored(place, id)).not.toMatch(/ada@|2079460000|Lovelace|Test\/1\.0|203\.0\.113\.7/);
  });
});

describe('orders.prune', () => {
  /** A shop on a file, with one order in each state. */
  async function everyState() {
    const place = refundShop({ store: { path: join(folder, `${newKey()}.db`) } });
    const open = await place.order();
    const [paid, added] = [await place.order(), await place.order({ purpose: 'add-card' })];
    await pay(place, paid);
    await pay(place, added);
    const [failed, refunded, partly] = [await sentAway(place), await sentAway(place), await sentAway(place)];
    await endPayment(place, failed, '101');
    await endPayment(place, refunded, '00');
    await endPayment(place, partly, '00');
    await place.backend.orders.refund(refunded.id, { key: 'all' });
    await place.backend.orders.refund(partly.id, { key: 'part', amount: '1' });
    const pending = await sentAway(place);
    const doubtful = await place.order();
    const { intercept } = place;
    place.intercept = (path, text, pass, query) =>
      text.includes('type="auth"')
        ? Promise.reject(new Error('reset'))
        : (intercept?.(path, text, pass, query) ?? pass());
    await pay(place, doubtful);
    place.intercept = intercept;
    const settled = [open, paid, added, failed.id, refunded.id, partly.id];
    return { place, settled, byCard: paid, waiting: [pending.id, doubtful], away: { paid: refunded, pending } };
  }

  const left = async ({ backend }: ReturnType<typeof redirectShop>) =>
    (await backend.orders.list({ limit: 100 })).orders.map(({ id }) => id).sort();

  it('deletes the orders that wait for nothing, and leaves those that are in doubt or pending', async () => {
    const { place, settled, waiting, byCard } = await everyState();
    const states = (await place.backend.orders.list()).orders.map(({ state }) => state);
    expect(new Set(states).size).toBe(8);
    place.clock.advance(2 * DAY);
    // A card payment may still be refunded in the gateway's own back office.
    expect(await place.backend.orders.prune({ olderThan: DAY })).toEqual({ pruned: settled.length - 1 });
    expect(await left(place)).toEqual([byCard, ...waiting].sort());
    place.clock.advance(40 * DAY);
    await place.backend.orders.lookUp(byCard);
    place.clock.advance(2 * DAY);
    expect(await place.backend.orders.prune({ olderThan: DAY })).toEqual({ pruned: 1 });
    expect(await left(place)).toEqual([...waiting].sort());
    place.clock.advance(2_000 * DAY);
    expect(await place.backend.orders.prune({ olderThan: DAY })).toEqual({ pruned: 0 });
  });

  it('deletes ended counters once for all batches of a run', async () => {
    const statements: string[] = [];
    const { now } = virtualClock();
    const store = sqliteOrderStore({ url: ':memory:', now }, async (address) => {
      const connection = await connectSqlite(address);
      const write: SqliteConnection['write'] = (writes, flush) => {
        statements.push(...writes.map(({ sql }) => sql));
        return connection.write(writes, flush);
      };
      return { ...connection, write };
    });
    for (let index = 0; index < 501; index++) {
      await store.insert(sampleRecord(`order-${index}`, { createdAt: '2026-10-01T12:00:00.000Z' }));
    }
    statements.length = 0;
    const { backend } = shop({ store });
    expect(await backend.orders.prune({ olderThan: DAY })).toEqual({ pruned: 501 });
    const tables = statements.map((sql) => /^DELETE FROM (\w+)/.exec(sql)?.[1]);
    expect(tables).toEqual(['counters', 'orders', 'orders']);
  });

  it('leaves the orders that have changed since', async () => {
    const { place, settled, waiting } = await everyState();
    place.clock.advance(DAY - 60_000);
    expect(await place.backend.orders.prune({ olderThan: DAY })).toEqual({ pruned: 0 });
    expect(await left(place)).toEqual([...settled, ...waiting].sort());
  });

  it('leaves an order with a redirect payment that was set aside, for the 30 days in which it is looked up', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    await place.backend.orders.reopen(away.id, { by: 'Ada', reason: 'asks for a card' });
    place.clock.advance(2 * DAY);
    expect(await place.backend.orders.prune({ olderThan: DAY })).toEqual({ pruned: 0 });
    for (let day = 0; day < 40; day++) {
      place.clock.advance(DAY);
      await place.backend.orders.reconcile();
    }
    place.clock.advance(2 * DAY);
    expect(await place.backend.orders.prune({ olderThan: DAY })).toEqual({ pruned: 1 });
  });

  it('leaves an order whose change onOrderChanged has not received', async () => {
    const place = shop({ onOrderChanged: () => Promise.reject(new Error('down')) });
    const id = await place.order();
    await pay(place, id);
    await place.settled();
    place.clock.advance(400 * DAY);
    expect(await place.backend.orders.prune({ olderThan: DAY })).toEqual({ pruned: 0 });
    expect(await place.backend.orders.read(id)).toBeDefined();
  });

  it.each([0, DAY - 1, -DAY, NaN, Infinity, '86400000'])('orders.prune rejects olderThan %s', async (olderThan) => {
    const { backend } = shop();
    await expect(backend.orders.prune({ olderThan: olderThan as number })).rejects.toThrow(
      'olderThan must be at least 86400000',
    );
  });

  it('works in batches until one is not full', async () => {
    const clock = virtualClock();
    const asked: Parameters<OrderStore['prune']>[0][] = [];
    const deleted = [500, 500, 7];
    const store: OrderStore = {
      ...memoryOrderStore(undefined, clock.now),
      prune(options) {
        asked.push(options);
        return Promise.resolve(deleted[asked.length - 1] ?? 0);
      },
    };
    const { backend } = shop({ store }, {}, { clock });
    expect(await backend.orders.prune({ olderThan: 30 * DAY })).toEqual({ pruned: 1_007 });
    const states = ['open', 'failed', 'paid', 'partly-refunded', 'refunded', 'voided', 'cancelled', 'authenticated'];
    const options = { updatedBefore: '2026-10-21T12:00:00.000Z', states, limit: 500 };
    const later = { ...options, counters: false };
    expect(asked).toEqual([{ ...options, counters: true }, later, later]);
  });

  describe('after which an order is gone', () => {
    async function pruned() {
      const problems: string[] = [];
      const place = redirectShop({ onProblem: ({ code, order }) => problems.push(`${code} ${order ?? ''}`) });
      const away = await sentAway(place);
      await endPayment(place, away, '00');
      place.clock.advance(2 * DAY);
      await place.backend.orders.prune({ olderThan: DAY });
      problems.length = 0;
      return { place, away, problems };
    }

    it.each(['status', 'return-get', 'return-post'] as const)(
      'a signed message is reported and ignored, by %s',
      async (way) => {
        const { place, away, problems } = await pruned();
        list(place, away.orderid, '00');
        const response = await deliver(place, way, away.id, statusPairs({ ...away, result: '00' }));
        expect(response.status).toBe(way === 'status' ? 200 : 303);
        await place.settled();
        expect(problems).toHaveLength(1);
        expect(problems[0]).toMatch(/^(order-not-found|return-rejected) /);
        expect(await place.backend.orders.read(away.id)).toBeUndefined();
      },
    );

    it('a message without a valid hash is answered with 400, as for every order', async () => {
      const { place, away } = await pruned();
      const pairs = statusPairs({ ...away, result: '00', secret: 'another' });
      expect((await deliver(place, 'status', away.id, pairs)).status).toBe(400);
    });

    it('a refund, a payment and a look-up are refused as order-not-found', async () => {
      const { place, away } = await pruned();
      const { orders } = place.backend;
      await expect(orders.refund(away.id, { key: 'late' })).rejects.toMatchObject({ code: 'order-not-found' });
      await expect(orders.lookUp(away.id)).rejects.toMatchObject({ code: 'order-not-found' });
      expect(await codeOf(pay(place, away.id, CARDS.success, { serverTransId: undefined }))).toBe('order-not-found');
      expect((await place.call(`orders/${away.id}`)).status).toBe(404);
    });
  });
});
