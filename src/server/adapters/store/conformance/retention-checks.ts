import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { day, sampleRecord } from './sample-record.js';
import { atOnce, storeCheck, type StoreCheck } from './store-check.js';

const HOUR = 3_600_000;

/** Rounding of a time that is read between two others, in milliseconds. */
const MAX_DIFFERENCE = 5;

/** Repetitions of a comparison of clocks: a slow answer hides a difference. */
const COMPARISONS = 10;

export const RETENTION_CHECKS: readonly StoreCheck[] = [
  storeCheck('returns a time that does not run backwards, with milliseconds', async ({ open }) => {
    const store = await open();
    let last = await store.now();
    ok(last instanceof Date && !Number.isNaN(last.getTime()), 'now() must resolve with a valid Date');
    await store.insert(sampleRecord('A'));
    for (let index = 0; index < 50; index++) {
      const next = index % 2 ? await store.now() : (await store.read('A'))?.at;
      ok(next instanceof Date, 'read() must resolve with the time of the store as `at`');
      ok(next >= last, `${next.toISOString()} follows ${last.toISOString()}`);
      last = next;
    }
  }),
  storeCheck('returns the same time through two handles', async ({ open }) => {
    const [one, other] = [await open(), await open()];
    for (let index = 0; index < COMPARISONS; index++) {
      const before = await one.now();
      const between = await other.now();
      const after = await one.now();
      const difference = Math.max(between.getTime() - after.getTime(), before.getTime() - between.getTime());
      ok(difference <= MAX_DIFFERENCE, `the clocks of two handles are at least ${difference} ms apart`);
    }
  }),
  storeCheck('counts from 1 for each key, and keeps the end of the first count', async ({ open }) => {
    const store = await open();
    const before = await store.now();
    const first = await store.addToCounter('a', { ms: HOUR });
    const after = await store.now();
    equal(first.value, 1);
    ok(first.endsAt.getTime() >= before.getTime() + HOUR, 'a counter ends `ms` after its first count');
    ok(first.endsAt.getTime() <= after.getTime() + HOUR, 'a counter ends `ms` after its first count');
    deepEqual(await store.addToCounter('a', { ms: 2 * HOUR }), { value: 2, endsAt: first.endsAt });
    for (const key of ['A', 'constructor', '__proto__', 'a b:/é']) {
      equal((await store.addToCounter(key, { ms: HOUR })).value, 1, `key ${key}`);
    }
    deepEqual(await store.addToCounter('a', { ms: HOUR }), { value: 3, endsAt: first.endsAt });
  }),
  storeCheck('reads a counter without counting, and takes counts back to zero at most', async ({ open }) => {
    const store = await open();
    equal((await store.addToCounter('a', { ms: HOUR, add: 0 })).value, 0);
    const first = await store.addToCounter('a', { ms: HOUR });
    await store.addToCounter('a', { ms: HOUR });
    deepEqual(await store.addToCounter('a', { ms: 2 * HOUR, add: 0 }), { value: 2, endsAt: first.endsAt });
    equal((await store.addToCounter('a', { ms: HOUR, add: -1 })).value, 1);
    equal((await store.addToCounter('a', { ms: HOUR, add: -5 })).value, 0);
    equal((await store.addToCounter('a', { ms: HOUR })).value, 1);
  }),
  storeCheck('gives each of 50 concurrent counts through two handles a value of its own', async ({ open }) => {
    const [one, other] = [await open(), await open()];
    const counts = await atOnce(50, (index) => (index % 2 ? one : other).addToCounter('a', { ms: HOUR }));
    const values = counts.map(({ value }) => value).sort((left, right) => left - right);
    deepEqual(
      values,
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    equal(new Set(counts.map(({ endsAt }) => endsAt.getTime())).size, 1);
  }),
  storeCheck('counts from 1 again after a counter has ended, with a new end', async ({ open, pass, shortTime }) => {
    const [one, other] = [await open(), await open()];
    const { endsAt } = await one.addToCounter('a', { ms: shortTime });
    await one.addToCounter('b', { ms: HOUR });
    await pass(endsAt);
    const again = await atOnce(10, (index) => (index % 2 ? one : other).addToCounter('a', { ms: HOUR }));
    deepEqual(
      again.map(({ value }) => value).sort((left, right) => left - right),
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
    ok(
      again.every((count) => count.endsAt.getTime() >= endsAt.getTime() + HOUR),
      'the next first count sets a new end',
    );
    equal((await other.addToCounter('b', { ms: HOUR })).value, 2);
  }),
  storeCheck('keeps a running counter when it prunes', async ({ open }) => {
    const store = await open();
    await store.addToCounter('a', { ms: HOUR });
    await store.prune({ updatedBefore: day(30), states: ['paid'], limit: 10 });
    equal((await store.addToCounter('a', { ms: HOUR })).value, 2);
  }),
  storeCheck('prunes only old orders in the given states', async ({ open }) => {
    const store = await open();
    await store.insert(sampleRecord('old', { state: 'paid', updatedAt: day(1) }));
    await store.insert(sampleRecord('failed', { state: 'failed', updatedAt: day(1) }));
    await store.insert(sampleRecord('other-state', { state: 'pending', updatedAt: day(1) }));
    await store.insert(sampleRecord('limit', { state: 'paid', updatedAt: day(2) }));
    await store.insert(sampleRecord('young', { state: 'paid', updatedAt: day(3) }));
    await store.insert(sampleRecord('changed', { state: 'paid', updatedAt: day(1) }));
    await store.replace(sampleRecord('changed', { state: 'paid', updatedAt: day(4) }), 1);
    equal(await store.prune({ updatedBefore: day(2), states: [], limit: 10 }), 0);
    equal(await store.prune({ updatedBefore: day(2), states: ['paid', 'failed'], limit: 10 }), 2);
    const left = await store.list({ limit: 10 });
    deepEqual(left.map(({ id }) => id).sort(), ['changed', 'limit', 'other-state', 'young']);
    equal(await store.read('old'), undefined);
    equal(await store.insert(sampleRecord('old')), true);
  }),
  storeCheck('never prunes an order with a look-up, a delivery or a routine look-up', async ({ open }) => {
    const store = await open();
    await store.insert(sampleRecord('due', { state: 'paid', updatedAt: day(1), dueAt: day(1) }));
    await store.insert(sampleRecord('delivered', { state: 'paid', updatedAt: day(1), deliverAt: day(1) }));
    await store.insert(sampleRecord('checked', { state: 'paid', updatedAt: day(1), checkAt: day(1) }));
    await store.insert(sampleRecord('later', { state: 'paid', updatedAt: day(1) }));
    await store.replace(sampleRecord('later', { state: 'paid', updatedAt: day(1), dueAt: day(30) }), 1);
    equal(await store.prune({ updatedBefore: day(2), states: ['paid'], limit: 10 }), 0);
    await store.replace(sampleRecord('due', { state: 'paid', updatedAt: day(1) }), 1);
    equal(await store.prune({ updatedBefore: day(2), states: ['paid'], limit: 10 }), 1);
    equal((await store.read('later'))?.revision, 2);
  }),
  storeCheck('prunes at most the given number of orders', async ({ open }) => {
    const store = await open();
    for (let index = 0; index < 5; index++) {
      await store.insert(sampleRecord(`order-${index}`, { state: 'paid', updatedAt: day(1) }));
    }
    const old = { updatedBefore: day(2), states: ['paid'] } as const;
    equal(await store.prune({ ...old, limit: 2 }), 2);
    equal((await store.list({ limit: 10 })).length, 3);
    equal(await store.prune({ ...old, limit: 10 }), 3);
    equal(await store.prune({ ...old, limit: 10 }), 0);
  }),
  storeCheck('rejects calls for orders and counters after it is closed, if it can be closed', async ({ open }) => {
    const [store, other] = [await open(), await open()];
    if (!store.close) return;
    await store.insert(sampleRecord('A'));
    await store.close();
    await store.close();
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      insert: () => store.insert(sampleRecord('B')),
      read: () => store.read('A'),
      replace: () => store.replace(sampleRecord('A', { state: 'paid' }), 1),
      list: () => store.list({ limit: 1 }),
      countOrders: () => store.countOrders({}),
      due: () => store.due({ by: 'dueAt', at: day(30), limit: 1 }),
      addToCounter: () => store.addToCounter('a', { ms: HOUR }),
      prune: () => store.prune({ updatedBefore: day(30), states: ['open'], limit: 1 }),
    };
    for (const [name, call] of Object.entries(calls)) await rejects(call, `${name} after close must reject`);
    deepEqual(await other.list({ limit: 10 }), [sampleRecord('A')]);
  }),
];
