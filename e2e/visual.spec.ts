import { PRESETS } from '../demo/pages/shared/presets.js';
import { SECTIONS } from '../demo/pages/gallery/sections.js';
import { GalleryPage } from './gallery-page.js';
import { expect, test } from './shop-test.js';

/**
 * Compares the elements with the pictures beside this file. After an intended change, run
 * `npm run build && npm run pictures` and review the changed pictures in git.
 */
test.use({ viewport: { width: 1440, height: 900 } });

/** The font of the pictures. Other fonts with the same metrics have other glyphs. */
const FONT = 'Liberation Sans';

test.beforeEach(async ({ page }) => {
  const there = await page.evaluate((font) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    const widthIn = (fonts: string) => {
      pen.font = `100px ${fonts}`;
      return pen.measureText('Every state, 0123').width;
    };
    return widthIn(`"${font}", monospace`) !== widthIn('monospace');
  }, FONT);
  expect(there, `The pictures need the font ${FONT} (Debian, Ubuntu: apt-get install fonts-liberation).`).toBe(true);
});

for (const scheme of ['light', 'dark']) {
  for (const { id } of SECTIONS) {
    test(`the section ${id} matches its picture in ${scheme}`, { tag: '@more' }, async ({ page }) => {
      const gallery = new GalleryPage(page);
      await gallery.open({ only: id, scheme, font: 'fixed' });
      await expect(gallery.complaints).toHaveCount(0);
      await expect(gallery.section(id)).toHaveScreenshot(`${id}-${scheme}.png`);
    });
  }
}

/** A form, a paid and a declined outcome. */
const ESSENCE = 'form-typed,outcome-authorized,outcome-declined';

for (const preset of PRESETS) {
  test(`the theme ${preset} matches its picture in light and dark`, { tag: '@more' }, async ({ page }) => {
    const gallery = new GalleryPage(page);
    await gallery.open({ preset, only: ESSENCE, scheme: 'both', font: 'fixed' });
    await expect(gallery.complaints).toHaveCount(0);
    await expect(gallery.wall).toHaveScreenshot(`theme-${preset}.png`);
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
  await expect(gallery.wall).toHaveScreenshot('right-to-left.png');
});

test('a page on a phone matches its picture', { tag: '@more' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const gallery = new GalleryPage(page);
  await gallery.open({
    width: '320',
    only: 'form-asked,errors-refused,methods-card,challenge-open,redirect-unfinished,outcome-declined',
    scheme: 'light',
    font: 'fixed',
  });
  await expect(gallery.complaints).toHaveCount(0);
  await expect(gallery.wall).toHaveScreenshot('telephone.png');
});
