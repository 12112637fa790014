import { describe, expect, it } from 'vitest';
import {
  OptionError,
  Problem,
  type MerchantBackendOptions,
  type OrderStore,
  type ProblemReport,
} from '../../src/server.js';
import { memoryOrderStore } from './adapters/store/memory-order-store.js';
import { codeOf } from './code-of.js';
import {
  authorizationsAt,
  CARDS,
  gate,
  json,
  manualTimers,
  newKey,
  pay,
  prepare,
  shop,
  virtualClock,
  type Shop,
} from './scripted-gateway.js';
import {
  createWorld,
  newKey as simulatedKey,
  ORDER,
  paymentsOf,
  preparedPayment,
  type Process,
} from './simulation/world.js';

/** Holds the gateway's answers until the gate opens. `reached` resolves when the first call has arrived. */
function holdGateway(place: Shop) {
  const [reached, answered] = [gate(), gate()];
  place.intercept = async (_path, _text, pass) => {
    reached.open();
    await answered.opened;
    return pass();
  };
  return { reached: reached.opened, answer: answered.open };
}

/** True when a promise is settled after all work that needs no time. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  for (let round = 0; round < 10; round++) await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('backend.close()', () => {
  it('answers new calls of the page with 503 closing and Retry-After, readable for pages of another origin', async () => {
    const place = shop({ pages: ['https://www.shop.example'] });
    const id = await place.order();
    await place.backend.close();
    for (const path of ['protocol-versions', 'authentications', 'authorizations', 'redirects']) {
      const response = await place.call(`orders/${id}/${path}`, {}, { origin: 'https://www.shop.example' });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('1');
      expect(response.headers.get('access-control-allow-origin')).toBe('https://www.shop.example');
      expect(await json(response)).toMatchObject({ code: 'closing', retryable: true });
    }
    expect((await place.call(`orders/${id}?wait=20`)).status).toBe(503);
    expect((await place.call('status', {})).status).toBe(503);
  });

  it('still serves the frames, passes notifications on, and redirects the shopper who returns', async () => {
    const place = shop();
    const id = await place.order();
    await place.backend.close();
    for (const path of ['frame', 'frame.js', 'notification.js']) expect((await place.call(path)).status).toBe(200);
    const transaction = '3f1c2a8e-5d0b-4c9e-8a77-1b2c3d4e5f60';
    const cres = btoa(JSON.stringify({ threeDSServerTransID: transaction }));
    const threeDSMethodData = btoa(JSON.stringify({ threeDSServerTransID: transaction }));
    for (const [path, fields] of Object.entries({ challenge: { cres }, method: { threeDSMethodData } })) {
      const body = new URLSearchParams(fields as Record<string, string>);
      const address = `https://shop.example/scudo/notifications/${path}/${id}`;
      const page = await place.backend.fetch(new Request(address, { method: 'POST', body }));
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(transaction);
    }
    const returned = await place.call(`return/${id}?result=00`);
    expect(returned.status).toBe(303);
    expect(returned.headers.get('location')).toBe(`https://shop.example/return.html?order=${id}`);
  });

  it('ends waiting requests at once with the current state', async () => {
    const { after, elapse } = manualTimers();
    const place = shop({ after });
    const id = await place.order();
    const waiting = place.call(`orders/${id}?wait=30&state=open`);
    expect(await isSettled(waiting)).toBe(false);
    const closed = place.backend.close();
    expect(await json(await waiting)).toMatchObject({ id, state: 'open' });
    await closed;
    elapse();
  });

  it('waits for a running payment, which ends normally', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const held = holdGateway(place);
    const payment = pay(place, id, CARDS.success, { serverTransId });
    await held.reached;
    const closed = place.backend.close();
    expect(await isSettled(closed)).toBe(false);
    held.answer();
    expect(await codeOf(payment)).toBe('authorized');
    await closed;
  });

  it('ends the wait of a repeated call for the first one, so that another process can answer it', async () => {
    const place = shop();
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
    const held = holdGateway(place);
    const payment = pay(place, id, CARDS.success, call);
    await held.reached;
    const repeated = pay(place, id, CARDS.success, call);
    expect(await isSettled(repeated)).toBe(false);
    const closed = place.backend.close();
    expect(await codeOf(repeated)).toBe('request-in-progress');
    held.answer();
    await payment;
    await closed;
  });

  it('waits no longer than its limit, and reports closed-early', async () => {
    const timers: { ms: number; callback: () => void }[] = [];
    const after: MerchantBackendOptions['after'] = (ms, callback) => {
      timers.push({ ms, callback });
      return () => undefined;
    };
    const problems: ProblemReport[] = [];
    const place = shop({ after, onProblem: (problem) => problems.push(problem) });
    const id = await place.order();
    const held = holdGateway(place);
    const check = prepare(place, id, CARDS.success);
    await held.reached;
    const closed = place.backend.close({ within: 7_000 });
    expect(await isSettled(closed)).toBe(false);
    timers.find(({ ms }) => ms === 7_000)?.callback();
    await closed;
    expect(problems).toEqual([
      { code: 'closed-early', cause: 'calls or background work were still running after 7000 ms' },
    ]);
    held.answer();
    await check;
  });

  it('reports nothing when all calls have ended in time', async () => {
    const problems: ProblemReport[] = [];
    const place = shop({ onProblem: (problem) => problems.push(problem) });
    const id = await place.order();
    const held = holdGateway(place);
    const check = prepare(place, id, CARDS.success);
    await held.reached;
    const closed = place.backend.close();
    held.answer();
    await Promise.all([check, closed]);
    expect(problems).toEqual([]);
  });

  it.each([Infinity, 2 ** 31, -1, Number.NaN])('rejects the limit %s, for which no timer exists', (within) => {
    const { backend } = shop();
    expect(() => backend.close({ within })).toThrow(OptionError);
    expect(() => backend.close({ within })).toThrow(/^within must be a whole number of milliseconds/);
  });

  it('waits 30 seconds by default', async () => {
    const waits: number[] = [];
    const place = shop({ after: (ms) => (waits.push(ms), () => undefined) });
    await place.backend.close();
    expect(waits).toEqual([30_000]);
  });

  it('waits for a delivery of onOrderChanged, which may use the orders', async () => {
    const [reached, go] = [gate(), gate()];
    let read: unknown;
    const place = shop({
      onOrderChanged: async ({ id }) => {
        reached.open();
        await go.opened;
        read = await place.backend.orders.read(id);
      },
    });
    const id = await place.order();
    await pay(place, id);
    await reached.opened;
    const closed = place.backend.close();
    expect(await isSettled(closed)).toBe(false);
    go.open();
    await closed;
    expect(read).toMatchObject({ id, state: 'paid' });
  });

  it('ends the repeated look-ups of a redirect payment', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(process.call(`orders/${id}/redirects`, { method: 'testpay' }, simulatedKey()));
    const [gatewayOrderId = ''] = await paymentsOf(process, id);
    await world.time.until(process.deliver('status', id, world.gateway.message(gatewayOrderId, '00')));
    await world.time.advance(4_000);
    const began = world.time.now().getTime();
    await world.time.until(process.backend.close());
    expect(world.time.now().getTime() - began).toBeLessThan(1_000);
  });

  it('rejects calls of orders with the problem closing', async () => {
    const { backend } = shop();
    await backend.close();
    const { orders } = backend;
    const person = { by: 'Grace', reason: 'test' };
    const calls: Promise<unknown>[] = [
      orders.create({ amount: '1', currency: 'EUR' }),
      orders.read('A'),
      orders.shopView('A'),
      orders.list(),
      orders.count(),
      orders.export().next(),
      orders.erase('A', person),
      orders.prune({ olderThan: 86_400_000 }),
      orders.lookUp('A'),
      orders.reconcile(),
      orders.resend('A'),
      orders.balance({ day: '2026-01-01' }),
      orders.settle('A', { as: 'paid', ...person }),
      orders.reopen('A', person),
      orders.suspend({ createdBefore: new Date(0) }),
      orders.payStored('A', {} as never),
      orders.update('A', { amount: '2' }),
      orders.capture('A', { key: 'parcel' }),
      orders.cancel('A', { key: 'cancel' }),
      orders.refund('A'),
    ];
    expect(calls).toHaveLength(Object.keys(orders).length);
    for (const result of await Promise.allSettled(calls)) {
      expect(result.status).toBe('rejected');
      const { reason } = result as PromiseRejectedResult;
      expect(reason).toBeInstanceOf(Problem);
      expect(reason).toMatchObject({ code: 'closing' });
    }
  });

  it('rejects reconcile as soon as it begins', async () => {
    const place = shop();
    const id = await place.order();
    const held = holdGateway(place);
    const check = prepare(place, id, CARDS.success);
    await held.reached;
    const closed = place.backend.close();
    await expect(place.backend.orders.reconcile()).rejects.toMatchObject({ code: 'closing' });
    held.answer();
    await Promise.all([check, closed]);
  });

  it('ends orders.prune after the batch that is under way', async () => {
    let batches = 0;
    const [reached, go] = [gate(), gate()];
    const store: OrderStore = {
      ...memoryOrderStore(),
      async prune({ limit }) {
        reached.open();
        await go.opened;
        return ++batches < 5 ? limit : 0;
      },
    };
    const { backend } = shop({ store });
    const pruned = backend.orders.prune({ olderThan: 86_400_000 });
    await reached.opened;
    const closed = backend.close();
    go.open();
    expect(await pruned).toEqual({ pruned: 500 });
    expect(batches).toBe(1);
    await closed;
  });

  it('returns the same promise for further calls', async () => {
    const { backend } = shop();
    expect(backend.close({ within: 1 })).toBe(backend.close());
    await backend.close();
  });

  it('does not close a store of the merchant', async () => {
    let isClosed = false;
    const store: OrderStore = { ...memoryOrderStore(), close: async () => void (isClosed = true) };
    await shop({ store }).backend.close();
    expect(isClosed).toBe(false);
  });
});

describe('a deploy in the middle of a payment', () => {
  it('ends with the payment: another process answers the repeated call', async () => {
    const world = createWorld();
    const [first, second] = [world.start(), world.start()];
    const { id } = await first.backend.orders.create(ORDER);
    const body = await world.time.until(preparedPayment(first, id));
    const closed = first.backend.close();
    const key = simulatedKey();
    const payAt = ({ call }: Process) => world.time.until(codeOf(call(`orders/${id}/authentications`, body, key)));
    expect(await payAt(first)).toBe('closing');
    expect(await payAt(second)).toBe('authorized');
    await world.time.until(closed);
    expect(world.gateway.authorizations.size).toBe(1);
  });

  it('never sends a second authorization when the page repeats a call that is still running', async () => {
    const clock = virtualClock();
    const store = memoryOrderStore(undefined, clock.now);
    const first = shop({ store, patience: 0 }, {}, { clock });
    const second = shop({ store, patience: 0 }, {}, first);
    const id = await first.order();
    const call = { serverTransId: await prepare(first, id, CARDS.success), key: newKey() };
    const held = holdGateway(first);
    const payment = pay(first, id, CARDS.success, call);
    await held.reached;
    const closed = first.backend.close();
    expect(await codeOf(pay(second, id, CARDS.success, call))).toBe('request-in-progress');
    held.answer();
    await Promise.all([payment, closed]);
    expect(await codeOf(pay(second, id, CARDS.success, call))).toBe('authorized');
    expect([...authorizationsAt(first), ...authorizationsAt(second)]).toHaveLength(1);
  });
});
