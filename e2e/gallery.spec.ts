import { AxeBuilder } from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright/test';
import { PRESETS } from '../demo/pages/shared/presets.js';
import { SECTIONS } from '../demo/pages/gallery/sections.js';
import { GalleryPage } from './gallery-page.js';
import { expect, test } from './shop-test.js';

/** The public list of outcomes: code, status, and the note of its tile about another try. */
const OUTCOMES = [
  ...readFileSync('docs/outcomes.md', 'utf8').matchAll(/^\| `([\w-]+)` \| `([\w-]+)` \| (yes|no) \| (yes|no) \|/gm),
].map(([, code = '', status = '', retryable, sameCard]) => {
  const other = sameCard === 'yes' ? '' : ' with another card';
  return { code, status, note: retryable === 'yes' ? `${status}, can be tried again${other}` : status };
});

/** The violations that axe finds, one per line. */
const found = ({ violations }: { violations: { id: string; nodes: { target: unknown[] }[] }[] }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);

const scrollsSideways = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

test('the gallery reaches every state without moving focus or scroll position', { tag: '@more' }, async ({ page }) => {
  // The scenes are played before the browser draws, and an inline challenge scrolls itself onto the screen when it
  // does.
  await page.addInitScript(() => {
    const draw = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (call) => draw((time) => setTimeout(call, 1_000, time));
  });
  const gallery = new GalleryPage(page);
  await gallery.open();
  await expect(gallery.complaints).toHaveCount(0);
  expect(await gallery.tiles.count()).toBeGreaterThan(70);
  // Each challenge has a frame inside a frame. There are no other frames.
  await expect(page.locator('iframe')).toHaveCount(4);
  expect(await page.evaluate(() => [document.activeElement?.localName, scrollY])).toEqual(['body', 0]);
});

test('the gallery has every documented outcome', async ({ page }) => {
  const gallery = new GalleryPage(page);
  await gallery.open({ only: 'outcomes' });
  expect(OUTCOMES.length).toBeGreaterThan(20);
  for (const { code, status, note } of OUTCOMES) {
    const tile = gallery.tile(`outcome-${code}`);
    await expect(tile.locator('[part~=outcome]')).toHaveAttribute('data-status', status);
    await expect(tile.locator('header').getByText(note, { exact: true })).toBeVisible();
  }
  await expect(gallery.complaints).toHaveCount(0);
});

test('no state shows the id of its order, and the gallery writes nothing on the console', async ({ page }) => {
  const lines: string[] = [];
  page.on('console', (line) => ['error', 'warning'].includes(line.type()) && lines.push(line.text()));
  const gallery = new GalleryPage(page);
  await gallery.open();
  const shown = await page.locator('scudo-checkout, scudo-return').evaluateAll((elements) =>
    elements.map((element) => ({
      order: (element as unknown as { order: string }).order,
      html: element.shadowRoot!.innerHTML,
    })),
  );
  expect(shown.length).toBeGreaterThan(70);
  for (const { order, html } of shown) {
    expect(order).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(html).not.toContain(order.slice(0, 36));
  }
  expect(shown.filter(({ html }) => html.includes('SO-4711')).length).toBeGreaterThan(3);
  expect(lines).toEqual([]);
});

test('the issuer’s text for the cardholder is rendered as text', async ({ page }) => {
  const gallery = new GalleryPage(page);
  await gallery.open({ only: 'outcome-declined-text' });
  await expect(gallery.tile('outcome-declined-text')).toContainText('<b>020 7946 0001</b> & say "fine coin"');
});

test('a state that is not reached is marked as not reached', async ({ page }) => {
  // A challenge needs the backend's frame page.
  await page.route('**/scudo/frame', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Nothing</title>' }),
  );
  await page.clock.install();
  const gallery = new GalleryPage(page);
  await page.goto('/gallery.html?only=challenge-open,form-empty');
  await expect(gallery.tile('challenge-open').locator('iframe')).toBeVisible();
  await page.clock.fastForward(60_000);
  await gallery.standsStill();
  await expect(gallery.tile('challenge-open')).toContainText('This state was not reached.');
  await expect(gallery.complaints).toHaveCount(1);
});

test('the address has the chosen view, and a reload restores it', { tag: '@more' }, async ({ page }) => {
  const gallery = new GalleryPage(page);
  await gallery.open({ only: 'form' });
  await gallery.choice('lang').selectOption({ label: 'العربية' });
  await gallery.choice('width').selectOption('320');
  await gallery.choice('scheme').selectOption('dark');
  await gallery.standsStill();
  expect(new URL(page.url()).search).toBe('?lang=ar&scheme=dark&width=320&only=form');
  await page.reload();
  await gallery.standsStill();
  await expect(gallery.choice('lang')).toHaveValue('ar');
  const empty = gallery.tile('form-empty').locator('scudo-checkout');
  await expect(empty.getByLabel('رقم البطاقة', { exact: true })).toBeVisible();
  await expect.poll(() => empty.boundingBox()).toMatchObject({ width: 320 });
  await expect(empty).toHaveCSS('color-scheme', 'dark');
  await expect(gallery.complaints).toHaveCount(0);
});

test('a change of the language keeps the same tile in view', { tag: '@more' }, async ({ page }) => {
  const gallery = new GalleryPage(page);
  await gallery.open({ only: 'methods,redirect,return' });
  const tile = gallery.tile('redirect-pending');
  await tile.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
  const before = await tile.boundingBox();
  await gallery.choice('lang').selectOption('el');
  await expect(tile.locator('[lang=el]').first()).toBeVisible();
  await gallery.standsStill();
  await expect.poll(async () => (await tile.boundingBox())?.y).toBeCloseTo(before!.y, 0);
});

for (const width of [320, 1280]) {
  test(`the gallery does not scroll sideways at ${width} px`, { tag: '@more' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const gallery = new GalleryPage(page);
    for (const view of [{}, { scheme: 'both', width: '512', lang: 'de', only: 'form,challenge' }]) {
      await gallery.open(view);
      expect(await page.evaluate(scrollsSideways)).toBe(false);
    }
  });
}

test('two tiles and their heading are in the middle of a page of 1280 px', { tag: '@more' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const gallery = new GalleryPage(page);
  await gallery.open({ only: 'order' });
  const boxOf = async (place: Locator) => (await place.boundingBox())!;
  const [first, second] = [await boxOf(gallery.tile('loading')), await boxOf(gallery.tile('unreachable'))];
  expect(second.y).toBe(first.y);
  const pageWidth = await page.evaluate(() => document.documentElement.clientWidth);
  expect(Math.abs(first.x - (pageWidth - second.x - second.width))).toBeLessThan(2);
  expect((await boxOf(page.getByRole('heading', { name: 'Before the form' }))).x).toBe(first.x);
  expect((await boxOf(page.getByRole('heading', { level: 1 }))).x).toBe(first.x);
});

test.describe('with reduced motion, so that no color is between two', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const { id } of SECTIONS) {
    test(`axe finds nothing in ${id}`, { tag: '@more' }, async ({ page }) => {
      const gallery = new GalleryPage(page);
      await gallery.open({ only: id, scheme: 'light' });
      // The gallery repeats landmarks and has the headings of issuers between its own. A page with one checkout does
      // not.
      const light = await new AxeBuilder({ page }).disableRules(['landmark-unique', 'heading-order']).analyze();
      expect(found(light)).toEqual([]);
      await gallery.choice('scheme').selectOption('dark');
      await gallery.standsStill();
      // The dark scheme differs in its colors only.
      const dark = await new AxeBuilder({ page }).withRules('color-contrast').analyze();
      expect(dark.passes.map((rule) => rule.id)).toEqual(['color-contrast']);
      expect(found(dark)).toEqual([]);
    });
  }

  for (const preset of PRESETS) {
    test(`axe finds nothing in the theme ${preset}`, { tag: '@more' }, async ({ page }) => {
      const gallery = new GalleryPage(page);
      await gallery.open({
        preset,
        only: 'errors-missing,payment-app,outcome-authorized,outcome-declined',
        scheme: 'both',
      });
      expect(
        found(
          await new AxeBuilder({ page }).withRules(['color-contrast', 'target-size', 'link-in-text-block']).analyze(),
        ),
      ).toEqual([]);
    });
  }
});
