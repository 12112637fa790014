import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { createPostgresOrderStore, StoreBusyError, type PostgresOptions } from '../../src/server.js';
import { sampleRecord } from '../../src/server/adapters/store/conformance/sample-record.js';
import { storeChecks } from '../../src/store-conformance.js';
import { filterPairs, orderTimes } from '../server/adapters/store/filter-pairs.js';
import { CARDS, shop } from '../server/scripted-gateway.js';
import { proxyFor } from './cut-connection.js';

let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
});
afterAll(() => server.stop());

/** The time of an order by its number, as text in SQL. */
const isoSql = (first: string) =>
  `to_char((timestamptz ${first} + number * interval '1 second') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A store on a database, closed after the work. */
async function withStore<Result>(
  options: PostgresOptions,
  work: (store: ReturnType<typeof createPostgresOrderStore>) => Promise<Result>,
): Promise<Result> {
  const store = createPostgresOrderStore(options);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

describe('the PostgreSQL store', () => {
  it.each(storeChecks)('the PostgreSQL store with its own pool $name', async ({ run }) => {
    const connectionString = await server.createDatabase();
    await run(() => ({ open: () => createPostgresOrderStore({ connectionString }) }));
  });

  it.each(storeChecks)("the PostgreSQL store with the shop's pool and schema $name", async ({ run }) => {
    const pool = new pg.Pool({ connectionString: await server.createDatabase(), max: 3 });
    try {
      await pool.query('CREATE SCHEMA shop');
      await run(() => ({ open: () => createPostgresOrderStore({ pool, table: 'shop.orders' }) }));
      expect((await pool.query("SELECT to_regclass('public.scudo_orders') AS found")).rows).toEqual([{ found: null }]);
    } finally {
      await pool.end();
    }
  });

  it('the PostgreSQL store lists rare states from their index among many orders', async () => {
    const pool = new pg.Pool({ connectionString: await server.createDatabase() });
    const store = createPostgresOrderStore({ pool });
    const listed: [string, unknown[]][] = [];
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      Object.assign(client, {
        query: (...args: [string, unknown[]]) => {
          if (args[0].startsWith('SELECT document FROM')) listed.push([args[0], args[1]]);
          return query(...args);
        },
      });
    });
    try {
      await store.insert(sampleRecord('first', { state: 'paid' }));
      await pool.query(
        `INSERT INTO scudo_orders
         SELECT 'order-' || number, created_at, revision, document, 'paid', updated_at, NULL
         FROM scudo_orders, generate_series(1, 20000) AS number`,
      );
      expect(await store.list({ states: ['in-doubt', 'pending'], limit: 50 })).toEqual([]);
      const [[text, args] = ['', []]] = listed;
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, args);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('scudo_orders_by_state');
      expect(plan).not.toMatch(/Seq Scan|_by_age/);
      expect(await store.list({ states: ['in-doubt', 'paid'], limit: 50 })).toHaveLength(50);
      await pool.query(
        `INSERT INTO scudo_orders_terms
         SELECT id, 'reference:' || id, created_at, NULL FROM scudo_orders
         UNION ALL SELECT id, 'flag:contradiction', created_at, updated_at FROM scudo_orders`,
      );
      await pool.query('ANALYZE scudo_orders, scudo_orders_terms');
      const changed = { sort: 'updatedAt', updatedBefore: '2099-01-01T00:00:00.000Z' } as const;
      for (const [index, filter] of [
        ['scudo_orders_by_age', {}],
        ['scudo_orders_by_change', changed],
        ['scudo_orders_by_state_change', { ...changed, states: ['in-doubt'] }],
        ['scudo_orders_by_term', { terms: ['reference:order-4711'] }],
        ['scudo_orders_by_term', { terms: ['reference:order-4711'], states: ['paid', 'open'] }],
        ['scudo_orders_by_term_change', { ...changed, terms: ['flag:contradiction'] }],
      ] as const) {
        listed.length = 0;
        await store.list({ limit: 50, ...filter });
        const [[sql, values] = ['', []]] = listed;
        const explained = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
        const steps = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(steps).toContain(index);
        expect(steps).not.toContain('Seq Scan');
      }
    } finally {
      await pool.end();
    }
  });

  it('the PostgreSQL store finds and counts orders by each filter and each pair of filters in an index', async () => {
    const pool = new pg.Pool({ connectionString: await server.createDatabase(), max: 1 });
    const store = createPostgresOrderStore({ pool });
    const size = 20_000;
    try {
      await store.insert(sampleRecord('first', orderTimes(0)));
      await pool.query(
        `INSERT INTO scudo_orders
         SELECT 'order-' || number, ${isoSql("'2026-11-20Z'")}, revision, document,
           CASE number % 500 WHEN 0 THEN 'authorized' ELSE 'paid' END, ${isoSql("'2026-11-20 00:01Z'")}, NULL
         FROM scudo_orders, generate_series(1, ${size - 1}) AS number`,
      );
      await pool.query(
        `INSERT INTO scudo_orders_terms
         SELECT id, unnest(ARRAY['reference:', 'gatewayOrderId:', 'pasref:']) || id, created_at, NULL FROM scudo_orders
         UNION ALL SELECT id, unnest(ARRAY['flag:contradiction', 'suspended:true']), created_at, updated_at FROM scudo_orders
           WHERE state = 'authorized'`,
      );
      await pool.query('ANALYZE scudo_orders, scudo_orders_terms');
      // PostgreSQL explains each statement of the connection in a notice.
      const client = await pool.connect();
      const plans: string[] = [];
      client.on('notice', ({ message = '' }) => plans.push(message));
      await client.query(`LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET client_min_messages = 'log'`);
      client.release();
      const { orders } = shop({ store }).backend;
      for (const filter of filterPairs(size)) {
        for (const call of ['list', 'count'] as const) {
          plans.length = 0;
          await orders[call](filter);
          const plan = plans.join('\n');
          expect(plan, JSON.stringify(filter)).toMatch(/Index (Only )?Scan/);
          expect(plan, JSON.stringify(filter)).not.toContain('Seq Scan');
        }
      }
    } finally {
      await pool.end();
    }
  });

  it('orders are found on PostgreSQL by each text filter with U+0000, which the database refuses', async () => {
    await withStore({ connectionString: await server.createDatabase() }, async (store) => {
      const place = shop({ store });
      const { orders } = place.backend;
      const id = await place.order({ reference: 'SO-4711' });
      await place.order({ reference: 'SO-4712' });
      const card = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
      const { order } = await orders.payStored(id, { card });
      const { gatewayOrderId, pasref = '' } = (await orders.read(id))?.payment ?? { gatewayOrderId: '' };
      expect([order.state, pasref]).toEqual(['paid', expect.stringMatching(/^\d+$/)]);
      for (const [field, value] of Object.entries({ reference: 'SO-4711', gatewayOrderId, pasref })) {
        const filter = { [field]: `${value.slice(0, 3)}\0${value.slice(3)}\0` };
        expect((await orders.list(filter)).orders.map((one) => one.id)).toEqual([id]);
        expect(await orders.count(filter)).toBe(1);
        const unknown = { [field]: `${value}\0x` };
        expect([(await orders.list(unknown)).orders, await orders.count(unknown)]).toEqual([[], 0]);
      }
      for (const [field, value] of Object.entries({ states: ['paid\0'], flag: 'contradiction\0', after: '\0' }))
        await expect(orders.list({ [field]: value })).rejects.toMatchObject({
          issues: [{ field: expect.stringContaining(field) }],
        });
    });
  });

  it('GET ready answers 503 while PostgreSQL is out of reach, 200 afterwards, and 503 while the backend closes', async () => {
    const database = await server.createDatabase();
    const proxy = await proxyFor(database);
    await withStore({ connectionString: proxy.url, max: 2 }, async (store) => {
      const { backend } = shop({ store });
      const probe = async (path: string) => {
        const answer = await backend.fetch(new Request(`http://10.1.2.3:3001/scudo/${path}`));
        return `${answer.status} ${((await answer.json()) as { readonly status: string }).status}`;
      };
      expect(await probe('ready')).toBe('200 ready');
      await proxy.close();
      expect(await probe('ready')).toBe('503 store-not-readable');
      expect(await probe('live')).toBe('200 live');
      const back = await proxyFor(database, Number(new URL(proxy.url).port));
      expect(await probe('ready')).toBe('200 ready');
      const closed = backend.close();
      expect(await probe('ready')).toBe('503 closing');
      expect(await probe('live')).toBe('200 live');
      await closed;
      await store.close();
      await back.close();
    });
  });

  it('eight processes at once open the PostgreSQL store on an empty database', async () => {
    const url = await server.createDatabase();
    const program = fileURLToPath(new URL('open-store.mjs', import.meta.url));
    const started = Array.from({ length: 8 }, (_, index) =>
      promisify(execFile)(process.execPath, [program, url, `order-${index}`]),
    );
    const answers = (await Promise.all(started)).map(
      ({ stdout }) => JSON.parse(stdout) as { inserted: boolean; value: number },
    );
    expect(answers.map(({ inserted }) => inserted)).toEqual(Array(8).fill(true));
    expect(answers.map(({ value }) => value).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await withStore({ connectionString: url }, async (store) => {
      expect(await store.list({ limit: 10 })).toHaveLength(8);
    });
  });

  it('the PostgreSQL store needs no right to create tables once they exist', async () => {
    const url = new URL(await server.createDatabase());
    await withStore({ connectionString: url.href }, (store) => store.insert(sampleRecord('A')));
    const owner = new pg.Client({ connectionString: url.href });
    await owner.connect();
    await owner.query(
      `CREATE ROLE shop LOGIN PASSWORD 'shop';
       GRANT SELECT, INSERT, UPDATE, DELETE ON scudo_orders, scudo_orders_terms, scudo_orders_counters TO shop`,
    );
    await owner.end();
    [url.username, url.password] = ['shop', 'shop'];
    await withStore({ connectionString: url.href }, async (store) => {
      expect(await store.replace(sampleRecord('A', { state: 'paid' }), 1)).toBe(true);
      expect(await store.addToCounter('a', { ms: 1000 })).toMatchObject({ value: 1 });
      expect(await store.prune({ updatedBefore: '2027-01-01T00:00:00.000Z', states: ['paid'], limit: 1 })).toBe(1);
    });
  });

  it('the PostgreSQL store rejects a write whose answer is lost, and does not repeat it', async () => {
    const proxy = await proxyFor(await server.createDatabase());
    await withStore({ connectionString: proxy.url, max: 1 }, async (store) => {
      await store.insert(sampleRecord('A'));
      proxy.cutAfter('UPDATE');
      const lost = await store.replace(sampleRecord('A', { amount: '1' }), 1).catch((error: unknown) => error);
      expect(lost).toBeInstanceOf(Error);
      expect(lost).not.toBeInstanceOf(StoreBusyError);
      expect(proxy.sent.filter((text) => text.includes('UPDATE'))).toHaveLength(1);
      // The next call opens another connection, and sees that the write was done.
      expect(await store.read('A')).toMatchObject({ revision: 2, record: { amount: '1' } });
    });
    await proxy.close();
  });

  it('the PostgreSQL store rejects with StoreBusyError when the server ends a statement', async () => {
    const connectionString = await server.createDatabase();
    const limited = new URL(connectionString);
    limited.searchParams.set('options', '-c lock_timeout=50ms');
    const pool = new pg.Pool({ connectionString: limited.href });
    const holder = new pg.Client({ connectionString });
    await holder.connect();
    const store = createPostgresOrderStore({ pool });
    await store.insert(sampleRecord('A'));
    await holder.query('BEGIN; SELECT * FROM scudo_orders FOR UPDATE');
    await expect(store.replace(sampleRecord('A'), 1)).rejects.toThrow(StoreBusyError);
    await holder.query('COMMIT');
    expect(await store.replace(sampleRecord('A'), 1)).toBe(true);
    await holder.end();
    await pool.end();
  });

  it('the PostgreSQL store rejects with StoreBusyError when every connection of the pool is in use', async () => {
    const connectionString = await server.createDatabase();
    const pool = new pg.Pool({ connectionString, max: 1 });
    const store = createPostgresOrderStore({ pool });
    await store.insert(sampleRecord('A'));
    const used = await pool.connect();
    // Set here, because opening a connection has the same time limit.
    pool.options.connectionTimeoutMillis = 50;
    await expect(store.replace(sampleRecord('A', { amount: '1' }), 1)).rejects.toThrow(StoreBusyError);
    used.release();
    pool.options.connectionTimeoutMillis = 0;
    expect(await store.read('A')).toMatchObject({ revision: 1 });
    await pool.end();
  });

  it('the PostgreSQL store rejects with the error of the server when the password is wrong', async () => {
    const url = new URL(await server.createDatabase());
    url.password = 'wrong';
    await withStore({ connectionString: url.href }, async (store) => {
      const error = await store.read('A').catch((reason: unknown) => reason);
      expect(error).not.toBeInstanceOf(StoreBusyError);
      expect(error).toMatchObject({ code: '28P01' });
    });
  });

  it('the PostgreSQL store opens another connection after the server has closed the idle ones', async () => {
    const connectionString = await server.createDatabase();
    await withStore({ connectionString }, async (store) => {
      await store.insert(sampleRecord('A'));
      const database = new URL(connectionString).pathname.slice(1);
      await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
      // The first call may still use a connection of which the end has not arrived.
      await store.read('A').catch(() => undefined);
      expect(await store.read('A')).toMatchObject({ revision: 1 });
    });
  });

  it('the PostgreSQL store opens the database with a later call when the server was down', async () => {
    const url = await server.createDatabase();
    const down = await proxyFor(url);
    await down.close();
    await withStore({ connectionString: down.url }, async (store) => {
      const refused = await store.insert(sampleRecord('A')).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(StoreBusyError);
      expect(String(refused)).toContain('ECONNREFUSED');
      const up = await proxyFor(url, Number(new URL(down.url).port));
      expect(await store.insert(sampleRecord('A'))).toBe(true);
      await up.close();
    });
  });

  it('the PostgreSQL store takes its time from the server and not from the process', async () => {
    const connectionString = await server.createDatabase();
    const { rows } = await server.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
    const before = Number(rows[0]?.ms);
    const real = Date.now;
    Date.now = () => real() + 86_400_000;
    try {
      await withStore({ connectionString }, async (store) => {
        expect((await store.now()).getTime()).toBeGreaterThanOrEqual(Math.floor(before));
        expect((await store.now()).getTime()).toBeLessThan(before + 3_600_000);
      });
    } finally {
      Date.now = real;
    }
  });
});
