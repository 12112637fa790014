import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createSandbox } from 'scudo-checkout/sandbox';
import {
  createGateway,
  createMerchantBackend,
  createSqliteOrderStore,
  type MerchantBackendOptions,
} from 'scudo-checkout/server';
import { createFaultSwitch } from './fault-switch.js';
import { createShop } from './shop.js';

/**
 * The demo in one process: the shop with its backend on localhost, and the sandbox gateway and bank
 * on 127.0.0.1, which is another site for browsers, as a real gateway is.
 */
const MINUTE = 60_000;
const shopPort = Number(process.env['SHOP_PORT'] ?? 4173);
const sandboxPort = Number(process.env['SANDBOX_PORT'] ?? 4174);
const root = fileURLToPath(new URL('..', import.meta.url));
const shopUrl = `http://localhost:${shopPort}`;
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
/** Two more sites on this machine, for isolated card fields: the page and the backend have different origins. */
const isolatedShopUrl = `http://shop.localhost:${shopPort}`;
const payUrl = `http://pay.localhost:${shopPort}`;
/** Another site, whose page shows a checkout page of the shop in a frame. */
const partnerUrl = `http://partner.localhost:${shopPort}`;

mkdirSync(`${root}.data`, { recursive: true });

const faults = createFaultSwitch();
const sandbox = createSandbox({
  baseUrl: sandboxUrl,
  faults: faults.choose,
  file: process.env['SANDBOX_DATABASE'] ?? `${root}.data/sandbox-${sandboxPort}.db`,
  // Tests of the issuer's page choose the time themselves.
  ...(process.env['SANDBOX_AUTO_COMPLETE'] === 'off' && { autoComplete: false }),
  // Tests advance it with POST /clock.
  drivableClock: true,
  // Node does not resolve names below localhost.
  fetch: (input, init) => {
    const address = input instanceof Request ? input.url : input.toString();
    return fetch(address.replace('//pay.localhost', '//127.0.0.1'), init);
  },
});
const gateway = createGateway({
  baseUrl: sandboxUrl,
  merchantId: 'scudo',
  accountId: 'internet',
  // Another value shows a shop with a wrong secret.
  secret: process.env['SHOP_SECRET'] ?? 'secret',
  refundPassword: 'refund',
});
const store = createSqliteOrderStore({ path: process.env['SHOP_DATABASE'] ?? `${root}.data/shop-${shopPort}.db` });
const shared: Omit<MerchantBackendOptions, 'publicUrl'> = {
  gateway,
  store,
  methods: [{ code: 'card' }, { code: 'testpay' }],
  // A real shop ships goods here (docs/orders.md, Ship goods).
  onOrderChanged(order, change) {
    if (change.kind === 'flag') return console.log(`Order ${order.id} has the flag ${change.flag}. Review it.`);
    const isUnconfirmed = order.flags.some(({ kind, attempt }) => kind === 'unconfirmed' && attempt === change.attempt);
    const isShipped = !isUnconfirmed && (change.kind === 'confirmed' || change.to === 'paid');
    const note = isShipped ? '; would ship the order, unless it was shipped before' : '';
    if (change.kind === 'confirmed') return console.log(`Order ${order.id}: payment confirmed${note}`);
    console.log(`Order ${order.id}: ${change.from} to ${change.to}${note}`);
  },
};
const backend = createMerchantBackend({ ...shared, publicUrl: `${shopUrl}/scudo` });
const isolatedBackend = createMerchantBackend({
  ...shared,
  publicUrl: `${payUrl}/pay`,
  pages: [isolatedShopUrl],
  embedders: [partnerUrl],
});
/** The same with inline fields, to compare them, and without a page inside another site. */
const inlineBackend = createMerchantBackend({
  ...shared,
  publicUrl: `${payUrl}/pay-inline`,
  pages: [isolatedShopUrl],
  cardFields: 'page',
});
/** The same for a shop that captures when it ships. */
const reservingBackend = createMerchantBackend({
  ...shared,
  publicUrl: `${shopUrl}/reserving`,
  autosettle: 'multi',
});
const backends = [
  ['/scudo/', backend],
  ['/reserving/', reservingBackend],
  ['/pay/', isolatedBackend],
  ['/pay-inline/', inlineBackend],
] as const;
const backendAt = (path: string) => backends.find(([base]) => path.startsWith(base))?.[1];

const reconcile = () =>
  backend.orders.reconcile({ olderThan: MINUTE }).catch((error: unknown) => console.error('reconcile', error));
const timer = setInterval(() => void reconcile(), MINUTE / 2).unref();

const shop = createShop({
  backend,
  gateway,
  sandbox,
  sandboxUrl,
  faults: faults.routes,
  partner: { origin: partnerUrl, shop: isolatedShopUrl },
  otherOrigin: { isolated: `${payUrl}/pay`, inline: `${payUrl}/pay-inline` },
  readPage: (file) => readFile(`${root}demo/${file}`, 'utf8'),
});
for (const path of ['/scudo.js', '/late.js', '/developer.js', '/card-frame.js', '/form.css', '/locales/*', '/data/*'])
  shop.get(path, serveStatic({ root: `${root}dist` }));
shop.get('/custom-elements.json', serveStatic({ root }));
shop.get('/presets/*', serveStatic({ root: `${root}dist` }));
shop.get('/*', serveStatic({ root: `${root}.demo/pages` }));

const pages = getRequestListener(shop.fetch);
const simulated = getRequestListener(sandbox.fetch);
/** A call to a backend that the studio disturbs. */
const disturbed = getRequestListener(async (request, env) => {
  const called = backendAt(new URL(request.url).pathname) ?? backend;
  const response = await faults.disturb(request, (undisturbed) => called.fetch(undisturbed, { ip: '127.0.0.1' }));
  if (response.type !== 'error') return response;
  // A browser repeats a request by itself when a connection that it has used before closes without a byte.
  (env as HttpBindings).outgoing.socket?.end('This is not HTTP.');
  return RESPONSE_ALREADY_SENT;
});
await Promise.all([
  listen(
    (request, response) => {
      const { url = '/', method = 'GET' } = request;
      if (faults.waitsFor(method, url)) void disturbed(request, response);
      else {
        const called = backendAt(url);
        if (called) called.listener(request, response);
        else void pages(request, response);
      }
    },
    shopPort,
    'SHOP_PORT',
  ),
  listen((request, response) => void simulated(request, response), sandboxPort, 'SANDBOX_PORT'),
]);

console.log(`Demo shop        ${shopUrl}`);
console.log(`Sandbox gateway  ${sandboxUrl}`);
console.log(`Isolated fields  ${isolatedShopUrl}/isolated.html`);

process.once('SIGTERM', () => {
  clearInterval(timer);
  // Running payments end, and payments of the other process of a deploy continue.
  void Promise.all([...backends.map(([, each]) => each.close()), sandbox.close()])
    .then(() => store.close())
    .finally(() => process.exit());
});

/** Listens on this machine only; browsers resolve localhost to 127.0.0.1, too. Resolves when it accepts calls. */
function listen(listener: RequestListener, port: number, variable: string): Promise<void> {
  return new Promise((resolve) => {
    const server = createServer(listener).listen(port, '127.0.0.1', () => resolve());
    server.on('error', (error: NodeJS.ErrnoException) => {
      console.error(
        error.code === 'EADDRINUSE' ? `Port ${port} is in use. Set ${variable} to another one.` : error.message,
      );
      process.exit(1);
    });
  });
}
