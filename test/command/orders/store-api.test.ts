import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runOrders } from '../../../src/command/orders/orders.js';
import { createMerchantBackend } from '../../../src/server.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-orders-'));
const bodies: string[] = [];
const receiver = createServer((request, response) => {
  void (async () => {
    for await (const chunk of request) bodies.push(String(chunk));
    response.writeHead(204).end();
  })();
});
afterAll(() => {
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

const GATEWAY = { baseUrl: 'http://127.0.0.1:4174', merchantId: 'scudo', accountId: 'internet', secret: 'secret' };
const env = {
  SCUDO_PUBLIC_URL: 'http://localhost:3000/scudo',
  SCUDO_GATEWAY_URL: GATEWAY.baseUrl,
  SCUDO_MERCHANT_ID: GATEWAY.merchantId,
  SCUDO_ACCOUNT_ID: GATEWAY.accountId,
  SCUDO_SECRET: GATEWAY.secret,
  SCUDO_OPERATOR_TOKEN: 'a-token-of-at-least-32-characters',
};

it('a command with --store changes an order without serve, keeps its person, and sends the webhook', async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const path = join(folder, 'scudo.db');
  const shop = createMerchantBackend({ publicUrl: env.SCUDO_PUBLIC_URL, gateway: GATEWAY, store: { path } });
  const { id } = await shop.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-1' });
  await shop.close();

  const printed: string[] = [];
  const errors: string[] = [];
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const run = (...args: string[]) =>
    runOrders([...args, '--store', path], (line) => printed.push(line), {
      env: { ...env, SCUDO_WEBHOOK_URL: url, SCUDO_WEBHOOK_SECRETS: secret },
      fetch: () => expect.fail('a command with --store calls no API'),
      printError: (line) => errors.push(line),
    });
  expect(await run('cancel', id, '--key', 'c1', '--by', 'Ada')).toBe(0);
  expect(bodies.map((body) => JSON.parse(body))).toMatchObject([
    { data: { order: { id, state: 'cancelled' }, change: { from: 'open', to: 'cancelled' } } },
  ]);
  printed.length = 0;
  expect(await run('show', id)).toBe(0);
  expect(printed.join('\n')).toContain('Ada');
  // No history keeps the person of this call.
  expect(await run('suspend', '--created-before', '2000-01-01', '--by', 'Zebedee')).toBe(0);
  expect(errors.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'cancel', order: id, by: 'Ada', state: 'done' },
    { code: 'suspend', by: 'Zebedee' },
  ]);
});

it('a command with --store refuses a file that does not exist, and creates none', async () => {
  const path = join(folder, 'mistyped.db');
  const run = runOrders(['list', '--store', path], () => undefined, { env });
  const message = `--store must be the path of a file with orders, or a postgres: address; got "${path}". Example: --store=`;
  await expect(run).rejects.toThrow(message);
  expect(existsSync(path)).toBe(false);
});

it('a command with --store names a store without orders', async () => {
  const path = join(folder, 'empty.db');
  writeFileSync(path, '');
  const errors: string[] = [];
  const printError = (line: string) => errors.push(line);
  expect(await runOrders(['count', '--store', path], () => undefined, { env, printError })).toBe(0);
  expect(errors.map((line) => JSON.parse(line))).toMatchObject([{ code: 'store-empty', level: 'warn' }]);
  expect(errors.join('')).toContain(path);
});

it('a command with --store names the option when the place is no store, and shows no password', async () => {
  const path = join(folder, 'notes.txt');
  writeFileSync(path, 'notes\n'.repeat(200));
  const errors: string[] = [];
  const run = (place: string) =>
    runOrders(['list', '--store', place], () => undefined, {
      env,
      printError: (line) => errors.push(line),
    });
  expect(await run(path)).toBe(1);
  expect(errors.join('')).toMatch(/^--store cannot be read: .*not a database.* Example: --store=/);
  await expect(run('postgres://ada:p#w@host/shop')).rejects.toThrow(
    /^--store must be a postgres:\/\/ address [^@]*@; got a text/,
  );
});

it('a command refuses --url beside --store, and names each missing setting', async () => {
  const run = (...args: string[]) =>
    runOrders(['list', ...args], () => undefined, { env: { ...env, SCUDO_SECRET: '' } });
  await expect(run('--url', 'http://127.0.0.1:3002', '--store', 'scudo.db')).rejects.toThrow('Give one.');
  await expect(run('--store', 'scudo.db')).rejects.toThrow('SCUDO_SECRET is missing.');
});
