import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { day, sampleRecord } from './sample-record.js';
import type { OrderStore, VersionedRecord } from '../../../book/order-store.js';
import { atOnce, storeCheck, type StoreCheck } from './store-check.js';

/** Characters that a database may change: NUL, a lone surrogate, quotes, several scripts, combining marks, U+2028. */
const HARD_TEXT = 'a\u0000b \ud800 \'"\\ %_$1 Ω 漢字 \u{1f600} e\u0301 é \u2028 \ufeff';

export const WRITE_CHECKS: readonly StoreCheck[] = [
  storeCheck('reads an inserted order unchanged, with revision 1', async ({ open }) => {
    const store = await open();
    equal(await store.read('A'), undefined);
    equal(await store.insert(sampleRecord('A')), true);
    deepEqual(await versioned(store, 'A'), { record: sampleRecord('A'), revision: 1 });
  }),
  storeCheck('accepts an id once and keeps the first order', async ({ open }) => {
    const store = await open();
    equal(await store.insert(sampleRecord('A')), true);
    equal(await store.insert(sampleRecord('A', { amount: '1' })), false);
    deepEqual(await versioned(store, 'A'), { record: sampleRecord('A'), revision: 1 });
  }),
  storeCheck('accepts one of 50 concurrent inserts of one id through two handles', async ({ open }) => {
    const [one, other] = [await open(), await open()];
    const records = Array.from({ length: 50 }, (_, index) => sampleRecord('A', { amount: String(index + 1) }));
    const results = await atOnce(50, (index) => (index % 2 ? one : other).insert(records[index] ?? sampleRecord('A')));
    equal(results.filter(Boolean).length, 1);
    deepEqual(await versioned(one, 'A'), { record: records[results.indexOf(true)], revision: 1 });
  }),
  storeCheck('replaces the stored revision and increments it', async ({ open }) => {
    const store = await open();
    await store.insert(sampleRecord('A'));
    equal(await store.replace(sampleRecord('A', { amount: '1' }), 1), true);
    equal(await store.replace(sampleRecord('A', { amount: '2' }), 2), true);
    deepEqual(await versioned(store, 'A'), { record: sampleRecord('A', { amount: '2' }), revision: 3 });
  }),
  storeCheck('refuses another revision and an unknown id, and stores nothing', async ({ open }) => {
    const store = await open();
    await store.insert(sampleRecord('A'));
    await store.replace(sampleRecord('A', { amount: '1' }), 1);
    equal(await store.replace(sampleRecord('A', { amount: '2' }), 1), false);
    equal(await store.replace(sampleRecord('A', { amount: '2' }), 3), false);
    equal(await store.replace(sampleRecord('B'), 1), false);
    deepEqual(await versioned(store, 'A'), { record: sampleRecord('A', { amount: '1' }), revision: 2 });
    equal(await store.read('B'), undefined);
  }),
  storeCheck('accepts one of 50 concurrent replacements of one revision through two handles', async ({ open }) => {
    const [one, other] = [await open(), await open()];
    await one.insert(sampleRecord('A'));
    const records = Array.from({ length: 50 }, (_, index) => sampleRecord('A', { amount: String(index + 1) }));
    const results = await atOnce(50, (index) =>
      (index % 2 ? one : other).replace(records[index] ?? sampleRecord('A'), 1),
    );
    equal(results.filter(Boolean).length, 1);
    deepEqual(await versioned(one, 'A'), { record: records[results.indexOf(true)], revision: 2 });
  }),
  storeCheck('shows each write to the other handle as soon as it has resolved', async ({ open }) => {
    const [one, other] = [await open(), await open()];
    await one.insert(sampleRecord('A'));
    equal((await other.read('A'))?.revision, 1);
    for (let revision = 1; revision <= 20; revision++) {
      const [writer, reader] = revision % 2 ? [other, one] : [one, other];
      equal(await writer.replace(sampleRecord('A', { amount: String(revision) }), revision), true);
      const record = sampleRecord('A', { amount: String(revision) });
      deepEqual(await versioned(reader, 'A'), { record, revision: revision + 1 });
      deepEqual(await reader.list({ limit: 1 }), [record]);
    }
  }),
  storeCheck('keeps its records apart from the objects that it receives and returns', async ({ open }) => {
    const store = await open();
    const record = { ...sampleRecord('A'), flags: [...sampleRecord('A').flags] };
    await store.insert(record);
    record.flags.push({ kind: 'contradiction', at: day(20) } as never);
    const read = await store.read('A');
    deepEqual(read?.record, sampleRecord('A'));
    Object.assign(read.record, { amount: '1' });
    deepEqual((await store.read('A'))?.record, sampleRecord('A'));
  }),
  storeCheck('keeps every character of a text', async ({ open }) => {
    const store = await open();
    const record = sampleRecord('A', { description: HARD_TEXT, comments: [HARD_TEXT] });
    await store.insert(record);
    deepEqual((await store.read('A'))?.record, record);
    await store.replace({ ...record, descriptor: HARD_TEXT }, 1);
    deepEqual(await store.list({ limit: 1 }), [{ ...record, descriptor: HARD_TEXT }]);
  }),
  storeCheck('keeps a record of 200 kB', async ({ open }) => {
    const store = await open();
    const record = sampleRecord('A', { comments: Array.from({ length: 200 }, (_, index) => `${index}é`.repeat(300)) });
    await store.insert(sampleRecord('A'));
    equal(await store.replace(record, 1), true);
    deepEqual((await store.read('A'))?.record, record);
  }),
  storeCheck('keeps orders apart whose ids differ in case, or are names of object properties', async ({ open }) => {
    const store = await open();
    const ids = ['constructor', '__proto__', 'toString', 'a', 'A', 'a_b', 'a-b', '0', '00'];
    for (const id of ids) equal(await store.read(id), undefined);
    for (const [index, id] of ids.entries()) {
      equal(await store.insert(sampleRecord(id, { amount: String(index + 1) })), true, `insert ${id}`);
    }
    for (const [index, id] of ids.entries()) equal((await store.read(id))?.record.amount, String(index + 1));
    notEqual(await store.read('constructor'), undefined);
    equal((await store.list({ limit: 100 })).length, ids.length);
  }),
];

/** The stored record and its revision, without the time of the read. */
async function versioned(store: OrderStore, id: string): Promise<VersionedRecord | undefined> {
  const found = await store.read(id);
  return found && { record: found.record, revision: found.revision };
}
