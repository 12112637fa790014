import { chromium } from 'playwright-core';
import { launchOptions } from '../scripts/browser.mjs';
import { figure, median } from './support/figures.mjs';
import { heapByKind } from './support/heap.mjs';
import { startSite } from './support/site.mjs';

/**
 * Makes payments one after the other on one page with one element, and measures time and memory as their number grows.
 */
export const title = 'Growth on one page';

const CARD = { number: '4222000006285344', expiry: '12 / 40', 'security-code': '123', name: 'Ada Lovelace' };
const WHOLE = { payments: 1_000, step: 100 };
const SHORT = { payments: 40, step: 10 };

/** Pays orders with the element of the page. Returns the milliseconds of each, from the order to its outcome. */
async function pay({ orders, card }) {
  const checkout = document.querySelector('scudo-checkout');
  const until = (type, test) =>
    new Promise((resolve) => {
      const listen = (event) => {
        if (!test(event.detail)) return;
        checkout.removeEventListener(type, listen);
        resolve(event.detail);
      };
      checkout.addEventListener(type, listen);
    });
  const times = [];
  for (const order of orders) {
    const begun = performance.now();
    const entering = until('scudo-step', ({ step }) => step === 'entering');
    checkout.order = order;
    await entering;
    await checkout.updateComplete;
    for (const [name, text] of Object.entries(card)) {
      const input = checkout.shadowRoot.querySelector(`#${name}`);
      input.focus();
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertFromPaste' }));
    }
    const outcome = until('scudo-outcome', () => true);
    await checkout.pay();
    const { status } = await outcome;
    if (status !== 'paid') throw new Error(`A payment ended as ${status}.`);
    times.push(performance.now() - begun);
  }
  return times;
}

/** Memory that the page keeps, after garbage collection. */
async function kept(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name) => metrics.find((one) => one.name === name).value;
  return {
    heap: of('JSHeapUsedSize') / 2 ** 20,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    frames: of('Frames'),
  };
}

async function megabytesByKind(devtools) {
  const { code, objects } = await heapByKind(devtools);
  return { code: code / 2 ** 20, objects: objects / 2 ** 20 };
}

export async function run({ print, short }) {
  const { payments, step } = short ? SHORT : WHOLE;
  const site = await startSite();
  const browser = await chromium.launch(await launchOptions());
  const rows = [];
  const heaps = [];
  try {
    const page = await browser.newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const order = await site.createOrder();
    await page.goto(`${site.url}/scudo.html?order=${order}`);
    await page.getByLabel('Name on card').waitFor();
    for (let count = 0; count < payments; count += step) {
      const orders = [];
      while (orders.length < step) orders.push(await site.createOrder());
      const times = await page.evaluate(pay, { orders, card: CARD });
      rows.push({ payments: count + step, ms: median(times), ...(await kept(devtools)) });
      if (rows.length === 1 || count + step === payments)
        heaps.push({ payments: count + step, ...(await megabytesByKind(devtools)) });
      const { ms, heap, nodes, listeners, frames } = rows.at(-1);
      print(
        `${figure(count + step).padStart(5)} payments: ${figure(ms)} ms each, ${figure(heap, 2)} MB, ` +
          `${nodes} nodes, ${listeners} listeners, ${frames} frames`,
      );
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  for (const { payments: count, code, objects } of heaps)
    print(`${count} payments: compiled code ${figure(code, 2)} MB, everything else ${figure(objects, 2)} MB`);
  const [first, last] = [rows[0], rows.at(-1)];
  const [firstHeap, lastHeap] = [heaps[0], heaps.at(-1)];
  const goal = (text, value, limit) => ({ text, value: figure(value, 2), limit: `≤ ${limit}`, met: value <= limit });
  return {
    about:
      `${figure(payments)} orders are paid one after the other by one element on one page. Time is from the new order to its ` +
      `outcome, median of ${step} payments; memory is what is left after garbage collection. ` +
      'The second table is the profile of the heap, from snapshots. V8’s compiled code grows as it optimises what runs often; ' +
      `with it the heap is ${figure(last.heap / first.heap, 2)} times what it was after ${step} payments. The goal is about ` +
      'everything else, which is what a page could keep of its payments.',
    goals: [
      goal(
        `Time of a payment after ${figure(payments)}, as a part of that of the first ${step}`,
        last.ms / first.ms,
        1.1,
      ),
      goal(
        `JavaScript heap without V8’s compiled code after ${figure(payments)} payments, as a part of that after ${step}`,
        lastHeap.objects / firstHeap.objects,
        1.1,
      ),
      goal('DOM nodes, likewise', last.nodes / first.nodes, 1.1),
    ],
    tables: [
      {
        columns: ['payments', 'time of one', 'heap', 'DOM nodes', 'listeners', 'frames'],
        rows: rows.map(({ payments: count, ms, heap, nodes, listeners, frames }) => [
          figure(count),
          `${figure(ms)} ms`,
          `${figure(heap, 2)} MB`,
          figure(nodes),
          figure(listeners),
          figure(frames),
        ]),
      },
      {
        columns: ['profile of the heap', 'compiled code', 'objects, texts and functions'],
        rows: heaps.map(({ payments: count, code, objects }) => [
          `${figure(count)} payments`,
          `${figure(code, 2)} MB`,
          `${figure(objects, 2)} MB`,
        ]),
      },
    ],
    charts: [],
    raw: { rows, heaps },
  };
}
