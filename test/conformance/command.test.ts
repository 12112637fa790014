import { serve as listen } from '@hono/node-server';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../src/playwright/free-port.js';
import { createSandbox } from '../../src/sandbox.js';
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

it('serve ends normally at SIGTERM after the reader of its log has left', async () => {
  const serve = spawn(process.execPath, ['dist/command.js', 'serve'], {
    env: {
      PATH: process.env['PATH'],
      SCUDO_PUBLIC_URL: 'http://localhost:3000/scudo',
      SCUDO_GATEWAY_URL: gateway,
      SCUDO_MERCHANT_ID: ACCOUNT.merchantId,
      SCUDO_ACCOUNT_ID: ACCOUNT.accountId,
      SCUDO_SECRET: ACCOUNT.secret,
      SCUDO_STORE: join(folder, 'serve.db'),
      SCUDO_OPERATOR_TOKEN: 'a-token-of-at-least-32-characters',
      SCUDO_LISTEN_PORT: String(await freePort()),
      SCUDO_OPERATOR_LISTEN_PORT: String(await freePort()),
    },
  });
  const exit = once(serve, 'exit');
  let log = '';
  for await (const chunk of serve.stdout) {
    log += String(chunk);
    // The end of the loop closes the pipe.
    if (log.includes('operator-listening') || serve.exitCode !== null) break;
  }
  serve.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

it('certify returns the money, writes its report and exits with 1 after the reader of its lines has left', async () => {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const sandbox = createSandbox({ baseUrl, ...ACCOUNT });
  const server = listen({ fetch: sandbox.fetch, port, hostname: '127.0.0.1' });
  const report = join(folder, 'certify.json');
  const command = spawn(process.execPath, ['dist/command.js', 'certify', '--report', report], {
    env: {
      PATH: process.env['PATH'],
      SCUDO_GATEWAY_URL: baseUrl,
      SCUDO_MERCHANT_ID: ACCOUNT.merchantId,
      SCUDO_ACCOUNT_ID: ACCOUNT.accountId,
      SCUDO_SECRET: ACCOUNT.secret,
    },
  });
  const exit = once(command, 'exit');
  let errors = '';
  command.stderr.on('data', (chunk) => (errors += String(chunk)));
  let lines = '';
  for await (const chunk of command.stdout) {
    lines += String(chunk);
    // The authorization of this step is not void yet. The end of the loop closes the pipe.
    if (lines.includes('query for an authorization') || command.exitCode !== null) break;
  }
  expect(await exit).toEqual([1, null]);
  expect(errors).toBe('');
  const { authorizations } = (await sandbox.snapshot()) as unknown as {
    readonly authorizations: readonly { readonly movements: readonly { readonly kind: string }[] }[];
  };
  expect(authorizations.map(({ movements }) => movements.map(({ kind }) => kind))).toContainEqual(['void']);
  expect(authorizations.filter(({ movements }) => movements.length === 0)).toEqual([]);
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ complete: false });
  server.close();
  await sandbox.close();
});

it('conformance ends quietly with 1 after the reader of its lines has left', async () => {
  const { url = '', newOrder = '' } = backend ?? {};
  const address = ['--url', url, '--new-order', newOrder, '--gateway', gateway, '--secret', ACCOUNT.secret];
  const command = spawn(process.execPath, ['dist/command.js', 'conformance', ...address, '--only', 'card.']);
  const exit = once(command, 'exit');
  let errors = '';
  command.stderr.on('data', (chunk) => (errors += String(chunk)));
  for await (const _line of command.stdout) break;
  expect(await exit).toEqual([1, null]);
  expect(errors).toBe('');
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
  expect(usage.output).toMatch(/^--new-order is missing\. .*Example: .*\n\nUsage: scudo-checkout conformance /);
  expect(usage.code).toBe(2);
});
