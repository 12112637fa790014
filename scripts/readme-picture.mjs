/** Takes the picture of README.md: the default form of the gallery, in the built demo. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { freePort } from '../dist/playwright.js';
import { launchOptions } from './browser.mjs';

const [shopPort, sandboxPort] = [await freePort(), await freePort()];
const folder = mkdtempSync(join(tmpdir(), 'scudo-picture-'));
const demo = spawn(process.execPath, ['.demo/serve.js'], {
  env: {
    ...process.env,
    SHOP_PORT: String(shopPort),
    SANDBOX_PORT: String(sandboxPort),
    SHOP_DATABASE: join(folder, 'shop.db'),
    SANDBOX_DATABASE: join(folder, 'sandbox.db'),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await once(demo.stdout, 'data');
  const browser = await chromium.launch(await launchOptions());
  const page = await browser.newPage({ viewport: { width: 900, height: 900 }, deviceScaleFactor: 2 });
  await page.goto(`http://localhost:${shopPort}/gallery.html?only=methods-card&font=fixed`);
  const element = page.locator('scudo-checkout').first();
  await element.getByRole('button', { name: /Pay/ }).waitFor();
  mkdirSync('docs/pictures', { recursive: true });
  await element.screenshot({ path: 'docs/pictures/checkout.png', animations: 'disabled' });
  await browser.close();
} finally {
  demo.kill();
  await once(demo, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
