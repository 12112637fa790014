import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { codeOf } from './code-of.js';
import {
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  gate,
  json,
  newKey,
  orderIdIn,
  pay,
  prepare,
  shop,
} from './scripted-gateway.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-server-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `orders-${++files}.db`);

describe('an order is authorized once', () => {
  it('an order is authorized once when the same call arrives twice at once, and both calls get the same answer', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const key = newKey();
    const [one, two] = await Promise.all([
      pay(place, id, CARDS.success, { serverTransId, key }),
      pay(place, id, CARDS.success, { serverTransId, key }),
    ]);
    expect(await one.json()).toEqual(await two.json());
    expect(authorizationsAt(place)).toHaveLength(1);
    expect(await codeOf(await pay(place, id, CARDS.success, { serverTransId, key }))).toBe('authorized');
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('an order is authorized once when the second payment waits for a first one that is declined', async () => {
    const place = shop();
    const id = await place.order();
    const [a, b] = [await prepare(place, id, CARDS.success), await prepare(place, id, CARDS.success)];
    let asked = 0;
    place.intercept = (path, text, pass) => {
      if (path !== '/epage-remote.cgi') return pass();
      return authorizationAnswer({ orderid: orderIdIn(text), result: ++asked === 1 ? '101' : '00' });
    };
    const answers = await Promise.all([
      pay(place, id, CARDS.success, { serverTransId: a }),
      pay(place, id, CARDS.success, { serverTransId: b }),
    ]);
    expect((await Promise.all(answers.map(codeOf))).sort()).toEqual(['authorized', 'declined']);
  });

  it('an order is authorized once when two processes share a store and receive the same call', async () => {
    const path = newFile();
    const one = shop({ store: { path } });
    const two = shop({ store: { path } }, {}, one);
    const id = await one.order();
    const serverTransId = await prepare(one, id, CARDS.success);
    const key = newKey();
    const answers = await Promise.all([
      pay(one, id, CARDS.success, { serverTransId, key }),
      pay(two, id, CARDS.success, { serverTransId, key }),
    ]);
    expect(await Promise.all(answers.map(codeOf))).toEqual(['authorized', 'authorized']);
    expect(authorizationsAt(one).length + authorizationsAt(two).length).toBe(1);
  });

  it('an order is authorized once when 15 transactions of it pay at once', async () => {
    const place = shop({ limits: { attemptsPerOrder: 15, declinedCardsPerClient: 100 } });
    const id = await place.order();
    const transactions = await Promise.all(Array.from({ length: 15 }, () => prepare(place, id, CARDS.success)));
    const codes = await Promise.all(
      transactions.map((serverTransId) => codeOf(pay(place, id, CARDS.success, { serverTransId }))),
    );
    expect(codes.sort()).toEqual([...Array.from({ length: 14 }, () => 'already-paid'), 'authorized']);
    expect(authorizationsAt(place)).toHaveLength(1);
  });
});

describe('a process that is restarted', () => {
  /** A process that dies while it waits for the answer to a call of this path; its request arrives nowhere. */
  async function diedAt(path: string) {
    const file = newFile();
    const before = shop({ store: { path: file } }, { after: () => () => undefined });
    const id = await before.order();
    const call = { serverTransId: await prepare(before, id, CARDS.success), key: newKey() };
    const reached = gate();
    before.intercept = (called, _text, pass) => {
      if (called !== path) return pass();
      reached.open();
      return new Promise<Response>(() => undefined);
    };
    void pay(before, id, CARDS.success, call);
    await reached.opened;
    before.clock.advance(300_000);
    return { id, call, after: shop({ store: { path: file } }, {}, before) };
  }

  it('returns the stored answer of a payment and sends nothing', async () => {
    const path = newFile();
    const before = shop({ store: { path } });
    const id = await before.order();
    const call = { serverTransId: await prepare(before, id, CARDS.success), key: newKey() };
    await pay(before, id, CARDS.success, call);
    const after = shop({ store: { path } }, {}, before);
    expect((await after.backend.orders.shopView(id))?.state).toBe('paid');
    expect(await codeOf(pay(after, id, CARDS.success, call))).toBe('authorized');
    expect(after.sent).toHaveLength(0);
  });

  it('a process that is restarted during an authorization leaves the order in doubt, until reconciliation finds that it never arrived', async () => {
    const { id, call, after } = await diedAt('/epage-remote.cgi');
    expect((await after.backend.orders.shopView(id))?.state).toBe('in-doubt');
    expect(await codeOf(pay(after, id, CARDS.success, call))).toBe('authorization-unanswered');
    expect(authorizationsAt(after)).toHaveLength(0);
    after.clock.advance(1_000);
    expect(await after.backend.orders.reconcile()).toMatchObject({ lookedUp: 1, settled: 1 });
    expect((await after.backend.orders.shopView(id))?.state).toBe('open');
  });

  it('a process that is restarted before the authorization was sent answers the same call that nothing was charged', async () => {
    const { id, call, after } = await diedAt('/3ds2/authentications');
    expect(await json(await pay(after, id, CARDS.success, call))).toMatchObject({
      outcome: { status: 'failed', code: 'gateway-unavailable', order: { state: 'open' } },
    });
    expect(await codeOf(pay(after, id, CARDS.success))).toBe('authorized');
  });
});
