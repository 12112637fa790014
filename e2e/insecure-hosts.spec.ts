import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Server } from 'node:http';
import {
  cards,
  CheckoutPage,
  expect,
  freePort,
  ReturnPage,
  SANDBOX_ACCOUNT,
  TestpayPage,
} from 'scudo-checkout/playwright';
import { createSandbox } from 'scudo-checkout/sandbox';
import { createMerchantBackend } from 'scudo-checkout/server';
import { test as base } from 'playwright/test';

/** The browser and Node find the hosts at this machine, as a network of containers would resolve them. */
const HOST_RULES = '--host-resolver-rules=MAP *.compose 127.0.0.1';
const fetchHere: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  return fetch(new Request(request.url.replace(/\/\/\w+\.compose/, '//127.0.0.1'), request));
};

interface InsecureShop {
  readonly url: string;
  readonly create: () => Promise<string>;
  readonly stateOf: (id: string) => Promise<string | undefined>;
}

const test = base.extend<object, { readonly insecureShop: InsecureShop }>({
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), HOST_RULES] }),
    { scope: 'worker' },
  ],
  insecureShop: [
    async ({}, use) => {
      const [shopPort, sandboxPort] = [await freePort(), await freePort()];
      const url = `http://shop.compose:${shopPort}`;
      const sandboxUrl = `http://sandbox.compose:${sandboxPort}`;
      const sandbox = createSandbox({
        baseUrl: sandboxUrl,
        merchantHosts: ['shop.compose'],
        allowInsecure: true,
        fetch: fetchHere,
      });
      const backend = createMerchantBackend({
        publicUrl: `${url}/scudo`,
        allowInsecure: true,
        gateway: { ...SANDBOX_ACCOUNT, baseUrl: sandboxUrl, fetch: fetchHere },
        methods: [{ code: 'card' }, { code: 'testpay' }],
        store: { url: ':memory:' },
      });
      const page = (element: string, order = '') => `<!doctype html><html lang="en"><title>Shop</title>
        <script type="module" src="/scudo.js"></script><${element} backend="/scudo" order="${order}"></${element}>`;
      const app = new Hono()
        .all('/scudo/*', (c) => backend.fetch(c.req.raw, { ip: '127.0.0.1' }))
        .get('/checkout', (c) => c.html(page('scudo-checkout', c.req.query('order'))))
        .get('/return.html', (c) => c.html(page('scudo-return', c.req.query('order'))))
        .get('/*', serveStatic({ root: 'dist' }));
      const servers = [
        serve({ fetch: app.fetch, port: shopPort, hostname: '127.0.0.1' }),
        serve({ fetch: sandbox.fetch, port: sandboxPort, hostname: '127.0.0.1' }),
      ] as Server[];
      await use({
        url,
        async create() {
          const payer = {
            email: 'ada@example.com',
            mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' },
          };
          return (await backend.orders.create({ amount: '1999', currency: 'EUR', payer })).id;
        },
        stateOf: async (id) => (await backend.orders.shopView(id))?.state,
      });
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await backend.close();
      await sandbox.close();
    },
    { scope: 'worker' },
  ],
});

test('hosts without https take card and redirect payments, and load no texts for developers', { tag: '@more' }, async ({
  page,
  insecureShop: shop,
}) => {
  const [first, second] = [await shop.create(), await shop.create()];
  const checkout = new CheckoutPage(page);
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto(`${shop.url}/checkout?order=${first}`);
  await checkout.pay(cards.challenge);
  await checkout.challenge.enterCode();
  await expect(checkout).toBePaid();
  expect(await shop.stateOf(first)).toBe('paid');

  await page.goto(`${shop.url}/checkout?order=${second}`);
  await checkout.payWith('Testpay');
  await new TestpayPage(page).answer();
  await expect(new ReturnPage(page)).toBePaid();
  expect(files).toContain('/late.js');
  expect(files).not.toContain('/developer.js');
});
