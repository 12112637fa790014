import { fileURLToPath } from 'node:url';
import type { OrderRecord } from '../../domain/record/order-record.js';
import { refuseMistakes } from '../../util/check-options.js';
import { StoreBusyError } from '../../domain/problems/store-busy-error.js';
import { searchTerms } from '../../book/order-filter.js';
import type { OrderStore } from '../../book/order-store.js';
import { connectSqlite, requireSqlite } from './connect-sqlite.js';
import { countQuery, dueQuery, listQuery, type OrderTables, stateCondition, timeColumns } from './list-query.js';
import { groupWrites } from './group-writes.js';
import { createPrivate, fileIdentity, makePrivate } from './private-file.js';
import {
  type ConnectSqlite,
  isUnwritable,
  type SqliteAddress,
  type SqliteConnection,
  type SqliteRow,
  type SqliteValue,
} from './sqlite-connection.js';
import { shareConnection } from './shared-connection.js';
import { prepareSqlite } from './sqlite-schema.js';
import type { SqliteOptions } from './sqlite-options.js';
import { sqliteMistakes } from './store-options.schema.js';
import { whileLocked } from './while-locked.js';

/**
 * Stores orders in an SQLite file, which several processes of one machine may share. Uses `node:sqlite` on Node 22.13
 * and newer, and the package `@libsql/client` elsewhere.
 * @param options the file or server; default: `scudo.db` in the working directory
 * @returns the store; call `close()` before the process ends
 * @throws {OptionError} naming every wrong option
 * @throws {Error} naming the package that is needed and not installed
 * @example
 * const store = createSqliteOrderStore({ path: '/var/lib/shop/scudo.db' });
 */
export function createSqliteOrderStore(options: SqliteOptions = {}): Required<OrderStore> {
  refuseMistakes(sqliteMistakes(options));
  requireSqlite(addressOf(options));
  return sqliteOrderStore(options, connectSqlite);
}

/** Format of `Date.prototype.toISOString`: https://sqlite.org/lang_datefunc.html */
const ISO = `'%Y-%m-%dT%H:%M:%fZ'`;

const TABLES: OrderTables = { orders: 'orders', terms: 'order_terms' };

/** Time after which the log is emptied with the next reconciliation, in milliseconds. */
const LOG_LASTS = 600_000;

/** The store with another way to connect. */
export function sqliteOrderStore(options: SqliteOptions, connect: ConnectSqlite): Required<OrderStore> {
  const address = addressOf(options);
  // The machines that share a server need not have the same time. The processes of one machine do.
  const { now = () => new Date() } = options;
  const clock = options.now === undefined && address.kind === 'server' ? undefined : now;
  /** The time at which a statement is run, as an argument of `strftime`. */
  const timeValue = () => clock?.().toISOString() ?? 'now';
  const shared = shareConnection(create);
  let logEmptiedAt = 0;
  let identity: string | undefined;

  async function create(): Promise<SqliteConnection> {
    if (address.kind === 'file') createPrivate(address.path);
    const connection = await whileLocked(() => connect(address), options);
    if (address.kind === 'file') identity = fileIdentity(address.path);
    try {
      await whileLocked(() => prepareSqlite(connection), options);
      if (address.kind === 'file') makePrivate(address.path);
      return {
        ...connection,
        async close() {
          await emptyLog(connection);
          await connection.close();
        },
      };
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /**
   * The connection, while its file is the one at the path. A process can read and write a file that was removed, and
   * loses all orders of it when it ends.
   */
  async function open(): Promise<SqliteConnection> {
    const connection = await shared.open();
    if (address.kind === 'file' && fileIdentity(address.path) !== identity) {
      throw new StoreBusyError(
        'The file of the SQLite store was removed or replaced while a process had it open. ' +
          'Stop all processes, put the file back, and start them again.',
      );
    }
    return connection;
  }

  /**
   * Moves the log into the file and truncates it, so that replaced and deleted data leave it. Another connection that
   * reads at this moment keeps it until the next call.
   */
  async function emptyLog(connection: SqliteConnection): Promise<void> {
    if (address.kind !== 'file') return;
    logEmptiedAt = now().getTime();
    await connection.rows('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
  }

  async function rows(sql: string, args: readonly SqliteValue[]): Promise<readonly SqliteRow[]> {
    const connection = await open();
    return whileLocked(() => connection.rows(sql, args), options);
  }

  const inGroup = groupWrites(async (writes, flush) => {
    const connection = await open();
    return whileLocked(() => connection.write(writes, flush), options);
  });

  /** Returns the rows of RETURNING. `flush` is false when a power cut may undo the write. */
  async function write(sql: string, args: readonly SqliteValue[], flush = true): Promise<readonly SqliteRow[]> {
    return inGroup({ sql, args, flush }).catch((error: unknown) => {
      if (!isUnwritable(error)) throw error;
      throw new StoreBusyError(`SQLite wrote nothing: ${(error as Error).message}`, { cause: error });
    });
  }

  return {
    async insert(record) {
      const { id, createdAt, state, updatedAt } = record;
      const inserted = await write(
        `INSERT INTO orders (id, created_at, revision, document, state, updated_at, terms, due_at, deliver_at, check_at,
           unresolved_since)
         VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`,
        [id, createdAt, JSON.stringify(record), state, updatedAt, termsOf(record), ...timeColumns(record)],
      );
      return inserted.length === 1;
    },
    async read(id) {
      const [row] = await rows(`SELECT document, revision, strftime(${ISO}, ?) AS at FROM orders WHERE id = ?`, [
        timeValue(),
        id,
      ]);
      return row && { record: recordOf(row), revision: Number(row['revision']), at: new Date(row['at'] as string) };
    },
    async replace(record, revision, { flush } = {}) {
      const { id, state, updatedAt } = record;
      const replaced = await write(
        `UPDATE orders SET document = ?, revision = revision + 1, state = ?, updated_at = ?, terms = ?, due_at = ?,
           deliver_at = ?, check_at = ?, unresolved_since = ?
         WHERE id = ? AND revision = ? RETURNING id`,
        [JSON.stringify(record), state, updatedAt, termsOf(record), ...timeColumns(record), id, revision],
        flush,
      );
      return replaced.length === 1;
    },
    async list(input) {
      const args: (string | number)[] = [];
      const sql = listQuery(TABLES, input, (value) => (args.push(value), '?'));
      return (await rows(sql, args)).map(recordOf);
    },
    async countOrders(filter) {
      const args: (string | number)[] = [];
      const [row] = await rows(
        countQuery(TABLES, filter, (value) => (args.push(value), '?')),
        args,
      );
      return Number(row?.['number']);
    },
    async due(input) {
      // Reconciliation runs every minute.
      if (Math.abs(now().getTime() - logEmptiedAt) >= LOG_LASTS) await emptyLog(await open());
      const args: (string | number)[] = [];
      const sql = dueQuery(TABLES, input, (value) => (args.push(value), '?'));
      return (await rows(sql, args)).map((row) => row['id'] as string);
    },
    async now() {
      if (clock) return clock();
      const [row] = await rows(`SELECT strftime(${ISO}, 'now') AS now`, []);
      return new Date(row?.['now'] as string);
    },
    async addToCounter(key, { ms, add = 1 }) {
      const time = timeValue();
      const end = `strftime(${ISO}, ?, ?)`;
      const endValues = [time, `+${ms / 1000} seconds`] as const;
      const [row] =
        add === 0
          ? await rows(
              `SELECT coalesce(value, 0) AS value, coalesce(ends_at, ${end}) AS ends_at
               FROM (SELECT 1) LEFT JOIN counters ON key = ? AND ends_at > strftime(${ISO}, ?)`,
              [...endValues, key, time],
            )
          : await write(
              `INSERT INTO counters (key, value, ends_at) VALUES (?, max(0, ?), ${end})
               ON CONFLICT (key) DO UPDATE SET
                 value = CASE WHEN ends_at <= strftime(${ISO}, ?) THEN excluded.value ELSE max(0, value + ?) END,
                 ends_at = CASE WHEN ends_at <= strftime(${ISO}, ?) THEN excluded.ends_at ELSE ends_at END
               RETURNING value, ends_at`,
              [key, add, ...endValues, time, add, time],
              false,
            );
      return { value: Number(row?.['value']), endsAt: new Date(row?.['ends_at'] as string) };
    },
    async prune({ updatedBefore, states, limit, counters = true }) {
      if (counters) await write(`DELETE FROM counters WHERE ends_at <= strftime(${ISO}, ?)`, [timeValue()]);
      const deleted = await write(
        `DELETE FROM orders WHERE id IN (
           SELECT id FROM orders WHERE due_at IS NULL AND deliver_at IS NULL AND check_at IS NULL AND updated_at < ?
             AND ${stateCondition(states, () => '?')}
           ORDER BY updated_at, id LIMIT ?) RETURNING id`,
        [updatedBefore, ...states, limit],
      );
      await emptyLog(await open());
      return deleted.length;
    },
    close: shared.close,
  };
}

function termsOf(record: OrderRecord): string {
  return JSON.stringify(searchTerms(record));
}

function recordOf(row: SqliteRow): OrderRecord {
  return JSON.parse(row['document'] as string) as OrderRecord;
}

function addressOf({ path = 'scudo.db', url, authToken }: SqliteOptions): SqliteAddress {
  if (url === undefined) return path === ':memory:' ? { kind: 'memory' } : { kind: 'file', path };
  if (url === ':memory:') return { kind: 'memory' };
  if (url.startsWith('file:')) {
    return { kind: 'file', path: url.startsWith('file:/') ? fileURLToPath(url) : url.slice('file:'.length) };
  }
  return { kind: 'server', url, ...(authToken === undefined ? {} : { authToken }) };
}
