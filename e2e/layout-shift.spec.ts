import type { Page } from 'playwright/test';
import { card, expect, test } from './shop-test.js';
import { drawn, watchShifts, type Shift } from './shifts.js';

/**
 * Lists all shifts except those during an action of the shopper that moves content. Browsers ignore all shifts within
 * half a second of an input; a flow that does so depends on the speed of the machine.
 */
const moved = (shifts: readonly Shift[], ...except: string[]) =>
  shifts.filter(({ during, moved }) => !except.includes(during) && moved.some(isVertical));

/** A centered text that changes in its place moves sideways only. */
const isVertical = (move: string) => !move.endsWith(' by 0');

test('nothing moves while the order loads and while it is paid', { tag: '@core' }, async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const { during, shifts } = await watchShifts(page);
  await open(await shop.createOrder());
  await expect(checkout.payButton).toBeVisible();
  await during('typing');
  const texts = [
    ['Card number', '4222', '4222000006285344'],
    ['Expiry date', '01/20', '12/40'],
    ['Name on card', 'A', 'Ada Lovelace'],
    ['Security code', '12', '123'],
  ] as const;
  for (const [label, wrong] of texts) {
    await checkout.field(label).fill(wrong);
    await checkout.field(label).blur();
    await expect(checkout.field(label)).toHaveAttribute('aria-invalid', 'true');
  }
  for (const [label, , right] of texts) {
    await checkout.field(label).fill(right);
    await expect(checkout.field(label)).toHaveAttribute('aria-invalid', 'false');
  }
  await during('paying');
  await checkout.payButton.click();
  expect(await checkout.outcomeStatus()).toBe('paid');
  // Errors unfold and fold, and so does the element after the end.
  expect(moved(await shifts(), 'typing', 'ended')).toEqual([]);
});

test('nothing moves when a challenge opens and ends', async ({ shop, open, checkout, page }) => {
  const { during, shifts } = await watchShifts(page);
  await open(await shop.createOrder());
  await checkout.fillCard(card('challenge'));
  await during('paying');
  await checkout.payButton.click();
  await expect(checkout.challenge.code).toBeVisible();
  await during('being asked');
  await page.keyboard.press('Escape');
  await checkout.challenge.dialog.getByRole('button', { name: 'Back to your bank' }).click();
  await expect(checkout.challenge.dialog.getByRole('button', { name: 'Cancel payment' })).toBeVisible();
  await during('confirming');
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(moved(await shifts(), 'ended')).toEqual([]);
});

test('only the fields that change move when another method is chosen', async ({ shop, open, checkout, page }) => {
  const { during, shifts } = await watchShifts(page);
  await open(await shop.createOrder());
  await page.evaluate(() => addEventListener('scudo-redirect', (event) => event.preventDefault()));
  const radio = checkout.element.getByRole('radio', { name: 'Testpay' });
  await during('choosing');
  await radio.check();
  await expect(checkout.field('Account holder name')).toBeVisible();
  await expect(radio).toBeInViewport();
  await during('mistakes');
  await checkout.payButton.click();
  await expect(checkout.field('Account holder name')).toBeFocused();
  await during('mending');
  await checkout.field('Account holder name').fill('Ada Lovelace');
  await checkout.field('Country').selectOption('GB');
  await during('leaving');
  await checkout.payButton.click();
  await expect(checkout.element.getByRole('link', { name: 'Continue to Testpay' })).toBeFocused();
  expect(moved(await shifts(), 'choosing', 'mistakes', 'mending', 'leaving')).toEqual([]);
});

test('an error of the field that is left does not move the button that is being pressed', async ({
  shop,
  open,
  checkout,
  page,
}) => {
  await open(await shop.createOrder());
  await checkout.field('Name on card').fill('A');
  const before = (await checkout.payButton.boundingBox())!;
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await expect(checkout.field('Name on card')).not.toBeFocused();
  await drawn(page);
  expect(await checkout.payButton.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(checkout.field('Name on card')).toHaveAttribute('aria-invalid', 'true');
  await expect(checkout.field('Card number')).toBeFocused();
});

test('nothing moves while an issuer is slow, and while the Cancel button appears and disappears', {
  tag: '@more',
}, async ({ shop, open, checkout, page }) => {
  const { during, shifts } = await watchShifts(page);
  await open(await shop.createOrder());
  await checkout.fillCard(card('method-silent'));
  await during('paying');
  await checkout.payButton.click();
  await expect(checkout.element.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(moved(await shifts(), 'ended')).toEqual([]);
});

/** The minimal page with content of the merchant below the element, and the CSS of docs/element.md for it. */
async function withTermsBelow(page: Page): Promise<void> {
  await page.route('**/minimal.html?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace('</scudo-checkout>', '</scudo-checkout><p>Terms of the shop</p>')
      .replace('</head>', '<link rel="stylesheet" href="/space.css"></head>');
    await route.fulfill({ response, body });
  });
  await page.route('**/space.css', (route) =>
    route.fulfill({
      contentType: 'text/css',
      body: 'scudo-checkout { --scudo-reserve: 48rem } scudo-checkout:not(:defined) { display: block; min-block-size: 48rem }',
    }),
  );
}

test('content below the element does not move while the element loads', async ({ shop, open, checkout, page }) => {
  const { shifts } = await watchShifts(page);
  await withTermsBelow(page);
  await open(await shop.createOrder());
  await expect(checkout.payButton).toBeVisible();
  expect(moved(await shifts())).toEqual([]);
});

test('content below the element does not move by the outcome of a challenge', { tag: '@more' }, async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const { during, shifts } = await watchShifts(page);
  await withTermsBelow(page);
  await open(await shop.createOrder());
  await checkout.pay(card('challenge'));
  await checkout.challenge.code.waitFor();
  await during('confirming');
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(moved((await shifts()).filter((shift) => shift.during === 'confirming'))).toEqual([]);
});

for (const width of [320, 390, 768, 1280])
  test(`a decline at ${width} px appears beside the button and moves nothing that the shopper has seen`, {
    tag: width === 390 ? '@core' : '@more',
  }, async ({ shop, open, checkout, page }) => {
    await page.setViewportSize({ width, height: 844 });
    const { shifts } = await watchShifts(page);
    await open(await shop.createOrder());
    await checkout.fillCard(card('declined-101'));
    await checkout.payButton.click();
    expect(await checkout.outcomeStatus()).toBe('declined');
    await drawn(page);
    const ended = (await shifts()).filter(({ during }) => during === 'ended');
    expect(ended.reduce((sum, { value }) => sum + value, 0)).toBeLessThanOrEqual(0.01);
  });
