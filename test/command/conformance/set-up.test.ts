import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { runConformance } from '../../../src/command/conformance/conformance.js';
import { freePort } from '../../../src/playwright/free-port.js';
import { createMerchantBackend, createSqliteOrderStore, type GatewayOptions } from '../../../src/server.js';

/** The backend under test, different from the right one. */
interface Change {
  readonly gateway?: Partial<GatewayOptions>;
  readonly methods?: readonly string[];
  readonly path?: string;
}

/** Runs the command against a backend in this process, and returns its exit code and its output. */
async function runAgainst(change: Change, ...args: readonly string[]): Promise<[number, string]> {
  const [port, gatewayPort] = [await freePort(), await freePort()];
  const [site, gateway] = [`http://localhost:${port}`, `http://127.0.0.1:${gatewayPort}`];
  const backend = createMerchantBackend({
    publicUrl: `${site}/scudo`,
    gateway: { baseUrl: gateway, merchantId: 'scudo', accountId: 'internet', secret: 'secret', ...change.gateway },
    store: createSqliteOrderStore({ path: ':memory:' }),
    onProblem: () => undefined,
  });
  const server = createServer((request, response) => {
    if (request.url !== '/new-order') {
      backend.listener(request, response);
      return;
    }
    const methods = (change.methods ?? ['card', 'testpay']).map((code) => ({ code }));
    const order = { amount: '100050', currency: 'EUR', methods };
    void backend.orders.create(order).then(({ id }) => response.end(JSON.stringify({ id })));
  });
  await once(server.listen(port, 'localhost'), 'listening');
  const lines: string[] = [];
  try {
    const addresses = ['--url', `${site}${change.path ?? '/scudo'}`, '--new-order', `${site}/new-order`];
    const code = await runConformance([...addresses, '--gateway', gateway, ...args], (line) => lines.push(line));
    return [code, lines.join('\n')];
  } finally {
    server.close();
    server.closeAllConnections();
    await backend.close();
  }
}

it.each<[string, Change, string]>([
  ['another address of the backend', { path: '/other' }, 'does not know the order of --new-order'],
  ['an order without testpay', { methods: ['card'] }, 'card and testpay; this one offers card.'],
  ['another gateway', { gateway: { baseUrl: 'http://127.0.0.1:8' } }, 'No call of the backend arrived at'],
  ['another secret', { gateway: { secret: 'another' } }, 'refuses the call of the backend with 401'],
  ['another account', { gateway: { accountId: 'another' } }, 'refuses the call of the backend with 400'],
])('conformance checks no rule and ends with 2 for %s', async (_what, change, text) => {
  const [code, output] = await runAgainst(change);
  expect(output).toContain(text);
  expect(output).toMatch(/\n\nNo rule was checked\.$/);
  expect(code).toBe(2);
});

it('conformance checks rules that need no gateway without one', async () => {
  const gateway = { baseUrl: 'http://127.0.0.1:8' };
  const [code, output] = await runAgainst({ gateway }, '--only', 'route.unknown');
  expect(output).toMatch(/\n1 passed, 0 failed$/);
  expect(code).toBe(0);
});
