import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { freePort, startSandbox } from 'scudo-checkout/playwright';
import { installedShop } from './installed-shop.js';
import { card, expect, test } from './shop-test.js';

test('the shop of the quick start is paid, and ships once', async ({ page, checkout }) => {
  const cwd = installedShop('quick-start');
  const sandbox = await startSandbox();
  const shopUrl = `http://localhost:${await freePort()}`;
  const values = { ...valuesOf('test/samples/sandbox.env'), SHOP_URL: shopUrl, GATEWAY_URL: sandbox.url };
  const shop = spawn(process.execPath, ['server.mjs'], {
    cwd,
    env: { ...process.env, ...values },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
    await page.goto(`${shopUrl}/checkout`);
    await checkout.pay(card('success'));
    expect(await checkout.outcomeStatus()).toBe('paid');
    await expect.poll(() => output).toMatch(/^Ship SO-4711 /m);
  } finally {
    shop.kill();
    await once(shop, 'exit');
    await sandbox.stop();
  }
});

test('the page of docs/element.md shows its theme, slots and texts', async ({ page, shop }) => {
  const id = await shop.createOrder({ methods: [{ code: 'card' }, { code: 'mybank' }] });
  await page.route('**/samples/*', (route) => {
    const file = `test/samples/${new URL(route.request().url()).pathname.split('/').at(-1)}`;
    const type = file.endsWith('.css') ? 'text/css' : file.endsWith('.js') ? 'text/javascript' : 'text/html';
    return route.fulfill({ contentType: type, body: readFileSync(file, 'utf8').replaceAll('ORDER_ID', id) });
  });
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

/** The variables of a file for `node --env-file`. */
function valuesOf(file: string): Record<string, string> {
  return Object.fromEntries(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
}
