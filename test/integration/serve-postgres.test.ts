import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { runOrders } from '../../src/command/orders/orders.js';
import { runServe } from '../../src/command/serve/serve.js';
import { SANDBOX_SETTINGS, TOKEN } from '../command/serve/sandbox-settings.js';
import { json } from '../server/scripted-gateway.js';

let server: Awaited<ReturnType<typeof startPostgres>>;
const folder = mkdtempSync(join(tmpdir(), 'scudo-serve-'));
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

it('serve and the commands with --store share the orders of a PostgreSQL database, whose end the probe ready shows', async () => {
  const store = await server.createDatabase();
  const env = { ...SANDBOX_SETTINGS, SCUDO_STORE: store };
  const stop = new AbortController();
  const lines: string[] = [];
  let run: Promise<number> = Promise.resolve(1);
  const { url, operatorUrl } = await new Promise<{ url: string; operatorUrl: string }>((resolve, reject) => {
    const print = (line: string) => lines.push(line);
    run = runServe([], { env, print, signal: stop.signal, folder, onListening: resolve });
    run.then(() => reject(new Error(lines.join('\n'))), reject);
  });
  const statusOf = async (path: string) => (await fetch(`${url}/scudo/${path}`)).status;
  expect([await statusOf('live'), await statusOf('ready')]).toEqual([200, 200]);
  const created = await fetch(`${operatorUrl}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ amount: '1999', currency: 'EUR', reference: 'SO-1' }),
  });
  const id = String((await json(created)).id);

  /** Runs a command on the database, beside serve. */
  async function command(...args: string[]): Promise<string> {
    const printed: string[] = [];
    const errors: string[] = [];
    const code = await runOrders([...args, '--store', store], (line) => printed.push(line), {
      env,
      fetch: () => expect.fail('a command with --store calls no API'),
      write: (text) => printed.push(text),
      printError: (line) => errors.push(line),
    });
    expect(code, errors.join('\n')).toBe(0);
    return printed.join('\n');
  }
  expect(await command('list', '--reference', 'SO-1')).toContain(id);
  await command('cancel', id, '--key', 'c1', '--by', 'Ada');
  expect(await json(await fetch(`${url}/scudo/orders/${id}`))).toMatchObject({ state: 'cancelled' });
  expect(await command('show', id)).toContain('Ada');
  expect(await command('export')).toMatch(new RegExp(`${id}.*cancelled`));
  await command('erase', id, '--by', 'Ada');

  // The database is gone before serve stops.
  await server.query(`DROP DATABASE ${new URL(store).pathname.slice(1)} WITH (FORCE)`);
  expect([await statusOf('live'), await statusOf('ready')]).toEqual([200, 503]);
  stop.abort();
  expect(await run).toBe(0);
  const codes = lines.map((line) => String(JSON.parse(line).code));
  expect(codes.slice(-2)).toEqual(['closing', 'closed']);
  expect(lines.join('')).not.toContain(store);
});
