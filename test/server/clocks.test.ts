import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { codeOf } from './code-of.js';
import { authorizationsAt, CARDS, gate, isXml, newKey, pay, prepare, shop, virtualClock } from './scripted-gateway.js';
import { memoryOrderStore } from './adapters/store/memory-order-store.js';

afterEach(() => void vi.useRealTimers());

describe('two processes on one store', () => {
  it.each([
    ['301 s ahead', 301_000],
    ['301 s behind', -301_000],
    ['a day ahead', 86_400_000],
    ['a day behind', -86_400_000],
  ])('two processes on one store take one payment when the clock of the second is %s', async (_how, skew) => {
    const clock = virtualClock();
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
    const store = memoryOrderStore(undefined, clock.now);
    const first = shop({ store }, {}, { clock });
    const skewed = () => new Date(clock.now().getTime() + skew);
    const second = shop({ store, now: skewed, patience: 0 }, { now: skewed }, first);
    const id = await first.order();
    const serverTransId = await prepare(first, id, CARDS.success);
    const [reached, go] = [gate(), gate()];
    first.intercept = async (path, _text, pass) => {
      if (!isXml(path)) return pass();
      reached.open();
      await go.opened;
      return pass();
    };
    const paid = codeOf(pay(first, id, CARDS.success, { serverTransId, key: newKey() }));
    await reached.opened;
    // The clock of the second machine, for whatever reads the clock of the process.
    vi.setSystemTime(skewed());
    await second.backend.orders.lookUp(id);
    await second.backend.orders.reconcile({ olderThan: 0 });
    await second.call(`orders/${id}`);
    expect(await second.backend.orders.read(id)).toMatchObject({ state: 'in-doubt' });
    const other = prepare(second, id, CARDS.attempted);
    expect(await other).toBeUndefined();
    vi.setSystemTime(clock.now());
    go.open();
    expect(await paid).toBe('authorized');
    expect(authorizationsAt(first)).toHaveLength(1);
    expect(authorizationsAt(second)).toHaveLength(0);
    expect(await first.backend.orders.read(id)).toMatchObject({ state: 'paid', flags: [] });
  });
});

describe('a process whose clock steps while the issuer answers', () => {
  it.each([
    ['forward by 45 s', 45_000],
    ['back by 10 s', -10_000],
  ])('sends one authorization with the time of the store, after a step %s', async (_how, by) => {
    const clock = virtualClock();
    let step = 0;
    const stepping = () => new Date(clock.now().getTime() + step);
    const store = memoryOrderStore(undefined, clock.now);
    const place = shop({ store, now: stepping }, { now: stepping }, { clock });
    const id = await place.order();
    const [reached, go] = [gate(), gate()];
    place.intercept = async (path, text, pass) => {
      const answer = await pass();
      if (path.endsWith('/authentications')) {
        clock.advance(12_000);
        step = by;
      }
      if (!text.includes('type="auth"')) return answer;
      reached.open();
      await go.opened;
      return answer;
    };
    const stored = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
    const paid = place.backend.orders.payStored(id, { card: stored });
    await Promise.race([reached.opened, paid]);
    expect((await store.read(id))?.record.attempts).toMatchObject([{ sentAt: clock.now().toISOString() }]);
    const reopened = place.backend.orders.reopen(id, { by: 'staff', reason: 'test' });
    await expect(reopened).rejects.toThrow('has an authorization under way');
    go.open();
    expect((await paid).code).toBe('authorized');
    expect(authorizationsAt(place)).toHaveLength(1);
    expect((await store.read(id))?.record).toMatchObject({ state: 'paid', flags: [] });
  });
});

describe('src/server', () => {
  it('reads the clock of the process only as the default of an option', () => {
    const lines = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.schema.ts'))
      .flatMap((name) => readFileSync(join('src/server', name), 'utf8').split('\n'))
      .filter((line) => /new Date\(\)|Date\.now\b|performance\.now/.test(line) && !/^\s*(\*|\/\/)/.test(line));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => !/\bnow = \(\) => new Date\(\)/.test(line))).toEqual([]);
  });
});

describe('a clock of the store that was set back', () => {
  it.each(['a person', 'a page'])('does not delay the look-up of %s', async (who) => {
    const clock = virtualClock();
    const place = shop({}, {}, { clock });
    const id = await place.order();
    place.intercept = async (_path, text, pass) => {
      const answer = await pass();
      return /type="(auth|query)"/.test(text) ? Promise.reject<Response>(new Error('lost')) : answer;
    };
    expect(await codeOf(pay(place, id))).toBe('authorization-unanswered');
    clock.advance(600_000);
    await place.backend.orders.reconcile({ olderThan: 0 });
    place.intercept = undefined;
    clock.advance(-3_600_000);
    if (who === 'a person') await place.backend.orders.lookUp(id);
    else await place.call(`orders/${id}`);
    await place.settled();
    expect(await place.backend.orders.read(id)).toMatchObject({ state: 'paid' });
  });
});
