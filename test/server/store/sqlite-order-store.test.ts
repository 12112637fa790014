import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { createSqliteOrderStore, type OrderRecord } from '../../../src/server.js';
import { memoryOrderStore } from './memory-order-store.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `orders-${++files}.db`);

function record(id: string, createdAt = '2026-11-20T12:00:00.000Z'): OrderRecord {
  return {
    id,
    createdAt,
    amount: '1999',
    currency: 'EUR',
    state: 'open',
    payer: {},
    challengeRequestIndicator: 'NO_PREFERENCE',
    attempts: 0,
    authentications: [],
    methods: [{ code: 'card' }],
    redirects: [],
    refunds: [],
    liabilityShift: null,
    answers: {},
    history: [],
  };
}

describe.each([
  ['in a file', () => createSqliteOrderStore({ path: newFile() })],
  ['in memory', () => createSqliteOrderStore({ url: ':memory:' })],
  ['of the tests', () => memoryOrderStore()],
])('an order store %s', (_where, create) => {
  it('keeps an order as it is, and takes an id once', async () => {
    const store = create();
    expect(await store.read('A')).toBeUndefined();
    expect(await store.insert(record('A'))).toBe(true);
    expect(await store.insert({ ...record('A'), amount: '1' })).toBe(false);
    expect(await store.read('A')).toEqual({ record: record('A'), revision: 1 });
  });

  it('lets one of two replace it', async () => {
    const store = create();
    await store.insert(record('A'));
    expect(
      await Promise.all([
        store.replace({ ...record('A'), attempts: 1 }, 1),
        store.replace({ ...record('A'), attempts: 2 }, 1),
      ]),
    ).toEqual([true, false]);
    expect(await store.replace({ ...record('A'), attempts: 3 }, 1)).toBe(false);
    expect(await store.read('A')).toMatchObject({ record: { attempts: 1 }, revision: 2 });
    expect(await store.replace(record('B'), 1)).toBe(false);
  });

  it('lists the newest first', async () => {
    const store = create();
    for (const [index, id] of ['A', 'B', 'C'].entries())
      await store.insert(record(id, `2026-11-2${index}T12:00:00.000Z`));
    expect((await store.list({ limit: 2, offset: 1 })).map(({ id }) => id)).toEqual(['B', 'A']);
  });
});

describe('SQLite', () => {
  it('is the same for all who open the file', async () => {
    const path = newFile();
    const [one, other] = [createSqliteOrderStore({ path }), createSqliteOrderStore({ path })];
    await one.insert(record('A'));
    expect(await other.replace({ ...record('A'), attempts: 1 }, 1)).toBe(true);
    expect(await one.replace({ ...record('A'), attempts: 2 }, 1)).toBe(false);
  });

  it('waits for another process that is writing, with each of its connections', async () => {
    const path = newFile();
    const store = createSqliteOrderStore({ path });
    for (const id of ['A', 'B', 'C']) await store.insert(record(id));
    // Another thread holds the lock for a moment: this one stands still meanwhile.
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
    // Three calls at a time have three connections; the first only reads, which needs no lock.
    expect(
      await Promise.all([store.read('A'), store.replace(record('B'), 1), store.replace(record('C'), 1)]),
    ).toMatchObject([{ revision: 1 }, true, true]);
    expect(await ended).toBe(0);
  });

  it('that could not be opened is tried again with the next call', async () => {
    const path = newFile();
    writeFileSync(path, 'This is no database, and long enough to be seen as none.'.repeat(20));
    const store = createSqliteOrderStore({ path });
    await expect(store.read('A')).rejects.toThrow();
    rmSync(path);
    expect(await store.insert(record('A'))).toBe(true);
  });

  it('sends a server only what servers take: no setting of a file’s', async () => {
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
      expect(statements.map((sql) => sql.split(' ')[0])).toEqual(['CREATE', 'CREATE', 'INSERT']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
