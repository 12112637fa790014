import { expect, it } from 'vitest';
import type { OrderState } from '../../../../src/server.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { codeOf } from '../../code-of.js';
import { CARDS, json, pay, prepare, shop } from '../../scripted-gateway.js';
import { endPayment, redirect, redirectShop, sentAway } from '../../signed-messages.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

const PERSON = { by: 'Grace', reason: 'Seen in the back office' };
const METHODS = { methods: [{ code: 'card' }, { code: 'testpay' }], accountHolderName: 'Ada', country: 'GB' };

it('orders.suspend closes older orders to every payment in every process, and no newer order, until a person reopens them', async () => {
  const place = shop();
  const [old, other] = [await place.order(METHODS), await place.order(METHODS)];
  const prepared = await prepare(place, old, CARDS.success);
  place.clock.advance(1);
  const createdBefore = new Date(place.clock.now());
  const young = await place.order();
  expect(await place.backend.orders.suspend({ createdBefore })).toEqual({ suspended: 2 });
  expect(await place.backend.orders.suspend({ createdBefore })).toEqual({ suspended: 0 });

  expect(await json(await place.call(`orders/${old}`))).toMatchObject({ state: 'open', suspended: true });
  expect(await json(await place.call(`orders/${young}`))).not.toHaveProperty('suspended');
  expect(await codeOf(place.call(`orders/${old}/protocol-versions`, { number: CARDS.success }))).toBe('order-not-open');
  expect(await codeOf(pay(place, old, CARDS.success, { serverTransId: prepared }))).toBe('order-not-open');
  expect(await codeOf(redirect(place, other))).toBe('order-not-open');
  expect(await codeOf(pay(place, young))).toBe('authorized');
  expect(place.sent.filter(({ path }) => path === '/epage-remote.cgi')).toHaveLength(1);

  await place.backend.orders.reopen(old, PERSON);
  expect(await json(await place.call(`orders/${old}`))).not.toHaveProperty('suspended');
  expect(await codeOf(pay(place, old))).toBe('authorized');
});

it('orders.suspend answers the authentication that runs meanwhile with order-closed, and nothing is authorized', async () => {
  const place = shop();
  const id = await place.order();
  const serverTransId = await prepare(place, id, CARDS.success);
  place.intercept = async (path, _text, pass) => {
    if (path === '/3ds2/authentications') {
      place.clock.advance(1);
      await place.backend.orders.suspend({ createdBefore: new Date(place.clock.now()) });
    }
    return pass();
  };
  expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('order-closed');
  expect(place.sent.some(({ path }) => path === '/epage-remote.cgi')).toBe(false);
});

it('orders.suspend lets no shopper continue a redirect payment, whose success still counts', async () => {
  const place = redirectShop();
  const away = await sentAway(place);
  expect(await json(await place.call(`orders/${away.id}`))).toMatchObject({ redirect: { unfinished: true } });
  place.clock.advance(1);
  expect(await place.backend.orders.suspend({ createdBefore: new Date(place.clock.now()) })).toEqual({ suspended: 1 });
  expect(await json(await place.call(`orders/${away.id}`))).toMatchObject({
    state: 'pending',
    redirect: { unfinished: false },
  });
  expect(await codeOf(redirect(place, away.id))).toBe('order-not-open');
  await endPayment(place, away, '00');
  expect(await place.backend.orders.read(away.id)).toMatchObject({ state: 'paid' });
});

it('orders.suspend keeps an order in doubt unpayable when its authorization never arrived', async () => {
  const place = shop();
  const id = await place.order();
  place.intercept = (path, _text, pass) =>
    path === '/epage-remote.cgi' ? Promise.reject<Response>(new Error('cut')) : pass();
  expect(await codeOf(pay(place, id))).toBe('authorization-unanswered');
  place.clock.advance(1);
  expect(await place.backend.orders.suspend({ createdBefore: new Date(place.clock.now()) })).toEqual({ suspended: 1 });
  place.intercept = undefined;
  place.clock.advance(600_000);
  await place.backend.orders.reconcile();
  expect(await place.backend.orders.read(id)).toMatchObject({ state: 'open', suspended: true });
  expect(await codeOf(pay(place, id))).toBe('order-not-open');
});

it('a suspended order is listed and exported as such until its payment succeeds', async () => {
  const place = shop();
  const { orders } = place.backend;
  const id = await place.order();
  place.intercept = (path, _text, pass) =>
    path === '/epage-remote.cgi' ? pass().then(() => Promise.reject<Response>(new Error('cut'))) : pass();
  expect(await codeOf(pay(place, id))).toBe('authorization-unanswered');
  place.clock.advance(1);
  const rows = async () => {
    const suspended: boolean[] = [];
    for await (const row of orders.export()) suspended.push(row.suspended);
    return suspended;
  };
  expect([await orders.count({ suspended: true }), await rows()]).toEqual([0, [false]]);
  await orders.suspend({ createdBefore: new Date(place.clock.now()) });
  expect((await orders.list({ suspended: true })).orders.map((one) => one.id)).toEqual([id]);
  expect([await rows(), (await orders.shopView(id))!.suspended]).toEqual([[true], true]);
  place.intercept = undefined;
  place.clock.advance(600_000);
  await orders.reconcile();
  expect(await orders.shopView(id)).toMatchObject({ state: 'paid', suspended: false });
  expect([await orders.count({ suspended: true }), await rows()]).toEqual([0, [false]]);
  await expect(orders.list({ suspended: false as never })).rejects.toThrow('suspended must be true');
});

it('orders.suspend reaches every order that is not settled, also of more than one batch and of one millisecond', async () => {
  const store = memoryOrderStore(undefined, () => new Date('2026-11-21T12:00:00Z'));
  const states: readonly OrderState[] = ['open', 'failed', 'in-doubt', 'pending', 'paid', 'authenticated', 'refunded'];
  for (let count = 0; count < 1_400; count++) {
    await store.insert(sampleRecord(`order-${count}`, { state: states[count % states.length] ?? 'open' }));
  }
  await store.insert(sampleRecord('young', { createdAt: '2026-11-20T12:00:00.001Z' }));
  const { backend } = shop({ store });
  expect(await backend.orders.suspend({ createdBefore: new Date('2026-11-20T12:00:00.001Z') })).toEqual({
    suspended: 800,
  });
  expect((await backend.orders.read('young'))?.suspended).toBeUndefined();
});
