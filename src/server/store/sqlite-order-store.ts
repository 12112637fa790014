import { createClient, type Client } from '@libsql/client';
import { pathToFileURL } from 'node:url';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from './order-store.js';

export interface SqliteOptions {
  /** The file; or a libSQL server's address in `url`. */
  readonly path?: string;
  readonly url?: string;
  readonly authToken?: string;
}

/** The embedded default: SQLite in a file, which survives a restart and several processes. */
export function createSqliteOrderStore({ path = 'scudo.db', url, authToken }: SqliteOptions = {}): OrderStore {
  let opened: Promise<Client> | undefined;
  const open = () => (opened ??= create().catch(reopenNextTime));

  // A writer waits for another process's instead of failing at once.
  const create = async () =>
    prepare(createClient({ url: url ?? pathToFileURL(path).href, timeout: 5000, ...(authToken ? { authToken } : {}) }));

  /** A server that is down now, or a file that another process is just making, is no reason to fail for ever. */
  const reopenNextTime = (error: unknown): never => {
    opened = undefined;
    throw error;
  };

  return {
    async insert(record) {
      const client = await open();
      const { rowsAffected } = await client.execute({
        sql: 'INSERT INTO orders (id, created_at, revision, document) VALUES (?, ?, 1, ?) ON CONFLICT DO NOTHING',
        args: [record.id, record.createdAt, JSON.stringify(record)],
      });
      return rowsAffected === 1;
    },
    async read(id) {
      const client = await open();
      const [row] = (await client.execute({ sql: 'SELECT document, revision FROM orders WHERE id = ?', args: [id] }))
        .rows;
      return row && { record: JSON.parse(row['document'] as string) as OrderRecord, revision: Number(row['revision']) };
    },
    async replace(record, revision) {
      const client = await open();
      const { rowsAffected } = await client.execute({
        sql: 'UPDATE orders SET document = ?, revision = revision + 1 WHERE id = ? AND revision = ?',
        args: [JSON.stringify(record), record.id, revision],
      });
      return rowsAffected === 1;
    },
    async list({ limit, offset }) {
      const client = await open();
      const { rows } = await client.execute({
        sql: 'SELECT document FROM orders ORDER BY created_at DESC, id LIMIT ? OFFSET ?',
        args: [limit, offset],
      });
      return rows.map((row) => JSON.parse(row['document'] as string) as OrderRecord);
    },
  };
}

async function prepare(client: Client): Promise<Client> {
  // A server has its own, and refuses to be told.
  if (client.protocol === 'file') await client.execute('PRAGMA journal_mode = WAL');
  await client.execute(
    'CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, revision INTEGER NOT NULL, document TEXT NOT NULL)',
  );
  await client.execute('CREATE INDEX IF NOT EXISTS orders_by_age ON orders (created_at DESC)');
  return client;
}
