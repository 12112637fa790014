import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { startBench, type RunningBench } from '../../src/command/conformance/check-backend.js';
import { RULES } from '../../src/command/conformance/rules.js';
import { freePort } from '../../src/playwright/free-port.js';
import { createPostgresOrderStore } from '../../src/server.js';
import { ACCOUNT, type BackendUnderTest } from './backend-under-test.js';
import { startOurBackend } from './our-backend.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-conformance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BACKENDS: Readonly<Record<string, (gateway: string) => Promise<BackendUnderTest>>> = {
  'our backend on SQLite': (gateway) => startOurBackend(gateway, { path: join(folder, 'orders.db') }),
  'our backend on PostgreSQL': async (gateway) => {
    const postgres = await startPostgres(['-c', 'fsync=off']);
    const store = createPostgresOrderStore({ connectionString: await postgres.createDatabase() });
    const backend = await startOurBackend(gateway, store);
    return {
      ...backend,
      async stop() {
        await backend.stop();
        await store.close();
        await postgres.stop();
      },
    };
  },
};

describe.each(Object.entries(BACKENDS))('%s', (_name, start) => {
  let backend: BackendUnderTest | undefined;
  let bench: RunningBench | undefined;
  beforeAll(async () => {
    const gateway = `http://127.0.0.1:${await freePort()}`;
    backend = await start(gateway);
    const { url, newOrder } = backend;
    bench = await startBench({ ...ACCOUNT, url, newOrder, gateway, page: new URL(url).origin });
  });
  afterAll(async () => {
    await backend?.stop();
    await bench?.stop();
  });

  it.each(RULES.map((rule) => [rule.id, rule] as const))('the backend keeps the rule %s', async (_id, rule) => {
    if (bench) await rule.check(bench);
  });
});
