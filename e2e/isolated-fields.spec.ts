import { AxeBuilder } from '@axe-core/playwright';
import { readdirSync, readFileSync } from 'node:fs';
import { chromium, type Locator, type Page } from 'playwright/test';
import { CheckoutPage } from '../src/playwright.js';
import { card, expect, loadAgain, recordOutcomes, test as base, untilStep, type OutcomeDetail } from './shop-test.js';

/** The modes of the card fields. Shoppers see no difference between them. */
const MODES = ['inline', 'isolated'] as const;
type Mode = (typeof MODES)[number];

interface ModeFixtures {
  readonly mode: Mode;
  /** Opens an order on a page whose backend has another origin. */
  readonly visit: (id: string) => Promise<() => Promise<OutcomeDetail[]>>;
  /** Returns a card field, in the page or in the frame. */
  readonly cardField: (id: 'number' | 'expiry' | 'security-code' | 'name') => Promise<Locator>;
}

const test = base.extend<ModeFixtures>({
  mode: ['isolated', { option: true }],
  visit: async ({ page, mode, shop }, use) => {
    await use(async (id) => {
      const outcomes = await recordOutcomes(page);
      await page.goto(pageOf(shop.url, id, mode));
      return outcomes;
    });
  },
  cardField: async ({ checkout }, use) => {
    await use((id) => checkout.cardField(id));
  },
});

function pageOf(shopUrl: string, id: string, mode: Mode): string {
  return `${shopUrl.replace('localhost', 'shop.localhost')}/isolated.html?order=${id}&fields=${mode}`;
}

test('the address that npm start prints shows an order in isolated fields', async ({ page, shop }) => {
  await page.goto(`${shop.url.replace('localhost', 'shop.localhost')}/isolated.html`);
  const checkout = new CheckoutPage(page);
  await checkout.cardFrame.locator('#number').waitFor();
  await expect(checkout.payButton).toHaveText('Pay €19.99');
});

test('isolated fields open and pay in a page with Cross-Origin-Embedder-Policy', async ({
  page,
  shop,
  checkout,
  browserName,
}) => {
  const id = await shop.createOrder();
  // Chromium takes a page that Playwright serves for a public one, which has to ask before it calls this machine.
  if (browserName === 'chromium') await page.context().grantPermissions(['local-network-access']);
  await page.route('**/isolated.html?**', async (route) => {
    // Only browsers know that this host is the machine itself.
    const response = await route.fetch({ url: route.request().url().replace('shop.localhost', 'localhost') });
    const headers = {
      ...response.headers(),
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    };
    await route.fulfill({ response, headers });
  });
  await page.goto(pageOf(shop.url, id, 'isolated'));
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await checkout.pay(card('success'));
  expect(await checkout.outcomeStatus()).toBe('paid');
});

test('isolated fields can be typed into before their script, which keeps the texts @core', async ({
  page,
  shop,
  checkout,
}) => {
  const id = await shop.createOrder();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/fields.js*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(pageOf(shop.url, id, 'isolated'));
  const field = (of: string) => checkout.cardFrame.locator(`#${of}`);
  const { number } = card('success');
  await field('number').pressSequentially(number);
  await field('number').press('Enter');
  await field('security-code').fill('123');
  await field('name').fill('Ada Lovelace');
  await field('expiry').pressSequentially('12');
  await expect(field('number')).toHaveValue(number);
  const before = await field('number').elementHandle();
  const addresses = page.frames().map((frame) => frame.url());
  expect(addresses.filter((address) => address.includes(number) || address.includes('?n'))).toEqual([]);
  expect(addresses.filter((address) => new URL(address).pathname.endsWith('/fields'))).toHaveLength(1);
  release();
  await expect(field('number')).toHaveValue('4222 0000 0628 5344');
  expect(await field('number').evaluate((input, served) => input === served, before)).toBe(true);
  await expect(field('expiry')).toBeFocused();
  await page.keyboard.type('40');
  await expect(field('expiry')).toHaveValue('12 / 40');
  await checkout.payButton.click();
  expect(await checkout.outcomeStatus()).toBe('paid');
});

test('Pay that is pressed before the script of isolated fields pays as soon as the script is there @core', async ({
  page,
  shop,
  checkout,
}) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/fields.js*', async (route) => {
    await held;
    await route.continue();
  });
  const id = await shop.createOrder();
  await page.goto(pageOf(shop.url, id, 'isolated'));
  await checkout.pay(card('success'));
  await expect(checkout.payButton).toBeFocused();
  release();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await shop.messages(id, 'auth')).toHaveLength(1);
});

test('the HTML of isolated fields has the language, the labels and the order of the page', async ({ page, shop }) => {
  const id = await shop.createOrder();
  await page.route('**/fields.js*', (route) => route.abort());
  await page.goto(pageOf(shop.url, id, 'isolated'));
  await page.evaluate(() => {
    const element = document.querySelector('scudo-checkout')!;
    const other = element.cloneNode() as HTMLElement;
    for (const [name, value] of Object.entries({ lang: 'he', labels: 'floating', layout: 'tabs' }))
      other.setAttribute(name, value);
    Object.assign(other, { fieldOrder: ['name'] });
    element.replaceWith(other);
  });
  const fields = new CheckoutPage(page).cardFrame;
  await expect(fields.locator('input')).toHaveCount(4);
  await expect(fields.locator('input').first()).toHaveAttribute('id', 'name');
  await expect(fields.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(fields.locator('scudo-card-fields')).toHaveAttribute('labels', 'floating');
  await expect(fields.locator('label').first()).toHaveText('השם בכרטיס');
});

/**
 * The id of the focused element, in the page or in the card frame. Empty while the focus moves between the two, because
 * a key would be lost then. Frames of the bank come and go, and a question to one of them may have no answer.
 */
async function focusedId(page: Page): Promise<string> {
  const places = page.frames().filter((frame) => frame === page.mainFrame() || frame.url().endsWith('/fields'));
  const ids = await Promise.all(
    places.map((frame) =>
      frame.evaluate(() => {
        let focused = document.hasFocus() ? document.activeElement : null;
        while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
        return focused && focused.localName !== 'iframe' && focused !== document.body
          ? focused.id || focused.getAttribute('part') || focused.localName
          : '';
      }),
    ),
  );
  const [id = '', ...others] = ids.filter(Boolean);
  return others.length ? '' : id;
}

/**
 * Types a card by keyboard. It is paid only if the fields were empty. Playwright does not see the frame of a page from
 * the back/forward cache, so the first field is found by its place.
 */
async function typeIntoFields(page: Page, checkout: CheckoutPage, mode: Mode): Promise<void> {
  if (mode === 'inline') await checkout.element.locator('#number').focus();
  else {
    // The frame may still load, and nothing in it has the focus then.
    await expect(async () => {
      await checkout.element.locator('[part=card-frame]').click({ position: { x: 60, y: 75 } });
      await expect(checkout.cardFrame.locator('#number')).toBeFocused({ timeout: 2_000 });
    }).toPass();
  }
  await page.keyboard.type(card('success').number);
  for (const text of ['12/40', '123', 'Ada Lovelace']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
}

for (const mode of MODES) {
  // Inline fields have flows of their own; here they show that both modes are alike.
  test.describe(`${mode} card fields`, { tag: mode === 'inline' ? '@more' : [] }, () => {
    test.use({ mode });

    test(`a card in ${mode} fields is charged without a challenge, once`, { tag: '@core' }, async ({
      shop,
      visit,
      checkout,
    }) => {
      const id = await shop.createOrder();
      const outcomes = await visit(id);
      await checkout.pay(card('success'));
      expect(await checkout.outcomeStatus()).toBe('paid');
      expect(await shop.order(id)).toMatchObject({ state: 'paid', liability_shift: true });
      expect(await outcomes()).toMatchObject([{ status: 'paid', order: { id } }]);
      expect(await shop.messages(id, 'auth')).toHaveLength(1);
    });

    test(`a soft decline is followed by one challenge that pays, with ${mode} fields`, { tag: '@core' }, async ({
      shop,
      visit,
      checkout,
    }) => {
      const id = await shop.createOrder({ exempt_status: 'LOW_VALUE' });
      const outcomes = await visit(id);
      await checkout.pay(card('declined-111'));
      await checkout.challenge.enterCode();
      expect(await checkout.outcomeStatus()).toBe('paid');
      expect(await outcomes()).toMatchObject([{ status: 'paid', code: 'authorized' }]);
      expect(await shop.order(id)).toMatchObject({ state: 'paid', liability_shift: true });
      const authentications = await shop.messages(id, 'authentications');
      expect(authentications.map(({ request }) => request.challenge_request_indicator)).toEqual([
        'NO_PREFERENCE',
        'CHALLENGE_MANDATED',
      ]);
      const authorizations = await shop.messages(id, 'auth');
      expect(authorizations.map(({ request }) => request.mpi.exempt_status)).toEqual(['LOW_VALUE', undefined]);
    });

    test(`a changed basket is shown before it is paid, and the ${mode} fields keep all texts`, {
      tag: '@core',
    }, async ({ shop, visit, checkout, page }) => {
      const id = await shop.createOrder({ description: 'Tea' });
      const outcomes = await visit(id);
      await expect(checkout.payButton).toHaveText('Pay €19.99');
      await shop.update(id, { amount: '2500' });
      await checkout.pay(card('success'));
      expect(await checkout.outcomeStatus()).toBe('failed');
      await expect(checkout.outcome).toContainText('The amount is now €25.00');
      await expect(checkout.payButton).toHaveText('Pay €25.00');
      expect(await shop.messages(id, 'auth')).toHaveLength(0);

      // The page of a shop whose basket changes once more.
      await shop.update(id, { amount: '3000' });
      await expect(checkout.tryAgainButton).toHaveCount(0);
      await page.locator('scudo-checkout').evaluate((element: HTMLElement & { refresh(): void }) => element.refresh());
      await expect(checkout.payButton).toHaveText('Pay €30.00');
      await checkout.payButton.click();
      expect(await checkout.outcomeStatus()).toBe('paid');
      expect(await outcomes()).toMatchObject([{ code: 'order-changed' }, { code: 'authorized' }]);
      const [authorization] = await shop.messages(id, 'auth');
      expect(authorization?.request.amount['#text']).toBe('3000');
    });

    for (const place of ['dialog', 'inline'] as const) {
      test(`a challenge in a ${place} is confirmed with ${mode} fields`, {
        tag: place === 'inline' ? '@more' : '@core',
      }, async ({ shop, visit, checkout }) => {
        const id = await shop.createOrder();
        await visit(id);
        await checkout.element.evaluate((element, value) => element.setAttribute('challenge', value), place);
        await checkout.pay(card('challenge'));
        await checkout.challenge.enterCode();
        expect(await checkout.outcomeStatus()).toBe('paid');
        expect(await shop.order(id)).toMatchObject({ state: 'paid' });
      });
    }

    test(`a reload during a challenge with ${mode} fields says that the payment was interrupted, until it is paid`, {
      tag: '@core',
    }, async ({ shop, visit, checkout, page }) => {
      const id = await shop.createOrder();
      await visit(id);
      const interrupted = checkout.element.locator('[part=interrupted]');
      await checkout.pay(card('challenge'));
      await expect(checkout.challenge.code).toBeVisible();
      await page.reload();
      await expect(interrupted).toContainText('You can pay now');
      await expect(interrupted).not.toContainText('charged');
      await checkout.pay(card('challenge'));
      await checkout.challenge.dialog.getByRole('button', { name: 'Cancel payment' }).click();
      await checkout.challenge.dialog.getByRole('button', { name: 'Back to your bank' }).click();
      await checkout.challenge.enterCode();
      expect(await checkout.outcomeStatus()).toBe('paid');
      await expect(checkout.element.locator('[part~=outcome-mark] path').first()).toBeAttached();
      await page.reload();
      await expect(checkout.outcome).toBeVisible();
      await expect(interrupted).toHaveCount(0);
    });

    test(`the ${mode} fields in 320 px show four accepted cards and the number of others, and examples beside values`, async ({
      shop,
      visit,
      checkout,
      cardField,
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await visit(await shop.createOrder({ methods: [{ code: 'card' }, { code: 'testpay' }] }));
      const name = await cardField('name');
      await expect(name).toHaveAttribute('placeholder', 'As printed on the card');
      const accepted =
        mode === 'isolated'
          ? checkout.cardFrame.locator('[part=accepted-cards] > *')
          : checkout.element.locator('[part=method-marks]').first().locator('> *');
      await expect(accepted).toHaveCount(5);
      for (const one of await accepted.all()) await expect(one).toBeInViewport({ ratio: 0.99 });
      const colors = await name.evaluate((input) =>
        [undefined, '::placeholder'].map((pseudo) => getComputedStyle(input, pseudo).color),
      );
      expect(colors[1]).not.toBe(colors[0]);
    });

    test(`after a decline, ${mode} fields keep everything but the security code, and another try pays`, async ({
      shop,
      visit,
      checkout,
      cardField,
      page,
    }) => {
      const id = await shop.createOrder();
      await visit(id);
      await checkout.pay(card('failed'));
      expect(await checkout.outcomeStatus()).toBe('not-authenticated');
      await checkout.tryAgainButton.click();
      await expect.poll(() => focusedId(page)).toBe('security-code');
      expect(await (await cardField('number')).inputValue()).not.toBe('');
      expect(await (await cardField('name')).inputValue()).toBe('Ada Lovelace');
      expect(await (await cardField('security-code')).inputValue()).toBe('');
      await checkout.pay(card('success'));
      expect(await checkout.outcomeStatus()).toBe('paid');
    });

    test(`after a rejection of the card, ${mode} fields are empty, the number has the focus, and testpay is offered`, async ({
      shop,
      visit,
      checkout,
      cardField,
      page,
    }) => {
      await visit(await shop.createOrder({ methods: [{ code: 'card' }, { code: 'testpay' }] }));
      await checkout.pay(card('rejected'));
      await expect.poll(() => focusedId(page)).toBe('number');
      for (const field of ['number', 'expiry', 'security-code', 'name'] as const)
        expect(await (await cardField(field)).inputValue(), field).toBe('');
      await expect(checkout.element.locator('[part~=outcome] button').last()).toHaveText(/testpay/i);
    });

    test(`errors of ${mode} fields are beside their fields, and the first one gets the focus`, async ({
      shop,
      visit,
      checkout,
      cardField,
      page,
    }) => {
      await visit(await shop.createOrder({ payer: { email: 'ada@example.com' } }));
      await (await cardField('number')).fill('4222');
      await checkout.payButton.click();
      await expect.poll(() => focusedId(page)).toBe('number');
      await expect(await cardField('number')).toHaveAttribute('aria-invalid', 'true');
      await expect(await cardField('number')).toHaveAccessibleDescription('This card number is too short.');
      await expect(await cardField('expiry')).toHaveAccessibleDescription(/Enter the expiry date/);
      // A field of the page gets the focus only when the card is valid.
      await checkout.fillCard(card('success'));
      await checkout.element.locator('#phone').fill('1');
      await checkout.payButton.click();
      await expect.poll(() => focusedId(page)).toBe('phone');
    });

    test(`a field that the backend refuses is marked in ${mode} fields`, async ({
      shop,
      visit,
      checkout,
      cardField,
      page,
    }) => {
      // Before the frame is there: a frame that attaches at the same time might not be intercepted.
      await page.route('**/authentications', (route) =>
        route.fulfill({
          status: 400,
          contentType: 'application/problem+json',
          headers: { 'access-control-allow-origin': '*' },
          body: JSON.stringify({
            type: 'about:blank',
            title: 'The request is invalid.',
            status: 400,
            code: 'invalid-request',
            retryable: false,
            fields: [{ field: 'card.expiry_year', message: 'is wrong' }],
          }),
        }),
      );
      await visit(await shop.createOrder());
      await checkout.pay(card('success'));
      await expect(await cardField('expiry')).toHaveAccessibleDescription(/This was not accepted/);
      await expect.poll(() => focusedId(page)).toBe('expiry');
      await page.unroute('**/authentications');
      await checkout.pay(card('success'));
      expect(await checkout.outcomeStatus()).toBe('paid');
    });

    test(`a challenge that the shopper cancels leaves the order open, with ${mode} fields`, async ({
      shop,
      visit,
      checkout,
    }) => {
      const id = await shop.createOrder();
      await visit(id);
      await checkout.pay(card('challenge'));
      await expect(checkout.challenge.code).toBeVisible();
      await checkout.challenge.close();
      expect(await checkout.outcomeStatus()).toBe('cancelled');
      expect(await shop.order(id)).toMatchObject({ state: 'open' });
    });

    test(`a challenge in a page of another origin pays with ${mode} fields, and the console stays empty`, async ({
      shop,
      visit,
      checkout,
      page,
    }) => {
      const lines: string[] = [];
      page.on('console', (message) => lines.push(message.text()));
      const id = await shop.createOrder();
      await visit(id);
      await checkout.pay(card('challenge'));
      await checkout.challenge.enterCode();
      expect(await checkout.outcomeStatus()).toBe('paid');
      expect(lines).toEqual([]);
    });

    test(`a payment with ${mode} fields needs the keyboard only`, { tag: '@core' }, async ({
      shop,
      visit,
      checkout,
      page,
    }) => {
      await visit(await shop.createOrder());
      await (await checkout.cardField('number')).waitFor();
      // Without a frame of the bank: Chromium may lose a key while such a frame changes its process.
      const { number } = card('success-no-method');
      await page.keyboard.press('Tab');
      await expect.poll(() => focusedId(page)).toMatch(/./);
      const typed = { number, expiry: '12/40', 'security-code': '123', name: 'Ada Lovelace' };
      for (const [field, text] of Object.entries(typed)) {
        await page.keyboard.press('Tab');
        await expect.poll(() => focusedId(page)).toBe(field);
        await page.keyboard.type(text);
      }
      // Leaves the fields and returns.
      await page.keyboard.press('Tab');
      await expect.poll(() => focusedId(page)).toContain('button');
      await page.keyboard.press('Shift+Tab');
      await expect.poll(() => focusedId(page)).toBe('name');
      await page.keyboard.press('Enter');
      expect(await checkout.outcomeStatus()).toBe('paid');
    });

    test(`the ${mode} fields write number and date while the shopper types, read a number from any text, and support undo`, async ({
      shop,
      visit,
      cardField,
      page,
    }) => {
      await visit(await shop.createOrder());
      const [number, expiry] = [await cardField('number'), await cardField('expiry')];
      await number.click();
      await page.keyboard.type('37828');
      await expect(number).toHaveValue('3782 8');
      await expect(await cardField('security-code')).toHaveAccessibleDescription('4 digits on the front of your card');
      // A real paste: in Firefox Playwright inserts text by a script, during which the form's own commands have no
      // effect.
      await (await cardField('name')).click();
      await page.keyboard.type(`Card: ${card('success').number} exp 12/40 cvv 123`);
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Control+X');
      await number.click();
      await page.keyboard.press('End');
      await page.keyboard.press('Control+V');
      await expect(number).toHaveValue('4222 0000 0628 5344');
      await page.keyboard.press('Control+Z');
      await expect(number).toHaveValue('3782 8');
      await page.keyboard.press('Control+Shift+Z');
      await expect(number).toHaveValue('4222 0000 0628 5344');
      await expiry.click();
      await page.keyboard.type('440');
      await expect(expiry).toHaveValue('04 / 40');
    });

    test(`the ${mode} fields have labels, tokens and keypads, and axe finds nothing`, { tag: '@core' }, async ({
      shop,
      visit,
      checkout,
      cardField,
      page,
    }) => {
      await visit(await shop.createOrder());
      await (await cardField('number')).waitFor();
      for (const [id, name, token, keypad] of [
        ['number', 'Card number', 'cc-number', 'numeric'],
        ['expiry', 'Expiry date', 'cc-exp', 'numeric'],
        ['security-code', 'Security code', 'cc-csc', 'numeric'],
        ['name', 'Name on card', 'cc-name', 'text'],
      ] as const) {
        const field = await cardField(id);
        await expect(field).toHaveAccessibleName(name);
        await expect(field).toHaveAttribute('autocomplete', token);
        await expect(field).toHaveAttribute('inputmode', keypad);
      }
      await checkout.payButton.click();
      await expect(await cardField('number')).toHaveAttribute('aria-invalid', 'true');
      const { violations } = await new AxeBuilder({ page })
        .include('scudo-checkout')
        .disableRules(['region', 'landmark-one-main', 'page-has-heading-one'])
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
    });

    test(`the ${mode} fields run from right to left in Arabic at 320 px, without sideways scrolling`, {
      tag: '@more',
    }, async ({ shop, visit, checkout, cardField, page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await visit(await shop.createOrder());
      await checkout.element.evaluate((element) => {
        element.setAttribute('lang', 'ar');
        document.body.style.margin = '0';
      });
      const number = await cardField('number');
      await expect(number).toHaveAccessibleName('رقم البطاقة');
      expect(await number.evaluate((input) => getComputedStyle(input.parentElement!).direction)).toBe('rtl');
      await checkout.fillCard(card('success'));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await checkout.payButton.click();
      expect(await checkout.outcomeStatus()).toBe('paid');
    });

    test(`a page that is shown again by the Back button has no card in ${mode} fields`, { tag: '@more' }, async ({
      shop,
      visit,
      checkout,
      cardField,
      page,
    }) => {
      await visit(await shop.createOrder());
      await checkout.fillCard(card('success'));
      await page.goto(`${shop.url}/gallery.html`);
      await page.goBack();
      expect(await (await cardField('number')).inputValue()).toBe('');
      expect(await (await cardField('security-code')).inputValue()).toBe('');
    });

    test(`a page from the back/forward cache has no card in ${mode} fields, and pays`, { tag: '@more' }, async ({
      shop,
    }) => {
      const id = await shop.createOrder();
      // Playwright switches this cache off by default.
      const { launchOptions } = await import('../scripts/browser.mjs');
      const browser = await chromium.launch({
        ...(await launchOptions()),
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      });
      try {
        const page = await browser.newPage();
        const checkout = new CheckoutPage(page);
        await page.goto(pageOf(shop.url, id, mode));
        await page.evaluate(() =>
          addEventListener('pageshow', ({ persisted }) => (document.title = `persisted ${persisted}`)),
        );
        await checkout.fillCard(card('success'));
        // A page with a call under way may not be kept.
        await page.waitForFunction(() =>
          (document.querySelector('scudo-checkout') as unknown as { trace: { preparation?: string }[] }).trace.some(
            ({ preparation }) => preparation === 'prepared',
          ),
        );
        await page.goto(`${shop.url}/gallery.html`);
        await page.evaluate(() => void setTimeout(() => history.back()));
        await expect(page).toHaveTitle('persisted true');
        await expect(await checkout.cardField('number')).toHaveValue('');
        await typeIntoFields(page, checkout, mode);
        await page.keyboard.press('Enter');
        expect(await checkout.outcomeStatus()).toBe('paid');
      } finally {
        await browser.close();
      }
    });

    test(`a merchant’s form is valid once the order is paid with ${mode} fields, and has no card`, {
      tag: '@more',
    }, async ({ shop, visit, checkout, page }) => {
      // A page that a test serves has no network of its own, and Chromium asks before it calls this machine.
      await page.context().grantPermissions(['local-network-access']);
      await page.route('**/isolated.html?*', async (route) => {
        // Node does not resolve names below localhost.
        const response = await route.fetch({ url: route.request().url().replace('shop.localhost', '127.0.0.1') });
        const body = (await response.text()).replace(
          /<scudo-checkout[^]*<\/scudo-checkout>/,
          (element) => `<form><input name="note" value="At the door" />${element}</form>`,
        );
        await route.fulfill({ response, body });
      });
      await visit(await shop.createOrder());
      const isValid = () =>
        page
          .locator('form')
          .first()
          .evaluate((form: HTMLFormElement) => form.checkValidity());
      await (await checkout.cardField('number')).waitFor();
      expect(await isValid()).toBe(false);
      await checkout.pay(card('success'));
      expect(await checkout.outcomeStatus()).toBe('paid');
      expect(await isValid()).toBe(true);
      const data = await page
        .locator('form')
        .first()
        .evaluate((form: HTMLFormElement) => [...new FormData(form)]);
      expect(data).toEqual([['note', 'At the door']]);
    });

    test(`another method can be chosen and left again without losing the card in ${mode} fields`, {
      tag: '@more',
    }, async ({ shop, visit, checkout, cardField }) => {
      await visit(await shop.createOrder());
      await checkout.fillCard(card('success'));
      await checkout.chooseMethod('Testpay');
      await checkout.chooseMethod('Card');
      expect(await (await cardField('number')).inputValue()).not.toBe('');
      await checkout.payButton.click();
      expect(await checkout.outcomeStatus()).toBe('paid');
    });
  });
}

test('a payment with another method leaves a page with isolated fields and comes back', { tag: '@more' }, async ({
  shop,
  visit,
  checkout,
  testpay,
  page,
}) => {
  const id = await shop.createOrder();
  await visit(id);
  await checkout.payWith('Testpay');
  await testpay.answer();
  await expect(page).toHaveURL(/return\.html/);
  await expect.poll(async () => (await shop.order(id)).state).toBe('paid');
});

test('labels inside the frame use a font of the page, and inputs do not', { tag: '@more' }, async ({
  shop,
  visit,
  page,
  checkout,
  cardField,
}) => {
  const file = 'node_modules/playwright-core/lib/vite/traceViewer';
  const [font = ''] = readdirSync(file).filter((name) => name.endsWith('.ttf'));
  await page.route('**/spy.ttf', (route) =>
    route.fulfill({ body: readFileSync(`${file}/${font}`), contentType: 'font/ttf' }),
  );
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const element = document.querySelector<HTMLElement>('scudo-checkout');
      if (!element) return;
      Object.assign(element, { fonts: [{ family: 'Shop', src: '/spy.ttf', weight: '700' }] });
      element.style.fontFamily = 'Shop, monospace';
    });
  });
  await visit(await shop.createOrder());
  const number = await cardField('number');
  await expect
    .poll(() =>
      number.evaluate(() => Array.from(document.fonts, ({ family, weight, status }) => [family, weight, status])),
    )
    .toEqual([[expect.stringMatching(/^page-font-[\da-f-]{36}$/), '700', 'loaded']]);
  const fontOf = (selector: string) =>
    checkout.cardFrame
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily);
  // The font has a name that the page does not know.
  expect(await fontOf('label')).toMatch(/^page-font-[\da-f-]{36}, Shop, monospace$/);
  // The page could measure the time that its own font takes for each digit.
  expect(await fontOf('input')).toBe('Shop, monospace');
});

test('the frame follows color scheme, forced colors and reduced motion', async ({ shop, visit, page, cardField }) => {
  await visit(await shop.createOrder());
  const number = await cardField('number');
  await number.waitFor();
  const color = () => number.evaluate((input) => getComputedStyle(input).color);
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'light dark';
  });
  await expect.poll(color).toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect.poll(color).toBe('rgb(255, 255, 255)');
  expect(await number.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await number.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
});

test('styles and parts of the page hold inside the frame', async ({ shop, visit, checkout, cardField, page }) => {
  await visit(await shop.createOrder());
  const number = await cardField('number');
  await number.waitFor();
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      scudo-checkout { --scudo-color-line: rgb(1, 2, 3); --scudo-control-size: 60px; font-family: monospace; }
      scudo-checkout::part(input) { border-width: 0 0 2px; letter-spacing: 3px; }
      scudo-checkout::part(label) { font-style: italic; }
    `);
    document.adoptedStyleSheets.push(sheet);
    document.documentElement.classList.add('themed');
  });
  const styleOf = (name: string) =>
    number.evaluate((input, property) => getComputedStyle(input).getPropertyValue(property), name);
  await expect.poll(() => styleOf('border-bottom-width')).toBe('2px');
  expect(await styleOf('border-top-width')).toBe('0px');
  await expect.poll(() => styleOf('border-bottom-color')).toBe('rgb(1, 2, 3)');
  expect(await styleOf('letter-spacing')).toBe('3px');
  expect(await styleOf('min-height')).toBe('60px');
  expect(await styleOf('font-family')).toBe('monospace');
  const label = checkout.cardFrame.locator('label').first();
  expect(await label.evaluate((element) => getComputedStyle(element).fontStyle)).toBe('italic');
});

test('a card that the frame drops before its first call is not charged, and the shopper can try again', {
  tag: '@core',
}, async ({ shop, visit, checkout, page }) => {
  const id = await shop.createOrder();
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/protocol-versions', async (route) => {
    await released;
    await route.continue();
  });
  const outcomes = await visit(id);
  await checkout.pay(card('success'));
  await untilStep(page, 'awaiting-preparation');
  await checkout.element.locator('[part=card-frame]').evaluate((frame: HTMLIFrameElement) => {
    frame.contentWindow!.postMessage({ scudo: 'card-forget' }, '*');
  });
  await expect(await checkout.cardField('number')).toHaveValue('');
  release();
  expect(await checkout.outcomeStatus()).toBe('failed');
  expect(await outcomes()).toMatchObject([{ code: 'payment-not-completed', retryable: true }]);
  expect(await shop.order(id)).toMatchObject({ state: 'open' });
  await checkout.tryAgainButton.click();
  await checkout.pay(card('success'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await shop.messages(id, 'auth')).toHaveLength(1);
});

test('the frame is as high as its content, also when errors appear', async ({ shop, visit, checkout, cardField }) => {
  await visit(await shop.createOrder());
  await (await cardField('number')).waitFor();
  const frame = checkout.element.locator('[part=card-frame]');
  const content = () =>
    checkout.cardFrame
      .locator('scudo-card-fields')
      .evaluate((element) => Math.ceil(element.getBoundingClientRect().height));
  await expect.poll(async () => (await frame.boundingBox())!.height - (await content())).toBe(0);
  const before = (await frame.boundingBox())!.height;
  await checkout.payButton.click();
  await expect(await cardField('number')).toHaveAttribute('aria-invalid', 'true');
  await expect.poll(async () => (await frame.boundingBox())!.height).toBeGreaterThan(before);
  await expect.poll(async () => (await frame.boundingBox())!.height - (await content())).toBe(0);
});

for (const file of ['pay/fields', 'card-frame.js']) {
  test(`card fields whose ${file} does not load are reported, and can be loaded again`, async ({
    shop,
    visit,
    checkout,
    page,
  }) => {
    await page.clock.install();
    await page.route(`**/${file}*`, (route) => route.abort());
    await visit(await shop.createOrder());
    await checkout.payButton.waitFor();
    await page.clock.fastForward(20_000);
    const message = checkout.element.getByRole('alert');
    await expect(message).toContainText('The card fields could not be loaded.');
    await page.unroute(`**/${file}*`);
    await loadAgain(checkout);
    await checkout.pay(card('success'));
    expect(await checkout.outcomeStatus()).toBe('paid');
  });
}
