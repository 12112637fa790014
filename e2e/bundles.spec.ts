import { build, type Rolldown } from 'vite';
import type { Page } from 'playwright/test';
import { expect, test, type Shop } from './shop-test.js';

/**
 * Bundles the elements as esbuild and Angular do, which leave `import.meta.url` alone and copy no files. Vite does so
 * for a page that a server renders.
 */
async function bundle(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    ssr: { target: 'webworker', noExternal: true },
    build: { ssr: true, write: false, target: 'es2022', rolldownOptions: { input: 'dist/index.js' } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

/** Opens an order in a single-page app in German, whose server answers every unknown path with its page. */
async function openApp(page: Page, shop: Shop, head: string): Promise<void> {
  const id = await shop.createOrder();
  const code = await bundle();
  const html = `<!doctype html>
    <html lang="de">
      ${head}
      <script type="module" src="/app/main.js"></script>
      <scudo-checkout backend="/scudo" order="${id}"></scudo-checkout>
    </html>`;
  await page.route(/^[^?]*:\d+\/(?!scudo\/)/, async (route) => {
    const { pathname } = new URL(route.request().url());
    const [, file] = /^\/app\/files(\/.+)/.exec(pathname) ?? [];
    if (file) return route.fulfill({ path: `dist${file}` });
    if (pathname === '/app/main.js') return route.fulfill({ contentType: 'text/javascript', body: code });
    return route.fulfill({ contentType: 'text/html', body: html });
  });
  await page.goto('/app/orders/1');
}

test('a bundle without the files of the package finds language and data in the folder that the page names', async ({
  shop,
  page,
  checkout,
}) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  const loaded = ['locales/de.json', 'data/icons.json'].map((file) => page.waitForResponse(`**/app/files/${file}`));
  await openApp(page, shop, '<meta name="scudo-files" content="../files/">');
  await expect(checkout.field('Kartennummer')).toBeVisible();
  expect((await Promise.all(loaded)).map((response) => response.status())).toEqual([200, 200]);
  expect(lines.filter((line) => line.startsWith('scudo-checkout'))).toEqual([]);
});

test('a bundle without the files of the package names the addresses that it has asked, and stays English', async ({
  shop,
  page,
  checkout,
}) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await openApp(page, shop, '');
  await expect(checkout.field('Card number')).toBeVisible();
  const named = (path: string) => lines.some((line) => line.includes(`${shop.url}${path} was answered with a page.`));
  await expect.poll(() => named('/app/locales/de.json')).toBe(true);
  await expect.poll(() => named('/late-data/data/icons.json')).toBe(true);
  expect(lines.join('\n')).toContain('<meta name="scudo-files">');
});
