import { deepEqual, equal } from 'node:assert/strict';
import type { StoreListOptions, OrderStore } from '../../orders/book/order-store.js';
import { day, sampleRecord } from './sample-record.js';
import { storeCheck, type StoreCheck } from './store-check.js';

async function idsOf(store: OrderStore, options: Partial<StoreListOptions> = {}): Promise<string[]> {
  return (await store.list({ limit: 100, ...options })).map(({ id }) => id);
}

export const LIST_CHECKS: readonly StoreCheck[] = [
  storeCheck('lists orders newest first, and by id where they are equally old', async ({ open }) => {
    const store = await open();
    for (const [id, createdAt] of [
      ['b', day(21)],
      ['B', day(21)],
      ['a', day(21)],
      ['_', day(21)],
      ['-', day(21)],
      ['10', day(21)],
      ['9', day(21)],
      ['C', day(20)],
      ['D', day(22)],
    ] as const) {
      await store.insert(sampleRecord(id, { createdAt }));
    }
    deepEqual(await idsOf(store), ['D', '-', '10', '9', 'B', '_', 'a', 'b', 'C']);
    deepEqual(await idsOf(store, { limit: 2 }), ['D', '-']);
  }),
  storeCheck('lists every order once by cursor, also while orders are added and deleted', async ({ open }) => {
    const store = await open();
    for (let index = 0; index < 20; index++) {
      const id = `order-${String(index).padStart(2, '0')}`;
      await store.insert(sampleRecord(id, { createdAt: day(20 - (index % 4)), state: index === 8 ? 'paid' : 'open' }));
    }
    const expected = await idsOf(store);
    const seen: string[] = [];
    let range: Pick<StoreListOptions, 'after'> = {};
    for (let page = 0; page < 7; page++) {
      const found = await store.list({ limit: 3, ...range });
      seen.push(...found.map(({ id }) => id));
      const last = found.at(-1);
      if (last) range = { after: { createdAt: last.createdAt, id: last.id } };
      // A newer order arrives after each page, and the order of the first cursor goes away.
      await store.insert(sampleRecord(`new-${page}`, { createdAt: day(23) }));
      if (page === 0) equal(await store.prune({ states: ['paid'], updatedBefore: day(30), limit: 1 }), 1);
    }
    deepEqual(seen, expected);
  }),
  storeCheck('filters the list by state, also after a change of state', async ({ open }) => {
    const store = await open();
    for (const [id, state] of [
      ['A', 'open'],
      ['B', 'pending'],
      ['C', 'in-doubt'],
    ] as const) {
      await store.insert(sampleRecord(id, { state }));
    }
    deepEqual(await idsOf(store, { states: ['pending', 'in-doubt'] }), ['B', 'C']);
    deepEqual(await idsOf(store, { states: ['pending', 'in-doubt'], limit: 1 }), ['B']);
    deepEqual(await idsOf(store, { states: [] }), []);
    await store.replace(sampleRecord('B', { state: 'paid' }), 1);
    deepEqual(await idsOf(store, { states: ['pending', 'in-doubt'] }), ['C']);
    const after = { createdAt: sampleRecord('A').createdAt, id: 'A' };
    deepEqual(await idsOf(store, { states: ['open', 'paid'], after }), ['B']);
  }),
  storeCheck('filters the list by the time of the last change, without the limit itself', async ({ open }) => {
    const store = await open();
    await store.insert(sampleRecord('A', { updatedAt: day(20) }));
    await store.insert(sampleRecord('B', { updatedAt: day(21) }));
    deepEqual(await idsOf(store, { updatedBefore: day(21) }), ['A']);
    deepEqual(await idsOf(store, { updatedBefore: day(21), states: ['pending'] }), []);
    await store.replace(sampleRecord('A', { updatedAt: day(22) }), 1);
    deepEqual(await idsOf(store, { updatedBefore: day(22) }), ['B']);
  }),
  storeCheck('returns due orders, earliest first and then by id, also after a change', async ({ open }) => {
    const store = await open();
    for (const [id, dueAt] of [
      ['A', day(22)],
      ['b', day(21)],
      ['B', day(21)],
      ['C', day(23)],
    ] as const) {
      await store.insert(sampleRecord(id, { dueAt }));
    }
    await store.insert(sampleRecord('D'));
    deepEqual(await store.due({ at: day(22), limit: 10 }), ['B', 'b', 'A']);
    deepEqual(await store.due({ at: day(22), limit: 1 }), ['B']);
    deepEqual(await store.due({ at: day(20), limit: 10 }), []);
    await store.replace(sampleRecord('B'), 1);
    await store.replace(sampleRecord('D', { dueAt: day(20) }), 1);
    deepEqual(await store.due({ at: day(22), limit: 10 }), ['D', 'b', 'A']);
    equal((await store.due({ at: day(23), limit: 10 })).length, 4);
  }),
];
