import type { Page } from 'playwright/test';
import { SECTIONS } from '../demo/pages/gallery/sections.js';
import { GalleryPage } from './gallery-page.js';
import { expect, test } from './shop-test.js';

/**
 * Compares the states of the elements with the pictures beside this file. After an intended change, run
 * `npm run pictures` and review the changed pictures in git.
 */
test.use({ viewport: { width: 1440, height: 900 } });

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

/** Gives the window the height of the page, because a browser does not draw frames of other origins outside it. */
async function showWholePage(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}
