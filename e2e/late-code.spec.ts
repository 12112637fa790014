import { card, expect, loadAgain, test } from './shop-test.js';
import { watchShifts } from './shifts.js';

const LATE = '**/late.js*';

test('late.js is fetched once, while the order is read, and a payment needs no developer.js', async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const began: string[] = [];
  page.on('request', (request) => began.push(new URL(request.url()).pathname));
  const answered = page.waitForResponse(/\/scudo\/orders\//);
  const id = await shop.createOrder();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/scudo/orders/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.route('**/developer.js*', (route) => route.abort());
  await open(id);
  await expect.poll(() => began.filter((path) => path === '/late.js')).toHaveLength(1);
  release();
  await answered;
  await checkout.pay(card('success'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(began.filter((path) => path === '/late.js')).toHaveLength(1);
});

test('a late.js that is missing is reported, and can be loaded again', { tag: '@core' }, async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const warned = page.waitForEvent('console', (message) => message.text().includes('late.js did not load'));
  await page.route(LATE, (route) => route.abort());
  await open(await shop.createOrder());
  await expect(checkout.element.getByRole('alert')).toContainText('could not be loaded');
  await warned;
  await page.unroute(LATE);
  await loadAgain(checkout);
  await checkout.pay(card('success'));
  expect(await checkout.outcomeStatus()).toBe('paid');
});

test('a late.js that does not arrive ends as an order that is not read, and is used when it arrives', async ({
  shop,
  checkout,
  page,
}) => {
  await page.clock.install();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(LATE, async (route) => {
    await held;
    await route.continue();
  });
  const ordered = page.waitForResponse('**/scudo/orders/*');
  const id = await shop.createOrder();
  // In Firefox the load event of the page waits for the import.
  await page.goto(`/minimal.html?order=${id}`, { waitUntil: 'commit' });
  await ordered;
  await page.clock.fastForward(30_000);
  await expect(checkout.element.getByRole('alert')).toContainText('could not be loaded');
  release();
  await loadAgain(checkout);
  await checkout.pay(card('success'));
  expect(await checkout.outcomeStatus()).toBe('paid');
});

test('nothing moves when late.js arrives after the order', async ({ shop, open, checkout, page }) => {
  const { shifts } = await watchShifts(page);
  const ordered = page.waitForResponse('**/scudo/orders/*');
  await page.route(LATE, async (route) => {
    await ordered;
    // The element has the order before the code arrives.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await route.continue();
  });
  await open(await shop.createOrder());
  await expect(checkout.payButton).toBeVisible();
  expect(await shifts()).toEqual([]);
});
