import type { Page } from 'playwright/test';
import { PRESETS } from '../demo/pages/shared/presets.js';
import { SECTIONS } from '../demo/pages/gallery/sections.js';
import { GalleryPage } from './gallery-page.js';
import { expect, test } from './shop-test.js';

/**
 * Compares the elements with the pictures beside this file. After an intended change, run
 * `npm run build && npm run pictures` and review the changed pictures in git.
 */
test.use({ viewport: { width: 1440, height: 900 } });

const THEMES = ['default', ...PRESETS];

/** The widths of a screen, each with that of a page on which the columns of its sheet fit. */
const SHEETS = [
  [320, 2432],
  [390, 2508],
  [1280, 2808],
] as const;

/** The shops of the demo, with the color schemes that each has. */
const SHOPS = [
  ['fashion', ['light']],
  ['delivery', ['light', 'dark']],
  ['bank', ['light', 'dark']],
] as const;

/** The fonts of the pictures. Other fonts with the same metrics have other glyphs. */
const FONTS = ['Liberation Sans', 'Liberation Serif', 'Liberation Mono'];

test.beforeEach(async ({ page }) => {
  const missing = await page.evaluate((fonts) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    const widthIn = (font: string) => {
      pen.font = `100px ${font}`;
      return pen.measureText('Every state, 0123').width;
    };
    // A font that is there does not leave the text to the next one.
    return fonts.filter((font) => widthIn(`"${font}", monospace`) !== widthIn(`"${font}", sans-serif`));
  }, FONTS);
  expect(missing, 'The pictures need these fonts (Debian, Ubuntu: apt-get install fonts-liberation).').toEqual([]);
});

for (const { id } of SECTIONS) {
  test(`the section ${id} matches its picture`, { tag: '@more' }, async ({ page }) => {
    const gallery = new GalleryPage(page);
    await gallery.open({ only: id, scheme: 'light', font: 'fixed' });
    await expect(gallery.complaints).toHaveCount(0);
    await showWholePage(page);
    await expect(gallery.section(id)).toHaveScreenshot(`${id}.png`);
  });
}

test('a page from right to left matches its picture', { tag: '@more' }, async ({ page }) => {
  const gallery = new GalleryPage(page);
  await gallery.open({
    lang: 'ar',
    only: 'form-typed,errors-missing,methods-questions,challenge-question,outcome-declined-text',
    scheme: 'light',
    font: 'fixed',
  });
  await expect(gallery.complaints).toHaveCount(0);
  await showWholePage(page);
  await expect(gallery.wall).toHaveScreenshot('right-to-left.png');
});

for (const [screen, columns] of SHEETS) {
  for (const scheme of ['light', 'dark']) {
    test(`the contact sheets of ${screen} px in ${scheme} match their pictures`, { tag: '@more' }, async ({ page }) => {
      // The height of a state is that of its end, whatever still moves when the frames are measured.
      const debugging = await page.context().newCDPSession(page);
      await debugging.send('Animation.enable');
      await debugging.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
      await page.setViewportSize({ width: columns, height: 1200 });
      await page.goto(`/sheet.html?width=${screen}&scheme=${scheme}&font=fixed`);
      for (const preset of THEMES) {
        await page.locator('select[name=preset]').selectOption(preset);
        await expect(page.locator('html')).toHaveAttribute('data-ready', 'true');
        await showWholePage(page);
        await page.frameLocator('[data-scene=form-typed] iframe').locator('#security-code').focus();
        await expect
          .soft(page.locator('.sheet'))
          .toHaveScreenshot(['sheets', `${preset}-${screen}-${scheme}.png`], { maxDiffPixels: 100 });
      }
    });
  }
}

for (const [name, schemes] of SHOPS) {
  test(`the page of the ${name} shop matches its pictures`, { tag: '@more' }, async ({ page }) => {
    await page.goto(`/shops/${name}.html`);
    await expect(page.locator('#number')).toBeVisible();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // A bar at the bottom of the window covers nothing when the window has the height of the page.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await expect.soft(page).toHaveScreenshot(['shops', `${name}-${width}-${colorScheme}.png`], {
          fullPage: true,
          maxDiffPixels: 100,
        });
      }
    }
  });
}

/** Gives the window the height of the page, because a browser does not draw frames of other origins outside it. */
async function showWholePage(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}
