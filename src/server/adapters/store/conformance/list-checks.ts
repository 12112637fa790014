import { deepEqual, equal } from 'node:assert/strict';
import { searchTerm, type StoreFilter } from '../../../book/order-filter.js';
import type { StoreListOptions, OrderStore } from '../../../book/order-store.js';
import type { OrderRecord } from '../../../domain/record/order-record.js';
import { day, sampleRecord } from './sample-record.js';
import { storeCheck, type StoreCheck } from './store-check.js';

/** A text with characters that have a meaning in SQL, in JSON or in a pattern, and of several scripts. */
const REFERENCE = `SO-4711/β %_'"\\ 漢字 e\u0301 \u{1f600}`;

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
      if (last) range = { after: { time: last.createdAt, id: last.id } };
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
    const after = { time: sampleRecord('A').createdAt, id: 'A' };
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
  storeCheck(
    'filters the list by its times, from each time and before it, and sorts it by either',
    async ({ open }) => {
      const store = await open();
      for (const [id, created, updated] of [
        ['A', 1, 9],
        ['B', 2, 2],
        ['C', 3, 5],
        ['b', 3, 5],
        ['D', 4, 4],
      ] as const) {
        const state = id === 'D' ? 'paid' : 'open';
        await store.insert(sampleRecord(id, { createdAt: day(created), updatedAt: day(updated), state }));
      }
      deepEqual(await idsOf(store, { createdFrom: day(2), createdBefore: day(4) }), ['C', 'b', 'B']);
      deepEqual(await idsOf(store, { sort: 'updatedAt' }), ['A', 'C', 'b', 'D', 'B']);
      const changed = { sort: 'updatedAt', updatedFrom: day(4), updatedBefore: day(9) } as const;
      deepEqual(await idsOf(store, changed), ['C', 'b', 'D']);
      deepEqual(await idsOf(store, { ...changed, states: ['open', 'pending'] }), ['C', 'b']);
      deepEqual(await idsOf(store, { ...changed, createdBefore: day(4) }), ['C', 'b']);
      deepEqual(await idsOf(store, { ...changed, after: { time: day(5), id: 'C' } }), ['b', 'D']);
      deepEqual(await idsOf(store, { ...changed, after: { time: day(5), id: 'b' }, states: ['open', 'paid'] }), ['D']);
      await store.replace(sampleRecord('B', { createdAt: day(2), updatedAt: day(8) }), 1);
      deepEqual(await idsOf(store, { ...changed, limit: 2 }), ['B', 'C']);
    },
  ),
  storeCheck('finds orders by their search terms, also after a change and after a deletion', async ({ open }) => {
    const store = await open();
    const flags = [{ kind: 'second-payment', at: day(20) }] as const;
    const numbered = (id: string, number: number, change: Partial<OrderRecord> = {}) =>
      sampleRecord(id, { createdAt: day(number), reference: REFERENCE, ...change });
    for (const record of [
      numbered('A', 1),
      numbered('B', 2, { flags, state: 'paid' }),
      numbered('C', 3, { flags }),
      numbered('D', 4, { reference: REFERENCE.toLowerCase() }),
      sampleRecord('E', { flags, createdAt: day(5) }),
    ]) {
      await store.insert(record);
    }
    equal(await store.insert(sampleRecord('D', { reference: REFERENCE })), false);
    const terms = [searchTerm('reference', REFERENCE)];
    const flagged = [...terms, searchTerm('flag', 'second-payment')];
    deepEqual(await idsOf(store, { terms }), ['C', 'B', 'A']);
    deepEqual(await idsOf(store, { terms: [searchTerm('reference', REFERENCE.slice(0, -1))] }), []);
    deepEqual(await idsOf(store, { terms: flagged }), ['C', 'B']);
    deepEqual(await idsOf(store, { terms: flagged, states: ['paid', 'pending'] }), ['B']);
    deepEqual(await idsOf(store, { terms, states: [] }), []);
    deepEqual(await idsOf(store, { terms, limit: 1, after: { time: day(3), id: 'C' } }), ['B']);
    deepEqual(await idsOf(store, { terms, createdFrom: day(2), createdBefore: day(3) }), ['B']);
    equal(await store.replace(numbered('C', 3), 2), false);
    equal(await store.replace(numbered('C', 3, { updatedAt: day(9) }), 1), true);
    const changed = { terms: flagged.slice(1), sort: 'updatedAt' } as const;
    equal(await store.replace(numbered('B', 2, { flags, state: 'paid', updatedAt: day(8) }), 1), true);
    deepEqual(await idsOf(store, { ...changed, updatedFrom: day(1) }), ['B', 'E']);
    deepEqual(await idsOf(store, { ...changed, updatedFrom: day(1), updatedBefore: day(8) }), ['E']);
    equal(await store.replace(numbered('A', 1, { reference: 'another', flags, updatedAt: day(7) }), 1), true);
    deepEqual(await idsOf(store, { ...changed, updatedFrom: day(1) }), ['B', 'A', 'E']);
    equal(await store.countOrders({ terms: changed.terms, updatedFrom: day(7) }), 2);
    deepEqual(await idsOf(store, { terms: flagged }), ['B']);
    deepEqual(await idsOf(store, { terms, sort: 'updatedAt', updatedFrom: day(1) }), ['C', 'B']);
    equal(await store.prune({ states: ['paid'], updatedBefore: day(30), limit: 10 }), 1);
    deepEqual(await idsOf(store, { terms }), ['C']);
    equal(await store.insert(sampleRecord('B', { createdAt: day(2) })), true);
    deepEqual(await idsOf(store, { terms }), ['C']);
  }),
  storeCheck('counts the orders that meet a filter', async ({ open }) => {
    const store = await open();
    const count = async (filter: StoreFilter) => store.countOrders(filter);
    equal(await count({}), 0);
    for (let index = 1; index <= 12; index++) {
      const state = index % 2 ? 'open' : 'paid';
      const reference = index % 3 ? REFERENCE : 'another';
      await store.insert(sampleRecord(`order-${index}`, { createdAt: day(index), state, reference }));
    }
    const terms = [searchTerm('reference', REFERENCE)];
    equal(await count({}), 12);
    equal(await count({ states: ['open', 'pending'] }), 6);
    equal(await count({ states: [] }), 0);
    equal(await count({ terms }), 8);
    equal(await count({ terms, states: ['paid'] }), 4);
    equal(await count({ createdFrom: day(3), createdBefore: day(9) }), 6);
    equal(await count({ updatedFrom: day(12) }), 1);
    equal(await count({ updatedBefore: day(12), terms, states: ['open'] }), 4);
  }),
  storeCheck('returns due orders, earliest first and then by id, also after a change', async ({ open }) => {
    const store = await open();
    const due = async (at: string, limit = 10) => store.due({ by: 'dueAt', at, limit });
    for (const [id, dueAt] of [
      ['A', day(22)],
      ['b', day(21)],
      ['B', day(21)],
      ['C', day(23)],
    ] as const) {
      await store.insert(sampleRecord(id, { dueAt }));
    }
    await store.insert(sampleRecord('D', { checkAt: day(20) }));
    deepEqual(await due(day(22)), ['B', 'b', 'A']);
    deepEqual(await due(day(22), 1), ['B']);
    deepEqual(await due(day(20)), []);
    await store.replace(sampleRecord('B'), 1);
    await store.replace(sampleRecord('D', { dueAt: day(20) }), 1);
    deepEqual(await due(day(22)), ['D', 'b', 'A']);
    equal((await due(day(23))).length, 4);
  }),
  storeCheck('returns deliveries, routine look-ups and doubts by times of their own', async ({ open }) => {
    for (const [by, other] of [
      ['deliverAt', 'checkAt'],
      ['checkAt', 'unresolvedSince'],
      ['unresolvedSince', 'deliverAt'],
    ] as const) {
      const store = await open();
      const found = async (at: string, limit = 10) => store.due({ by, at, limit });
      await store.insert(sampleRecord(`${by} due`, { dueAt: day(1), [other]: day(1) }));
      await store.insert(sampleRecord(`${by} late`, { dueAt: day(1), [by]: day(22) }));
      await store.insert(sampleRecord(`${by} early`, { [by]: day(21) }));
      await store.insert(sampleRecord(`${by} future`, { [by]: day(23) }));
      const named = (...names: readonly string[]) => names.map((name) => `${by} ${name}`);
      deepEqual(
        (await found(day(22))).filter((id) => id.startsWith(by)),
        named('early', 'late'),
      );
      await store.replace(sampleRecord(`${by} early`), 1);
      await store.replace(sampleRecord(`${by} future`, { [by]: day(20) }), 1);
      deepEqual(
        (await found(day(22))).filter((id) => id.startsWith(by)),
        named('future', 'late'),
      );
      deepEqual((await found(day(20), 1)).length, 1);
    }
  }),
];
