import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { expect, test as base, testCard } from '../src/playwright.js';
import { PAYER } from './shop-test.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Paths of the demo that its worker answers. A request for one of them must not reach the host. */
const OF_THE_WORKER = /^\/some\/path\/(scudo|sandbox|shop|still-bank)(\/|$)/;

interface Host {
  readonly url: string;
  /** Requests that the worker should have answered. */
  readonly missed: readonly string[];
}

/** A plain static host with the demo at /some/path/. */
const test = base.extend<object, { readonly host: Host }>({
  host: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'scudo-static-'));
      await promisify(execFile)(process.execPath, ['scripts/demo-static.mjs', folder]);
      const missed: string[] = [];
      const server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (OF_THE_WORKER.test(pathname)) missed.push(`${request.method ?? ''} ${pathname}`);
        const name = pathname.replace(/^\/some\/path\//, '').replace(/^$/, 'index.html');
        readFile(join(folder, name)).then(
          (content) => response.setHeader('content-type', TYPES[extname(name)] ?? 'text/plain').end(content),
          () => response.writeHead(404).end(),
        );
      }).listen(0);
      await use({ url: `http://localhost:${(server.address() as AddressInfo).port}/some/path/`, missed });
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

interface StaticOrder {
  readonly id: string;
  readonly state: string;
}

/** Calls the shop in the page, because only a page reaches the worker. */
function call<Answer>(page: Page, path: string, body?: object): Promise<Answer> {
  return page.evaluate(
    async ([address, text]) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: text };
      const response = await fetch(address, text === '' ? {} : init);
      return (await response.json()) as Answer;
    },
    [path, body ? JSON.stringify(body) : ''] as const,
  );
}

const stateOf = async (page: Page, id: string) =>
  (await call<StaticOrder>(page, new URL(`../shop/orders/${id}`, page.url().replace(/[^/]*$/, 'x/')).href)).state;

/** Opens the demo for the first time, and then the minimal page with a new order. */
async function openOrder(page: Page, host: Host): Promise<string> {
  await page.goto(host.url);
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'true');
  const { id } = await call<StaticOrder>(page, 'shop/orders', { amount: '1999', currency: 'EUR', payer: PAYER });
  await page.goto(`${host.url}minimal.html?order=${id}`);
  return id;
}

test.describe('the demo without a server', { tag: '@more' }, () => {
  test('a frictionless card is paid below a path of a static host', async ({ page, checkout, host }) => {
    const id = await openOrder(page, host);
    await checkout.pay(testCard('success'));
    await expect(checkout).toBePaid();
    expect(await stateOf(page, id)).toBe('paid');
    expect(host.missed).toEqual([]);
  });

  test('a challenge continues after the browser has stopped the worker', async ({ page, checkout, host, context }) => {
    const id = await openOrder(page, host);
    await checkout.pay(testCard('challenge'));
    await checkout.challenge.code.waitFor();
    const client = await context.newCDPSession(page);
    await client.send('ServiceWorker.enable');
    await client.send('ServiceWorker.stopAllWorkers');
    await checkout.challenge.enterCode();
    await expect(checkout).toBePaid();
    expect(await stateOf(page, id)).toBe('paid');
    expect(host.missed).toEqual([]);
  });

  test('a redirect payment returns to the shop’s page', async ({ page, checkout, testpay, returnPage, host }) => {
    const id = await openOrder(page, host);
    await checkout.payWith('Testpay');
    await testpay.answer('Succeeded');
    await expect(returnPage.outcome).toHaveAttribute('data-status', 'paid');
    expect(page.url()).toContain('/some/path/return.html');
    expect(await stateOf(page, id)).toBe('paid');
    expect(host.missed).toEqual([]);
  });

  test('a forced reload shows why the shop is missing, and a button that loads it', async ({ page, host, context }) => {
    await openOrder(page, host);
    await page.goto(host.url);
    await expect(page.locator('html')).toHaveAttribute('data-ready', 'true');
    const client = await context.newCDPSession(page);
    await client.send('Page.reload', { ignoreCache: true });
    await expect(page.getByRole('status').first()).toContainText('as it does for a forced reload');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-ready', 'true');
  });

  test('pages in a folder reach the shop', async ({ page, host }) => {
    await page.goto(`${host.url}shops/fashion.html`);
    await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible();
    await page.goto(`${host.url}orders.html`);
    await expect(page.getByRole('row').nth(1)).toContainText('Open');
    await page.goto(`${host.url}sandbox`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('simulated payment gateway');
    expect(host.missed).toEqual([]);
  });
});
