// Takes the pictures of docs/theming.md: each custom property with its default on the left and another value on the
// right.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import UPNG from 'upng-js';
import { PROPERTY_EFFECTS } from '../data/property-effects.mjs';

const OUTPUT = 'docs/pictures/properties';
const SCREEN = { width: 360, height: 900 };
const DIALOG_SCREEN = { width: 500, height: 620 };
const MARGIN = 10;
const GAP = 24;

/** Returns the box around all parts of a region, with a margin. */
async function boxOf(page, { region = 'scudo-checkout', isDialog }) {
  if (isDialog) return { x: 0, y: 0, ...DIALOG_SCREEN };
  const boxes = (await Promise.all((await page.locator(region).all()).map((part) => part.boundingBox()))).filter(
    Boolean,
  );
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - MARGIN);
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN;
  return { x: 0, y: top, width: SCREEN.width, height: bottom - top };
}

async function picture(page, effect, style) {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, style);
  if (effect.state === 'focus') await page.locator('#security-code').focus();
  if (effect.state === 'hover') await page.locator('[part~=method]').nth(1).hover();
  const clip = await boxOf(page, effect);
  return UPNG.decode(await page.screenshot({ clip, animations: 'disabled', caret: 'hide', fullPage: true }));
}

/** Joins two pictures beside each other, on white. */
function joined(left, right) {
  const width = left.width + GAP + right.width;
  const height = Math.max(left.height, right.height);
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (const [one, x] of [
    [left, 0],
    [right, left.width + GAP],
  ]) {
    const source = new Uint8Array(UPNG.toRGBA8(one)[0]);
    for (let row = 0; row < one.height; row++)
      pixels.set(source.subarray(row * one.width * 4, (row + 1) * one.width * 4), (row * width + x) * 4);
  }
  return Buffer.from(UPNG.encode([pixels.buffer], width, height, 128));
}

/**
 * @param {import('playwright').Browser} browser
 * @param {string} shopUrl address of the demo
 */
export async function takeProperties(browser, shopUrl) {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  for (const [name, effect] of Object.entries(PROPERTY_EFFECTS)) {
    const page = await browser.newPage({ viewport: effect.isDialog ? DIALOG_SCREEN : SCREEN, colorScheme: 'light' });
    await page.goto(`${shopUrl}/state.html?scene=${effect.scene}`);
    await page.locator('html[data-ready=true]').waitFor();
    await page.waitForLoadState('networkidle');
    const outline = effect.hasOutline ? 'outline: 1px dashed #8a9099;' : '';
    const rule = (value) =>
      `scudo-checkout { ${outline} ${value === undefined ? '' : `--scudo-${name}: ${value};`} } :root { overflow: visible; }`;
    const left = await picture(page, effect, rule(effect.before));
    const right = await picture(page, effect, rule(effect.value));
    writeFileSync(`${OUTPUT}/${name}.png`, joined(left, right));
    await page.close();
  }
}
