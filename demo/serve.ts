import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { getConnInfo } from '@hono/node-server/conninfo';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSandbox } from 'scudo-checkout/sandbox';
import { createGateway, createMerchantBackend } from 'scudo-checkout/server';
import { createShop } from './shop.js';

/**
 * The demo in one process: the shop with its backend on localhost, and the sandbox gateway and bank
 * on 127.0.0.1, which browsers take for another site, as in life.
 */
const shopPort = Number(process.env['SHOP_PORT'] ?? 4173);
const sandboxPort = Number(process.env['SANDBOX_PORT'] ?? 4174);
const root = fileURLToPath(new URL('..', import.meta.url));
const shopUrl = `http://localhost:${shopPort}`;
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;

mkdirSync(`${root}.data`, { recursive: true });

const sandbox = createSandbox({
  baseUrl: sandboxUrl,
  file: process.env['SANDBOX_DATABASE'] ?? `${root}.data/sandbox-${sandboxPort}.db`,
  // Flows put it forward by POST /clock, to see an hour pass.
  drivableClock: true,
});
const gateway = createGateway({
  baseUrl: sandboxUrl,
  merchantId: 'scudo',
  accountId: 'internet',
  // A shop that has the wrong secret can be tried, too.
  secret: process.env['SHOP_SECRET'] ?? 'secret',
  refundPassword: 'refund',
});
const backend = createMerchantBackend({
  publicUrl: `${shopUrl}/scudo`,
  gateway,
  methods: [{ code: 'card' }, { code: 'testpay' }],
  store: { path: process.env['SHOP_DATABASE'] ?? `${root}.data/shop-${shopPort}.db` },
});

const shop = createShop({ backend, gateway, sandbox, sandboxUrl });
shop.all('/scudo/*', (context) => {
  const { address } = getConnInfo(context).remote;
  return backend.fetch(context.req.raw, address === undefined ? {} : { ip: address });
});
shop.get('/scudo.js', serveStatic({ root: `${root}dist` }));
shop.get('/elements/languages/*', serveStatic({ root: `${root}dist` }));
shop.get('/custom-elements.json', serveStatic({ root }));
shop.get('/presets/*', serveStatic({ root: `${root}dist` }));
shop.get('/*', serveStatic({ root: `${root}.demo/pages` }));

await Promise.all([listen(shop.fetch, shopPort, 'SHOP_PORT'), listen(sandbox.fetch, sandboxPort, 'SANDBOX_PORT')]);

console.log(`Demo shop        ${shopUrl}`);
console.log(`Sandbox gateway  ${sandboxUrl}`);

/** On this machine only: browsers find 127.0.0.1 under the name localhost, too. Resolves when it can be called. */
function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
  variable: string,
): Promise<void> {
  return new Promise((resolve) => {
    serve({ fetch, port, hostname: '127.0.0.1' }, () => resolve()).on('error', (error: NodeJS.ErrnoException) => {
      console.error(
        error.code === 'EADDRINUSE' ? `Port ${port} is taken: name another one in ${variable}.` : error.message,
      );
      process.exit(1);
    });
  });
}
