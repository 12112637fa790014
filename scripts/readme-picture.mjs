/** Takes the picture of README.md: the default form of the gallery, in the built demo. */
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright';
import { launchOptions } from './browser.mjs';
import { startDemo } from './demo-site.mjs';

const demo = await startDemo();
const browser = await chromium.launch(await launchOptions());
try {
  const page = await browser.newPage({ viewport: { width: 900, height: 900 }, deviceScaleFactor: 2 });
  await page.goto(`${demo.shopUrl}/gallery.html?only=methods-card&font=fixed`);
  const element = page.locator('scudo-checkout').first();
  await element.getByRole('button', { name: /Pay/ }).waitFor();
  mkdirSync('docs/pictures', { recursive: true });
  await element.screenshot({ path: 'docs/pictures/checkout.png', animations: 'disabled' });
} finally {
  await browser.close();
  await demo.stop();
}
