import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { freePort, startSandbox } from 'scudo-checkout/playwright';
import { installedShop } from './installed-shop.js';
import { card, expect, test } from './shop-test.js';

test('the shop of the quick start is paid, and ships once', { tag: '@core' }, async ({ page, checkout }) => {
  await withSampleShop('quick-start', undefined, async (shopUrl, output) => {
    await page.goto(`${shopUrl}/checkout`);
    await checkout.pay(card('success'));
    expect(await checkout.outcomeStatus()).toBe('paid');
    await expect.poll(output).toMatch(/^Ship SO-4711 /m);
  });
});

test('the shop with two origins of docs/isolated-fields.md is paid with a card in its frame', async ({
  page,
  checkout,
}) => {
  await withSampleShop('two-origins', 'test/samples/isolated-server.mjs', async (shopUrl) => {
    await page.goto(`${shopUrl}/checkout`);
    await checkout.cardFrame.locator('#number').waitFor();
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('paid');
  });
});

test('the page of docs/element.md shows its theme, slots and texts', async ({ page, shop }) => {
  const id = await shop.createOrder({ methods: [{ code: 'card' }, { code: 'mybank' }] });
  await servePages(page, { ORDER_ID: id });
  await page.goto('/samples/page.html');
  const [, withSlots] = await page.locator('scudo-checkout').all();
  await expect(withSlots!.getByRole('link', { name: 'terms' })).toBeVisible();
  const first = page.locator('scudo-checkout').first();
  const pay = first.getByRole('button', { name: 'Buy now for €19.99' });
  await expect(pay).toHaveCSS('text-transform', 'uppercase');
  await expect(pay).toHaveCSS('border-radius', '2px');
  await expect(first.getByRole('radio', { name: 'My Bank' })).toBeVisible();
  await expect(page.locator('scudo-return')).toBeVisible();
});

test('the page of docs/isolated-fields.md pays with a card in its frame, and fetches the fonts', async ({
  page,
  shop,
  checkout,
}) => {
  const id = await shop.createOrder();
  const site = shop.url.replace('localhost', 'shop.localhost');
  await servePages(page, {
    ORDER_ID: id,
    'https://pay.shop.example': `${shop.url.replace('localhost', 'pay.localhost')}/pay`,
  });
  const fonts: string[] = [];
  await page.route('**/fonts/*', (route) => {
    fonts.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 404 });
  });
  // Chromium treats a page that a test serves as one of the internet.
  await page.context().grantPermissions(['local-network-access']);
  await page.goto(`${site}/samples/isolated.html`);
  await checkout.pay(card('success'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(fonts.sort()).toEqual(['/fonts/inter-italic.woff2', '/fonts/inter.woff2']);
});

for (const file of ['integrity.html', 'import-map.html']) {
  test(`the page ${file} of docs/security.md runs scudo.js with its hash only`, async ({ page, shop }) => {
    const { 'scudo.js': hash } = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as { 'scudo.js': string };
    const isDefined = () => page.evaluate(() => customElements.get('scudo-checkout') !== undefined);
    await servePages(page, { ORDER_ID: await shop.createOrder(), HASH_OF_SCUDO_JS: hash });
    await page.goto(`/samples/${file}`);
    await expect.poll(isDefined).toBe(true);
    await page.route('**/scudo.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n` });
    });
    const refused = refusal(page);
    await page.reload();
    await refused;
    expect(await isDefined()).toBe(false);
  });
}

test('the import map of docs/security.md refuses another card-frame.js', async ({ page, shop, checkout }) => {
  const hashes = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as Record<string, string>;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  await servePages(page, {
    ORDER_ID: await shop.createOrder(),
    HASH_OF_SCUDO_JS: hashes['scudo.js']!,
    HASH_OF_LATE_JS: hashes['late.js']!,
    HASH_OF_DEVELOPER_JS: hashes['developer.js']!,
    HASH_OF_CARD_FRAME_JS: hashes['card-frame.js']!,
    VERSION: version,
  });
  await page.goto('/samples/import-map.html');
  await expect(checkout.cardFrame.locator('#number')).toBeVisible();
  await page.route('**/card-frame.js*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n` });
  });
  const refused = refusal(page);
  await page.reload();
  await refused;
  await expect(checkout.element.getByRole('alert')).toContainText('The card fields could not be loaded.');
});

/**
 * Waits until the browser writes that a file has another hash: to the console, or in Firefox as an error of the page.
 */
function refusal(page: Page): Promise<unknown> {
  // This flow causes the error on purpose.
  page.removeAllListeners('pageerror');
  const isRefusal = (text: string) => /integrity/i.test(text);
  return Promise.race([
    page.waitForEvent('console', (message) => isRefusal(message.text())),
    page.waitForEvent('pageerror', (error) => isRefusal(error.message)),
  ]);
}

/** Runs a shop of the documentation beside a sandbox, and calls back with its address and with what it has printed. */
async function withSampleShop(
  name: string,
  server: string | undefined,
  use: (shopUrl: string, output: () => string) => Promise<void>,
): Promise<void> {
  const cwd = installedShop(name, server);
  const sandbox = await startSandbox();
  const shopUrl = `http://localhost:${await freePort()}`;
  const env = {
    ...process.env,
    ...valuesOf('test/samples/sandbox.env'),
    SHOP_URL: shopUrl,
    PAY_URL: `http://localhost:${await freePort()}`,
    GATEWAY_URL: sandbox.url,
  };
  const shop = spawn(process.execPath, ['server.mjs'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  shop.stdout.on('data', (data: Buffer) => (output += String(data)));
  try {
    await expect
      .poll(() =>
        fetch(`${shopUrl}/scudo.js`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    await use(shopUrl, () => output);
  } finally {
    shop.kill();
    await once(shop, 'exit');
    await sandbox.stop();
  }
}

/** Serves test/samples/ below /samples/, with values for its placeholders. */
async function servePages(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.route('**/samples/*', (route) => {
    const file = `test/samples/${new URL(route.request().url()).pathname.split('/').at(-1)}`;
    const type = file.endsWith('.css') ? 'text/css' : file.endsWith('.js') ? 'text/javascript' : 'text/html';
    const text = readFileSync(file, 'utf8');
    const body = Object.entries(values).reduce((all, [name, value]) => all.replaceAll(name, value), text);
    return route.fulfill({ contentType: type, body });
  });
}

/** The variables of a file for `node --env-file`. */
function valuesOf(file: string): Record<string, string> {
  return Object.fromEntries(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
}
