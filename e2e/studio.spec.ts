import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { CheckoutPage } from '../src/playwright.js';
import { asPrinted, card, expect, recordOutcomes, test } from './shop-test.js';
import { watchShifts } from './shifts.js';

const onStage = (page: Page) => new CheckoutPage(page, page.frameLocator('#stage').locator('scudo-checkout'));
const property = (page: Page, name: string) => page.locator(`[data-property="${name}"]`);
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const inStrip = (page: Page, scene: string) =>
  page.locator(`#strip iframe[data-scene="${scene}"]`).first().contentFrame();
const code = (page: Page, title: string) =>
  page.locator('figure', { has: page.locator('figcaption', { hasText: title }) }).locator('code');
const radio = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check({ force: true });

/** Waits until the page, all states of the strip and the contrast numbers are there. */
async function ready(page: Page): Promise<void> {
  await expect(page.locator('html[data-ready=true]')).toHaveCount(1);
  await expect(page.locator('#strip iframe[data-ready=true]')).toHaveCount(6);
  await expect(page.locator('.contrast td[data-grade]')).toHaveCount(8);
}

/** The state that `holdArming` keeps in the page. */
interface HeldArming {
  isHeld: boolean;
  release(): void;
  readonly reads: Promise<Response>[];
}

/**
 * Holds the request that gives an order its fault, and keeps the page's other requests. It is done in the page: a flow
 * whose route drove the clock and looked into the page did not go on in Firefox.
 */
async function holdArming(page: Page) {
  const inPage = await page.evaluateHandle(() => {
    const send = window.fetch;
    const held: HeldArming = { isHeld: false, release: () => undefined, reads: [] };
    const released = new Promise<void>((resolve) => (held.release = resolve));
    window.fetch = async (address, init) => {
      if (init?.method === 'PUT' && init.body !== '{}') {
        held.isHeld = true;
        await released;
        return send(address, init);
      }
      const answer = send(address, init);
      held.reads.push(answer);
      return answer;
    };
    return held;
  });
  return {
    isHeld: () => expect.poll(() => inPage.evaluate(({ isHeld }) => isHeld)).toBe(true),
    readsAreAnswered: () => inPage.evaluate(({ reads }) => Promise.allSettled(reads).then(() => undefined)),
    release: () => inPage.evaluate(({ release }) => release()),
  };
}

/** The violations that axe finds, one per line. */
const found = ({ violations }: { violations: { id: string; nodes: { html: string }[] }[] }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);

test('a designer chooses a card, pays, and reads the time line', { tag: '@core' }, async ({ page }) => {
  await page.goto('/');
  const checkout = onStage(page);
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  await page.getByRole('button', { name: card('challenge').number }).click();
  await expect(checkout.field('Card number')).toHaveValue(asPrinted(card('challenge').number));
  await checkout.payButton.click();
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect(page.locator('#order-state')).toContainText('as paid, ECI 05');
  const timeline = page.getByRole('list', { name: 'Steps and messages of the payment' });
  await expect(timeline).toContainText('outcome');
  const words = async () =>
    (await timeline.locator('.note, .name').allTextContents()).map((text) => text.replace(/\s+/g, ' '));
  const wanted = [
    'Page to Backend: protocol-versions',
    'Backend to Gateway: protocol-versions',
    'Page to Backend: authentications',
    'Backend to Gateway: authentications',
    'Page to ACS (bank): creq',
    'ACS (bank) to Backend: cres',
    'Page to Backend: authorizations',
    'Backend to Gateway: auth ',
  ];
  // The time line fetches the gateway's messages after those of the page.
  await expect(async () => {
    const texts = await words();
    const places = wanted.map((step) => texts.findIndex((text) => `${text} `.includes(step)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }).toPass();
  expect((await words()).join()).not.toContain(card('challenge').number);
});

test('the data of the account holder is filled in for Testpay, and the order has a number', async ({ page }) => {
  await page.goto('/');
  const checkout = onStage(page);
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  await expect(page.locator('#order-state a')).toHaveText(/^SO-\d{4}$/);
  await page.getByRole('button', { name: 'Testpay: account holder' }).click();
  await expect(checkout.field('Account holder name')).toHaveValue('Ada Lovelace');
  await checkout.payButton.click();
  await page.waitForURL(/\/testpay\//);
  await page.goto('/shops/');
  await expect(page).toHaveURL(/\/shops\/fashion\.html/);
});

test('the panels of the studio are drawn where they stay', { tag: '@more' }, async ({ page }) => {
  const watch = await watchShifts(page);
  await page.goto('/');
  await ready(page);
  const total = (await watch.shifts()).reduce((sum, { value }) => sum + value, 0);
  // A row of the contrast table may take a second line; a panel that moves is a third of the page.
  expect(total).toBeLessThan(0.02);
});

test('a color has a name and its value beside it, for light and for dark', { tag: '@more' }, async ({ page }) => {
  await page.goto('/');
  await ready(page);
  const swatches = property(page, 'color-brand').locator('.swatch');
  await page.getByLabel('Brand color, dark').fill('#ffcc00');
  await expect(swatches).toHaveText([/^\s*Light\s*#[\da-f]{6}/, /^\s*Dark\s*#ffcc00/]);
});

test('a theme is set with the controls, reproduced by the code, and shared by the address', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await ready(page);
  await page.getByRole('radio', { name: 'Courier' }).check({ force: true });
  await radio(page, 'Light and dark', 'Dark');
  await radio(page, 'Device', 'Phone');
  await page.getByLabel('Brand color, dark').fill('#ffcc00');
  await page.getByText('Shape and space', { exact: true }).click();
  await page.getByLabel('Corners', { exact: true }).fill('1.25');
  await page.getByText('Motion and bank’s page').click();
  await page.getByLabel('Reduced motion').check();
  await tab(page, 'Words');
  await page.getByLabel('Language').selectOption('de');

  // #ffcc00, from which the accent is derived.
  const BRAND = /^oklch\(0\.865\d* 0\.176\d* 90\.\d+\)$/;
  const expectTheme = async (one: Page) => {
    const checkout = onStage(one);
    await expect(checkout.element.getByRole('button', { name: /bezahlen/ })).toBeVisible();
    const pay = checkout.element.locator('[part~=pay-button]');
    await expect(pay).toHaveCSS('background-color', BRAND);
    // The button has the radius of the preset, the fields have the changed one.
    await expect(pay).toHaveCSS('border-top-left-radius', '999px');
    await expect(checkout.element.locator('#number')).toHaveCSS('border-top-left-radius', '20px');
    await expect.poll(() => one.locator('#stage').evaluate((frame) => frame.clientWidth)).toBe(390);
    // The states beside the stage have the same theme.
    await expect(inStrip(one, 'outcome-declined').locator('[part~=outcome]')).toContainText('Zahlung');
    await expect(inStrip(one, 'form-typed').locator('[part~=pay-button]')).toHaveCSS('background-color', BRAND);
  };
  await expectTheme(page);
  const css = code(page, 'checkout.css');
  await expect(css).toHaveText(
    /color-scheme: dark;\s+--scudo-color-\w+: light-dark\(.+, #ffcc00\);\s+--scudo-radius: 1\.25rem;\s+--scudo-motion: 0s;/,
  );
  await expect(code(page, 'HTML')).toContainText('<link rel="stylesheet" href="/presets/courier.css">');

  const other = await context.newPage();
  await other.goto(page.url());
  await expectTheme(other);

  await tab(page, 'Theme');
  await property(page, 'radius').getByRole('button', { name: 'Reset Corners' }).click();
  await expect(css).not.toContainText('radius');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await radio(page, 'Light and dark', 'System');
  await expect(css).toHaveCount(0);
});

test('words, rules of parts and texts of slots apply to all states, and survive a reload', { tag: '@more' }, async ({
  page,
}) => {
  await page.goto('/');
  await ready(page);
  await tab(page, 'Words');
  await page.getByLabel('Find a text').fill('Pay {amount}');
  await page.locator('[data-text="pay"]').getByRole('textbox').fill('Buy now for {amount}');
  await tab(page, 'Parts');
  await page.locator('[data-text="::part(pay-button)"]').getByRole('textbox').fill('text-transform: uppercase');
  await tab(page, 'Slots');
  await page.locator('[data-text="header"]').getByRole('textbox').fill('Coins <b>& more</b>');

  const expectTexts = async () => {
    for (const element of [onStage(page).element, inStrip(page, 'form-typed').locator('scudo-checkout')]) {
      await expect(element.locator('[part~=pay-button]')).toHaveText('Buy now for €19.99');
      await expect(element.locator('[part~=pay-button]')).toHaveCSS('text-transform', 'uppercase');
      await expect(element.locator('> [slot=header]')).toHaveText('Coins <b>& more</b>');
    }
  };
  await expectTexts();
  await expect(code(page, 'checkout.js')).toContainText('"pay": "Buy now for {amount}"');
  await expect(code(page, 'HTML')).toContainText('<div slot="header">Coins &lt;b&gt;&amp; more&lt;/b&gt;</div>');
  await expect(page).toHaveURL(/slot\.header=/);
  await page.reload();
  await ready(page);
  await expectTexts();
  await tab(page, 'Slots');
  await page.locator('[data-text="header"]').getByRole('button', { name: 'Reset' }).click();
  await expect(onStage(page).element.locator('> [slot=header]')).toHaveCount(0);
});

test('undo and redo restore the steps of a theme, and a text field keeps its own undo', { tag: '@more' }, async ({
  page,
}) => {
  await page.goto('/');
  await ready(page);
  const pay = onStage(page).element.locator('[part~=pay-button]');
  const undo = page.getByRole('button', { name: 'Undo' });
  const redo = page.getByRole('button', { name: 'Redo' });
  await expect(undo).toBeDisabled();
  const color = (value: string) => expect(pay).toHaveCSS('background-color', value);
  const brand = page.getByLabel('Brand color, light');
  const before = await pay.evaluate((button) => getComputedStyle(button).backgroundColor);
  await brand.fill('#112233');
  await brand.fill('#445566');
  await color('rgb(68, 85, 102)');
  await undo.click();
  await color('rgb(17, 34, 51)');
  await page.keyboard.press('Control+z');
  await color(before);
  await expect(undo).toBeDisabled();
  await page.keyboard.press('Control+Shift+Z');
  await color('rgb(17, 34, 51)');
  await redo.click();
  await color('rgb(68, 85, 102)');
  await expect(redo).toBeDisabled();

  // Choices beside the stage are steps, too.
  const scheme = page.getByRole('group', { name: 'Light and dark' });
  await radio(page, 'Light and dark', 'Light');
  await radio(page, 'Light and dark', 'Dark');
  await undo.click();
  await expect(scheme.getByRole('radio', { name: 'Light' })).toBeChecked();
  await undo.click();
  await expect(scheme.getByRole('radio', { name: 'System' })).toBeChecked();
  await brand.fill('#445567');
  await brand.fill('#445566');

  await tab(page, 'Words');
  await page.getByLabel('Find a text').fill('Card');
  await page.getByLabel('Find a text').press('Control+z');
  await expect(redo).toBeDisabled();
  await color('rgb(68, 85, 102)');
});

test('white text that is on yellow in light only has a warning with both colors and the ratio', {
  tag: '@more',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(
    `/?${new URLSearchParams({
      '--color-accent': 'light-dark(#ffe600, #000080)',
      '--color-on-accent': '#ffffff',
    }).toString()}`,
  );
  await ready(page);
  const warnings = page.locator('.warnings');
  await expect(warnings).toContainText(
    'Text on button, light: #ffffff on #ffe600 has a contrast of 1.2. Use at least 4.5.',
  );
  // The scheme of the system is dark, and both are measured.
  await expect(warnings).not.toContainText('Text on button, dark');
  const row = page.getByRole('row', { name: 'Text on button' });
  await expect(row).toContainText('too low');
  await page.goto(
    `/?${new URLSearchParams({ '--color-accent': '#ffe600', '--color-on-accent': '#000000' }).toString()}`,
  );
  await ready(page);
  await expect(row).toContainText('AAA');
  await expect(warnings).not.toContainText('Text on button');
});

test('the contrast numbers follow each preset as it is rendered, in light and dark', { tag: '@more' }, async ({
  page,
}) => {
  await page.goto('/');
  await ready(page);
  const row = page.getByRole('row', { name: 'Text on background' });
  const first = await row.innerText();
  await page.getByRole('radio', { name: 'Arcade' }).check({ force: true });
  await expect(row).not.toHaveText(first);
  await expect(row.getByText(/^AAA?$/)).toHaveCount(2);
});

test('a color that the element derives becomes the chosen one, and then has a second one for dark', {
  tag: '@more',
}, async ({ page }) => {
  await page.goto('/');
  await ready(page);
  await page.locator('#controls summary', { hasText: 'Colors' }).click();
  const css = code(page, 'checkout.css');
  await page.getByLabel('Hints, light').fill('#123456');
  await expect(css).toContainText('--scudo-color-quiet: #123456;');
  await page.getByLabel('Hints, dark').fill('#abcdef');
  await expect(css).toContainText('--scudo-color-quiet: light-dark(#123456, #abcdef);');
});

test('a font from the list replaces the families and keeps the size', { tag: '@more' }, async ({ page }) => {
  await page.goto(`/?${new URLSearchParams({ '--font': '18px/1.5 Georgia, serif' }).toString()}`);
  await ready(page);
  await page.locator('#controls summary', { hasText: 'Type' }).click();
  await page.getByLabel('Font', { exact: true }).selectOption('Monospaced');
  await expect(onStage(page).element).toHaveCSS('font-family', /^ui-monospace, .*monospace$/);
  await expect(onStage(page).element).toHaveCSS('font-size', '18px');
  await page.getByLabel('Font, as CSS').fill('20px/1.4 Georgia, serif');
  await page.keyboard.press('Tab');
  await expect(onStage(page).element).toHaveCSS('font', /20px.* Georgia, serif$/);
});

test('the stage is reached with 15 presses of Tab at most', { tag: '@more' }, async ({ page }) => {
  await page.goto('/');
  await ready(page);
  let stops = 0;
  for (; stops < 40; stops++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.id === 'stage')) break;
  }
  expect(stops).toBeLessThanOrEqual(15);
  // The strip of states is a picture with links.
  await page.locator('#states a').last().focus();
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveCount(1);
  await expect(page.locator('#states :focus')).toHaveCount(0);
});

test('the stage stays visible while the panel scrolls to its last control', { tag: '@more' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  await ready(page);
  await expect(page.locator('#stage')).toBeInViewport({ ratio: 1 });
  for (const summary of await page.locator('#controls summary').all()) await summary.click();
  await page.locator('#controls .property').last().scrollIntoViewIfNeeded();
  await expect(page.locator('#controls .property').last()).toBeInViewport();
  await expect(page.locator('#stage')).toBeInViewport({ ratio: 1 });
});

test('light and dark show at once, on the stage and in the strip', { tag: '@more' }, async ({ page }) => {
  await page.goto('/?scheme=both');
  await expect(page.locator('#strip iframe[data-ready=true]')).toHaveCount(12);
  const scheme = (frame: string) =>
    page
      .frameLocator(frame)
      .locator('html')
      .first()
      .evaluate((root) => getComputedStyle(root).colorScheme);
  expect(await scheme('#stage')).toBe('light');
  await expect(page.frameLocator('#second-stage').locator('[part~=pay-button]')).toBeVisible();
  expect(await scheme('#second-stage')).toBe('dark');
  expect(await scheme('#strip iframe[data-scheme=dark][data-scene=form-typed]')).toBe('dark');
});

test('the gallery opens a state with the theme of the studio, and leads back to it', { tag: '@more' }, async ({
  page,
}) => {
  await page.goto(
    `/?${new URLSearchParams({ preset: 'maison', '--radius': '13px', 'word.pay': 'Buy', 'part.label': 'color: rgb(1, 2, 3)', 'slot.terms': 'Terms' }).toString()}`,
  );
  await ready(page);
  await page.getByRole('link', { name: 'Form, in the gallery' }).click();
  const element = page.locator('[data-scene="form-typed"] scudo-checkout');
  await expect(element.locator('[part~=pay-button]')).toHaveText('Buy');
  await expect(element.locator('#number')).toHaveCSS('border-top-left-radius', '0px');
  await expect(element.locator('[part~=pay-button]')).toHaveCSS('border-top-left-radius', '13px');
  await expect(element.locator('[part~=label]').first()).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(element.locator('> [slot=terms]')).toHaveText('Terms');
  await page.getByRole('link', { name: 'Edit the theme' }).click();
  await expect(page).toHaveURL(/^[^?]+\/\?.*preset=maison/);
  await expect(onStage(page).payButton).toHaveText('Buy');
});

test('a designer chooses layout and button, finds a part, imports a brand, and copies one file of code', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await ready(page);
  const checkout = onStage(page);
  // The presets are pictures of the checkout itself.
  await expect(page.locator('.thumbnail [part~=pay-button]').first()).toBeVisible();
  await page.locator('#controls summary', { hasText: 'Shape and space' }).click();
  await page.getByLabel('Layout', { exact: true }).selectOption('tabs');
  await page.getByLabel('Labels', { exact: true }).selectOption('floating');
  await page.getByLabel('Button', { exact: true }).selectOption('own');
  await expect(checkout.payButton).toHaveCount(0);
  await expect(checkout.element).toHaveAttribute('layout', 'tabs');
  await page.frameLocator('#stage').getByRole('button', { name: 'Place order' }).click();
  await expect(checkout.field('Card number')).toBeFocused();

  await page.locator('#controls summary', { hasText: 'Colors' }).click();
  await page.getByLabel('Brand from a tokens file').setInputFiles({
    name: 'tokens.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"color":{"primary":{"$value":"#8a2be2"},"error":{"$value":"#12345"}},"radius":"1.2.3px"}'),
  });
  await expect(page.locator('[data-group=Colors] [role=status]').first()).toHaveText(
    'tokens.json sets --scudo-color-brand.',
  );
  await tab(page, 'Parts');
  await page.getByLabel('Find a part').fill('pay-button');
  await expect(page.locator('[data-text="::part(input)"]')).toHaveCount(0);
  await page.locator('[data-text="::part(pay-button)"] input').fill('letter-spacing: 1px');

  const copy = page.getByRole('button', { name: 'Copy code' });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.locator('#timeline').scrollIntoViewIfNeeded();
    await expect(copy).toBeInViewport();
  }
  await copy.click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  for (const words of [
    'layout="tabs" labels="floating" no-button',
    '--scudo-color-brand: #8a2be2',
    '::part(pay-button)',
  ])
    expect(code).toContain(words);
});

test('a hostile address changes no style of the studio and loads nothing', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  await page.goto(
    `/?${new URLSearchParams({
      '--radius': '0} body{display:none',
      '--font': `16px ${'x'.repeat(300)}`,
      'part.input': 'background: url(https://shop.example/x.png)',
      'part.label': '} #controls { display: none',
      'word.pay': '<img src=x onerror=alert(1)>',
      'slot.header': '<script>alert(1)</script>',
      'word.__proto__': 'x',
      preset: '../../secret',
    }).toString()}`,
  );
  await ready(page);
  await expect(onStage(page).payButton).toHaveText('<img src=x onerror=alert(1)>');
  await expect(onStage(page).element.locator('> [slot=header]')).toHaveText('<script>alert(1)</script>');
  await expect(page.locator('#controls')).toBeVisible();
  await expect(code(page, 'checkout.css')).toHaveCount(0);
  expect([...hosts]).toEqual(['localhost']);
});

test('an order that the backend refuses is reported, and the present order stays', { tag: '@more' }, async ({
  page,
}) => {
  await page.goto('/');
  await ready(page);
  const order = page.getByRole('button', { name: 'New order' });
  await page.getByLabel('Currency').fill('XXX');
  await page.getByLabel('Amount').fill('0');
  await order.click();
  await expect(page.locator('#order-state')).not.toContainText('as open');
  await page.getByLabel('Amount').fill('ten');
  await order.click();
  await expect(page.locator('#order-state')).toHaveText('Enter an amount in XXX, such as 19.99.');
  await expect(onStage(page).payButton).toHaveText('Pay €19.99');
  await page.getByLabel('Currency').fill('jpy');
  await page.getByLabel('Amount').fill('1200');
  await order.click();
  await expect(onStage(page).payButton).toHaveText('Pay ¥1,200');
});

test('an unknown order is reported, undo follows the language with the focus, and derived colors are shown', {
  tag: '@more',
}, async ({ page }) => {
  await page.goto('/?order=UNKNOWN');
  await ready(page);
  await expect(page.locator('#order-state')).toContainText('There is no order UNKNOWN.');
  await page.getByRole('button', { name: 'Create a new order' }).click();
  await expect(onStage(page).payButton).toHaveText('Pay €19.99');

  await page.locator('#controls summary', { hasText: 'Colors' }).click();
  const background = await page.getByLabel('Background, light').inputValue();
  for (const name of ['Hints', 'Lines', 'Buttons and selection', 'Focus ring'])
    await expect(page.getByLabel(`${name}, light`)).not.toHaveValue(background);

  await tab(page, 'Words');
  await page.getByLabel('Find a text').fill('charged');
  const texts = page.locator('#controls .texts');
  await expect(texts).toContainText('You cancelled the payment. Nothing was charged.');
  await page.getByLabel('Language').selectOption('en-US');
  await expect(texts).toContainText('You canceled the payment. Nothing was charged.');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(texts).toContainText('You cancelled the payment. Nothing was charged.');
  await expect(undo).toBeDisabled();
  await expect(undo).toBeFocused();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(texts).toContainText('You canceled the payment. Nothing was charged.');
});

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'light' ? [] : '@more';
  test(`the studio is accessible in ${colorScheme}`, { tag }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await ready(page);
    // The frames of the strip are inert, and the gallery is checked state by state.
    const onPage = await new AxeBuilder({ page }).exclude('#strip iframe').analyze();
    expect(found(onPage)).toEqual([]);
    for (const summary of await page.locator('#controls summary').all()) await summary.click();
    for (const name of ['Theme', 'Words', 'Parts', 'Slots']) {
      await tab(page, name);
      expect(found(await new AxeBuilder({ page }).include('#controls').analyze())).toEqual([]);
    }
  });
}

test('the studio scrolls in one way only, at any width', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  for (const summary of await page.locator('#controls summary').all()) await summary.click();
  for (const width of [1920, 1440, 1280, 1024, 900, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
        message: String(width),
      })
      .toBe(0);
  }
});

/** The panel of faults. */
function faultsOf(page: Page) {
  const panel = page.locator('#faults');
  const report = panel.getByRole('status');
  return {
    report,
    stop: panel.getByRole('button', { name: 'Stop' }),
    hint: panel.locator('#fault-hint'),
    async disturb(hop: string, call: string, fault: string, { lasting = false } = {}) {
      const group = panel.locator(`optgroup[label="${hop}"]`);
      const id = await group.locator('option', { hasText: new RegExp(`^${call}$`) }).getAttribute('value');
      await panel.getByLabel('Disturb the next').selectOption({ value: id ?? '' });
      await panel.getByLabel('Fault').selectOption(fault);
      await panel.getByLabel('until I stop it').setChecked(lasting);
      await panel.getByRole('button', { name: 'Disturb it' }).click();
      await expect(report).toContainText(`“${call}”`);
    },
  };
}

/** The texts of the disturbed arrows. */
const disturbedArrows = (page: Page) => page.locator('#timeline [data-disturbed]');

test('a designer disturbs the next authorization, and reads what the shopper reads', async ({ page }) => {
  await recordOutcomes(page);
  await page.goto('/');
  const checkout = onStage(page);
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  const faults = faultsOf(page);
  await expect(faults.report).toHaveText('No call is disturbed.');
  await faults.disturb('Backend → gateway', 'authorization', 'unreadable answer');
  await expect(faults.report).toHaveText('The next “authorization” will be disturbed: unreadable answer.');
  await checkout.pay(card('success'));
  // The look-up finds the payment, at the latest when the shop reconciles, and the page learns it by itself.
  await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  const statuses = await checkout.element.evaluate(() =>
    (window as unknown as { outcomes: { status: string }[] }).outcomes.map(({ status }) => status),
  );
  expect(statuses).toEqual(['in-doubt', 'paid']);
  await expect(faults.report).toHaveText('“authorization” was disturbed: unreadable answer.');
  await expect(disturbedArrows(page)).toHaveCount(1);
  await expect(disturbedArrows(page)).toContainText('Backend to Gateway: auth disturbed: unreadable answer');
  await expect(disturbedArrows(page)).toHaveCSS('border-bottom-style', 'dashed');
});

test('a designer disturbs a call of the page, and stops a fault', async ({ page }) => {
  await page.goto('/');
  const checkout = onStage(page);
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  const faults = faultsOf(page);
  await faults.disturb('Page → backend', 'pay', 'answer 502');
  await checkout.pay(card('success'));
  // The page repeats the call with the same key, and the payment ends as if no call had failed.
  await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  await expect(faults.report).toHaveText('“pay” was disturbed: answer 502.');
  await expect(disturbedArrows(page)).toContainText(
    /Page to Backend:\s+authentications\s+.*502\s+disturbed: answer 502/,
  );
  await page.getByRole('button', { name: 'New order' }).click();
  await expect(faults.report).toHaveText('No call is disturbed.');
  await faults.disturb('Gateway → backend', 'status message', 'connection refused');
  await faults.stop.click();
  await expect(faults.report).toHaveText('No call is disturbed.');
  await expect(faults.stop).toBeFocused();
});

test('a broken connection fails once, without a repetition by the browser', async ({ page }) => {
  // The console reports the failed call.
  page.removeAllListeners('console');
  await page.goto('/');
  const checkout = onStage(page);
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  const faults = faultsOf(page);
  await faults.disturb('Page → backend', 'pay', 'connection refused', { lasting: true });
  await expect(faults.report).toHaveText('Each “pay” is disturbed until you stop it: connection refused.');
  await checkout.pay(card('success'));
  await expect(faults.report).toContainText(/“pay” was disturbed: connection refused, \d+ times\./);
  await faults.stop.click();
  await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
});

test('the selects of the faults are as wide as their card at most, in any font', async ({ page }) => {
  await page.goto('/');
  const faults = page.locator('#faults');
  await expect(faults.getByRole('status')).toBeVisible();
  // As wide as in any font.
  await faults.locator('option').evaluateAll((options) => {
    for (const option of options) option.textContent = 'a long name of a call '.repeat(5);
  });
  for (const width of [1920, 1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const excess = () =>
      faults.evaluate((panel) =>
        Math.max(...[...panel.querySelectorAll('select')].map(({ offsetWidth }) => offsetWidth - panel.clientWidth)),
      );
    await expect.poll(excess, { message: String(width) }).toBeLessThanOrEqual(0);
  }
});

test('a fault belongs to the order of its tab, and moves to the next one', async ({ page, context }) => {
  await page.goto('/');
  await expect(onStage(page).payButton).toHaveText('Pay €19.99');
  const faults = faultsOf(page);
  await faults.disturb('Backend → gateway', 'authorization', 'wrong hash');
  const other = await context.newPage();
  await other.goto('/');
  await expect(faultsOf(other).report).toHaveText('No call is disturbed.');
  await onStage(other).pay(card('success'));
  await expect(onStage(other).outcome).toHaveAttribute('data-status', 'paid');
  await expect(other.locator('#order-state')).toContainText('as paid');
  await expect(faultsOf(other).report).toHaveText('No call is disturbed.');
  await other.close();
  await expect(faults.report).toHaveText('The next “authorization” will be disturbed: wrong hash.');

  await faults.disturb('Page → backend', 'read the order', 'answer 502');
  await page.getByRole('button', { name: 'New order' }).click();
  await expect(faults.report).toHaveText('“read the order” was disturbed: answer 502.');
});

test('a fault whose call was not made stays, with a hint when the call is made', async ({ page }) => {
  await page.goto('/');
  const checkout = onStage(page);
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  const faults = faultsOf(page);
  await faults.disturb('Page → backend', 'report the challenge', 'answer 404');
  await expect(faults.hint).toContainText('Choose a card with a challenge');
  await checkout.pay(card('success'));
  await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  await expect(faults.report).toContainText('It has not been made, and this payment has ended.');
  await expect(faults.report).toContainText('Choose a card with a challenge');
  await page.getByRole('button', { name: 'New order' }).click();
  await expect(faults.report).toHaveText('The next “report the challenge” will be disturbed: answer 404.');
});

test('a fault that moves to the next order is shown, though the faults are read again meanwhile', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expect(onStage(page).payButton).toHaveText('Pay €19.99');
  const faults = faultsOf(page);
  await faults.disturb('Backend → gateway', 'authorization', 'wrong hash');
  const arming = await holdArming(page);
  await page.getByRole('button', { name: 'New order' }).click();
  await arming.isHeld();
  // While a fault waits, the faults are read each second. A read that is sent now is answered first.
  await page.clock.fastForward(1_000);
  await arming.readsAreAnswered();
  await arming.release();
  await expect(faults.report).toHaveText('The next “authorization” will be disturbed: wrong hash.');
});

test('a disturbed look-up comes after an authorization whose answer is lost', async ({ page }) => {
  await page.goto('/');
  const checkout = onStage(page);
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  const faults = faultsOf(page);
  await faults.disturb('Backend → gateway', 'look-up of a lost authorization', 'no hash');
  await checkout.pay(card('success'));
  await expect(faults.report).toHaveText('“look-up of a lost authorization” was disturbed: no hash.');
  await expect(disturbedArrows(page)).toContainText(['auth disturbed: unreadable answer', 'query disturbed: no hash']);
});

test('the return page leads back to the studio in its theme, with the timeline and the disturbed call', async ({
  page,
  testpay,
  returnPage,
}) => {
  await page.goto('/?preset=maison');
  await expect(onStage(page).payButton).toBeVisible();
  await faultsOf(page).disturb('Gateway → backend', 'status message', 'connection refused');
  await onStage(page).payWith('Testpay');
  await testpay.answer();
  await expect(returnPage.outcome).toHaveAttribute('data-status', 'paid');
  await page.getByRole('link', { name: 'To the studio' }).click();
  await expect(page).toHaveURL(/\/\?preset=maison&order=/);
  await expect(page.locator('#order-state')).toContainText('as paid');
  await expect(faultsOf(page).report).toHaveText('“status message” was disturbed: connection refused.');
  await expect(disturbedArrows(page)).toContainText('Gateway to Backend: status disturbed: connection refused');
});

test('the stage shows that its page continues below, until it is scrolled there', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 720 });
  await page.goto('/');
  const checkout = onStage(page);
  const device = page.locator('#workbench .device').first();
  await checkout.pay(card('declined-101'));
  await expect(checkout.element.getByText('Payment declined')).toBeVisible();
  await expect(device).toHaveAttribute('data-more');
  await checkout.element.evaluate(({ ownerDocument }) => ownerDocument.defaultView!.scrollTo(0, 10_000));
  await expect(device).not.toHaveAttribute('data-more');
});
