import { chromium } from 'playwright-core';
import { launchOptions } from '../scripts/browser.mjs';
import { figure, median, percentile } from './support/figures.mjs';
import { startSite } from './support/site.mjs';
import { traced } from './support/trace.mjs';

/** Measures the handling of each keystroke at a slowed-down CPU, and the parts of the page that it changes. */
export const title = 'Typing';

const SLOW_DOWN = 4;
const WHOLE = { rounds: 9 };
const SHORT = { rounds: 2 };
const FIELDS = [
  { label: 'Card number', text: '4222000006285344' },
  { label: 'Expiry date', text: '1240' },
  { label: 'Security code', text: '123' },
  { label: 'Name on card', text: 'Ada Lovelace' },
];
/** A field without any code: the time of the browser itself. */
const PLAIN = { label: 'Plain', text: 'Ada Lovelace', row: 'A plain field, without code' };
/**
 * The keystrokes of a text that are shown together. A page has just been loaded, and its code runs for the first time.
 */
const PARTS = [
  { part: 'first', from: 0, to: 1 },
  { part: '2 to 8', from: 1, to: 8 },
  { part: '9 to 16', from: 8, to: 16 },
];
/** The events of a keystroke, and the work of the browser that follows it in the same frame. */
const KEY = /^(keydown|keypress|beforeinput|input|keyup)$/;
/** Those to which the element listens. */
const LISTENED = /^(beforeinput|input)$/;
const RENDERING = /^(UpdateLayoutTree|Layout|PrePaint|Paint|Layerize|Commit)$/;

/** Notes the fields in which a keystroke changes something. Runs in the page. */
function watchChanges() {
  const changed = (globalThis.changed = []);
  const root = document.querySelector('scudo-checkout')?.shadowRoot ?? document;
  const nameOf = (node) => (node.parentElement ?? node).closest?.('.field')?.dataset.field ?? 'elsewhere';
  new MutationObserver((records) => changed.push(...records.map(({ target }) => nameOf(target)))).observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}

/**
 * Types one text, and returns the milliseconds of each keystroke: its events, and style, layout and paint after them.
 */
async function type(browser, page, { label, text }) {
  await page.getByLabel(label).focus();
  await page.evaluate(() => globalThis.changed.splice(0));
  const events = await traced(browser, page, async () => {
    for (const character of text) {
      await page.keyboard.press(character === ' ' ? 'Space' : character);
      // Each keystroke has a frame of its own.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    }
  });
  return { keys: keysOf(events), changed: await page.evaluate(() => globalThis.changed.splice(0)) };
}

/**
 * The milliseconds of each keystroke, and the part of them in listeners, with the rendering of the element. `keypress`
 * contains `beforeinput`, `input`, and the browser's own insertion of the text with its style and layout, which count
 * as rendering wherever they are.
 */
function keysOf(events) {
  const keys = [];
  let [end, listenedUntil, renderedUntil] = [0, 0, 0];
  for (const { name, begun, ms, args } of events) {
    const type = name === 'EventDispatch' && KEY.test(args.data.type) ? args.data.type : undefined;
    if (type === 'keydown' && begun >= end) keys.push({ handled: 0, listeners: 0, rendered: 0 });
    const key = keys.at(-1);
    if (!key) continue;
    if (type !== undefined && begun >= end) {
      end = begun + ms;
      key.handled += ms;
    }
    if (LISTENED.test(type) && begun >= listenedUntil) {
      listenedUntil = begun + ms;
      key.listeners += ms;
    } else if (RENDERING.test(name) && begun >= renderedUntil) {
      renderedUntil = begun + ms;
      key.rendered += ms;
      if (begun < end) key.handled -= ms;
      if (begun < listenedUntil) key.listeners -= ms;
    }
  }
  return keys.map((key, place) => ({ ...key, place }));
}

async function typePlain(browser, site, { keys, changed }) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${site.url}/field.html`);
    await slowDown(context, page);
    const typed = await type(browser, page, PLAIN);
    keys.push(...typed.keys);
    changed.push(...typed.changed);
  } finally {
    await context.close();
  }
}

async function slowDown(context, page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await page.evaluate(watchChanges);
}

async function fillIn(browser, site, all) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${site.url}/scudo.html?order=${await site.createOrder()}`);
    await page.getByLabel('Name on card').waitFor();
    await slowDown(context, page);
    for (const [place, field] of FIELDS.entries()) {
      const { keys, changed } = await type(browser, page, field);
      all[place].keys.push(...keys);
      all[place].changed.push(...changed);
    }
  } finally {
    await context.close();
  }
}

/** The medians of the browser's part of a keystroke, and of the listeners' with the rendering of the element. */
function partsOf(label, keys) {
  return PARTS.flatMap(({ part, from, to }) => {
    const those = keys.filter(({ place }) => place >= from && place < to);
    if (those.length === 0) return [];
    const browser = median(those.map(({ handled, listeners }) => handled - listeners));
    return [{ label, part, browser, listeners: median(those.map(({ listeners }) => listeners)) }];
  });
}

export async function run({ print, short }) {
  const { rounds } = short ? SHORT : WHOLE;
  const site = await startSite();
  const browser = await chromium.launch(await launchOptions());
  const all = FIELDS.map(({ label }) => ({ label, keys: [], changed: [] }));
  const plain = { label: PLAIN.row, keys: [], changed: [] };
  try {
    await fillIn(
      browser,
      site,
      FIELDS.map(() => ({ keys: [], changed: [] })),
    );
    for (let round = 0; round < rounds; round++) {
      await fillIn(browser, site, all);
      await typePlain(browser, site, plain);
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  const rows = [...all, plain].map(({ label, keys, changed }) => ({
    label,
    handled: median(keys.map(({ handled }) => handled)),
    worst: percentile(
      keys.map(({ handled }) => handled),
      0.95,
    ),
    rendered: median(keys.map(({ rendered }) => rendered)),
    keys: keys.length,
    places: [...new Set(changed)].sort(),
  }));
  for (const { label, handled, worst, rendered, places } of rows)
    print(
      `${label.padEnd(14)} handled in ${figure(handled, 1)} ms (p95 ${figure(worst, 1)}), rendered in ` +
        `${figure(rendered, 1)} ms, changes: ${places.join(', ') || 'the text only'}`,
    );
  const parts = [...all, plain].flatMap(({ label, keys }) => partsOf(label, keys));
  for (const { label, part, browser, listeners } of parts)
    print(`${label}, ${part}: browser ${figure(browser, 1)} ms, listeners ${figure(listeners, 1)} ms`);
  return report({ rows, parts, rounds });
}

/** The section of the document, from the raw figures of a whole run. */
export function report({ rows, parts, rounds = WHOLE.rounds }) {
  const plain = rows.find(({ label }) => label === PLAIN.row);
  const slowest = rows
    .filter((row) => row !== plain)
    .reduce((one, other) => (other.handled > one.handled ? other : one));
  const [first, most] = parts.filter(({ label }) => label === slowest.label);
  return {
    about:
      `Real key presses at ${SLOW_DOWN} × CPU slow-down, ${rounds} times. A keystroke is handled when its events, from ` +
      '`keydown` to `keyup`, have been dispatched, with the checks of the text and the rendering of the element where ' +
      'there is one. The browser’s style, layout and paint are beside it, also those in between. The last row is a field without any code: ' +
      'what the browser itself needs to insert a character. The last column has the fields in which the element changed ' +
      'anything besides the text of the input, from a mutation observer (`elsewhere`: outside of the fields). The second table is the profile of a keystroke. ' +
      'The first ones run code that this page has not run before. Digits 5, 9 and 13 of a card number and the second digit ' +
      'of an expiry date write a separator by an editing command of the browser, so that the shopper can undo it. The last ' +
      'digit of a card number starts the preparation of the payment.',
    goals: [
      {
        text: 'A keystroke, median of the slowest field',
        value: `${figure(slowest.handled, 1)} ms`,
        limit: '≤ 4 ms',
        met: slowest.handled <= 4,
        why:
          `The browser needs ${figure(plain.handled, 1)} ms for a character in a field without code. In the slowest field (${slowest.label}) ` +
          `listeners and rendering add ${figure(most.listeners, 1)} ms to most keystrokes, and ${figure(first.listeners, 1)} ms to the first ` +
          'one, which runs code that this page has not run before.',
      },
    ],
    tables: [
      {
        columns: ['field', 'handled, median', 'handled, p95', 'style, layout and paint', 'changes'],
        rows: rows.map(({ label, handled, worst, rendered, places }) => [
          label,
          `${figure(handled, 1)} ms`,
          `${figure(worst, 1)} ms`,
          `${figure(rendered, 1)} ms`,
          places.map((place) => `\`${place}\``).join(', ') || 'none',
        ]),
      },
      {
        columns: [
          'profile: field',
          'keystrokes',
          'the browser inserts the character',
          'listeners, rendering of the element',
        ],
        rows: parts.map(({ label, part, browser, listeners }) => [
          label,
          part,
          `${figure(browser, 1)} ms`,
          `${figure(listeners, 1)} ms`,
        ]),
      },
    ],
    charts: [],
    raw: { rows, parts, rounds },
  };
}
