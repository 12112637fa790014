import type { SqliteConnection } from './sqlite-connection.js';

/** Creates what is missing. Several processes may do so at once, and each statement may be repeated. */
export async function prepareSqlite(connection: SqliteConnection): Promise<void> {
  // A libSQL server refuses the setting.
  if (connection.isEmbedded) await connection.rows('PRAGMA journal_mode = WAL');
  await connection.run(
    `CREATE TABLE IF NOT EXISTS orders (
       id TEXT PRIMARY KEY, created_at TEXT NOT NULL, revision INTEGER NOT NULL, document TEXT NOT NULL,
       state TEXT, updated_at TEXT, due_at TEXT)`,
  );
  await addColumns(connection);
  for (const index of [
    'orders_by_age ON orders (created_at DESC, id)',
    'orders_by_state ON orders (state, created_at DESC, id)',
    'orders_due ON orders (due_at, id) WHERE due_at IS NOT NULL',
    'orders_to_prune ON orders (updated_at, id) WHERE due_at IS NULL',
  ]) {
    await connection.run(`CREATE INDEX IF NOT EXISTS ${index}`);
  }
  await connection.run(
    'CREATE TABLE IF NOT EXISTS counters (key TEXT PRIMARY KEY, value INTEGER NOT NULL, ends_at TEXT NOT NULL)',
  );
  await connection.run('CREATE INDEX IF NOT EXISTS counters_by_end ON counters (ends_at)');
  await fillColumns(connection);
}

/** A file of 0.1.0 does not have these columns. */
async function addColumns(connection: SqliteConnection): Promise<void> {
  const columns = await connection.rows('PRAGMA table_info(orders)');
  const known = columns.map((column) => column['name']);
  for (const column of ['state', 'updated_at', 'due_at']) {
    if (known.includes(column)) continue;
    await connection.run(`ALTER TABLE orders ADD COLUMN ${column} TEXT`).catch((error: unknown) => {
      // Another process has just added it.
      if (!/duplicate column/i.test(String(error))) throw error;
    });
  }
}

/** Makes each order of 0.1.0 due once, which stores its values. An update takes the write lock also without rows. */
async function fillColumns(connection: SqliteConnection): Promise<void> {
  const [old] = await connection.rows('SELECT id FROM orders WHERE state IS NULL LIMIT 1');
  if (!old) return;
  await connection.run(
    `UPDATE orders SET state = json_extract(document, '$.state'), updated_at = created_at, due_at = created_at
     WHERE state IS NULL`,
  );
}
