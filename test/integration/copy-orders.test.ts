import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import {
  createPostgresOrderStore,
  createSqliteOrderStore,
  type OrderRecord,
  type OrderStore,
} from '../../src/server.js';
import { day, sampleRecord } from '../../src/server/adapters/store/conformance/sample-record.js';
import { fastFolder } from './fast-folder.js';

const folder = fastFolder();
/** The program of docs/scaling.md. It imports the built package by its name. */
const PROGRAM = 'test/samples/copy-orders.mjs';
let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Direction = 'to-postgres' | 'to-sqlite';
interface Run {
  readonly code: number;
  readonly line: string;
  readonly error: string;
}

function copy(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, line: stdout.trim(), error: stderr });
    });
  });
}

let count = 0;
/** Two empty stores, and the program between them. */
async function twoStores() {
  const path = join(folder, `orders-${++count}.db`);
  const url = await server.createDatabase();
  const [sqlite, postgres] = [createSqliteOrderStore({ path }), createPostgresOrderStore({ connectionString: url })];
  await sqlite.list({ limit: 1 });
  return {
    path,
    url,
    sqlite,
    postgres,
    run: (direction: Direction) => copy({ SQLITE_FILE: path, DATABASE_URL: url }, direction, '--shop-is-stopped'),
    close: () => Promise.all([sqlite.close(), postgres.close()]),
  };
}

async function change(store: OrderStore, id: string, changed: Partial<OrderRecord>): Promise<void> {
  const { record, revision } = (await store.read(id))!;
  expect(await store.replace({ ...record, ...changed }, revision)).toBe(true);
}

it('copies every order from SQLite to PostgreSQL with the program of docs/scaling.md', async () => {
  const { sqlite, postgres, run, close } = await twoStores();
  const orders = 230;
  for (let index = 0; index < orders; index++) {
    const id = `order-${String(index).padStart(4, '0')}`;
    await sqlite.insert(sampleRecord(id, { createdAt: day(index % 7), description: `é\u0000 ${index}` }));
  }
  await sqlite.replace(sampleRecord('order-0007', { state: 'pending', dueAt: day(9) }), 1);

  expect(await run('to-postgres')).toMatchObject({
    code: 0,
    line: '230 read, 230 copied, 0 replaced, 0 already there',
  });
  expect(await run('to-postgres')).toMatchObject({
    code: 0,
    line: '230 read, 0 copied, 0 replaced, 230 already there',
  });

  const all = { limit: 2000 };
  expect(new Set(await postgres.list(all))).toEqual(new Set(await sqlite.list(all)));
  expect(await postgres.due({ by: 'dueAt', at: day(9), limit: 10 })).toEqual(['order-0007']);
  await close();
});

it('keeps an order paid that was paid in PostgreSQL between the copy and the return to SQLite', async () => {
  const { sqlite, postgres, run, close } = await twoStores();
  for (const id of ['A', 'B', 'C']) await sqlite.insert(sampleRecord(id));
  await run('to-postgres');
  await change(postgres, 'B', { state: 'paid', updatedAt: day(21) });
  await postgres.insert(sampleRecord('D', { createdAt: day(22) }));
  expect(await run('to-sqlite')).toMatchObject({ code: 0, line: '4 read, 1 copied, 1 replaced, 2 already there' });
  const states = async () => Object.fromEntries((await sqlite.list({ limit: 10 })).map(({ id, state }) => [id, state]));
  expect(await states()).toEqual({ A: 'open', B: 'paid', C: 'open', D: 'open' });
  await change(sqlite, 'A', { state: 'paid', updatedAt: day(23) });
  expect(await run('to-postgres')).toMatchObject({ code: 0, line: '4 read, 0 copied, 1 replaced, 3 already there' });
  expect((await postgres.read('A'))?.record.state).toBe('paid');
  await close();
});

it.each(['to-postgres', 'to-sqlite'] as const)(
  'fails and replaces nothing when the target of %s has a newer record',
  async (direction) => {
    const { sqlite, postgres, run, close } = await twoStores();
    const [from, to] = direction === 'to-postgres' ? [sqlite, postgres] : [postgres, sqlite];
    await from.insert(sampleRecord('A'));
    await to.insert(sampleRecord('A', { state: 'paid', updatedAt: day(21) }));
    const { code, line, error } = await run(direction);
    expect([code, line]).toEqual([1, '0 read, 0 copied, 0 replaced, 0 already there']);
    expect(error).toContain('The target has a newer record of order A.');
    expect((await to.read('A'))?.record.state).toBe('paid');
    await close();
  },
);

it('fails without the statement that the shop is stopped, a direction, or a variable', async () => {
  const { path, url, close } = await twoStores();
  const env = { SQLITE_FILE: path, DATABASE_URL: url };
  for (const args of [[], ['to-postgres'], ['--shop-is-stopped'], ['back', '--shop-is-stopped']]) {
    const { code, line, error } = await copy(env, ...args);
    expect([code, line]).toEqual([1, '']);
    expect(error).toContain('Stop all processes of the shop');
  }
  for (const unset of ['SQLITE_FILE', 'DATABASE_URL']) {
    const { code, error } = await copy({ ...env, [unset]: '' }, 'to-postgres', '--shop-is-stopped');
    expect(code).toBe(1);
    expect(error).toContain('Set SQLITE_FILE and DATABASE_URL.');
  }
  await close();
});

it.each(['to-postgres', 'to-sqlite'])(
  '%s fails when the SQLite file does not exist, and creates none',
  async (direction) => {
    const path = join(folder, 'no-such-file.db');
    const env = { SQLITE_FILE: path, DATABASE_URL: await server.createDatabase() };
    const { code, error } = await copy(env, direction, '--shop-is-stopped');
    expect(code).toBe(1);
    expect(error).toContain('SQLITE_FILE must name an existing file');
    expect(existsSync(path)).toBe(false);
  },
);

it('copies into an empty SQLite file', async () => {
  const { postgres, url, close } = await twoStores();
  await postgres.insert(sampleRecord('A'));
  const path = join(folder, 'empty.db');
  writeFileSync(path, '');
  const { code, line } = await copy({ SQLITE_FILE: path, DATABASE_URL: url }, 'to-sqlite', '--shop-is-stopped');
  expect([code, line]).toEqual([0, '1 read, 1 copied, 0 replaced, 0 already there']);
  await close();
});
