import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresOrderStore, createSqliteOrderStore } from '../../dist/server.js';
import { startPostgres } from '../../scripts/postgres.mjs';

/**
 * Runs `work` with an empty store of each kind: `work({ name, store })`. SQLite and PostgreSQL run on this machine, with
 * their default durability.
 */
export async function withStores(work) {
  const folder = await mkdtemp(join(tmpdir(), 'scudo-bench-'));
  const sqlite = createSqliteOrderStore({ path: join(folder, 'orders.db') });
  const server = await startPostgres();
  const postgres = createPostgresOrderStore({ connectionString: await server.createDatabase() });
  try {
    for (const [name, store] of Object.entries({ SQLite: sqlite, PostgreSQL: postgres })) await work({ name, store });
  } finally {
    await sqlite.close?.();
    await postgres.close?.();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
