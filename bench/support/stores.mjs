import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import pg from 'pg';
import { createPostgresOrderStore, createSqliteOrderStore } from '../../dist/server.js';
import { startPostgres } from '../../scripts/postgres.mjs';

/**
 * Runs `work` for each kind of store: `work({ name, open })`. `open()` returns an empty `store`, which is closed after
 * `work`. It also returns `load(record, first, last)`, which adds copies of a record with the numbers from `first` to
 * `last` (`copyOf`), past the store's own calls. The id of a copy is its reference, its gateway order id and its
 * payments reference as well. Every 100th copy has a flag, and every 1,000th is `authorized`. SQLite and PostgreSQL run
 * on this machine, with their default durability.
 */
export async function withStores(work) {
  const folder = await mkdtemp(join(tmpdir(), 'scudo-bench-'));
  const server = await startPostgres();
  const opened = [];
  const open = (store, load) => {
    opened.push(store);
    return { store, load };
  };
  const openSqlite = () => {
    const path = join(folder, `orders-${opened.length}.db`);
    return open(createSqliteOrderStore({ path }), (...copies) => loadSqlite(path, ...copies));
  };
  const openPostgres = async () => {
    const connectionString = await server.createDatabase();
    return open(createPostgresOrderStore({ connectionString }), (...copies) =>
      loadPostgres(connectionString, ...copies),
    );
  };
  try {
    await work({ name: 'SQLite', open: openSqlite });
    await work({ name: 'PostgreSQL', open: openPostgres });
  } finally {
    for (const store of opened) await store.close?.();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The search terms of a copy that end with its id, and that of every 100th copy. */
const ID_TERMS = ['reference:', 'gatewayOrderId:', 'pasref:'];
const FLAG = 'flag:contradiction';

/** Orders that one statement copies, so that no transaction has them all. */
const BATCH = 50_000;

/** The id and the time of a copy: each is a second older than the one before. */
export function copyOf({ createdAt }, number) {
  return {
    id: `copy-${String(number).padStart(9, '0')}`,
    createdAt: new Date(Math.floor(Date.parse(createdAt) / 1000 - number) * 1000).toISOString(),
  };
}

/** The arguments of the statements that insert the copies of a record from a number on. */
function copyArguments(record, from, last) {
  const seconds = Math.floor(Date.parse(record.createdAt) / 1000);
  return [
    from,
    Math.min(from + BATCH - 1, last),
    seconds,
    JSON.stringify(record),
    record.id,
    record.createdAt,
    record.state,
  ];
}

async function loadSqlite(path, record, first, last) {
  const client = createClient({ url: `file:${path}` });
  try {
    for (let from = first; from <= last; from += BATCH)
      await client.execute({
        sql: `WITH RECURSIVE numbers(n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2),
                named AS (SELECT n, printf('copy-%09d', n) AS id,
                  strftime('%Y-%m-%dT%H:%M:%fZ', ?3 - n, 'unixepoch') AS at FROM numbers),
                copies AS (SELECT *, json_array(${ID_TERMS.map((term) => `'${term}' || id`).join(', ')}) AS ids FROM named)
              INSERT INTO orders (id, created_at, revision, document, state, updated_at, due_at, terms)
              SELECT id, at, 1, replace(replace(?4, ?5, id), ?6, at), iif(n % 1000 = 0, 'authorized', ?7), at, NULL,
                CASE n % 100 WHEN 0 THEN json_insert(ids, '$[#]', '${FLAG}') ELSE ids END
              FROM copies`,
        args: copyArguments(record, from, last),
      });
  } finally {
    client.close();
  }
}

async function loadPostgres(connectionString, record, first, last) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (let from = first; from <= last; from += BATCH)
      await client.query(
        `INSERT INTO scudo_orders (id, created_at, revision, document, state, updated_at, due_at)
         SELECT id, at, 1, replace(replace($4, $5, id), $6, at), CASE n % 1000 WHEN 0 THEN 'authorized' ELSE $7 END, at, NULL
         FROM (SELECT n, 'copy-' || lpad(n::text, 9, '0') AS id,
           to_char(to_timestamp($3::bigint - n) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
           FROM generate_series($1::int, $2::int) AS n) AS copies`,
        copyArguments(record, from, last),
      );
    await client.query(
      `INSERT INTO scudo_orders_terms (id, term, created_at, updated_at)
       SELECT id, unnest(ARRAY[${ID_TERMS.map((term) => `'${term}' || id`).join(', ')}]), created_at, NULL
       FROM scudo_orders WHERE id LIKE 'copy-%'
       UNION ALL SELECT id, '${FLAG}', created_at, updated_at FROM scudo_orders WHERE id LIKE 'copy-%00'`,
    );
    await client.query('ANALYZE scudo_orders, scudo_orders_terms');
  } finally {
    await client.end();
  }
}
