import type { Locator, Page } from 'playwright/test';
import type { CheckoutPage } from '../src/playwright.js';
import { card, expect, ownDemoTest as test, type Shop, type ShopOrder } from './shop-test.js';

interface Parties {
  readonly shop: Shop;
  readonly page: Page;
  readonly checkout: CheckoutPage;
}

async function payByCard({ shop, page, checkout }: Parties, capture: 'at-once' | 'later'): Promise<string> {
  const id = await shop.createOrder();
  await page.goto(`/minimal.html?order=${id}${capture === 'later' ? '&capture=later' : ''}`);
  await checkout.pay(card('success'));
  await expect(checkout.outcome).toContainText(capture === 'later' ? 'The amount is reserved' : 'You paid €19.99');
  await expect.poll(async () => (await shop.order(id)).state).toBe(capture === 'later' ? 'authorized' : 'paid');
  return id;
}

/** Opens the order in the shop's back office. */
async function openOffice(page: Page, id: string): Promise<Locator> {
  await page.goto(`/orders.html?order=${id}`);
  return page.locator(`[data-order="${id}"]`);
}

const press = (order: Locator, name: string) => order.getByRole('button', { name, exact: true }).click();

/** Gives the reason of the form with a button, and presses it. */
async function decide(order: Locator, button: string): Promise<void> {
  const form = order.locator('form').filter({ has: order.page().getByRole('button', { name: button, exact: true }) });
  await form.getByLabel('Reason').fill('Out of stock');
  await press(order, button);
}

/** Opens the payment in the gateway's own back office. */
async function openPortal(page: Page, sandboxUrl: string, shop: Shop, id: string): Promise<void> {
  const [authorization] = await shop.messages(id, 'auth');
  await page.goto(`${sandboxUrl}/portal`);
  await page.getByRole('link', { name: String(authorization?.request.orderid) }).click();
}

async function sendBatch(page: Page, sandboxUrl: string): Promise<void> {
  await page.goto(`${sandboxUrl}/portal`);
  await page.getByRole('button', { name: 'Send the batch now' }).click();
  await expect(page.getByText(' 0 waiting.')).toBeVisible();
}

test('a shop reserves an amount, ships in two parts, and refunds a part', { tag: '@core' }, async ({
  shop,
  page,
  checkout,
  site,
}) => {
  const id = await payByCard({ shop, page, checkout }, 'later');
  /** Opens the shopper's page, which shows this amount only, or none. */
  const openCheckout = async (amount?: string) => {
    await page.goto(`/minimal.html?order=${id}&capture=later`);
    await expect(checkout.outcome).toContainText('Payment complete');
    expect((await checkout.outcome.textContent())?.match(/€[\d.]+/g) ?? []).toEqual(amount ? [amount] : []);
  };
  const order = await openOffice(page, id);
  const message = page.getByRole('status');
  await order.getByLabel('Capture amount in EUR').fill('5.00');
  await press(order, 'Capture this amount');
  await expect(message).toContainText('Capture of €5.00: done (Settled Successfully). €14.99 left to capture.');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'partly-captured' });
  await openCheckout();
  await openOffice(page, id);
  await order.getByLabel('Capture amount in EUR').fill('15');
  await press(order, 'Capture this amount');
  await expect(page.getByRole('alert')).toContainText('The amount must be at most €14.99');
  await order.getByLabel('Capture amount in EUR').fill('10');
  await press(order, 'Capture this amount and release the rest');
  await expect(message).toContainText('Capture of €10.00: done (Settled Successfully). €0.00 left to capture.');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid', captured: '1500', capturable: '0' });

  await openCheckout('€15.00');
  await sendBatch(page, site.sandboxUrl);
  const settled = await openOffice(page, id);
  await settled.getByLabel('Refund amount in EUR').fill('3');
  await press(settled, 'Refund this amount');
  await expect(message).toContainText('Refund of €3.00: done');
  await expect(settled.locator('dl').first()).toContainText(
    /Captured\s*€15.00\s*Refunded\s*€3.00\s*Left to refund\s*€12.00/,
  );
  await openCheckout('€12.00');
  const settles = await shop.messages(id, 'multisettle');
  expect(settles.map(({ request }) => [request.amount['#text'], request.txnseq.final['@flag']])).toEqual([
    ['500', '0'],
    ['1000', '1'],
  ]);
  expect(await shop.messages(id, 'rebate')).toHaveLength(1);
});

test('a shop reserves an amount and cancels', async ({ shop, page, checkout }) => {
  const id = await payByCard({ shop, page, checkout }, 'later');
  const order = await openOffice(page, id);
  await decide(order, 'Cancel: release the whole amount, €19.99');
  await expect(page.getByRole('status')).toHaveText(/^Cancellation \(void\): done/);
  await expect(order).toContainText(/\(pasref\)\s*\d+/);
  await expect(order).toContainText(/\(authcode\)\s*\d+/);
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'voided', capturable: '0' });
  expect(await shop.messages(id, 'void')).toHaveLength(1);
});

test('the button to cancel of an older page leaves a capture that was made meanwhile', async ({
  shop,
  page,
  checkout,
}) => {
  const id = await payByCard({ shop, page, checkout }, 'later');
  const older = await openOffice(page, id);
  const other = await page.context().newPage();
  await press(await openOffice(other, id), 'Capture this amount and release the rest');
  await expect(other.getByRole('status')).toContainText('Capture of €19.99: done');
  await decide(older, 'Cancel: release the whole amount, €19.99');
  await expect(page.getByRole('alert')).toContainText('The order has changed, so that it was not cancelled.');
  await expect(older.getByRole('button', { name: 'Cancel: give the whole amount back, €19.99' })).toBeVisible();
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid', captured: '1999' });
  expect(await shop.messages(id, 'void')).toEqual([]);
});

test('a shop cancels a paid order by a void before the batch, and by a refund after it', { tag: '@core' }, async ({
  shop,
  page,
  checkout,
  site,
}) => {
  const early = await payByCard({ shop, page, checkout }, 'at-once');
  const order = await openOffice(page, early);
  await press(order, 'Refund this amount');
  await expect(page.getByRole('alert')).toContainText('cancel');
  await decide(order, 'Cancel: give the whole amount back, €19.99');
  await expect(page.getByRole('status')).toHaveText(/^Cancellation \(void\): done/);
  await expect.poll(() => shop.order(early)).toMatchObject({ state: 'voided' });

  const late = await payByCard({ shop, page, checkout }, 'at-once');
  await sendBatch(page, site.sandboxUrl);
  await decide(await openOffice(page, late), 'Cancel: give the whole amount back, €19.99');
  await expect(page.getByRole('status')).toHaveText(/^Cancellation \(refund\): done/);
  await expect.poll(() => shop.order(late)).toMatchObject({ state: 'refunded', refunded: '1999' });
  expect(await shop.messages(late, 'void')).toHaveLength(0);
});

test('the shop learns of a void and of a refund that staff made at the gateway', async ({
  shop,
  page,
  checkout,
  site,
}) => {
  const voided = await payByCard({ shop, page, checkout }, 'at-once');
  await openPortal(page, site.sandboxUrl, shop, voided);
  await page.getByRole('button', { name: 'Void: the shopper pays nothing' }).click();
  await expect(page.getByText('Nothing is left to do.')).toBeVisible();
  await shop.advance(2);
  await press(await openOffice(page, voided), 'Look up at the gateway');
  await expect(page.getByRole('status')).toContainText('The order is voided.');

  const refunded = await payByCard({ shop, page, checkout }, 'at-once');
  await sendBatch(page, site.sandboxUrl);
  await openPortal(page, site.sandboxUrl, shop, refunded);
  await page.getByLabel('Refund').fill('4.50');
  await page.getByRole('button', { name: 'Refund this amount' }).click();
  await expect(page.getByText('refunded €4.50').first()).toBeVisible();
  await shop.advance(2);
  const order = await openOffice(page, refunded);
  await press(order, 'Look up at the gateway');
  await expect(order).toContainText(
    'Changed in the gateway’s back office: record the amount (refund with the reference',
  );
  await expect(order).toContainText('Its reference at the gateway is');
  await expect(order.getByLabel('Returned amount in EUR')).toHaveValue('');
  await order.getByLabel('Returned amount in EUR').fill('4.50');
  await decide(order, 'Record money returned elsewhere');
  await expect(page.getByRole('status')).toHaveText('Settled. The order is partly refunded.');
  await expect.poll(() => shop.order(refunded)).toMatchObject({ refunded: '450', refundable: '1549' });
  expect(await shop.messages(refunded, 'rebate')).toHaveLength(0);
});

test('an order that the shop cancels takes no payment, and its page says that it has ended', async ({
  shop,
  page,
  checkout,
}) => {
  const id = await shop.createOrder();
  await decide(await openOffice(page, id), 'Cancel: the order takes no payment');
  await expect(page.getByRole('status')).toHaveText(/^Cancellation \(order ended\): done/);
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'cancelled' });
  await page.goto(`/minimal.html?order=${id}`);
  await expect(checkout.outcome).toContainText('This order has ended.');
});

test('an order that expires while its form is open takes no payment, and its page says that it has ended', async ({
  shop,
  page,
  checkout,
}) => {
  const id = await shop.createOrder();
  await page.goto(`/minimal.html?order=${id}`);
  await checkout.fillCard(card('success'));
  await shop.update(id, { expiresAt: new Date(Date.now() + 1_000).toISOString() });
  const stateForPages = async () => ((await (await page.request.get(`/scudo/orders/${id}`)).json()) as ShopOrder).state;
  await expect.poll(stateForPages).toBe('cancelled');
  await checkout.payButton.click();
  await expect(checkout.outcome).toContainText('This order has ended.');
  await expect(checkout.tryAgainButton).toHaveCount(0);
  expect(await shop.messages(id, 'auth')).toEqual([]);
  const order = await openOffice(page, id);
  await expect(order).toContainText('cancelled');
});

test('two presses of one refund button are one refund', async ({ shop, page, checkout, site }) => {
  const id = await payByCard({ shop, page, checkout }, 'at-once');
  await sendBatch(page, site.sandboxUrl);
  const order = await openOffice(page, id);
  await order.getByLabel('Refund amount in EUR').fill('5');
  await order.getByRole('button', { name: 'Refund this amount', exact: true }).evaluate((button) => {
    (button as HTMLButtonElement).click();
    (button as HTMLButtonElement).click();
  });
  await expect(page.getByRole('status')).toContainText('Refund of €5.00: done');
  await expect.poll(() => shop.order(id)).toMatchObject({ refunded: '500', refundable: '1499' });
  expect(await shop.messages(id, 'rebate')).toHaveLength(1);
});
