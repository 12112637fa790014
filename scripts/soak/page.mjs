// Payments in one page of Chromium, one after the other: `npm run soak -- --payments N`. Between them everything that a
// payment leaves behind is counted: frames, timers, listeners, nodes, documents, and the heap after garbage collection.
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchOptions } from '../browser.mjs';
import { CheckoutPage } from '../../dist/playwright.js';
import { createSandbox } from '../../dist/sandbox.js';
import { createMerchantBackend } from '../../dist/server.js';
import { createDice } from '../dice.mjs';
import { chargesOf } from './gateway.mjs';
import { growth } from './growth.mjs';
import { wrongPayments } from './page-checks.mjs';
import { heapByKind } from '../../bench/support/heap.mjs';
import { countTimers } from './timers.mjs';
import { paymentsText } from './report-texts.mjs';
import { counted } from '../counted.mjs';

const CARDS = {
  paid: '4222000006285344',
  declined: '4000120000001154',
  refused: '4222000002144131',
  unsupported: '4000000000000044',
  challenge: '4222000001227408',
};

/** The payments, by how often they are chosen. */
const PAYMENTS = {
  paid: 30,
  declined: 10,
  refused: 10,
  unsupported: 5,
  challenge: 15,
  cancelled: 10,
  closed: 5,
  abandoned: 10,
  typed: 5,
};

/** Payments between two counts. */
const WINDOW = 10;
/** Payments after which charges are copied. The sandbox keeps 20,000 authorizations. */
const KEPT = 1_000;

/**
 * @param {{ payments: number, seed: number, print: (line: string) => void }} options
 * @returns {Promise<{ passed: number, failed: number }>} payments that ended as expected, and what is wrong
 */
export async function soakPage({ payments, seed, print }) {
  const dice = createDice(seed);
  const shop = await startShop();
  const browser = await chromium.launch(await launchOptions());
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(180_000);
    await page.addInitScript(countTimers);
    await page.goto(`${shop.url}/`);
    const shopper = createShopper({ page, shop, dice });
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.enable');
    const counts = [];
    const ends = {};
    const ended = [];
    const charges = new Set();
    for (let done = 0; done < payments; done++) {
      // Each kind once at first, so that all code is loaded before the first count.
      const kind = Object.keys(PAYMENTS)[done] ?? dice.weighted(PAYMENTS);
      // Half of the payments reuse the element of the one before.
      const { order, end } = await shopper.pay(kind, dice.below(2) === 0);
      ends[`${kind}: ${end}`] = (ends[`${kind}: ${end}`] ?? 0) + 1;
      ended.push({ kind, order, end });
      if (done % KEPT === KEPT - 1 || done === payments - 1)
        for (const charge of await shop.charges()) charges.add(charge);
      if (done % WINDOW === WINDOW - 1 || done === payments - 1) {
        await shopper.leave();
        const count = await countPage(page, session);
        counts.push(count);
        if (counts.length % 10 === 1) print(`${counted(done + 1, 'payment')}: ${textOf(count)}`);
      }
    }
    print(`${counted(payments, 'payment')}: ${textOf(counts.at(-1))}`);
    for (const [name, number] of Object.entries(ends).sort()) print(`  ${paymentsText(name, number)}`);
    const { grown, text } = growth(counts);
    print(text);
    const wrong = wrongPayments(ended, [...charges]);
    for (const line of [...wrong, ...grown]) print(`  ${line}`);
    return { passed: payments - wrong.length, failed: wrong.length + grown.length };
  } finally {
    await browser.close();
    await shop.stop();
  }
}

const textOf = ({ frames, documents, nodes, listeners, timers, objects, code }) =>
  `${frames} frames, ${documents} documents, ${nodes} nodes, ${listeners} listeners, ${timers} timers, ` +
  `heap ${(objects / 1024).toFixed(0)} kB and ${(code / 1024).toFixed(0)} kB of compiled code`;

async function countPage(page, session) {
  // The browser keeps the target of an animation until it ends, which is half a second after the outcome.
  await page.evaluate(async () => {
    const end = document.timeline.currentTime + 1_500;
    while (document.timeline.currentTime < end) await new Promise((done) => requestAnimationFrame(done));
  });
  // A second collection frees what finalizers of the first one have released.
  for (let count = 0; count < 2; count++) await session.send('HeapProfiler.collectGarbage');
  const { documents, nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const heap = await heapByKind(session);
  const timers = await page.evaluate(() => globalThis.pendingTimers.size);
  return { frames: page.frames().length, documents, nodes, listeners: jsEventListeners, timers, ...heap };
}

/** A shopper who pays in one page: each payment has its order, and the element of the one before or a new one. */
function createShopper({ page, shop, dice }) {
  const checkout = new CheckoutPage(page);

  async function open(isReused) {
    const order = await shop.newOrder();
    await page.evaluate(
      ([id, reuse]) => {
        const before = document.querySelector('scudo-checkout');
        if (before && reuse) return before.setAttribute('order', id);
        before?.remove();
        const element = document.createElement('scudo-checkout');
        element.setAttribute('backend', '/scudo');
        element.setAttribute('order', id);
        document.querySelector('main').append(element);
      },
      [order, isReused],
    );
    await page.waitForFunction((id) => {
      const element = document.querySelector('scudo-checkout');
      const form = element?.order === id ? element.shadowRoot : null;
      return form?.querySelector('#number') && !form.querySelector('[part~=outcome]');
    }, order);
    return order;
  }

  async function outcome() {
    await checkout.outcome.waitFor();
    return checkout.outcome.getAttribute('data-code');
  }

  async function leave() {
    await page.evaluate(() => document.querySelector('scudo-checkout')?.remove());
    // The browser itself keeps the element that had the focus last, and the one under the pointer.
    await page.mouse.move(1, 1);
    await page.locator('#other').fill(String(dice.below(1e9)));
  }

  const kinds = {
    async paid() {
      await checkout.pay({ number: CARDS.paid });
      return outcome();
    },
    // The shopper tries another card in the same form.
    async declined() {
      await checkout.pay({ number: CARDS.declined });
      await checkout.tryAgainButton.first().click();
      return kinds.paid();
    },
    async refused() {
      await checkout.pay({ number: CARDS.refused });
      return outcome();
    },
    async unsupported() {
      await checkout.pay({ number: CARDS.unsupported });
      return outcome();
    },
    async challenge() {
      await checkout.pay({ number: CARDS.challenge });
      await checkout.challenge.enterCode();
      return outcome();
    },
    async cancelled() {
      await checkout.pay({ number: CARDS.challenge });
      await checkout.challenge.cancelAtIssuer();
      return outcome();
    },
    async closed() {
      await checkout.pay({ number: CARDS.challenge });
      await checkout.challenge.code.waitFor();
      await checkout.challenge.close();
      return outcome();
    },
    // The element is removed while the issuer asks.
    async abandoned() {
      await checkout.pay({ number: CARDS.challenge });
      await checkout.challenge.code.waitFor();
      await leave();
      return 'left';
    },
    // The element is removed while the method frame is open or the payment is prepared.
    async typed() {
      await checkout.fillCard({ number: CARDS.paid });
      await leave();
      return 'left';
    },
  };
  return {
    leave,
    async pay(kind, isReused) {
      const order = await open(isReused);
      return { order, end: await kinds[kind]() };
    },
  };
}

const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Soak</title><link rel="icon" href="data:,">
<script type="module" src="/scudo.js"></script><input id="other" aria-label="Another field"><main></main></html>`;

/** A shop and a sandbox, which is another site for the browser. */
async function startShop() {
  const folder = mkdtempSync(join(tmpdir(), 'scudo-soak-'));
  const servers = [];
  const listen = async (handler) => {
    const server = serve({ fetch: handler, port: 0, hostname: '127.0.0.1' });
    servers.push(server);
    await once(server, 'listening');
    return server.address().port;
  };
  let sandbox;
  const sandboxUrl = `http://127.0.0.1:${await listen((request) => sandbox.fetch(request))}`;
  sandbox = createSandbox({ baseUrl: sandboxUrl, autoComplete: false, methodDelay: 0 });
  const app = new Hono();
  const url = `http://localhost:${await listen((request, env) => app.fetch(request, env))}`;
  const backend = createMerchantBackend({
    publicUrl: `${url}/scudo`,
    gateway: { baseUrl: sandboxUrl, merchantId: 'scudo', accountId: 'internet', secret: 'secret' },
    store: { path: join(folder, 'orders.db') },
    // One client makes all payments.
    limits: { versionChecksPerClient: 0 },
    onProblem: () => undefined,
  });
  app.get('/', (context) => context.html(PAGE));
  app.all('/scudo/*', (context) => backend.fetch(context.req.raw, { ip: '127.0.0.1' }));
  app.use(serveStatic({ root: 'dist' }));
  const payer = { email: 'ada@example.com', mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } };
  return {
    url,
    charges: async () => (await chargesOf(sandbox)).keys(),
    newOrder: async () => (await backend.orders.create({ amount: '1999', currency: 'EUR', payer })).id,
    async stop() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      await backend.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
