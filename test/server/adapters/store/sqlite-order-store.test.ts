import { createServer } from 'node:http';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  createSqliteOrderStore,
  StoreBusyError,
  StoreClosedError,
  type StoreListOptions,
} from '../../../../src/server.js';
import { connectSqlite } from '../../../../src/server/adapters/store/connect-sqlite.js';
import { connectLibsql } from '../../../../src/server/adapters/store/libsql-connection.js';
import type { SqliteConnection } from '../../../../src/server/adapters/store/sqlite-connection.js';
import { sqliteOrderStore } from '../../../../src/server/adapters/store/sqlite-order-store.js';
import { sampleRecord as record } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { storeChecks } from '../../../../src/store-conformance.js';
import type { OrderFilter } from '../../../../src/server/use-cases/orders/orders.js';
import { shop } from '../../scripted-gateway.js';
import { filterPairs, orderTimes } from './filter-pairs.js';
import { lockedByAnotherProcess } from './locked-database.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `orders-${++files}.db`);

const day = (number: number) => `2026-11-2${number}T12:00:00.000Z`;

const CHANGED = { sort: 'updatedAt', updatedBefore: day(9) } as const;

afterEach(() => void vi.useRealTimers());

/** A store in memory, with the steps of the plans of its queries. */
async function plannedStore() {
  const connection = await connectSqlite({ kind: 'memory' });
  const plans: string[] = [];
  const store = sqliteOrderStore({ url: ':memory:' }, () =>
    Promise.resolve({
      ...connection,
      async rows(sql, args) {
        const plan = sql.startsWith('SELECT') ? await connection.rows(`EXPLAIN QUERY PLAN ${sql}`, args) : [];
        plans.push(...plan.map(({ detail }) => String(detail)));
        return connection.rows(sql, args);
      },
    }),
  );
  return { store, plans, connection };
}

/** The step that reads orders or search terms, its index, and the condition. */
const FIRST_SEARCH = /^SEARCH (?:orders|term) USING (?:COVERING )?INDEX (\w+) \(([^)]*)/m;

/** The indexes by which the orders of a filter are found, those that a person would expect. */
function indexesOf(filter: OrderFilter): readonly string[] {
  const has = (...names: readonly (keyof OrderFilter)[]) => names.some((name) => filter[name] !== undefined);
  const isByChange = has('updatedFrom', 'updatedBefore');
  if (has('reference', 'gatewayOrderId', 'pasref')) return ['order_terms_by_term'];
  const created = has('createdFrom', 'createdBefore');
  const [age, change] = has('flag', 'suspended')
    ? ['order_terms_by_term', 'order_terms_by_change']
    : has('states')
      ? ['orders_by_state', 'orders_by_state_and_change']
      : ['orders_by_age', 'orders_by_change'];
  if (isByChange && created) return [age, change];
  return [isByChange ? change : age];
}

describe('the SQLite store', () => {
  it.each(storeChecks)('the SQLite store in a file $name', async ({ run }) => {
    const path = newFile();
    await run(() => ({ open: () => createSqliteOrderStore({ path }) }));
  });

  it.each(storeChecks)('the SQLite store in memory $name', async ({ run }) => {
    // A database in memory has one handle, which the check does not close.
    const { close, ...store } = createSqliteOrderStore({ url: ':memory:' });
    await run(() => ({ open: () => store }));
    await close();
  });

  it('the SQLite store takes its time from the option now', async () => {
    const store = createSqliteOrderStore({ url: ':memory:', now: () => new Date(day(4)) });
    expect(await store.now()).toEqual(new Date(day(4)));
  });

  it('the SQLite store takes its time from a libSQL server, and not from the process', async () => {
    // SQLite reads the clock of the machine.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01T00:00:00Z') });
    const machine = new Date('2021-01-01T00:00:00Z').getTime();
    const connect = () => connectSqlite({ kind: 'memory' });
    const store = sqliteOrderStore({ url: 'libsql://db.example' }, connect);
    const now = (await store.now()).getTime();
    expect(now).toBeGreaterThan(machine);
    const first = await store.addToCounter('client', { ms: 3_600_000 });
    expect(first.endsAt.getTime() - now).toBeGreaterThanOrEqual(3_600_000);
    await store.prune({ updatedBefore: day(0), states: ['paid'], limit: 10 });
    expect(await store.addToCounter('client', { ms: 3_600_000 })).toEqual({ value: 2, endsAt: first.endsAt });
    await store.close();
  });

  it('the SQLite store takes its time from the option now also with a libSQL server', async () => {
    const now = () => new Date(day(4));
    const store = sqliteOrderStore({ url: 'libsql://db.example', now }, () => connectSqlite({ kind: 'memory' }));
    expect(await store.now()).toEqual(now());
    const endsAt = new Date(now().getTime() + 1);
    expect(await store.addToCounter('client', { ms: 1 })).toEqual({ value: 1, endsAt });
    await store.close();
  });

  it('the SQLite store reads a list by the index of its states, also after ANALYZE', async () => {
    const { store, plans, connection } = await plannedStore();
    for (let number = 0; number < 200; number++) await store.insert(record(`A${number}`, { state: 'paid' }));
    await store.insert(record('B', { state: 'pending' }));
    await connection.rows('ANALYZE');
    plans.length = 0;
    const found = await store.list({ limit: 10, states: ['in-doubt', 'pending'] });
    expect(found.map(({ id }) => id)).toEqual(['B']);
    const tables = plans.filter((step) => step.includes(' orders '));
    expect(tables).toHaveLength(2);
    for (const step of tables) expect(step).toMatch(/^SEARCH orders USING INDEX orders_by_state \(state=\?\)/);
    await store.close();
  });

  it.each<[string, RegExp, Partial<StoreListOptions>]>([
    ['the creation', /^(SCAN|SEARCH) orders USING INDEX orders_by_age/, {}],
    ['a time of the creation', /^SEARCH orders USING INDEX orders_by_age \(created_at>/, { createdFrom: day(1) }],
    ['the last change', /^SEARCH orders USING INDEX orders_by_change \(updated_at</, { ...CHANGED }],
    [
      'a state and the last change',
      /^SEARCH orders USING INDEX orders_by_state_and_change \(state=\? AND updated_at</,
      { ...CHANGED, states: ['paid'] },
    ],
    ['a search term', /^SEARCH term USING COVERING INDEX order_terms_by_term \(term=\?\)/, { terms: ['reference:A'] }],
    [
      'a search term, a state and a time',
      /^SEARCH term USING COVERING INDEX order_terms_by_term \(term=\? AND created_at</,
      { terms: ['reference:A', 'flag:contradiction'], states: ['paid', 'open'], createdBefore: day(9) },
    ],
    [
      'a flag, a state and the last change',
      /^SEARCH term USING COVERING INDEX order_terms_by_change \(term=\? AND updated_at</,
      { ...CHANGED, terms: ['flag:contradiction'], states: ['paid', 'open'] },
    ],
  ])('the SQLite store lists by %s in the order of an index, also after ANALYZE', async (_name, first, filter) => {
    const { store, plans, connection } = await plannedStore();
    for (let number = 0; number < 200; number++) {
      const reference = number % 2 ? 'A' : `A${number}`;
      await store.insert(record(`A${number}`, { state: 'paid', reference }));
    }
    await connection.rows('ANALYZE');
    plans.length = 0;
    await store.list({ limit: 10, ...filter });
    expect(plans.find((step) => / (orders|term)\b/.test(step))).toMatch(first);
    // The list of one part is short, and may be sorted. The orders in it are not.
    expect(plans.filter((step) => step.includes('TEMP B-TREE')).length).toBeLessThanOrEqual(1);
    for (const step of plans) if (/^SCAN orders$/.test(step)) expect.fail(step);
    plans.length = 0;
    for (const by of ['dueAt', 'deliverAt', 'checkAt', 'unresolvedSince'] as const)
      await store.due({ by, at: day(9), limit: 10 });
    expect(plans.map((step) => /USING .*INDEX (\w+)/.exec(step)?.[1])).toEqual([
      'orders_due',
      'orders_to_deliver',
      'orders_to_check',
      'orders_in_doubt',
    ]);
    plans.length = 0;
    await store.countOrders(filter);
    for (const step of plans) if (filter.terms ?? filter.states) expect(step).not.toMatch(/^SCAN/);
    await store.close();
  });

  it('the SQLite store finds and counts orders by each filter and each pair of filters in an index', async () => {
    const { store, plans, connection } = await plannedStore();
    const size = 200;
    for (let number = 0; number < size; number++) {
      const rare = number % 50 === 0;
      const flags = rare ? [{ kind: 'contradiction', at: day(1) } as const] : [];
      const state = rare ? 'authorized' : 'paid';
      const found = {
        state,
        reference: `SO-${number}`,
        flags,
        ...(rare ? ({ suspended: true } as const) : {}),
      } as const;
      await store.insert(record(`A${number}`, { ...orderTimes(number), ...found }));
    }
    const { orders } = shop({ store }).backend;
    for (const isAnalyzed of [false, true]) {
      if (isAnalyzed) await connection.rows('ANALYZE');
      for (const filter of filterPairs(size)) {
        for (const call of ['list', 'count'] as const) {
          plans.length = 0;
          await orders[call](filter);
          const [, index, condition = ''] = FIRST_SEARCH.exec(plans.join('\n')) ?? [];
          const text = `${call} ${JSON.stringify(filter)} ${plans.join('; ')}`;
          // A count needs no order, so that both indexes of a state serve it.
          if (call === 'list') expect(indexesOf(filter), text).toContain(index);
          expect(condition, text).toMatch(/^(term|state|created_at|updated_at)\b/);
          expect(plans.join('\n'), text).not.toMatch(/^SCAN (orders|term)/m);
        }
      }
    }
    await store.close();
  });

  it('the SQLite store writes the search terms of an order only when they change', async () => {
    const { store, connection } = await plannedStore();
    await store.insert(record('A', { reference: '4711' }));
    await connection.rows('UPDATE order_terms SET created_at = ?', ['untouched']);
    expect(await store.replace(record('A', { reference: '4711', state: 'paid' }), 1)).toBe(true);
    const times = async () =>
      (await connection.rows('SELECT created_at FROM order_terms')).map((row) => row['created_at']);
    expect(await times()).toEqual(['untouched']);
    expect(await store.replace(record('A', { reference: '4712' }), 2)).toBe(true);
    expect(await times()).toEqual([record('A').createdAt]);
    expect(await store.replace(record('A'), 3)).toBe(true);
    expect(await times()).toEqual([]);
    await store.close();
  });

  it('the SQLite store shares the orders between all stores of a file', async () => {
    const path = newFile();
    const [one, other] = [createSqliteOrderStore({ path }), createSqliteOrderStore({ path })];
    await one.insert(record('A'));
    expect(await other.replace({ ...record('A'), amount: '1' }, 1)).toBe(true);
    expect(await one.replace({ ...record('A'), amount: '2' }, 1)).toBe(false);
  });

  it('the SQLite store refuses calls, and is not ready, while its file is removed or replaced', async () => {
    const path = newFile();
    const store = createSqliteOrderStore({ path });
    const { backend } = shop({ store });
    const ready = async () => (await backend.fetch(new Request('http://10.1.2.3:3001/scudo/ready'))).status;
    await store.insert(record('A'));
    expect(await ready()).toBe(200);
    renameSync(path, `${path}.away`);
    await expect(store.read('A')).rejects.toThrow(StoreBusyError);
    await expect(store.insert(record('B'))).rejects.toThrow('was removed or replaced');
    expect(await ready()).toBe(503);
    copyFileSync(`${path}.away`, path);
    expect(await ready()).toBe(503);
    renameSync(`${path}.away`, path);
    expect(await ready()).toBe(200);
    expect(await store.read('A')).toBeDefined();
    expect(await store.read('B')).toBeUndefined();
    await store.close();
  });

  it('the SQLite store leaves the event loop free while another process holds the lock', async () => {
    const path = newFile();
    const store = createSqliteOrderStore({ path });
    for (const id of ['A', 'B', 'C']) await store.insert(record(id));
    const holder = await lockedByAnotherProcess(path);
    const settled: string[] = [];
    const writes = ['B', 'C'].map((id) => store.replace(record(id), 1).finally(() => settled.push(id)));
    expect(await store.read('A')).toMatchObject({ revision: 1 });
    for (let tick = 0; tick < 20; tick++) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(settled).toEqual([]);
    await holder.release();
    expect(await Promise.all(writes)).toEqual([true, true]);
    await store.close();
  });

  it('SQLite waits for a lock on the only thread for 20 ms at most', async () => {
    const connection = await connectSqlite({ kind: 'file', path: newFile() });
    const [row] = await connection.rows('PRAGMA busy_timeout');
    expect(Number(row?.['timeout'])).toBeLessThanOrEqual(20);
    await connection.close();
  });

  it('the SQLite store commits every write after it has waited for a lock', async () => {
    const path = newFile();
    const [store, other] = [createSqliteOrderStore({ path }), createSqliteOrderStore({ path })];
    await store.insert(record('A'));
    await other.insert(record('B'));
    const holder = await lockedByAnotherProcess(path);
    let released: Promise<void> | undefined;
    const waiting = createSqliteOrderStore({ path, pause: () => (released ??= holder.release()) });
    expect(await waiting.replace(record('A', { amount: '1' }), 1)).toBe(true);
    expect(await waiting.addToCounter('a', { ms: 60_000 })).toMatchObject({ value: 1 });
    expect(await other.read('A')).toMatchObject({ revision: 2, record: { amount: '1' } });
    expect(await other.addToCounter('a', { ms: 60_000 })).toMatchObject({ value: 2 });
    expect(await waiting.replace(record('B', { amount: '2' }), 1)).toBe(true);
    expect(await store.read('B')).toMatchObject({ revision: 2, record: { amount: '2' } });
    await Promise.all([store, other, waiting].map((one) => one.close()));
  });

  it('the SQLite store rejects with StoreBusyError when the database stays locked, and does nothing', async () => {
    const path = newFile();
    const pauses: number[] = [];
    const store = createSqliteOrderStore({
      path,
      busyTimeout: 1000,
      pause: (ms) => (pauses.push(ms), Promise.resolve()),
      random: () => 0.5,
    });
    await store.insert(record('A'));
    const holder = await lockedByAnotherProcess(path);
    await expect(store.replace(record('A'), 1)).rejects.toThrow(StoreBusyError);
    expect(pauses.slice(0, 6)).toEqual([3, 6, 12, 24, 48, 48]);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(1000);
    await holder.release();
    expect(await store.read('A')).toMatchObject({ revision: 1 });
    await store.close();
  });

  it.each([
    ['node:sqlite', connectSqlite],
    ['@libsql/client', connectLibsql],
  ])('the SQLite store rejects with StoreBusyError on a full disk, by %s', async (_name, connect) => {
    let connection: SqliteConnection | undefined;
    const store = sqliteOrderStore({ path: newFile() }, async (address) => (connection = await connect(address)));
    await store.insert(record('A'));
    const long = { ...record('B'), description: 'B'.repeat(100_000) };
    await connection?.rows('PRAGMA max_page_count = 1');
    const writes = await Promise.allSettled([store.insert(long), store.replace({ ...long, id: 'A' }, 1)]);
    expect(writes.map((one) => one.status === 'rejected' && one.reason instanceof StoreBusyError)).toEqual([
      true,
      true,
    ]);
    expect(await store.read('A')).toMatchObject({ revision: 1 });
    await connection?.rows('PRAGMA max_page_count = 10000');
    expect(await store.insert(long)).toBe(true);
    await store.close();
  });

  it('the SQLite store opens a database that another process has locked', async () => {
    const path = newFile();
    const first = createSqliteOrderStore({ path });
    await first.insert(record('A'));
    await first.close();
    const holder = await lockedByAnotherProcess(path);
    const pause = () => Promise.reject(new Error('waits'));
    const store = createSqliteOrderStore({ path, pause });
    expect(await store.read('A')).toMatchObject({ revision: 1 });
    await expect(store.replace(record('A'), 1)).rejects.toThrow('waits');
    await holder.release();
    await store.close();
  });

  it.each([
    ['this runtime', connectSqlite],
    ['@libsql/client', connectLibsql],
  ])(
    'a connection by %s flushes where it is asked to, and undoes only the write that fails',
    async (_name, connect) => {
      const connection = await connect({ kind: 'file', path: newFile() });
      const level = async () => (await connection.rows('PRAGMA synchronous'))[0]?.['synchronous'];
      await connection.rows('PRAGMA journal_mode = WAL');
      await connection.rows('CREATE TABLE one (id TEXT PRIMARY KEY)');
      const insert = (id: string) => ({ sql: 'INSERT INTO one (id) VALUES (?) RETURNING id', args: [id] });
      // https://sqlite.org/pragma.html#pragma_synchronous: 1 is NORMAL, 2 is FULL.
      await connection.write([insert('A')], false);
      expect(await level()).toBe(1);
      const results = await connection.write([insert('B'), insert('A'), insert('C')], true);
      expect(await level()).toBe(2);
      expect(results.map((one) => (one.status === 'fulfilled' ? one.value[0]?.['id'] : 'failed'))).toEqual([
        'B',
        'failed',
        'C',
      ]);
      expect((await connection.rows('SELECT id FROM one ORDER BY id')).map((row) => row['id'])).toEqual([
        'A',
        'B',
        'C',
      ]);
      await connection.close();
    },
  );

  it('the SQLite store creates its files for the owner only, and corrects the mode of existing files', async () => {
    const path = newFile();
    const modes = () => ['', '-wal', '-shm'].map((end) => (statSync(`${path}${end}`).mode & 0o777).toString(8));
    const before = process.umask(0);
    try {
      const store = createSqliteOrderStore({ path });
      await store.insert(record('A'));
      expect(modes()).toEqual(['600', '600', '600']);
      for (const end of ['', '-wal', '-shm']) chmodSync(`${path}${end}`, 0o644);
      const other = createSqliteOrderStore({ path });
      await other.read('A');
      expect(modes()).toEqual(['600', '600', '600']);
      await Promise.all([store.close(), other.close()]);
    } finally {
      process.umask(before);
    }
  });

  it('rejects when store.path is a directory, and leaves the mode of the directory as it is', async () => {
    const path = mkdtempSync(join(folder, 'directory-'));
    chmodSync(path, 0o755);
    const store = createSqliteOrderStore({ path });
    await expect(store.read('A')).rejects.toThrow('store.path is a directory');
    expect(statSync(path).mode & 0o777).toBe(0o755);
    expect(readdirSync(path)).toEqual([]);
  });

  it('rejects a file that is no database, and leaves its mode and its content as they are', async () => {
    const path = newFile();
    const text = 'a file of another program\n'.repeat(200);
    writeFileSync(path, text);
    chmodSync(path, 0o644);
    await expect(createSqliteOrderStore({ path }).read('A')).rejects.toThrow('not a database');
    expect(statSync(path).mode & 0o777).toBe(0o644);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('leaves the mode of a directory beside the database that has the name of its -shm file', async () => {
    const path = newFile();
    mkdirSync(`${path}-shm`, { mode: 0o755 });
    chmodSync(`${path}-shm`, 0o755);
    await createSqliteOrderStore({ path })
      .read('A')
      .catch(() => undefined);
    expect(statSync(`${path}-shm`).mode & 0o777).toBe(0o755);
  });

  it('the SQLite store names the package to install when the runtime has no SQLite and the package is missing', async () => {
    const missing = () => Promise.reject(new Error("Cannot find package '@libsql/client'"));
    await expect(connectLibsql({ kind: 'file', path: 'x' }, missing)).rejects.toThrow(
      'The SQLite store needs Node 22.13 or newer, or the package @libsql/client. Run: npm install @libsql/client',
    );
    await expect(connectLibsql({ kind: 'server', url: 'https://db.example' }, missing)).rejects.toThrow(
      'The option store.url needs the package @libsql/client. Run: npm install @libsql/client',
    );
  });

  it('the SQLite store needs no process.getBuiltinModule, which Node 20.0 to 20.15 does not have', async () => {
    const found = Object.getOwnPropertyDescriptor(process, 'getBuiltinModule')!;
    Reflect.deleteProperty(process, 'getBuiltinModule');
    const store = createSqliteOrderStore({ path: newFile() });
    try {
      expect(process).not.toHaveProperty('getBuiltinModule');
      expect(await store.insert(record('A'))).toBe(true);
    } finally {
      Object.defineProperty(process, 'getBuiltinModule', found);
      await store.close();
    }
  });

  it('the SQLite store opens the file again with the next call when it could not be opened', async () => {
    const path = newFile();
    writeFileSync(path, 'This file is not a database.'.repeat(20));
    const store = createSqliteOrderStore({ path });
    await expect(store.read('A')).rejects.toThrow();
    rmSync(path);
    expect(await store.insert(record('A'))).toBe(true);
  });

  it('a closed SQLite store rejects with StoreClosedError, and closes again without effect', async () => {
    const store = createSqliteOrderStore({ path: newFile() });
    await store.insert(record('A'));
    await Promise.all([store.close(), store.close()]);
    await expect(store.read('A')).rejects.toThrow(StoreClosedError);
    const unused = createSqliteOrderStore({ path: newFile() });
    await unused.close();
    await expect(unused.insert(record('A'))).rejects.toThrow(StoreClosedError);
  });

  it('an SQLite store that cannot be opened can be closed', async () => {
    const path = newFile();
    writeFileSync(path, 'This file is not a database.'.repeat(20));
    const store = createSqliteOrderStore({ path });
    const reading = expect(store.read('A')).rejects.toThrow('not a database');
    await store.close();
    await reading;
  });

  it('the SQLite store sends no settings of files to a libSQL server', async () => {
    const statements: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { requests = [] } = (body ? JSON.parse(body) : {}) as {
          requests?: { type: string; stmt?: { sql?: string } }[];
        };
        statements.push(...requests.flatMap(({ stmt }) => stmt?.sql ?? []));
        const rows = [[{ type: 'text', value: 'A' }]];
        const result = { cols: [{ name: 'id' }], rows, affected_row_count: 1, last_insert_rowid: '1' };
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
