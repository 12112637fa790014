import type { SqliteConnection } from './sqlite-connection.js';

/** Creates what is missing. Several processes may do so at once, and each statement may be repeated. */
export async function prepareSqlite(connection: SqliteConnection): Promise<void> {
  // A libSQL server refuses the setting.
  if (connection.isEmbedded) await connection.rows('PRAGMA journal_mode = WAL');
  await connection.run(
    `CREATE TABLE IF NOT EXISTS orders (
       id TEXT PRIMARY KEY, created_at TEXT NOT NULL, revision INTEGER NOT NULL, document TEXT NOT NULL,
       state TEXT NOT NULL, updated_at TEXT NOT NULL, due_at TEXT)`,
  );
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
}
