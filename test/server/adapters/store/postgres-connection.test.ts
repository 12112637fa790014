import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { createPostgresOrderStore, StoreBusyError, type PostgresPool } from '../../../../src/server.js';
import { usePool } from '../../../../src/server/adapters/store/postgres-connection.js';

const failed = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

/** A pool with one connection whose statements do `work`. */
function poolOf(work: (client: EventEmitter) => Promise<{ rows: []; rowCount: number }>) {
  const released = vi.fn<(error?: Error) => void>();
  const client = new EventEmitter();
  const connection = Object.assign(client, { query: () => work(client), release: released });
  const pool: PostgresPool = { connect: () => Promise.resolve(connection) };
  return { pool, released, client };
}

const errorOf = (pool: PostgresPool) =>
  usePool(pool)
    .query('SELECT 1')
    .then(String, (error: unknown) => error);

describe('the PostgreSQL store', () => {
  it('keeps ended counters in a batch that leaves them to an earlier one', async () => {
    const statements: string[] = [];
    const query = (sql: string) => (statements.push(sql), Promise.resolve({ rows: [], rowCount: 0 }));
    const connection = Object.assign(new EventEmitter(), { query, release: () => undefined });
    const store = createPostgresOrderStore({ pool: { connect: () => Promise.resolve(connection) } });
    const batch = { updatedBefore: '2026-11-20T12:00:00.000Z', states: ['paid'], limit: 500 } as const;
    await store.prune(batch);
    await store.prune({ ...batch, counters: false });
    const tables = statements.flatMap((sql) => /^DELETE FROM "(\w+)"/.exec(sql)?.[1] ?? []);
    expect(tables).toEqual(['scudo_orders_counters', 'scudo_orders', 'scudo_orders']);
  });
});

describe('a PostgreSQL connection', () => {
  it.each([
    ['no connection becomes free', failed('timeout exceeded when trying to connect')],
    ['the server is down', failed('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' })],
    ['every address of the server refuses', new AggregateError([], '')],
    ['the server has too many connections', failed('sorry', { code: '53300', severity: 'FATAL' })],
    ['the server is being stopped', failed('terminating', { code: '57P01', severity: 'FATAL' })],
  ])('rejects with StoreBusyError when %s', async (_case, cause) => {
    const error = await errorOf({ connect: () => Promise.reject(cause) });
    expect(error).toBeInstanceOf(StoreBusyError);
    expect(error).toMatchObject({ cause });
  });

  it.each([
    ['the password', '28P01'],
    ['the name of the database', '3D000'],
    ['a right', '42501'],
  ])('rejects with the error of the server when %s is wrong', async (_case, code) => {
    const cause = failed('refused', { code, severity: 'FATAL' });
    expect(await errorOf({ connect: () => Promise.reject(cause) })).toBe(cause);
  });

  it('rejects with the error itself when it is lost during a statement, whose result is unknown', async () => {
    const lost = failed('Connection terminated unexpectedly');
    const { pool, released, client } = poolOf((one) => {
      one.emit('error', lost);
      return Promise.reject(lost);
    });
    expect(await errorOf(pool)).toBe(lost);
    expect(released).toHaveBeenCalledExactlyOnceWith(lost);
    expect(client.listenerCount('error')).toBe(0);
  });

  it.each([
    ['a deadlock', '40P01'],
    ['a full disk', '53100'],
    ['a server that only reads', '25006'],
  ])('rejects with StoreBusyError when the server has rolled a statement back for %s', async (cause, code) => {
    const { pool, released } = poolOf(() => Promise.reject(failed(cause, { code, severity: 'ERROR' })));
    expect(await errorOf(pool)).toBeInstanceOf(StoreBusyError);
    expect(released).toHaveBeenCalledOnce();
  });

  it('returns its connection to the pool after a statement', async () => {
    const { pool, released, client } = poolOf(() => Promise.resolve({ rows: [], rowCount: 0 }));
    expect(await usePool(pool).query('SELECT 1')).toEqual({ rows: [], rowCount: 0 });
    expect(released).toHaveBeenCalledExactlyOnceWith();
    expect(client.listenerCount('error')).toBe(0);
  });
});

it('a PostgreSQL store rejects with StoreBusyError while nothing listens at its address', async () => {
  const store = createPostgresOrderStore({ connectionString: 'postgres://127.0.0.1:1/none' });
  await expect(store.read('A')).rejects.toThrow(StoreBusyError);
  await store.close();
});
