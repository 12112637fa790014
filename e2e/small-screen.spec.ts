import type { Page } from 'playwright/test';
import type { CheckoutPage } from '../src/playwright.js';
import { misfits } from './fit.js';
import { focused } from './focus.js';
import { drawn } from './shifts.js';
import { card, expect, test } from './shop-test.js';

const TEXTS = [
  ['Card number', card('challenge').number],
  ['Expiry date', '12/40'],
  ['Security code', '123'],
  ['Name on card', 'Ada Lovelace'],
] as const;

/** Pays by touch, from a form with all errors to the outcome, and checks in each step that everything fits. */
async function payByFinger(page: Page, checkout: CheckoutPage, window: string): Promise<void> {
  const { dialog, code, issuerPage } = checkout.challenge;
  const allFits = async () => expect(await misfits(page)).toEqual([]);
  await expect(checkout.payButton).toBeVisible();
  await allFits();
  await checkout.payButton.tap();
  await expect(checkout.element.getByText('Enter your card number.')).toBeVisible();
  await allFits();
  for (const [label, text] of TEXTS) {
    await checkout.field(label).tap();
    await checkout.field(label).pressSequentially(text);
  }
  await allFits();
  await checkout.payButton.tap();

  await expect(code).toBeVisible();
  await expect(dialog).toHaveAttribute('data-size', window);
  await allFits();
  expect(await code.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
  // A click, because some versions of Chromium emulate a tap in a frame of another site at a wrong position.
  await code.click();
  await code.pressSequentially('123456');
  await dialog.getByRole('button', { name: 'Cancel payment' }).tap();
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await allFits();
  await dialog.getByRole('button', { name: 'Back to your bank' }).tap();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  // The issuer's frame has moved. A browser dispatches a click by the last drawn frame.
  await drawn(page);
  await issuerPage.getByRole('button', { name: 'Confirm' }).click();

  await expect(checkout.outcome.getByRole('heading', { name: 'Payment complete' })).toBeInViewport({ ratio: 1 });
  await allFits();
}

test.describe('a phone of 320 × 568', () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });

  test('a payment by touch at 320 × 568 has no sideways scrolling, large targets and the right keyboards', {
    tag: '@core',
  }, async ({ shop, open, checkout, page }) => {
    const id = await shop.createOrder({ payer: undefined, methods: [{ code: 'card' }] });
    await open(id);
    for (const [label, inputMode] of [
      ['Card number', 'numeric'],
      ['Expiry date', 'numeric'],
      ['Security code', 'numeric'],
      ['Mobile phone', 'tel'],
    ] as const) {
      await expect(checkout.field(label)).toHaveAttribute('inputmode', inputMode);
    }
    await checkout.field('Mobile phone').fill('+44 20 7946 0000');
    await payByFinger(page, checkout, 'FULL_SCREEN');
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid' });
  });

  test('the issuer’s page is fully visible and has at least 470 px at 320 × 568', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    await open(await shop.createOrder());
    await checkout.pay(card('challenge'));
    await expect(checkout.challenge.code).toBeVisible();
    await expect(checkout.challenge.dialog.locator('iframe')).toBeInViewport({ ratio: 1 });
    await expect(checkout.challenge.dialog.getByRole('button', { name: 'Cancel payment' })).toBeInViewport({
      ratio: 1,
    });
    const { width, height } = (await checkout.challenge.dialog.locator('iframe').boundingBox())!;
    expect(width).toBe(320);
    expect(height).toBeGreaterThanOrEqual(470);
    expect(await misfits(page)).toEqual([]);
  });

  test('a redirect payment by touch fits 320 × 568', async ({ shop, open, checkout, testpay, returnPage, page }) => {
    await open(await shop.createOrder());
    await checkout.element.getByText('Testpay', { exact: true }).tap();
    await checkout.payButton.tap();
    await expect(checkout.element.getByText('Enter the name of the account holder.')).toBeVisible();
    expect(await misfits(page)).toEqual([]);
    await checkout.field('Account holder name').fill('Ada Lovelace');
    await checkout.field('Country').selectOption('GB');
    await checkout.payButton.tap();
    await testpay.answer();
    await expect(returnPage.outcome).toHaveAttribute('data-status', 'paid');
    expect(await misfits(page)).toEqual([]);
  });
});

test.describe('400 % zoom: 320 × 256', () => {
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4, hasTouch: true });

  test('a challenge at 400 % zoom takes the whole screen, and all of it can be reached', { tag: '@more' }, async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    await payByFinger(page, checkout, 'FULL_SCREEN');
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid' });
  });

  test('the focused element is always visible at 400 % zoom', async ({ shop, open, checkout, page, browserName }) => {
    await open(await shop.createOrder());
    await expect(checkout.payButton).toBeVisible();
    const visible = async () => {
      const isVisible = async () => {
        const { top, bottom, left, right } = await focused(page);
        // Firefox does not scroll to a focused element that is partly visible.
        const cut = browserName === 'firefox' ? (bottom - top) / 4 : 0;
        return top >= -cut && left >= 0 && bottom <= 256 + cut && right <= 320;
      };
      // Firefox scrolls to the focus with its next frame.
      await expect.poll(isVisible, (await focused(page)).name).toBe(true);
    };
    await page.keyboard.press('Tab');
    for (const [, text] of TEXTS) {
      await page.keyboard.press('Tab');
      await visible();
      await page.keyboard.type(text);
      await visible();
    }
    await page.keyboard.press('Tab');
    await visible();
    await page.keyboard.press('Enter');
    const { dialog, code } = checkout.challenge;
    await expect(code).toBeVisible();
    // The dialog slides in.
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 256 });
    await visible();
    const end = await dialog.evaluate((element) => element.querySelector('iframe')?.getBoundingClientRect().bottom);
    expect(end).toBeLessThanOrEqual(256);
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Back to your bank' })).toBeFocused();
    await visible();
    await page.keyboard.press('Tab');
    await visible();
    await page.keyboard.press('Enter');
    await expect(checkout.outcome.getByRole('heading')).toBeFocused();
    await visible();
    await page.keyboard.press('Tab');
    await visible();
  });
});

/** The text spacing of WCAG 1.4.12 for everything in the element, as a style sheet of the reader sets it. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }';

test.describe('a reader who changes the text', () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true });

  test('a payment with the text spacing of WCAG 1.4.12 shows all its content', { tag: '@more' }, async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    await open(await shop.createOrder());
    await checkout.element.evaluate((element, css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      element.shadowRoot!.adoptedStyleSheets.push(sheet);
      Object.assign((element as HTMLElement).style, {
        lineHeight: '1.5',
        letterSpacing: '.12em',
        wordSpacing: '.16em',
      });
    }, SPACING);
    await payByFinger(page, checkout, 'FULL_SCREEN');
  });

  test('a payment with text of twice the size (WCAG 1.4.4) shows all its content', { tag: '@more' }, async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    await open(await shop.createOrder());
    await checkout.element.evaluate((element) => {
      document.documentElement.style.fontSize = '200%';
      (element as HTMLElement).style.setProperty('--scudo-font', '32px/1.5 system-ui, sans-serif');
    });
    expect(await checkout.payButton.evaluate((button) => getComputedStyle(button).fontSize)).toBe('32px');
    await payByFinger(page, checkout, 'FULL_SCREEN');
  });
});
