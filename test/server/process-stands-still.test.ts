import { describe, expect, it } from 'vitest';
import { createGateway, type OrderRecord, type OrderStore } from '../../src/server.js';
import { webDigest } from '../../src/protocol/values/securehash.js';
import { memoryOrderStore } from './adapters/store/memory-order-store.js';
import { endPayment, redirect, redirectShop, sentAway } from './signed-messages.js';
import { codeOf } from './code-of.js';
import {
  authorizationsAt,
  CARDS,
  gate,
  manualTimers,
  newKey,
  pay,
  prepare,
  shop,
  virtualClock,
} from './scripted-gateway.js';

const MINUTE = 60_000;
const isInDoubt = ({ state }: OrderRecord) => state === 'in-doubt';
const hasSent = (kind: string) => (record: OrderRecord) =>
  record.attempts.some((attempt) => attempt.kind === kind && attempt.progress.step === 'sent');

/** A store that does something after each write of such a record, before the write is answered. */
function storeWith(clock: ReturnType<typeof virtualClock>) {
  const inner = memoryOrderStore(undefined, clock.now);
  const hooks: { when: (record: OrderRecord) => boolean; then: (() => Promise<void> | void) | undefined } = {
    when: isInDoubt,
    then: undefined,
  };
  const store: OrderStore = {
    ...inner,
    async replace(record, revision) {
      const isStored = await inner.replace(record, revision);
      const { then } = hooks;
      if (isStored && then && hooks.when(record)) {
        hooks.then = undefined;
        await then();
      }
      return isStored;
    },
  };
  return { inner, store, hooks };
}

describe('a process that stands still', () => {
  /** Process A stands still for six minutes, in which process B reconciles and the shopper pays there. */
  async function frozen(where: 'write' | 'hash') {
    const clock = virtualClock();
    const { inner, store, hooks } = storeWith(clock);
    let freezeInHash = false;
    const digest: typeof webDigest = async (...input) => {
      const hash = await webDigest(...input);
      if (freezeInHash) {
        freezeInHash = false;
        await freeze();
      }
      return hash;
    };
    const a = shop({ store }, { digest }, { clock });
    const b = shop({ store: inner }, {}, { clock, sandbox: a.sandbox });
    const id = await a.order();
    const call = { serverTransId: await prepare(a, id, CARDS.success), key: newKey() };
    async function freeze() {
      clock.advance(6 * MINUTE);
      await b.backend.orders.reconcile();
      expect(await codeOf(pay(b, id))).toBe('authorized');
    }
    hooks.then = where === 'write' ? freeze : () => void (freezeInHash = true);
    return { first: await codeOf(pay(a, id, CARDS.success, call)), a, b, id };
  }

  it.each(['write', 'hash'] as const)(
    'sends no authorization after another process has ended it (stands still in the %s)',
    async (where) => {
      const { first, a, b, id } = await frozen(where);
      expect([authorizationsAt(a).length, authorizationsAt(b).length]).toEqual([0, 1]);
      expect(first).toBe('already-paid');
      expect(await b.backend.orders.read(id)).toMatchObject({ state: 'paid', flags: [] });
    },
  );

  it('ends an authorization that it did not send in time, and the order can be paid at once', async () => {
    const clock = virtualClock();
    const { store, hooks } = storeWith(clock);
    const place = shop({ store }, {}, { clock });
    const id = await place.order();
    hooks.then = () => clock.advance(6_000);
    expect(await codeOf(pay(place, id))).toBe('backend-unavailable');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect(await place.backend.orders.read(id)).toMatchObject({ state: 'open', attempts: [] });
    expect(await codeOf(pay(place, id))).toBe('authorized');
  });

  it('does not count an authorization without an authentication that it did not send in time', async () => {
    const clock = virtualClock();
    const { store, hooks } = storeWith(clock);
    const place = shop(
      { store, policies: { notEnrolled: 'authorize' }, limits: { attemptsPerOrder: 1 } },
      {},
      { clock },
    );
    const id = await place.order();
    await prepare(place, id, CARDS.notEnrolled);
    const attempt = () => codeOf(pay(place, id, CARDS.notEnrolled, { serverTransId: undefined }));
    hooks.then = () => clock.advance(6_000);
    expect(await attempt()).toBe('backend-unavailable');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect(await place.backend.orders.read(id)).toMatchObject({ state: 'open', counts: { attempts: 0, cards: 0 } });
    expect(await attempt()).toBe('authorized');
  });

  it('sends no authorization while its clock does not show how much time has passed', async () => {
    const clock = virtualClock();
    const { store, hooks } = storeWith(clock);
    let back = 0;
    const digest: typeof webDigest = async (...input) => {
      if (back === 1) back = 60_000;
      return webDigest(...input);
    };
    const now = () => new Date(clock.now().getTime() - (back > 1 ? back : 0));
    const place = shop({ store, now }, { digest }, { clock });
    const id = await place.order();
    hooks.then = () => void (back = 1);
    expect(await codeOf(pay(place, id))).toBe('backend-unavailable');
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('sends no authorization when the store’s time cannot be read before it', async () => {
    const clock = virtualClock();
    const { store, hooks } = storeWith(clock);
    let isDown = false;
    const now = () => (isDown ? ((isDown = false), Promise.reject(new Error('gone'))) : store.now());
    const place = shop({ store: { ...store, now } }, {}, { clock });
    const id = await place.order();
    hooks.then = () => void (isDown = true);
    expect(await codeOf(pay(place, id))).toBe('backend-unavailable');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect((await place.backend.orders.read(id))?.state).toBe('open');
  });

  it('starts no redirect payment that it could not send in time', async () => {
    const clock = virtualClock();
    const { store, hooks } = storeWith(clock);
    const place = redirectShop({ store }, {}, { clock });
    const id = await place.order();
    Object.assign(hooks, { when: hasSent('redirect'), then: () => clock.advance(6_000) });
    expect(await codeOf(redirect(place, id))).toBe('gateway-unavailable');
    expect(place.sent).toHaveLength(0);
    expect(await place.backend.orders.read(id)).toMatchObject({ state: 'open', attempts: [] });
    expect(await codeOf(redirect(place, id))).toBe('redirect');
  });

  it('makes no refund that it could not send in time, and keeps its amount free', async () => {
    const clock = virtualClock();
    const { store, hooks } = storeWith(clock);
    const place = redirectShop({ store }, { refundPassword: 'refund' }, { clock });
    const away = await sentAway(place);
    await endPayment(place, away, '00');
    Object.assign(hooks, { when: hasSent('refund'), then: () => clock.advance(6_000) });
    const refund = place.backend.orders.refund(away.id, { amount: '500', key: 'refund-1' });
    await expect(refund).rejects.toMatchObject({ code: 'gateway-unavailable' });
    expect(place.sent.filter(({ text }) => text.includes('payment-credit'))).toHaveLength(0);
    expect((await place.backend.orders.shopView(away.id))?.refundable).toBe('1999');
  });

  it('authorizes nothing when its lease lapsed while it waited, also if no other call took it over', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    place.intercept = async (_path, _text, pass) => {
      const answer = await pass();
      place.clock.advance(60 * MINUTE);
      return answer;
    };
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('gateway-unavailable');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect((await place.backend.orders.read(id))?.state).toBe('open');
  });

  it('confirms no card when its lease lapsed while it waited', async () => {
    const place = shop();
    const id = await place.order({ purpose: 'add-card', amount: '0' });
    const serverTransId = await prepare(place, id, CARDS.success);
    place.intercept = async (_path, _text, pass) => {
      const answer = await pass();
      place.clock.advance(60 * MINUTE);
      return answer;
    };
    await pay(place, id, CARDS.success, { serverTransId });
    expect((await place.backend.orders.read(id))?.state).toBe('open');
  });
});

it('the time limit of an announced call counts the time since its announcement', async () => {
  const limits: number[] = [];
  const gateway = createGateway({
    baseUrl: 'https://gateway.example',
    merchantId: 'shop',
    secret: 'a secret of 16 characters',
    timeout: 5_000,
    after: (ms) => (limits.push(ms), () => undefined),
    fetch: () => Promise.reject(new Error('no')),
  });
  const asked: number[] = [];
  const begin = ({ within }: { readonly within: number }) => (asked.push(within), 300);
  await expect(gateway.versionCheck({ number: CARDS.success, scheme: 'VISA' }, { begin })).rejects.toThrow();
  expect({ limits, asked }).toEqual({ limits: [4_700], asked: [1_250] });
});

it('an authorization whose announcement was stored without an answer ends at once, with nothing sent', async () => {
  const clock = virtualClock();
  const { store, hooks } = storeWith(clock);
  const reported: string[] = [];
  const place = shop({ store, onProblem: ({ code }) => void reported.push(code) }, {}, { clock });
  const id = await place.order();
  hooks.then = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  expect(await codeOf(pay(place, id))).toBe('backend-unavailable');
  expect(reported).toEqual(['internal-error']);
  expect(authorizationsAt(place)).toHaveLength(0);
  expect((await place.backend.orders.read(id))?.state).toBe('open');
  expect(await codeOf(pay(place, id))).toBe('authorized');
});

it('an announcement that arrives at the store after its connection was lost changes nothing', async () => {
  const clock = virtualClock();
  const inner = memoryOrderStore(undefined, clock.now);
  const late: (() => Promise<boolean>)[] = [];
  const store: OrderStore = {
    ...inner,
    replace(record, revision) {
      if (!isInDoubt(record) || late.length > 0) return inner.replace(record, revision);
      late.push(() => inner.replace(record, revision));
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    },
  };
  const place = shop({ store }, {}, { clock });
  const id = await place.order();
  const serverTransId = await prepare(place, id, CARDS.success);
  await pay(place, id, CARDS.success, { serverTransId });
  expect(await late[0]?.()).toBe(false);
  expect((await place.backend.orders.read(id))?.state).toBe('open');
});

it('a call that still runs when close() resolves authorizes nothing', async () => {
  const { after, elapse } = manualTimers();
  const clock = virtualClock();
  const { store, hooks } = storeWith(clock);
  const place = shop({ store, after }, {}, { clock });
  const id = await place.order();
  const [reached, released] = [gate(), gate()];
  hooks.then = () => (reached.open(), released.opened);
  const running = codeOf(pay(place, id));
  await reached.opened;
  const closed = place.backend.close();
  elapse();
  await closed;
  released.open();
  expect(await running).toBe('backend-unavailable');
  expect(authorizationsAt(place)).toHaveLength(0);
  expect((await place.backend.orders.read(id).catch(() => undefined)) ?? (await store.read(id))?.record).toMatchObject({
    state: 'open',
  });
});
