import { chromium } from 'playwright-core';
import { CheckoutPage } from '../dist/playwright.js';
import { launchOptions } from '../scripts/browser.mjs';
import { startDemo } from '../scripts/demo-site.mjs';
import { figure, median } from './support/figures.mjs';

/**
 * Measures what isolated card fields cost: requests before the shopper types, requests from Pay to the outcome, and the
 * times to a usable form and from Pay to the outcome. One browser and one demo, with alternating rounds. Preflights are
 * counted, too.
 */
export const title = 'Isolated card fields, beside inline ones, in a real browser';

const ROUNDS = 9;
const CARD = { number: '4222000006285344' };

async function payment(browser, shopUrl, fields) {
  const created = await fetch(`${shopUrl.replace('localhost', '127.0.0.1')}/shop/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: '1999',
      currency: 'EUR',
      payer: { mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
    }),
  });
  const { id } = await created.json();
  // A context of its own has an empty cache.
  const context = await browser.newContext();
  const page = await context.newPage();
  const requests = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const checkout = new CheckoutPage(page);
  const begun = performance.now();
  await page.goto(`${shopUrl.replace('localhost', 'shop.localhost')}/isolated.html?order=${id}&fields=${fields}`);
  await (await checkout.cardField('number')).waitFor();
  const usable = performance.now() - begun;
  const before = requests.length;
  await checkout.fillCard(CARD);
  await page.waitForFunction(() =>
    document.querySelector('scudo-checkout').trace.some(({ preparation }) => preparation === 'prepared'),
  );
  const typed = requests.length;
  const ms = await page.locator('scudo-checkout').evaluate(
    (element) =>
      new Promise((resolve) => {
        const pressed = performance.now();
        element.addEventListener('scudo-outcome', () => resolve(performance.now() - pressed), { once: true });
        element.shadowRoot.querySelector('[type=submit]').click();
      }),
  );
  const figures = { before, pay: requests.length - typed, usable, ms };
  await context.close();
  return figures;
}

export async function run({ print }) {
  const demo = await startDemo();
  const browser = await chromium.launch(await launchOptions());
  try {
    const all = { inline: [], isolated: [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const fields of Object.keys(all)) all[fields].push(await payment(browser, demo.shopUrl, fields));
    const of = (fields, what) => median(all[fields].map((one) => one[what]));
    for (const [what, text] of [
      ['before', 'requests before the shopper types'],
      ['pay', 'requests from Pay to the outcome'],
      ['usable', 'ms to a usable form'],
      ['ms', 'ms from Pay to the outcome'],
    ]) {
      const [inline, isolated] = [of('inline', what), of('isolated', what)];
      print(`${text}: inline ${figure(inline)}, isolated ${figure(isolated)}, ratio ${figure(isolated / inline, 2)}`);
    }
  } finally {
    await browser.close();
    await demo.stop();
  }
}
