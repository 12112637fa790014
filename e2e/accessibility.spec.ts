import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright/test';
import type { TestpayResponse } from '../src/playwright.js';
import { misfits } from './fit.js';
import { card, expect, test as base } from './shop-test.js';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Checks {
  /** Collects the violations that axe finds in our element in this state, and what does not fit. */
  readonly checkWithAxe: (state: string) => Promise<void>;
  readonly visit: (id: string) => Promise<void>;
  /** A part of our element, by a selector, because names differ by language. */
  readonly part: (selector: string) => Locator;
  /** Fills the card's fields and pays. */
  readonly pay: (number: string) => Promise<void>;
  /** Waits for the outcome, and checks it. */
  readonly ended: (status: string) => Promise<void>;
  /** The element's language. Empty for the language of the page. */
  readonly elementLocale: string;
}

/** Violations that axe finds in our element, without the issuer's page. `legacyMode` needs no window of its own. */
async function violations(page: Page, rules: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ iframes: false })
    .setLegacyMode()
    .include('scudo-checkout, scudo-return');
  const result = await rules(axe).analyze();
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}

async function complaints(page: Page): Promise<string[]> {
  // The page decides its landmarks. The browser sets forced colors, while axe computes the element's own colors.
  const forced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches);
  const found = await violations(page, (axe) =>
    axe.withTags(TAGS).disableRules(['region', ...(forced ? ['color-contrast'] : [])]),
  );
  return [...found, ...(await misfits(page))];
}

const test = base.extend<Checks>({
  elementLocale: ['', { option: true }],
  checkWithAxe: async ({ page }, use) => {
    const found: string[] = [];
    let checked = 0;
    await use(async (state) => {
      checked++;
      found.push(...(await complaints(page)).map((complaint) => `${state}: ${complaint}`));
    });
    expect(found).toEqual([]);
    expect(checked).toBeGreaterThan(0);
  },
  part: async ({ page }, use) => {
    await use((selector) => page.locator(`:is(scudo-checkout, scudo-return) ${selector}`));
  },
  visit: async ({ page, elementLocale }, use) => {
    await page.addInitScript((lang) => {
      if (lang)
        document.addEventListener('DOMContentLoaded', () =>
          document
            .querySelectorAll<HTMLElement>('scudo-checkout, scudo-return')
            .forEach((element) => element.setAttribute('lang', lang)),
        );
    }, elementLocale);
    await use(async (id) => {
      await page.goto(`/minimal.html?order=${id}`);
      await expect(page.locator(`scudo-checkout [lang=${elementLocale || 'en'}]`)).toBeAttached();
    });
  },
  pay: async ({ part }, use) => {
    await use(async (number) => {
      await part('#number').fill(number);
      await part('#expiry').fill('12/40');
      await part('#security-code').fill('123');
      await part('#name').fill('Ada Lovelace');
      await part('[type=submit]').click();
    });
  },
  ended: async ({ part, checkWithAxe }, use) => {
    await use(async (status) => {
      await expect(part(`[part~=outcome][data-status=${status}]`)).toBeVisible();
      await checkWithAxe(status);
    });
  },
});

/** Changes the order in the backend's answers to the page. */
const change = (page: Page, difference: object) =>
  page.route(/\/scudo\/orders\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...difference } });
  });

const LOOKS = {
  'by day': {},
  'forced colors, less motion': {
    colorScheme: 'dark',
    contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' },
  },
  'Arabic on 320 px': { viewport: { width: 320, height: 640 }, elementLocale: 'ar' },
  'German on 320 px, dark': { colorScheme: 'dark', viewport: { width: 320, height: 640 }, elementLocale: 'de' },
} as const;

for (const [name, options] of Object.entries(LOOKS)) {
  test.describe(name, { tag: '@more' }, () => {
    test.use(options);

    test('axe finds nothing in the form', async ({ shop, page, visit, checkWithAxe, part, pay }) => {
      const id = await shop.createOrder();
      // No call has an answer yet.
      await page.route('**/scudo/orders/*', () => undefined);
      await visit(id);
      await expect(part('[part=progress]')).not.toBeEmpty();
      await checkWithAxe('loading');
      await page.unroute('**/scudo/orders/*');
      await page.route('**/scudo/orders/*', (route) => route.abort());
      await visit(id);
      await expect(part('[role=alert]#unreachable')).toBeVisible();
      await checkWithAxe('unreachable');
      await page.unroute('**/scudo/orders/*');

      await visit(id);
      await expect(part('[type=submit]')).toBeVisible();
      await checkWithAxe('form with several methods');
      await part('[type=submit]').click();
      await expect(part('#number')).toBeFocused();
      await checkWithAxe('form with errors');
      await part('#number').fill('3782 8');
      await part('#expiry').fill('01/20');
      await part('#name').focus();
      await checkWithAxe('a brand, a security code of four digits, a date that is past');
      await part('[value=testpay]').check();
      await checkWithAxe('another method');
      await part('[type=submit]').click();
      await expect(part('#holder')).toBeFocused();
      await checkWithAxe('another method with errors');
      await page.route('**/redirects', () => undefined);
      await part('#holder').fill('Ada Lovelace');
      await part('#country').selectOption('GB');
      await part('[type=submit]').click();
      await expect(part('[type=submit]')).toHaveAttribute('aria-disabled', 'true');
      await checkWithAxe('another method, locked');

      await change(page, { ask: ['email', 'mobile_phone', 'billing_address'] });
      await visit(id);
      await expect(part('#country')).toBeVisible();
      await checkWithAxe('form with every field');
      await part('[type=submit]').click();
      await expect(part('#number')).toBeFocused();
      await checkWithAxe('form with every field and errors');
      await page.unroute(/\/scudo\/orders\/[^/?]+$/);

      await page.route('**/protocol-versions', () => undefined);
      await visit(id);
      await pay(card('success').number);
      await expect(part('.cancel-payment')).toBeVisible();
      await checkWithAxe('locked, and can be cancelled');
      await page.unroute('**/protocol-versions');
      await page.route('**/authentications', () => undefined);
      await visit(id);
      // The button is locked during the preparation, too.
      const authentication = page.waitForRequest('**/authentications');
      await pay(card('success').number);
      await authentication;
      await expect(part('.cancel-payment')).toHaveCount(0);
      await expect(part('[type=submit]')).toHaveAttribute('aria-disabled', 'true');
      await checkWithAxe('locked while the issuer decides');
    });

    test('axe finds nothing in a challenge and in how it ends', async ({
      shop,
      visit,
      checkWithAxe,
      part,
      pay,
      ended,
      checkout,
    }) => {
      await visit(await shop.createOrder());
      await pay(card('challenge').number);
      await checkout.challenge.code.fill('123456');
      await checkWithAxe('challenge');
      await part('dialog [part=challenge-close]').click();
      await expect(part('dialog [role=alert]')).toBeVisible();
      await checkWithAxe('question');
      await part('dialog [part~=secondary-button]').click();
      await ended('cancelled');
      await part('[part~=outcome] button').click();
      await checkout.element.evaluate((element) => element.setAttribute('challenge', 'inline'));
      await pay(card('challenge').number);
      await checkout.challenge.code.fill('123456');
      await checkWithAxe('challenge in place');
      // A browser does not draw a frame outside the viewport, and Playwright waits for it to be drawn.
      await part('dialog').scrollIntoViewIfNeeded();
      await checkout.challenge.issuerPage.getByRole('button', { name: 'Confirm' }).click();
      await ended('paid');
    });
  });
}

test('axe finds nothing in refusals', { tag: '@more' }, async ({ shop, visit, pay, ended }) => {
  await visit(await shop.createOrder());
  await pay(card('failed-awkward-text').number);
  await ended('not-authenticated');
  await visit(await shop.createOrder({ amount: '1101' }));
  await pay(card('success').number);
  await ended('declined');
  await visit(await shop.createOrder());
  await pay(card('card-not-supported').number);
  await ended('failed');
});

test('axe finds nothing in other outcomes', { tag: '@more' }, async ({
  shop,
  page,
  visit,
  checkWithAxe,
  part,
  pay,
  ended,
}) => {
  await visit('unknown');
  await ended('failed');
  await visit(await shop.createOrder({ purpose: 'add-card', amount: '0' }));
  await expect(part('[type=submit]')).toBeVisible();
  await checkWithAxe('card to be saved');
  await pay(card('success').number);
  await ended('authenticated');
  await visit(
    await shop.createOrder({
      authentication: { decouple_flow_request: 'DECOUPLED_PREFERRED', decouple_flow_timeout: '5' },
    }),
  );
  const authentication = page.waitForResponse('**/authentications');
  await pay(card('decoupled-silent').number);
  // The preparation can be cancelled, too.
  await authentication;
  await expect(part('[part=progress]')).toContainText('your bank’s app');
  await expect(part('.cancel-payment')).toBeVisible();
  await checkWithAxe('waiting for the issuer’s app');
  await change(page, { state: 'in-doubt' });
  // The page waits for the result, and the real order is open.
  await page.route(/\/scudo\/orders\/[^/?]+\?/, () => undefined);
  await visit(await shop.createOrder());
  await ended('in-doubt');
});

test('axe finds nothing in a redirect payment, on the way and on return', { tag: '@more' }, async ({
  shop,
  page,
  visit,
  checkWithAxe,
  part,
  ended,
  testpay,
}) => {
  const id = await shop.createOrder();
  const pays = async (response: TestpayResponse, order?: string) => {
    await visit(order ?? (await shop.createOrder()));
    await part('[value=testpay]').check();
    await part('#holder').fill('Ada Lovelace');
    await part('#country').selectOption('GB');
    await part('[type=submit]').click();
    await testpay.answer(response);
  };
  await pays('Pending', id);
  await expect(part('[part=progress]')).not.toBeEmpty();
  await checkWithAxe('waiting for the final status');
  await page.goto(`${page.url()}&patience=0`);
  await ended('pending');
  await page.route('**/scudo/orders/*', (route) => route.abort());
  await page.reload();
  await expect(part('#unreachable')).toBeVisible();
  await checkWithAxe('unreachable on return');
  await page.unroute('**/scudo/orders/*');
  await visit(id);
  await ended('pending');
  await pays('Failed UserAbort');
  await ended('failed');
  await pays('Succeeded');
  await ended('paid');

  await visit(await shop.createOrder());
  await page.evaluate(() => addEventListener('scudo-redirect', (event) => event.preventDefault()));
  await part('[value=testpay]').check();
  await part('#holder').fill('Ada Lovelace');
  await part('#country').selectOption('GB');
  await part('[type=submit]').click();
  await expect(part('a#leave')).toBeFocused();
  await checkWithAxe('redirecting');
  await page.reload();
  await expect(part('[part~=outcome] button').first()).toBeVisible();
  await checkWithAxe('unfinished');
});
