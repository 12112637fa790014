import type { OrderRecord } from '../../domain/record/order-record.js';
import { refuseMistakes } from '../../util/check-options.js';
import { searchTerms } from '../../book/order-filter.js';
import type { OrderStore } from '../../book/order-store.js';
import { countQuery, dueQuery, listQuery, stateCondition, termChangedAt, timeColumns } from './list-query.js';
import { openPool, usePool, type PostgresConnection, type PostgresRow } from './postgres-connection.js';
import type { PostgresOptions } from './postgres-options.js';
import { postgresMistakes } from './postgres-options.schema.js';
import { postgresNames, preparePostgres } from './postgres-schema.js';
import { shareConnection } from './shared-connection.js';

/** Time in milliseconds, as all processes write it. */
const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** The server's time. */
const TIME = `to_char(clock_timestamp() AT TIME ZONE 'UTC', ${ISO})`;

/**
 * Stores orders in PostgreSQL 13 or newer, which any number of machines may share. Uses the package `pg`. Creates its
 * tables on the first call.
 * @param options the connection, or a pool of the shop
 * @returns the store; call `close()` before the process ends
 * @throws {OptionError} naming every wrong option
 * @example
 * const store = createPostgresOrderStore({ connectionString: process.env.DATABASE_URL });
 */
export function createPostgresOrderStore(options: PostgresOptions): Required<OrderStore> {
  refuseMistakes(postgresMistakes(options));
  const connect = () => connectionOf(options);
  const names = postgresNames(options.table ?? 'scudo_orders');
  const { open, close } = shareConnection(create);

  async function create(): Promise<PostgresConnection> {
    const connection = await connect();
    try {
      await preparePostgres(connection, names);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async function rows(sql: string, args: readonly unknown[] = []): Promise<readonly PostgresRow[]> {
    return (await (await open()).query(sql, args)).rows;
  }

  async function run(sql: string, args: readonly unknown[]): Promise<number> {
    return (await (await open()).query(sql, args)).rowCount ?? 0;
  }

  /** One statement writes an order with its search terms. */
  const addTerms = (terms: string) =>
    `INSERT INTO ${names.terms} (id, term, created_at, updated_at)
     SELECT stored.id, term, stored.created_at, ${termChangedAt('term', 'stored.updated_at')} FROM stored, unnest(${terms}::text[]) AS term ON CONFLICT DO NOTHING`;

  return {
    async insert(record) {
      const { id, createdAt, state, updatedAt } = record;
      const changed = await run(
        `WITH stored AS (
           INSERT INTO ${names.orders} (id, created_at, revision, document, state, updated_at, due_at, deliver_at, check_at,
             unresolved_since)
           VALUES ($1, $2, 1, $3, $4, $5, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id, created_at, updated_at
         ), added AS (${addTerms('$6')})
         SELECT id FROM stored`,
        [id, createdAt, JSON.stringify(record), state, updatedAt, searchTerms(record), ...timeColumns(record)],
      );
      return changed === 1;
    },
    async read(id) {
      const [row] = await rows(`SELECT document, revision, ${TIME} AS at FROM ${names.orders} WHERE id = $1`, [id]);
      return row && { record: recordOf(row), revision: Number(row['revision']), at: new Date(row['at'] as string) };
    },
    async replace(record, revision) {
      const { id, state, updatedAt } = record;
      const changed = await run(
        `WITH stored AS (
           UPDATE ${names.orders} SET document = $3, revision = revision + 1, state = $4, updated_at = $5, due_at = $7,
             deliver_at = $8, check_at = $9, unresolved_since = $10
           WHERE id = $1 AND revision = $2 RETURNING id, created_at, updated_at
         ), removed AS (
           DELETE FROM ${names.terms} AS term USING stored
           WHERE term.id = stored.id AND NOT term.term = ANY ($6::text[])
         ), moved AS (
           UPDATE ${names.terms} AS term SET updated_at = stored.updated_at FROM stored
           WHERE term.id = stored.id AND term.updated_at IS NOT NULL AND term.term = ANY ($6::text[])
         ), added AS (${addTerms('$6')})
         SELECT id FROM stored`,
        [id, revision, JSON.stringify(record), state, updatedAt, searchTerms(record), ...timeColumns(record)],
      );
      return changed === 1;
    },
    async list(input) {
      const args: unknown[] = [];
      const sql = listQuery(names, input, (value) => `$${args.push(value)}`);
      return (await rows(sql, args)).map(recordOf);
    },
    async countOrders(filter) {
      const args: unknown[] = [];
      const [row] = await rows(
        countQuery(names, filter, (value) => `$${args.push(value)}`),
        args,
      );
      return Number(row?.['number']);
    },
    async due(input) {
      const args: unknown[] = [];
      const sql = dueQuery(names, input, (value) => `$${args.push(value)}`);
      return (await rows(sql, args)).map((row) => row['id'] as string);
    },
    async now() {
      const [row] = await rows(`SELECT ${TIME} AS now`);
      return new Date(row?.['now'] as string);
    },
    async addToCounter(key, { ms, add = 1 }) {
      if (add === 0) {
        const [found] = await rows(
          `SELECT coalesce(value, 0) AS value, to_char(coalesce(ends_at, clock_timestamp()
             + $2 * interval '1 millisecond') AT TIME ZONE 'UTC', ${ISO}) AS ends_at
           FROM (SELECT 1) AS one LEFT JOIN ${names.counters} ON key = $1 AND ends_at > clock_timestamp()`,
          [key, ms],
        );
        return { value: Number(found?.['value']), endsAt: new Date(found?.['ends_at'] as string) };
      }
      // The inserted row has one time for both cases, also when it waits for a concurrent count.
      const hasEnded = `counter.ends_at <= excluded.ends_at - $2 * interval '1 millisecond'`;
      const [row] = await rows(
        `INSERT INTO ${names.counters} AS counter (key, value, ends_at)
         VALUES ($1, greatest(0, $3::integer), date_trunc('milliseconds', clock_timestamp()) + $2 * interval '1 millisecond')
         ON CONFLICT (key) DO UPDATE SET
           value = CASE WHEN ${hasEnded} THEN excluded.value ELSE greatest(0, counter.value + $3::integer) END,
           ends_at = CASE WHEN ${hasEnded} THEN excluded.ends_at ELSE counter.ends_at END
         RETURNING value, to_char(ends_at AT TIME ZONE 'UTC', ${ISO}) AS ends_at`,
        [key, ms, add],
      );
      return { value: Number(row?.['value']), endsAt: new Date(row?.['ends_at'] as string) };
    },
    async prune({ updatedBefore, states, limit, counters = true }) {
      if (counters) await run(`DELETE FROM ${names.counters} WHERE ends_at <= clock_timestamp()`, []);
      const args: unknown[] = [updatedBefore];
      const parameter = (value: unknown) => `$${args.push(value)}`;
      // Locked rows are checked again, so that an order that has just become due stays.
      return run(
        `DELETE FROM ${names.orders} WHERE id IN (
           SELECT id FROM ${names.orders}
           WHERE due_at IS NULL AND deliver_at IS NULL AND check_at IS NULL AND updated_at < $1 AND ${stateCondition(states, parameter)}
           ORDER BY updated_at, id LIMIT ${parameter(limit)} FOR UPDATE SKIP LOCKED)`,
        args,
      );
    },
    close,
  };
}

function recordOf(row: PostgresRow): OrderRecord {
  return JSON.parse(row['document'] as string) as OrderRecord;
}

function connectionOf({ connectionString = '', max = 10, pool }: PostgresOptions): Promise<PostgresConnection> {
  return pool ? Promise.resolve(usePool(pool)) : openPool({ connectionString, max });
}
