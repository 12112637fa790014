import { createClient, type Client } from '@libsql/client';
import { pathToFileURL } from 'node:url';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';

/** Options of the SQLite store. */
export interface SqliteOptions {
  /** The database file. Default: `scudo.db`. */
  readonly path?: string;
  /** URL of a libSQL server, instead of a file. */
  readonly url?: string;
  /** Token for the libSQL server. */
  readonly authToken?: string;
  /** Clock of the orders. Default: the process clock. */
  readonly now?: () => Date;
}

/**
 * Stores orders in an SQLite file, which several processes of one machine may share.
 * @example
 * const store = createSqliteOrderStore({ path: '/var/lib/shop/scudo.db' });
 */
export function createSqliteOrderStore({
  path = 'scudo.db',
  url,
  authToken,
  now = () => new Date(),
}: SqliteOptions = {}): OrderStore {
  let opened: Promise<Client> | undefined;
  const open = () => (opened ??= create().catch(openAgainNextTime));

  // A writer waits for another process's write instead of failing at once.
  const create = async () =>
    prepare(createClient({ url: url ?? pathToFileURL(path).href, timeout: 5000, ...(authToken ? { authToken } : {}) }));

  /** A server that is down, or a file that another process is creating, may be available later. */
  const openAgainNextTime = (error: unknown): never => {
    opened = undefined;
    throw error;
  };

  return {
    async insert(record) {
      const client = await open();
      const { rowsAffected } = await client.execute({
        sql: `INSERT INTO orders (id, created_at, revision, document, state, updated_at, due_at)
              VALUES (?, ?, 1, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        args: [
          record.id,
          record.createdAt,
          JSON.stringify(record),
          record.state,
          record.updatedAt,
          record.dueAt ?? null,
        ],
      });
      return rowsAffected === 1;
    },
    async read(id) {
      const client = await open();
      const { rows } = await client.execute({ sql: 'SELECT document, revision FROM orders WHERE id = ?', args: [id] });
      const [row] = rows;
      return row && { record: recordOf(row), revision: Number(row['revision']) };
    },
    async replace(record, revision) {
      const client = await open();
      const { rowsAffected } = await client.execute({
        sql: `UPDATE orders SET document = ?, revision = revision + 1, state = ?, updated_at = ?, due_at = ?
              WHERE id = ? AND revision = ?`,
        args: [JSON.stringify(record), record.state, record.updatedAt, record.dueAt ?? null, record.id, revision],
      });
      return rowsAffected === 1;
    },
    async list({ limit, states, updatedBefore, after }) {
      const client = await open();
      const conditions = [
        ...(states ? [{ sql: `state IN (${states.map(() => '?').join(', ')})`, args: [...states] }] : []),
        ...(updatedBefore === undefined ? [] : [{ sql: 'updated_at < ?', args: [updatedBefore] }]),
        ...(after === undefined
          ? []
          : [
              {
                sql: '(created_at < ? OR (created_at = ? AND id > ?))',
                args: [after.createdAt, after.createdAt, after.id],
              },
            ]),
      ];
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
      const { rows } = await client.execute({
        sql: `SELECT document FROM orders ${where} ORDER BY created_at DESC, id LIMIT ?`,
        args: [...conditions.flatMap(({ args }) => args), limit],
      });
      return rows.map(recordOf);
    },
    async due({ at, limit }) {
      const client = await open();
      const { rows } = await client.execute({
        sql: 'SELECT id FROM orders WHERE due_at <= ? ORDER BY due_at, id LIMIT ?',
        args: [at, limit],
      });
      return rows.map((row) => row['id'] as string);
    },
    now: () => Promise.resolve(now()),
  };
}

function recordOf(row: { readonly [column: string]: unknown }): OrderRecord {
  return JSON.parse(row['document'] as string) as OrderRecord;
}

async function prepare(client: Client): Promise<Client> {
  // A libSQL server has its own journal, and refuses the setting.
  if (client.protocol === 'file') await client.execute('PRAGMA journal_mode = WAL');
  await client.execute(
    `CREATE TABLE IF NOT EXISTS orders (
       id TEXT PRIMARY KEY, created_at TEXT NOT NULL, revision INTEGER NOT NULL, document TEXT NOT NULL,
       state TEXT, updated_at TEXT, due_at TEXT)`,
  );
  await addColumns(client);
  await client.execute('CREATE INDEX IF NOT EXISTS orders_by_age ON orders (created_at DESC, id)');
  await client.execute('CREATE INDEX IF NOT EXISTS orders_by_state ON orders (state, created_at DESC, id)');
  await client.execute('CREATE INDEX IF NOT EXISTS orders_due ON orders (due_at, id) WHERE due_at IS NOT NULL');
  return client;
}

/** A file of 0.1.0 has neither the columns nor their values. Each of its orders is due once, which stores the rest. */
async function addColumns(client: Client): Promise<void> {
  const { rows } = await client.execute('PRAGMA table_info(orders)');
  const known = rows.map((row) => row['name']);
  for (const column of ['state', 'updated_at', 'due_at']) {
    if (known.includes(column)) continue;
    await client.execute(`ALTER TABLE orders ADD COLUMN ${column} TEXT`).catch((error: unknown) => {
      // Another process has just added it.
      if (!/duplicate column/i.test(String(error))) throw error;
    });
  }
  await client.execute(
    `UPDATE orders SET state = json_extract(document, '$.state'), updated_at = created_at, due_at = created_at
     WHERE state IS NULL`,
  );
}
