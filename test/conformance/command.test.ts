import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../src/playwright/free-port.js';
import { ACCOUNT, type BackendUnderTest } from './backend-under-test.js';
import { startPythonBackend } from './python-backend.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-conformance-'));
let backend: BackendUnderTest | undefined;
let gateway = '';

beforeAll(async () => {
  gateway = `http://127.0.0.1:${await freePort()}`;
  backend = await startPythonBackend(gateway, folder);
});
afterAll(async () => {
  await backend?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command of the package. */
async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const command = spawn(process.execPath, ['dist/command.js', 'conformance', ...args]);
  let output = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(command, 'exit')) as [number];
  return { code, output };
}

it('the command prints a line for each rule, counts, and exits with 0', async () => {
  const { url = '', newOrder = '' } = backend ?? {};
  const address = ['--url', url, '--new-order', newOrder, '--gateway', gateway, '--secret', ACCOUNT.secret];
  const { code, output } = await run(...address, '--only', 'route.', '--only', 'card.paid');
  expect(output).toMatch(/^ok {4}route\.unknown .*\nok {4}route\.method .*\nok {4}card\.paid .*\n/);
  expect(output).toMatch(/\n4 passed, 0 failed\n$/);
  expect(code).toBe(0);
});

it('the command exits with 1 for a backend that has another secret than the gateway', async () => {
  const { url = '', newOrder = '' } = backend ?? {};
  const address = ['--url', url, '--new-order', newOrder, '--gateway', gateway, '--secret', 'another-secret'];
  const { code, output } = await run(...address, '--only', 'card.paid');
  expect(output).toContain('got       500 {');
  expect(output).toMatch(/\n0 passed, 2 failed\n$/);
  expect(code).toBe(1);
});

it('the command exits with 1 when --new-order creates no order, and with 2 for a wrong option', async () => {
  const { url = '' } = backend ?? {};
  const wrong = await run('--url', url, '--new-order', `${url}/frame`, '--gateway', gateway, '--only', 'card.paid');
  expect(wrong.output).toMatch(/--new-order .* must answer .* got 405 /);
  expect(wrong.code).toBe(1);
  const usage = await run('--url', url);
  expect(usage.output).toMatch(/^--new-order is missing\.\n\nUsage: scudo-checkout conformance /);
  expect(usage.code).toBe(2);
});

it('the sample of a sidecar takes orders, pays them, and signs the changes that it posts', async () => {
  const hookKey = 'a random text of 32 characters or more';
  const posts: { readonly body: string; readonly signature: unknown }[] = [];
  const hook = createServer((request, response) => {
    void text(request).then((body) => {
      posts.push({ body, signature: request.headers['x-scudo-signature'] });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const [publicPort, internalPort] = [await freePort(), await freePort()];
  const sidecar = spawn(process.execPath, [join(process.cwd(), 'test/samples/sidecar.mjs')], {
    cwd: folder,
    env: {
      ...process.env,
      SHOP_URL: `http://localhost:${publicPort}`,
      GATEWAY_URL: gateway,
      MERCHANT_ID: ACCOUNT.merchantId,
      ACCOUNT_ID: ACCOUNT.accountId,
      SECRET: ACCOUNT.secret,
      HOOK_URL: `http://127.0.0.1:${(hook.address() as AddressInfo).port}`,
      HOOK_KEY: hookKey,
      PORT: String(publicPort),
      INTERNAL_PORT: String(internalPort),
    },
    stdio: 'ignore',
  });
  const newOrder = `http://127.0.0.1:${internalPort}/orders`;
  try {
    const isReady = () =>
      fetch(newOrder).then(
        () => true,
        () => false,
      );
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
    const url = `http://localhost:${publicPort}/scudo`;
    const address = ['--url', url, '--new-order', newOrder, '--gateway', gateway, '--secret', ACCOUNT.secret];
    const rules = ['card.paid', 'challenge.paid', 'notification.', 'once.', 'page.'].flatMap((name) => [
      '--only',
      name,
    ]);
    const { code, output } = await run(...address, ...rules);
    expect(output).toMatch(/ passed, 0 failed\n$/);
    expect(code).toBe(0);
    await expect.poll(() => posts.some(({ body }) => body.includes('"to":"paid"'))).toBe(true);
    for (const { body, signature } of posts) {
      expect(signature).toBe(createHmac('sha256', hookKey).update(body).digest('hex'));
    }
  } finally {
    sidecar.kill();
    await once(sidecar, 'exit');
    hook.close();
  }
});
