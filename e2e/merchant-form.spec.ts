import type { Locator, Page } from 'playwright/test';
import { asPrinted, card, expect, test as base } from './shop-test.js';

/** A merchant's page with a form around the checkout. */
class MerchantForm {
  readonly form: Locator;
  readonly submit: Locator;

  constructor(readonly page: Page) {
    this.form = page.locator('form#order');
    this.submit = page.getByRole('button', { name: 'Complete order' });
  }

  get valid(): Promise<boolean> {
    return this.form.evaluate((form: HTMLFormElement) => form.checkValidity() && form.matches(':valid'));
  }

  /** The data that the form would submit. */
  get data(): Promise<unknown> {
    return this.form.evaluate((form: HTMLFormElement) => [
      ...new FormData(form, form.querySelector<HTMLButtonElement>('button[name]')),
    ]);
  }

  /** The number of `submit` events of the form. */
  get submits(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as { submits: number }).submits);
  }
}

/** The form's own fields. */
const OWN = [
  ['note', 'At the door'],
  ['go', 'now'],
];

const test = base.extend<{
  readonly openForm: (id: string) => Promise<MerchantForm>;
  readonly sent: readonly string[];
}>({
  sent: async ({ page }, use) => {
    const sent: string[] = [];
    await page.route('**/thanks.html?*', async (route) => {
      // Playwright does not see the body of a form's POST in Firefox.
      sent.push(new URL(route.request().url()).search);
      await route.fulfill({ contentType: 'text/html', body: '<title>Thanks</title>' });
    });
    await use(sent);
  },
  openForm: async ({ page }, use) => {
    await use(async (id) => {
      // The shop's own page, with its policy, and a form around the element.
      await page.route('**/minimal.html?*', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(
          /<scudo-checkout[^]*<\/scudo-checkout>/,
          (checkout) => `<form id="order" action="/thanks.html">
            <label>Note <input name="note" value="At the door" /></label>
            <fieldset id="payment">${checkout.replace('>', ' name="payment">')}</fieldset>
            <button name="go" value="now">Complete order</button>
            <button type="reset">Reset</button>
          </form>`,
        );
        await route.fulfill({ response, body });
      });
      await page.addInitScript(() => {
        Object.assign(window, { submits: 0 });
        addEventListener('submit', () => (window as unknown as { submits: number }).submits++);
      });
      await page.goto(`/minimal.html?order=${id}`);
      return new MerchantForm(page);
    });
  },
});

test('a merchant’s form is invalid until the order is paid, and is sent without anything of the card', {
  tag: '@core',
}, async ({ shop, openForm, sent, checkout, page }) => {
  const id = await shop.createOrder();
  const merchant = await openForm(id);
  await expect(checkout.payButton).toBeVisible();
  expect(await merchant.valid).toBe(false);
  expect(await checkout.element.evaluate((element) => element.matches(':invalid'))).toBe(true);

  // An early submit moves to the checkout, by mouse and by Enter.
  await merchant.submit.click();
  await expect(checkout.payButton).toBeFocused();
  await page.getByLabel('Note').press('Enter');
  await expect(checkout.payButton).toBeFocused();
  expect(await merchant.submits).toBe(0);

  await checkout.fillCard({ ...card('challenge'), securityCode: '987' });
  expect(await merchant.data).toEqual(OWN);
  await checkout.payButton.click();
  await expect(checkout.challenge.code).toBeVisible();
  expect(await merchant.data).toEqual(OWN);
  expect(await merchant.valid).toBe(false);
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect.poll(() => merchant.valid).toBe(true);
  expect(await merchant.data).toEqual(OWN);

  await merchant.submit.click();
  await expect(page).toHaveTitle('Thanks');
  expect(sent).toEqual(['?note=At+the+door&go=now']);
});

test('Enter in a card’s field pays, and does not send the merchant’s form', async ({ shop, openForm, checkout }) => {
  const id = await shop.createOrder();
  const merchant = await openForm(id);
  await checkout.field('Security code').press('Enter');
  await expect(checkout.field('Card number')).toBeFocused();
  await checkout.fillCard(card('success'));
  await checkout.field('Security code').press('Enter');
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await merchant.submits).toBe(0);
  expect(await shop.messages(id, 'auth')).toHaveLength(1);
});

test('a payment that failed leaves the form invalid, another try makes it valid', async ({
  shop,
  openForm,
  checkout,
}) => {
  const merchant = await openForm(await shop.createOrder());
  await checkout.pay(card('declined-101'));
  expect(await checkout.outcomeStatus()).toBe('declined');
  expect(await merchant.valid).toBe(false);
  await merchant.submit.click();
  expect(await merchant.submits).toBe(0);
  await checkout.tryAgainButton.click();
  expect(await merchant.valid).toBe(false);
  await checkout.pay(card('success'));
  await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  await expect.poll(() => merchant.valid).toBe(true);
});

test('a disabled fieldset locks the checkout, and an enabled one restores it', async ({
  shop,
  openForm,
  checkout,
  page,
}) => {
  const id = await shop.createOrder();
  await openForm(id);
  await checkout.fillCard(card('success'));
  const fieldset = page.locator('fieldset#payment');
  const disable = (disabled: boolean) =>
    fieldset.evaluate((element: HTMLFieldSetElement, value) => (element.disabled = value), disabled);

  await disable(true);
  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'true');
  for (const label of ['Card number', 'Expiry date', 'Security code', 'Name on card'])
    await expect(checkout.field(label)).not.toBeEditable();
  await expect(checkout.element.getByRole('radio', { name: 'Testpay' })).toBeDisabled();
  await checkout.payButton.click({ force: true });
  await checkout.field('Name on card').press('Enter');
  await expect(checkout.progress).toBeEmpty();
  expect(await shop.messages(id, 'authentications')).toHaveLength(0);

  await disable(false);
  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
  await expect(checkout.field('Card number')).toHaveValue(asPrinted(card('success').number));
  await checkout.payButton.click();
  expect(await checkout.outcomeStatus()).toBe('paid');
});

test('a reset of the merchant’s form keeps card, challenge and payment', { tag: '@more' }, async ({
  shop,
  openForm,
  checkout,
  page,
}) => {
  const merchant = await openForm(await shop.createOrder());
  const reset = () => merchant.form.evaluate((form: HTMLFormElement) => form.reset());
  await page.getByLabel('Note').fill('Second floor');
  await checkout.fillCard(card('challenge'));
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('Note')).toHaveValue('At the door');
  await expect(checkout.field('Card number')).toHaveValue(asPrinted(card('challenge').number));

  await checkout.payButton.click();
  await checkout.challenge.code.fill('123456');
  await reset();
  await expect(checkout.challenge.code).toHaveValue('123456');
  await checkout.challenge.issuerPage.getByRole('button', { name: 'Confirm' }).click();
  expect(await checkout.outcomeStatus()).toBe('paid');
  await reset();
  expect(await merchant.valid).toBe(true);
  await expect(checkout.outcome).toBeVisible();
});

test('a merchant’s form that is sent after a decline leads to the checkout', async ({ shop, checkout, page }) => {
  const id = await shop.createOrder();
  const console: string[] = [];
  page.on('console', (message) => console.push(message.text()));
  await page.route('**/minimal.html?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(
        /<scudo-checkout[^]*<\/scudo-checkout>/,
        (element) => `<form>${element}<button>Complete order</button></form>`,
      ),
    });
  });
  await page.goto(`/minimal.html?order=${id}`);
  await checkout.pay(card('declined-101'));
  expect(await checkout.outcomeStatus()).toBe('declined');
  await page.getByRole('button', { name: 'Complete order' }).click();
  // Otherwise the button has no visible effect.
  await expect(checkout.element).toBeFocused();
  expect(console.filter((text) => text.includes('not focusable'))).toEqual([]);
});
