import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { checkRule, startBench, type RunningBench } from '../../src/command/conformance/check-backend.js';
import { RULES } from '../../src/command/conformance/rules.js';
import { freePort } from '../../src/playwright/free-port.js';
import { createPostgresOrderStore } from '../../src/server.js';
import { openApiContract } from '../openapi-contract.js';
import { ACCOUNT, type BackendUnderTest } from './backend-under-test.js';
import { startOurBackend } from './our-backend.js';
import { startPythonBackend } from './python-backend.js';

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
  // The sandbox's log hides these digits, and the rules must not depend on it.
  'our backend with order ids like card numbers': (gateway) => {
    let orders = 0;
    return startOurBackend(gateway, { path: join(folder, 'card-like.db') }, () => `4242424242424242-${++orders}`);
  },
  'the Python backend': (gateway) => startPythonBackend(gateway, folder),
};

describe.each(Object.entries(BACKENDS))('%s', (_name, start) => {
  let backend: BackendUnderTest | undefined;
  let bench: RunningBench | undefined;
  const contract = openApiContract();
  const differences: string[] = [];

  /** Compares each answer with docs/openapi.yaml, too. */
  async function comparingFetch(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const response = await fetch(input, init);
    const { method = 'GET' } = init;
    const [address = ''] = new Request(input).url.split('?');
    const base = backend?.url ?? '';
    if (method !== 'OPTIONS' && address.startsWith(`${base}/`)) {
      differences.push(...(await contract.differences(method, address.slice(base.length), response.clone())));
    }
    return response;
  }

  beforeAll(async () => {
    const gateway = `http://127.0.0.1:${await freePort()}`;
    backend = await start(gateway);
    const { url, newOrder } = backend;
    bench = await startBench({ ...ACCOUNT, url, newOrder, gateway, page: new URL(url).origin, fetch: comparingFetch });
  });
  afterAll(async () => {
    await backend?.stop();
    await bench?.stop();
  });

  it.each(RULES.map((rule) => [rule.id, rule] as const))('the backend keeps the rule %s', async (_id, rule) => {
    if (!bench) throw new Error('The bench did not start.');
    await checkRule(rule, bench);
  });

  it('the answers to all rules are those of docs/openapi.yaml', () => {
    expect(differences).toEqual([]);
    expect(contract.seen.size).toBeGreaterThan(40);
  });
});
