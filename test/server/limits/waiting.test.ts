import { heldRequest } from '../../held-request.js';
import { expect, it } from 'vitest';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';
import { codeOf } from '../code-of.js';
import {
  authorizationsAt,
  CARDS,
  gate,
  isXml,
  json,
  manualTimers,
  newKey,
  pay,
  prepare,
  shop,
} from '../scripted-gateway.js';

/** A shop whose requests can be aborted, and whose timers elapse when a test lets them. */
function waitingShop(limits: { waitingPerOrder?: number; waitingInTotal?: number }) {
  let reads = 0;
  const store = memoryOrderStore();
  const { after, elapse } = manualTimers();
  const running = new Set<object>();
  const place = shop({
    limits,
    store: { ...store, read: (id) => (reads++, store.read(id)) },
    after(ms, callback) {
      const timer = {};
      running.add(timer);
      const cancel = after(ms, () => (running.delete(timer), callback()));
      return () => (running.delete(timer), cancel());
    },
  });
  const wait = (id: string, query = '?wait=30', client: { ip?: string } = {}) => {
    const leaving = new AbortController();
    const request = heldRequest(`https://shop.example/scudo/orders/${id}${query}`, { signal: leaving.signal });
    return { answer: place.backend.fetch(request, client), leave: () => leaving.abort() };
  };
  return { place, wait, elapse, timers: () => running.size, reads: () => reads };
}

/** Lets work that needs no time proceed. */
const settle = async () => {
  for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
};

it('answers the long poll of an order beyond waitingPerOrder with 429, and other orders and plain reads as before', async () => {
  const { place, wait, timers } = waitingShop({ waitingPerOrder: 2 });
  const [id, other] = [await place.order(), await place.order()];
  const waiting = [wait(id), wait(id), wait(other)];
  await settle();
  const refused = await wait(id).answer;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await json(refused)).toMatchObject({ code: 'too-many-requests', retryable: true });
  expect((await wait(id, '').answer).status).toBe(200);
  // A long poll that need not wait is answered, too.
  expect((await wait(id, '?wait=30&state=paid').answer).status).toBe(200);
  for (const { leave } of waiting) leave();
  for (const { answer } of waiting) expect((await answer).status).toBe(200);
  expect(timers()).toBe(0);
});

it('answers long polls beyond waitingInTotal with 429 until one has ended', async () => {
  const { place, wait, timers } = waitingShop({ waitingInTotal: 2 });
  const ids = [await place.order(), await place.order(), await place.order()] as const;
  const [first, second] = [wait(ids[0]), wait(ids[1])];
  await settle();
  expect(await codeOf(wait(ids[2]).answer)).toBe('too-many-requests');
  first.leave();
  await first.answer;
  const third = wait(ids[2]);
  await settle();
  second.leave();
  third.leave();
  expect(((await third.answer) as Response).status).toBe(200);
  expect(timers()).toBe(0);
});

it('leaves three quarters of all places to the other clients', async () => {
  const { place, wait, timers } = waitingShop({ waitingPerOrder: 1, waitingInTotal: 8 });
  const ids = await Promise.all(Array.from({ length: 4 }, () => place.order()));
  const hostile = { ip: '203.0.113.7' };
  const own = [wait(ids[0]!, undefined, hostile), wait(ids[1]!, undefined, hostile)];
  await settle();
  expect(await codeOf(wait(ids[2]!, undefined, hostile).answer)).toBe('too-many-requests');
  const other = wait(ids[3]!, undefined, { ip: '198.51.100.9' });
  await settle();
  for (const { leave } of [...own, other]) leave();
  expect(((await other.answer) as Response).status).toBe(200);
  await Promise.all(own.map(({ answer }) => answer));
  expect(timers()).toBe(0);
});

it('reads an order once for all long polls that wait for it', async () => {
  const { place, wait, elapse, timers, reads } = waitingShop({});
  const id = await place.order();
  const waiting = Array.from({ length: 20 }, () => wait(id));
  await settle();
  // A time limit for each request, and one poll.
  expect(timers()).toBe(21);
  const before = reads();
  elapse();
  await settle();
  // One poll, and no other read, before the answers.
  expect(reads() - before).toBe(1);
  for (const { answer } of waiting) expect((await answer).status).toBe(200);
  expect(timers()).toBe(0);
});

it('answers a repeated call beyond waitingPerOrder with 429, and the first call is carried out once', async () => {
  const place = shop({ limits: { waitingPerOrder: 2 } });
  const id = await place.order();
  const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
  const [reached, go] = [gate(), gate()];
  place.intercept = async (_path, _text, pass) => {
    reached.open();
    await go.opened;
    return pass();
  };
  const first = codeOf(pay(place, id, CARDS.success, call));
  await reached.opened;
  const repeated = Array.from({ length: 2 }, () => codeOf(pay(place, id, CARDS.success, call)));
  await settle();
  const refused = await pay(place, id, CARDS.success, call);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await codeOf(refused)).toBe('too-many-requests');
  go.open();
  expect(await Promise.all([first, ...repeated])).toEqual(['authorized', 'authorized', 'authorized']);
  expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('authorized');
  expect(authorizationsAt(place)).toHaveLength(1);
});

it('answers a payment beside another one by the order at once when waitingPerOrder is reached', async () => {
  const { after } = manualTimers();
  const place = shop({ limits: { waitingPerOrder: 1 }, after }, { after });
  const id = await place.order();
  const prepared = [await prepare(place, id, CARDS.success), await prepare(place, id, CARDS.success)] as const;
  const [authenticating, authenticate, authorizing, authorize] = [gate(), gate(), gate(), gate()];
  place.intercept = async (path, text, pass) => {
    if (isXml(path)) {
      authorizing.open();
      await authorize.opened;
    } else if (text.includes(prepared[1] ?? '')) {
      authenticating.open();
      await authenticate.opened;
    }
    return pass();
  };
  const second = codeOf(pay(place, id, CARDS.success, { serverTransId: prepared[1] }));
  await authenticating.opened;
  const first = codeOf(pay(place, id, CARDS.success, { serverTransId: prepared[0] }));
  await authorizing.opened;
  const leaving = new AbortController();
  const address = `https://shop.example/scudo/orders/${id}?wait=30&state=in-doubt`;
  const poll = place.backend.fetch(heldRequest(address, { signal: leaving.signal }));
  await settle();
  authenticate.open();
  expect(await second).toBe('authorization-unanswered');
  authorize.open();
  expect(await first).toBe('authorized');
  leaving.abort();
  expect((await poll).status).toBe(200);
});
