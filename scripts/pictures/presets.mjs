// Takes contact sheets of all themes and pictures of the demo's shops. No test compares them.
import { rmSync } from 'node:fs';

const OUTPUT = '.cache/pictures';
/** The widths of a screen, each with that of a page on which the columns of its sheet fit. */
const SHEETS = [
  [320, 2432],
  [390, 2508],
  [1280, 2808],
];
const SHOPS = ['fashion', 'delivery', 'bank', 'supplies', 'soda'];
const SCHEMES = ['light', 'dark'];

/**
 * @param {import('playwright').Browser} browser
 * @param {string} shopUrl address of the demo
 */
export async function takePresets(browser, shopUrl) {
  rmSync(OUTPUT, { recursive: true, force: true });
  const page = await browser.newPage({ baseURL: shopUrl });
  for (const [screen, width] of SHEETS) for (const scheme of SCHEMES) await takeSheets(page, { screen, width, scheme });
  for (const shop of SHOPS) for (const scheme of SCHEMES) await takeShop(page, shop, scheme);
  console.log(`Contact sheets and shops are in ${OUTPUT}.`);
}

/** Takes the sheet of each theme for one screen. */
async function takeSheets(page, { screen, width, scheme }) {
  await page.setViewportSize({ width, height: 1200 });
  await page.goto(`/sheet.html?width=${screen}&scheme=${scheme}&font=fixed`);
  const choice = page.locator('select[name=preset]');
  const presets = await choice.locator('option').evaluateAll((options) => options.map(({ value }) => value));
  for (const preset of presets) {
    await choice.selectOption(preset);
    await page.locator('html[data-ready=true]').waitFor();
    await showWholePage(page, width);
    const path = `${OUTPUT}/sheets/${preset}-${screen}-${scheme}.png`;
    await page.locator('.sheet').screenshot({ path, animations: 'disabled' });
  }
}

async function takeShop(page, shop, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.goto(`/shops/${shop}.html`);
  await page.locator('#number').waitFor();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await showWholePage(page, width);
    const path = `${OUTPUT}/shops/${shop}-${width}-${colorScheme}.png`;
    await page.screenshot({ path, fullPage: true, animations: 'disabled' });
  }
}

/** Gives the window the height of the page, because a browser does not draw frames of other origins outside it. */
async function showWholePage(page, width) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}
