// Takes the pictures: `npm run pictures`. Those of states, of README.md and of docs/theming.md are in the repository.
// Contact sheets of the themes and pages of the shops are for people to look at, in .cache/pictures.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
prepare('built');
const { chromium } = await import('playwright');
const { default: UPNG } = await import('upng-js');
const { launchOptions } = await import('./browser.mjs');
const { startDemo } = await import('./demo-site.mjs');
const { takePresets } = await import('./pictures/presets.mjs');
const { takeProperties } = await import('./pictures/properties.mjs');

/** Pictures in the repository. */
const FOLDERS = ['e2e/visual', 'docs/pictures'];
/** The type of a PNG whose colors are in a palette. */
const PALETTE = 3;
const COLORS = 256;

spawnSync('node_modules/.bin/playwright', ['test', 'visual', '--update-snapshots'], { stdio: 'inherit' });
const demo = await startDemo();
const browser = await chromium.launch({
  ...(await launchOptions()),
  // Texts have the same width on each machine.
  env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('../e2e/fonts.conf', import.meta.url)) },
});
try {
  await takeReadme();
  await takeProperties(browser, demo.shopUrl);
  await takePresets(browser, demo.shopUrl);
} finally {
  await browser.close();
  await demo.stop();
}
shrink();

/** Takes the picture of README.md: the default form of the gallery. */
async function takeReadme() {
  const page = await browser.newPage({ viewport: { width: 900, height: 900 }, deviceScaleFactor: 2 });
  await page.goto(`${demo.shopUrl}/gallery.html?only=methods-card&font=fixed`);
  const element = page.locator('scudo-checkout').first();
  await element.getByRole('button', { name: /Pay/ }).waitFor();
  await element.screenshot({ path: 'docs/pictures/checkout.png', animations: 'disabled' });
}

/** Gives the pictures of the repository a palette, which makes them half as large. They stay there for good. */
function shrink() {
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  for (const path of names.filter((name) => name.endsWith('.png'))) {
    const picture = UPNG.decode(readFileSync(path));
    if (picture.ctype === PALETTE) continue;
    writeFileSync(path, Buffer.from(UPNG.encode(UPNG.toRGBA8(picture), picture.width, picture.height, COLORS)));
  }
}
