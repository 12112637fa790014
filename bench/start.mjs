import { chromium } from 'playwright-core';
import { launchOptions } from '../scripts/browser.mjs';
import { figure, median } from './support/figures.mjs';
import { buildPeer, PEER } from './support/peer.mjs';
import { startSite } from './support/site.mjs';

/** Measures the time from the script to a usable form, beside adyen-web's core and card, at a slowed-down CPU. */
export const title = 'Start';

const SLOW_DOWN = 4;
const WHOLE = { rounds: 15 };
const SHORT = { rounds: 3 };
const PAGES = {
  scudo: {
    page: (order) => `scudo.html?order=${order}`,
    script: 'scudo.js',
    ready: "document.querySelector('scudo-checkout:state(ready)')?.shadowRoot.querySelector('#name')",
  },
  // Its fields are frames of Adyen's servers, which do not load here. The form without them counts as usable.
  peer: { page: () => 'peer.html', script: 'peer/peer.js', ready: "document.querySelector('#card [data-cse]')" },
};

/** Looks in each frame of the page for the form, and notes the longest task. Runs in the page before its scripts. */
function observe(ready) {
  const seen = (globalThis.bench = { longest: 0 });
  const isReady = new Function(`return Boolean(${ready})`);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (isReady()) seen.usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Returns the milliseconds from the arrival of the script to the usable form, and the longest task over 50 ms. */
async function start(browser, site, { page: path, script, ready }) {
  const order = await site.createOrder();
  // A context of its own has empty caches.
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await page.addInitScript(observe, ready);
    await page.goto(`${site.url}/${path(order)}`);
    await page.waitForFunction(() => globalThis.bench.usable !== undefined);
    // A task is reported after its end.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    return await page.evaluate((name) => {
      const { usable, longest } = globalThis.bench;
      const arrived = performance.getEntriesByName(new URL(name, location.href).href)[0].responseEnd;
      return { ms: usable - arrived, longest };
    }, script);
  } finally {
    await context.close();
  }
}

export async function run({ print, short }) {
  const { rounds } = short ? SHORT : WHOLE;
  const site = await startSite(await buildPeer());
  const browser = await chromium.launch(await launchOptions());
  const all = { scudo: [], peer: [] };
  try {
    for (const page of Object.values(PAGES)) await start(browser, site, page);
    for (let round = 0; round < rounds; round++)
      for (const [name, page] of Object.entries(PAGES)) all[name].push(await start(browser, site, page));
  } finally {
    await browser.close();
    await site.stop();
  }
  const [scudo, peer] = [all.scudo, all.peer].map((times) => ({
    ms: median(times.map(({ ms }) => ms)),
    longest: median(times.map(({ longest }) => longest)),
  }));
  const task = ({ longest }) => (longest === 0 ? 'none over 50 ms' : `${figure(longest)} ms`);
  print(`Scudo ${figure(scudo.ms)} ms (longest task: ${task(scudo)}), adyen-web ${figure(peer.ms)} ms (${task(peer)})`);
  return {
    about:
      `From the arrival of the script to a form that can be filled in, at ${SLOW_DOWN} × CPU slow-down, with empty caches; ` +
      `medians of ${rounds} rounds that take turns. The peer is ${PEER.name} ${PEER.version}, core and card only, bundled ` +
      'by Vite. It is given its payment methods, and its servers answer at once with empty documents; Scudo reads its order ' +
      'and loads its late code (`late.js`) from a server. The peer’s card fields are frames that are not loaded here, so its ' +
      'form counts as usable without them.',
    goals: [
      { text: 'The longest task', value: task(scudo), limit: '≤ 50 ms', met: scudo.longest <= 50 },
      {
        text: 'Scudo, as a part of adyen-web’s core and card',
        value: figure(scudo.ms / peer.ms, 2),
        limit: '< 0.3',
        met: scudo.ms / peer.ms < 0.3,
      },
    ],
    tables: [
      {
        columns: ['', 'from script to usable form', 'longest task'],
        rows: [
          ['Scudo', `${figure(scudo.ms)} ms`, task(scudo)],
          [`${PEER.name} ${PEER.version}`, `${figure(peer.ms)} ms`, task(peer)],
        ],
      },
    ],
    charts: [
      {
        file: 'start',
        title: `From script to a usable form, CPU ${SLOW_DOWN} × slower (ms)`,
        series: ['Scudo', 'adyen-web'],
        groups: [{ label: 'start', values: [scudo.ms, peer.ms] }],
        digits: 0,
      },
    ],
    raw: all,
  };
}
