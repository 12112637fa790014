import { test as base, expect } from 'playwright/test';
import { startDemo } from '../../scripts/demo-site.mjs';
import { asPrinted, card, shopAt, type Shop } from '../shop-test.js';
import { startWebKit, type WebKitDriver, type WebKitPage } from './webdriver.js';

/** Keys of WebDriver (W3C WebDriver, Keyboard actions). */
const TAB = '\uE004';
const ENTER = '\uE007';
/** The issuer's page inside the dialog of the element. */
const ISSUER = ['dialog iframe', 'iframe'] as const;

interface Fixtures {
  readonly shop: Shop;
  readonly webkit: WebKitPage;
}

interface WorkerFixtures {
  readonly demo: Awaited<ReturnType<typeof startDemo>>;
  readonly driver: WebKitDriver;
}

const test = base.extend<Fixtures, WorkerFixtures>({
  demo: [
    async ({}, use) => {
      // The issuer's page confirms nothing by itself, so that no flow races against it.
      const demo = await startDemo({ SANDBOX_AUTO_COMPLETE: 'off' });
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker' },
  ],
  driver: [
    async ({}, use) => {
      const driver = await startWebKit();
      await use(driver);
      driver.stop();
    },
    { scope: 'worker' },
  ],
  shop: async ({ demo }, use) => use(shopAt(demo.shopUrl, demo.sandboxUrl)),
  webkit: async ({ driver }, use, info) => {
    const page = await driver.open();
    await use(page);
    if (info.status !== info.expectedStatus) {
      await info.attach('screenshot', { body: await page.screenshot(), contentType: 'image/png' });
    }
    await page.close();
  },
});

async function openCheckout(webkit: WebKitPage, shop: Shop): Promise<string> {
  const id = await shop.createOrder();
  await webkit.goto(`${shop.url}/minimal.html?order=${id}`);
  return id;
}

async function typeCard(webkit: WebKitPage, { number }: { readonly number: string }): Promise<void> {
  for (const [field, text] of Object.entries({
    number,
    expiry: '1240',
    'security-code': '123',
    name: 'Ada Lovelace',
  })) {
    await webkit.type(`#${field}`, text);
  }
}

async function payByCard(webkit: WebKitPage, payCard: { readonly number: string }): Promise<void> {
  await typeCard(webkit, payCard);
  await webkit.click('[part~=pay-button]');
}

/** Waits for the outcome, of the checkout or of the return page. */
async function outcomeOf(webkit: WebKitPage): Promise<string | null> {
  await webkit.frame();
  return webkit.attribute('[part~=outcome]', 'data-status');
}

test('WebKit: a card is charged without a challenge', async ({ shop, webkit }) => {
  const id = await openCheckout(webkit, shop);
  await payByCard(webkit, card('success'));
  expect(await outcomeOf(webkit)).toBe('paid');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid', liability_shift: true });
  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request).toMatchObject({ method_url_completion: 'YES' });
});

test('WebKit: a card is typed and paid by keyboard', async ({ shop, webkit }) => {
  const id = await openCheckout(webkit, shop);
  await webkit.click('#number');
  for (const text of [card('success').number, '1240', '123']) await webkit.press(text + TAB);
  await webkit.press(`Ada Lovelace${ENTER}`);
  expect(await outcomeOf(webkit)).toBe('paid');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid' });
});

test('WebKit: the right code of a challenge pays the order', async ({ shop, webkit }) => {
  const id = await openCheckout(webkit, shop);
  await payByCard(webkit, card('challenge'));
  await webkit.frame(...ISSUER);
  await webkit.type('#code', '123456');
  await webkit.click('button[value=confirm]');
  expect(await outcomeOf(webkit)).toBe('paid');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid', liability_shift: true });
  expect(await shop.messages(id, 'creq')).toHaveLength(1);
});

test('WebKit: the issuer’s Cancel ends the challenge without a payment', async ({ shop, webkit }) => {
  const id = await openCheckout(webkit, shop);
  await payByCard(webkit, card('challenge'));
  await webkit.frame(...ISSUER);
  await webkit.click('button[value=cancel]');
  expect(await outcomeOf(webkit)).toBe('not-authenticated');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open' });
  expect(await shop.messages(id, 'auth')).toHaveLength(0);
});

test('WebKit: a challenge that the shopper cancels can be tried again', async ({ shop, webkit }) => {
  const id = await openCheckout(webkit, shop);
  await payByCard(webkit, card('challenge'));
  await webkit.frame(...ISSUER);
  await webkit.type('#code', '1234');
  await webkit.frame();
  await webkit.click('[part=challenge-close]');
  await webkit.click('dialog [part=challenge-notice] button:last-child');
  expect(await outcomeOf(webkit)).toBe('cancelled');
  expect(await shop.messages(id, 'auth')).toHaveLength(0);
  await webkit.click('[part~=try-again]');
  await payByCard(webkit, card('success'));
  expect(await outcomeOf(webkit)).toBe('paid');
});

test('WebKit: a method frame without an answer does not end the payment', async ({ shop, webkit }) => {
  const id = await openCheckout(webkit, shop);
  await payByCard(webkit, card('method-silent'));
  expect(await outcomeOf(webkit)).toBe('paid');
  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request).toMatchObject({ method_url_completion: 'NO' });
});

test('WebKit: a declined card can be replaced by another one', async ({ shop, webkit }) => {
  const id = await openCheckout(webkit, shop);
  await payByCard(webkit, card('declined-102'));
  expect(await outcomeOf(webkit)).toBe('declined');
  await webkit.click('[part~=try-again]');
  await payByCard(webkit, card('success'));
  expect(await outcomeOf(webkit)).toBe('paid');
  expect(await shop.messages(id, 'auth')).toHaveLength(2);
});

test('WebKit: a redirect payment is completed on the return page', async ({ shop, webkit }) => {
  const id = await openCheckout(webkit, shop);
  await webkit.click('input[value=testpay]');
  await webkit.type('#holder', 'Ada Lovelace');
  await webkit.press(`${TAB}United K`);
  await webkit.click('[part~=pay-button]');
  // The checkout has a form with a button, too.
  await webkit.click('#response ~ .buttons button');
  expect(await outcomeOf(webkit)).toBe('paid');
  expect(await webkit.evaluate('return location.pathname')).toBe('/return.html');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid', method: 'testpay' });
});

test('WebKit: isolated card fields are typed into, and the card is charged', async ({ shop, webkit }) => {
  const id = await shop.createOrder();
  const { number } = card('challenge');
  await webkit.goto(`${shop.url.replace('localhost', 'shop.localhost')}/isolated.html?order=${id}&fields=isolated`);
  await webkit.frame('[part=card-frame]');
  await typeCard(webkit, { number });
  expect(await webkit.evaluate('return location.host')).toMatch(/^pay\.localhost/);
  await webkit.frame();
  expect(await webkit.evaluate('return document.documentElement.outerHTML')).not.toContain(asPrinted(number));
  await webkit.click('[part~=pay-button]');
  await webkit.frame(...ISSUER);
  await webkit.type('#code', '123456');
  await webkit.click('button[value=confirm]');
  expect(await outcomeOf(webkit)).toBe('paid');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid' });
});
