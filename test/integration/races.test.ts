import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { createPostgresOrderStore, createSqliteOrderStore } from '../../src/server.js';
import { checkRace } from './race-checks.js';
import { race, type RaceResult } from './race.js';
import { fastFolder } from './fast-folder.js';

const seeds = process.env['SCUDO_SEED'] ? [Number(process.env['SCUDO_SEED'])] : [20_261_121, 20_261_122];

let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
});
afterAll(() => server.stop());

/** A race in which nothing went wrong checks nothing. */
function checkFaults({ kills, faults, books, changes }: RaceResult): void {
  const authorizations = books.authorizations.size;
  const deliveries = changes.length;
  const redirects = books.payments.size;
  const figures = { kills, faults, authorizations, redirects, deliveries };
  for (const [name, figure] of Object.entries(figures)) expect(figure, name).toBeGreaterThan(0);
}

describe('backend processes that are killed', () => {
  it.each(seeds)(
    'four killed processes on PostgreSQL lose nothing, and flag every second payment (seed %i)',
    async (seed) => {
      const url = await server.createDatabase();
      const store = createPostgresOrderStore({ connectionString: url, max: 2 });
      const database = new URL(url).pathname.slice(1);
      const disturb = async () => {
        await server.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 ORDER BY random() LIMIT 2',
          [database],
        );
      };
      try {
        const options = { processes: 4, orders: 12, shoppers: 3, waves: 3, pauses: true, disturb };
        const result = await race({ seed, database: { url }, store, ...options });
        checkFaults(result);
        checkRace(result);
      } finally {
        await store.close();
      }
    },
  );

  it('two killed processes on SQLite lose nothing, and flag every second payment', async () => {
    const folder = fastFolder();
    const path = join(folder, 'orders.db');
    const store = createSqliteOrderStore({ path });
    try {
      const result = await race({
        seed: seeds[0] ?? 1,
        database: { path },
        store,
        processes: 2,
        orders: 8,
        shoppers: 3,
        waves: 3,
      });
      checkFaults(result);
      checkRace(result);
    } finally {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
