import { createClient } from '@libsql/client';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { createSqliteOrderStore, type OrderRecord } from '../../../src/server.js';
import { memoryOrderStore } from './memory-order-store.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `orders-${++files}.db`);

function record(id: string, change: Partial<OrderRecord> = {}): OrderRecord {
  const createdAt = '2026-11-20T12:00:00.000Z';
  return {
    version: 1,
    id,
    createdAt,
    updatedAt: change.createdAt ?? createdAt,
    amount: '1999',
    currency: 'EUR',
    purpose: 'pay',
    state: 'open',
    payer: {},
    challengeRequestIndicator: 'NO_PREFERENCE',
    attempts: [],
    authentications: [],
    methods: [{ code: 'card' }],
    liabilityShift: null,
    earlyRefundMessages: [],
    flags: [],
    answers: {},
    changes: [],
    changeCount: 0,
    history: [],
    ...change,
  };
}

const day = (number: number) => `2026-11-2${number}T12:00:00.000Z`;

describe.each([
  ['in a file', () => createSqliteOrderStore({ path: newFile() })],
  ['in memory', () => createSqliteOrderStore({ url: ':memory:' })],
  ['of the tests', () => memoryOrderStore()],
])('an order store %s', (_where, create) => {
  it('returns an order as it was inserted, and accepts an id once', async () => {
    const store = create();
    expect(await store.read('A')).toBeUndefined();
    expect(await store.insert(record('A'))).toBe(true);
    expect(await store.insert({ ...record('A'), amount: '1' })).toBe(false);
    expect(await store.read('A')).toEqual({ record: record('A'), revision: 1 });
  });

  it('accepts one of two replacements of the same revision', async () => {
    const store = create();
    await store.insert(record('A'));
    expect(
      await Promise.all([
        store.replace({ ...record('A'), amount: '1' }, 1),
        store.replace({ ...record('A'), amount: '2' }, 1),
      ]),
    ).toEqual([true, false]);
    expect(await store.replace({ ...record('A'), amount: '3' }, 1)).toBe(false);
    expect(await store.read('A')).toMatchObject({ record: { amount: '1' }, revision: 2 });
    expect(await store.replace(record('B'), 1)).toBe(false);
  });

  it('lists orders newest first, and by id where they are equally old', async () => {
    const store = create();
    for (const [id, createdAt] of [
      ['B', day(1)],
      ['A', day(1)],
      ['C', day(0)],
      ['D', day(2)],
    ] as const)
      await store.insert(record(id, { createdAt }));
    const idsOf = async (options: Parameters<typeof store.list>[0]) => (await store.list(options)).map(({ id }) => id);
    expect(await idsOf({ limit: 10 })).toEqual(['D', 'A', 'B', 'C']);
    expect(await idsOf({ limit: 2 })).toEqual(['D', 'A']);
    expect(await idsOf({ limit: 2, after: { createdAt: day(1), id: 'A' } })).toEqual(['B', 'C']);
    expect(await idsOf({ limit: 2, after: { createdAt: day(0), id: 'C' } })).toEqual([]);
  });

  it('lists orders by their states and by the time of their last change, also after a change', async () => {
    const store = create();
    for (const [id, state, updatedAt] of [
      ['A', 'open', day(0)],
      ['B', 'pending', day(1)],
      ['C', 'in-doubt', day(2)],
    ] as const)
      await store.insert(record(id, { state, updatedAt }));
    const idsOf = async (options: Omit<Parameters<typeof store.list>[0], 'limit'>) =>
      (await store.list({ limit: 10, ...options })).map(({ id }) => id);
    expect(await idsOf({ states: ['pending', 'in-doubt'] })).toEqual(['B', 'C']);
    expect(await idsOf({ states: [] })).toEqual([]);
    expect(await idsOf({ updatedBefore: day(1) })).toEqual(['A']);
    expect(await idsOf({ states: ['pending'], updatedBefore: day(1) })).toEqual([]);
    await store.replace(record('B', { state: 'paid', updatedAt: day(3) }), 1);
    expect(await idsOf({ states: ['pending', 'in-doubt'] })).toEqual(['C']);
    expect(await idsOf({ updatedBefore: day(3) })).toEqual(['A', 'C']);
  });

  it('returns the orders that are due, earliest first, also after a change', async () => {
    const store = create();
    for (const [id, dueAt] of [
      ['A', day(2)],
      ['B', day(1)],
      ['C', day(3)],
    ] as const)
      await store.insert(record(id, { dueAt }));
    await store.insert(record('D'));
    expect(await store.due({ at: day(2), limit: 10 })).toEqual(['B', 'A']);
    expect(await store.due({ at: day(2), limit: 1 })).toEqual(['B']);
    expect(await store.due({ at: day(0), limit: 10 })).toEqual([]);
    await store.replace(record('B'), 1);
    await store.replace(record('D', { dueAt: day(0) }), 1);
    expect(await store.due({ at: day(2), limit: 10 })).toEqual(['D', 'A']);
  });
});

describe('SQLite', () => {
  it('adds the columns of this version to a file of 0.1.0, whose orders are due once', async () => {
    const path = newFile();
    const client = createClient({ url: pathToFileURL(path).href });
    await client.execute(
      'CREATE TABLE orders (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, revision INTEGER NOT NULL, document TEXT NOT NULL)',
    );
    await client.execute({
      sql: 'INSERT INTO orders VALUES (?, ?, 1, ?)',
      args: ['A', day(0), JSON.stringify({ id: 'A', createdAt: day(0), state: 'pending' })],
    });
    client.close();
    const stores = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const store = createSqliteOrderStore({ path });
        return { store, found: await store.read('A') };
      }),
    );
    for (const { store, found } of stores) {
      expect(found).toMatchObject({ record: { id: 'A' }, revision: 1 });
      expect((await store.list({ limit: 10, states: ['pending'] })).map(({ id }) => id)).toEqual(['A']);
      expect(await store.due({ at: day(0), limit: 10 })).toEqual(['A']);
    }
  });

  it('takes its time from the option now', async () => {
    const store = createSqliteOrderStore({ url: ':memory:', now: () => new Date(day(4)) });
    expect(await store.now()).toEqual(new Date(day(4)));
  });

  it('shares the orders between all stores of a file', async () => {
    const path = newFile();
    const [one, other] = [createSqliteOrderStore({ path }), createSqliteOrderStore({ path })];
    await one.insert(record('A'));
    expect(await other.replace({ ...record('A'), amount: '1' }, 1)).toBe(true);
    expect(await one.replace({ ...record('A'), amount: '2' }, 1)).toBe(false);
  });

  it('waits with each of its connections while another process writes', async () => {
    const path = newFile();
    const store = createSqliteOrderStore({ path });
    for (const id of ['A', 'B', 'C']) await store.insert(record(id));
    // Another thread holds the lock for 100 ms.
    const locked = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(
      `const { workerData: { path, locked } } = require('node:worker_threads');
       const database = require('module').createRequire(${JSON.stringify(import.meta.url)})('libsql');
       const connection = new database(path);
       connection.exec('BEGIN IMMEDIATE');
       Atomics.store(locked, 0, 1); Atomics.notify(locked, 0);
       Atomics.wait(locked, 0, 1, 100);
       connection.exec('COMMIT'); connection.close();`,
      { eval: true, workerData: { path, locked } },
    );
    await (
      Atomics as unknown as { waitAsync(on: Int32Array, at: number, value: number): { value: Promise<unknown> } }
    ).waitAsync(locked, 0, 0).value;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    // Three calls at a time use three connections. The first only reads, which requires no lock.
    expect(
      await Promise.all([store.read('A'), store.replace(record('B'), 1), store.replace(record('C'), 1)]),
    ).toMatchObject([{ revision: 1 }, true, true]);
    expect(await ended).toBe(0);
  });

  it('is opened again by the next call when it could not be opened', async () => {
    const path = newFile();
    writeFileSync(path, 'This file is not a database.'.repeat(20));
    const store = createSqliteOrderStore({ path });
    await expect(store.read('A')).rejects.toThrow();
    rmSync(path);
    expect(await store.insert(record('A'))).toBe(true);
  });

  it('sends no settings of files to a libSQL server', async () => {
    const statements: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { requests = [] } = (body ? JSON.parse(body) : {}) as {
          requests?: { type: string; stmt?: { sql?: string } }[];
        };
        statements.push(...requests.flatMap(({ stmt }) => stmt?.sql ?? []));
        const result = { cols: [], rows: [], affected_row_count: 1, last_insert_rowid: '1' };
        const results = requests.map(({ type }) => ({
          type: 'ok',
          response: type === 'execute' ? { type, result } : { type },
        }));
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ baton: null, base_url: null, results }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      expect(
        await createSqliteOrderStore({ url: `http://127.0.0.1:${port}`, authToken: 'token' }).insert(record('A')),
      ).toBe(true);
      expect(statements.filter((sql) => sql.includes('journal_mode'))).toEqual([]);
      expect(statements.at(-1)).toContain('INSERT');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
