import { describe, expect, it } from 'vitest';
import { memoryOrderStore } from './adapters/store/memory-order-store.js';
import { codeOf } from './code-of.js';
import {
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  gate,
  isXml,
  newKey,
  orderIdIn,
  pay,
  prepare,
  shop,
  virtualClock,
} from './scripted-gateway.js';
import { endPayment, redirectShop, sendAway } from './signed-messages.js';

describe('a call whose lease has lapsed', () => {
  /** The first call is held up at the gateway. Five minutes later the page repeats it in another process. */
  async function heldUp(at: (path: string) => boolean, answer = (pass: () => Promise<Response>) => pass()) {
    const clock = virtualClock();
    const store = memoryOrderStore(undefined, clock.now);
    const first = shop({ store }, {}, { clock });
    const second = shop({ store }, {}, first);
    const id = await first.order();
    const call = { serverTransId: await prepare(first, id, CARDS.success), key: newKey() };
    const [reached, go] = [gate(), gate()];
    first.intercept = async (path, _text, pass) => {
      if (!at(path)) return pass();
      reached.open();
      await go.opened;
      return answer(pass);
    };
    const late = codeOf(pay(first, id, CARDS.success, call));
    await reached.opened;
    clock.advance(300_000);
    return { first, second, id, call, late, go, again: await codeOf(pay(second, id, CARDS.success, call)) };
  }

  it('sends no authorization, because the repeated call was answered that nothing was charged', async () => {
    const { first, id, again, late, go } = await heldUp((path) => path === '/3ds2/authentications');
    expect(again).toBe('gateway-unavailable');
    go.open();
    expect(await late).toBe('gateway-unavailable');
    expect(authorizationsAt(first)).toHaveLength(0);
    expect((await first.backend.orders.shopView(id))?.state).toBe('open');
  });

  it('keeps the answer of the repeated call when it fails', async () => {
    const { second, id, call, again, late, go } = await heldUp(
      (path) => path === '/3ds2/authentications',
      () => Promise.resolve(new Response('', { status: 500 })),
    );
    expect(again).toBe('gateway-unavailable');
    go.open();
    expect(await late).toBe('gateway-unavailable');
    expect(await codeOf(pay(second, id, CARDS.success, call))).toBe('gateway-unavailable');
    expect((await second.backend.orders.read(id))?.answers[call.key]).toMatchObject({ answer: { result: 'outcome' } });
  });

  it('repeats a call as in doubt while its authorization runs, and with its result afterwards', async () => {
    const { second, id, call, again, late, go } = await heldUp(isXml);
    expect(again).toBe('authorization-unanswered');
    go.open();
    expect(await late).toBe('authorized');
    expect(await codeOf(pay(second, id, CARDS.success, call))).toBe('authorized');
  });

  it('keeps its own answer when it ends before the repeated call is stored', async () => {
    const clock = virtualClock();
    const turn: { before?: ((call: string) => Promise<unknown>) | undefined } = {};
    const store = memoryOrderStore(undefined, clock.now);
    const slowStore = {
      ...store,
      replace: async (...args: Parameters<typeof store.replace>) => (
        await turn.before?.('replace'), store.replace(...args)
      ),
    };
    const first = shop({ store }, {}, { clock });
    const second = shop({ store: slowStore }, {}, first);
    const id = await first.order();
    const call = { serverTransId: await prepare(first, id, CARDS.success), key: newKey() };
    const [reached, go] = [gate(), gate()];
    first.intercept = async (path, _text, pass) => {
      const result = await pass();
      if (isXml(path)) {
        reached.open();
        await go.opened;
      }
      return result;
    };
    const late = codeOf(pay(first, id, CARDS.success, call));
    await reached.opened;
    clock.advance(300_000);
    // The first call ends after the second has read the order in doubt, and before it writes.
    turn.before = async () => {
      turn.before = undefined;
      go.open();
      await late;
    };
    expect(await codeOf(pay(second, id, CARDS.success, call))).toBe('authorized');
    expect(await codeOf(pay(first, id, CARDS.success, call))).toBe('authorized');
  });
});

describe('a store that fails', () => {
  it('a store that fails after the authorization leaves the order in doubt, and reconciliation pays it', async () => {
    const clock = virtualClock();
    const store = memoryOrderStore(undefined, clock.now);
    let isBroken = false;
    const failing = {
      ...store,
      replace: (...args: Parameters<typeof store.replace>) =>
        isBroken ? Promise.reject(new Error('disk full')) : store.replace(...args),
    };
    const place = shop({ store: failing }, {}, { clock });
    const id = await place.order();
    place.intercept = (_path, text, pass) => {
      if (text.includes('type="auth"')) isBroken = true;
      return pass();
    };
    expect(await codeOf(pay(place, id))).toBe('authorization-unanswered');
    isBroken = false;
    expect((await place.backend.orders.shopView(id))?.state).toBe('in-doubt');
    expect(authorizationsAt(place)).toHaveLength(1);
    place.clock.advance(60_000);
    expect(await place.backend.orders.reconcile()).toMatchObject({ lookedUp: 1, settled: 1 });
    expect((await place.backend.orders.shopView(id))?.state).toBe('paid');
  });

  it('a backend whose store fails before the authorization sends nothing and answers internal-error', async () => {
    const store = memoryOrderStore();
    const place = shop({
      store: {
        ...store,
        replace: (record, revision) =>
          record.state === 'in-doubt' ? Promise.reject(new Error('disk full')) : store.replace(record, revision),
      },
    });
    const id = await place.order();
    expect(await codeOf(pay(place, id))).toBe('internal-error');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect((await place.backend.orders.shopView(id))?.state).toBe('open');
  });
});

describe('the shop view of a paid order', () => {
  it('the shop view of a paid order has the authentication and the liability of the payment, whatever failed beside it', async () => {
    const place = shop();
    const id = await place.order();
    const [good, bad] = [await prepare(place, id, CARDS.success), await prepare(place, id, CARDS.failed)];
    const [seen, go] = [gate(), gate()];
    place.intercept = async (_path, text, pass) => {
      if (text.includes(CARDS.failed)) {
        seen.open();
        await go.opened;
      }
      return pass();
    };
    const failing = codeOf(pay(place, id, CARDS.failed, { serverTransId: bad }));
    await seen.opened;
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: good }))).toBe('authorized');
    go.open();
    expect(await failing).toBe('already-paid');
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      state: 'paid',
      liabilityShift: true,
      authentication: { serverTransId: good, status: 'AUTHENTICATION_SUCCESSFUL', eci: '05' },
    });
  });

  it('the shop view of a paid order has no authentication and no liability shift of a declined card after a redirect payment', async () => {
    const place = redirectShop();
    const inner = place.intercept!;
    place.intercept = (path, text, pass, query) =>
      text.includes('type="auth"')
        ? authorizationAnswer({ orderid: orderIdIn(text), result: '101' })
        : inner(path, text, pass, query);
    const id = await place.order();
    expect(await codeOf(pay(place, id))).toBe('declined');
    await endPayment(place, await sendAway(place, id), '00');
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      state: 'paid',
      method: 'testpay',
      liabilityShift: null,
      authentication: null,
    });
  });

  it('the shop view of a paid order has no authentication after a payment without one', async () => {
    const place = shop();
    const id = await place.order({ policies: { notEnrolled: 'authorize' } });
    await pay(place, id, CARDS.failed);
    expect(await codeOf(pay(place, id, CARDS.notEnrolled))).toBe('authorized');
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      state: 'paid',
      liabilityShift: false,
      authentication: null,
    });
  });
});
