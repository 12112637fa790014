import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import type { Attempt } from '../../../../src/server/domain/record/attempts.js';
import { CARDS, gate, json, notFound, pay, recordOf, shop, virtualClock } from '../../scripted-gateway.js';
import { list, redirectShop, redirectsOf, sendAway } from '../../signed-messages.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

const MINUTE = 60_000;

/** A store whose next read waits for `until`, and a promise that resolves when that read has begun. */
function standingStill() {
  const clock = virtualClock();
  const store = memoryOrderStore(undefined, clock.now);
  const reading = gate();
  const held: { until?: Promise<void>; reached: Promise<void>; afterWrite?: (attempt: Attempt | undefined) => void } = {
    reached: reading.opened,
  };
  const slow: typeof store = {
    ...store,
    async read(id) {
      const { until } = held;
      delete held.until;
      if (until) reading.open();
      await until;
      return store.read(id);
    },
    async replace(record, version) {
      const replaced = await store.replace(record, version);
      held.afterWrite?.(record.attempts[0]);
      return replaced;
    },
  };
  return { clock, store, slow, held };
}

describe('a process that stands still between the answer of a look-up and its write', () => {
  it('an early “not found” does not end an authorization that was charged and asked about since then', async () => {
    const { clock, store, slow, held } = standingStill();
    const first = shop({ store: slow }, {}, { clock });
    const second = shop({ store }, {}, { clock, sandbox: first.sandbox });
    const id = await first.order();
    const late: (() => Promise<Response>)[] = [];
    first.intercept = (_path, text, pass) => {
      if (!text.includes('type="auth"')) return pass();
      late.push(pass);
      return Promise.reject(new TypeError('reset'));
    };
    expect(await codeOf(pay(first, id))).toBe('authorization-unanswered');
    clock.advance(90_000);
    const stands = gate();
    first.intercept = (_path, text, pass) => {
      if (!text.includes('type="query"')) return pass();
      held.until = stands.opened;
      return Promise.resolve(notFound());
    };
    const reconciled = first.backend.orders.reconcile();
    await held.reached;
    await late[0]!();
    clock.advance(6 * MINUTE);
    second.intercept = (_path, text, pass) =>
      text.includes('type="query"') ? Promise.reject(new TypeError('reset')) : pass();
    await second.backend.orders.reconcile();
    stands.open();
    await reconciled;
    expect(await recordOf(second, id)).toMatchObject({ state: 'in-doubt' });
    second.intercept = undefined;
    clock.advance(MINUTE);
    await second.backend.orders.reconcile();
    expect(await recordOf(second, id)).toMatchObject({ state: 'paid', flags: [] });
  });

  it('an early finding does not set a redirect payment aside that was begun and asked about since then', async () => {
    const { clock, store, slow, held } = standingStill();
    const first = redirectShop({ store: slow }, {}, { clock });
    const second = redirectShop({ store }, {}, { clock, sandbox: first.sandbox, listed: first.listed });
    const away = await sendAway(first, await first.order());
    clock.advance(31 * MINUTE);
    const stands = gate();
    const inner = first.intercept!;
    first.intercept = async (path, ...rest) => {
      const answer = await inner(path, ...rest);
      if (path === '/payments') held.until = stands.opened;
      return answer;
    };
    const reconciled = first.backend.orders.reconcile();
    await held.reached;
    list(first, away.orderid, '01');
    clock.advance(65_000);
    expect(await json(await second.call(`orders/${away.id}`))).toMatchObject({ state: 'pending' });
    stands.open();
    await reconciled;
    expect((await redirectsOf(second, away.id))[0]).toMatchObject({ progress: { step: 'awaiting-result' } });
    expect((await redirectsOf(second, away.id))[0]!.lookUp).not.toHaveProperty('notBegunAt');
    expect(await recordOf(second, away.id)).toMatchObject({ state: 'pending' });
  });

  it('a late answer with the authorization counts, although another look-up has begun since then', async () => {
    const { clock, store, slow, held } = standingStill();
    const first = shop({ store: slow }, {}, { clock });
    const second = shop({ store }, {}, { clock, sandbox: first.sandbox });
    const id = await first.order();
    first.intercept = async (_path, text, pass) => {
      const answer = await pass();
      if (text.includes('type="auth"')) throw new TypeError('reset');
      return answer;
    };
    expect(await codeOf(pay(first, id))).toBe('authorization-unanswered');
    clock.advance(90_000);
    const stands = gate();
    first.intercept = async (_path, text, pass) => {
      const answer = await pass();
      if (text.includes('type="query"')) held.until = stands.opened;
      return answer;
    };
    const reconciled = first.backend.orders.reconcile();
    await held.reached;
    clock.advance(6 * MINUTE);
    second.intercept = (_path, text, pass) =>
      text.includes('type="query"') ? Promise.reject(new TypeError('reset')) : pass();
    await second.backend.orders.reconcile();
    stands.open();
    await reconciled;
    expect(await recordOf(second, id)).toMatchObject({ state: 'paid', flags: [] });
  });

  it('a finding that is minutes old does not set a redirect payment aside', async () => {
    const { clock, slow, held } = standingStill();
    const place = redirectShop({ store: slow }, {}, { clock });
    const away = await sendAway(place, await place.order());
    clock.advance(10_000);
    const stands = gate();
    held.afterWrite = (attempt) => {
      if (attempt?.lookUp?.notBegunAt !== undefined) held.until = stands.opened;
    };
    const body = { number: CARDS.success, replaces: away.orderid };
    const call = codeOf(place.call(`orders/${away.id}/protocol-versions`, body));
    await held.reached;
    list(place, away.orderid, '00');
    clock.advance(5 * MINUTE);
    stands.open();
    expect(await call).toBe('order-not-open');
    expect((await redirectsOf(place, away.id))[0]).toMatchObject({ progress: { step: 'awaiting-result' } });
    await place.backend.orders.reconcile();
    expect(await recordOf(place, away.id)).toMatchObject({ state: 'paid', flags: [] });
  });
});
