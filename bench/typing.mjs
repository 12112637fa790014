import { launchBareBrowser } from './support/bare-browser.mjs';
import { figure, median } from './support/figures.mjs';
import { startSite } from './support/site.mjs';
import { mainThreadOf } from './support/trace.mjs';

/** Measures the CPU time that the element adds to each keystroke, and the parts of the page that it changes. */
export const title = 'Typing';

/** By how much the CPU of a modest phone is slower. CPU time is measured without slow-down and multiplied by it. */
const SLOW_DOWN = 4;
const WHOLE = { rounds: 15 };
const SHORT = { rounds: 2 };
const inForm = (id) => `document.querySelector('scudo-checkout').shadowRoot.querySelector('#${id}')`;
const FIELDS = [
  { row: 'Card number', input: inForm('number'), text: '4222000006285344', separators: [4, 8, 12] },
  { row: 'Expiry date', input: inForm('expiry'), text: '1240', separators: [1] },
  { row: 'Security code', input: inForm('security-code'), text: '123' },
  { row: 'Name on card', input: inForm('name'), text: 'Ada Lovelace' },
];
/** A field without any code: the time of the browser itself. */
const PLAIN = { row: 'A plain field, without code', input: "document.querySelector('#field')", text: 'Ada Lovelace' };
/** The keystrokes of a text that are shown together. The first one runs code that the page has not run before. */
const SEPARATED = 'with a separator';
const partOf = (place, { length, separators = [] }) => {
  if (place === 0) return 'first';
  if (separators.includes(place)) return SEPARATED;
  return place === length - 1 ? 'last' : 'between';
};
const PARTS = ['first', 'between', SEPARATED, 'last'];
/** The events of a keystroke, and the work of the browser that follows it in the same frame. */
const KEY = /^(keydown|keypress|beforeinput|input|keyup)$/;
/** Those to which the element listens. */
const LISTENED = /^(beforeinput|input)$/;
const RENDERING = /^(UpdateLayoutTree|Layout|PrePaint|Paint|Layerize|Commit)$/;
const MARK = 'bench: typing';

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

/** Types one text, and returns the CPU time of each keystroke, and the fields that it has changed. */
async function type(browser, page, { input, text }) {
  await page.evaluate(`${input}.focus(), changed.splice(0), undefined`);
  const trace = await browser.trace(['devtools.timeline', 'blink.user_timing'], async () => {
    await page.evaluate(`performance.mark('${MARK}'), undefined`);
    for (const character of text) {
      await page.press(character);
      // Each keystroke has a frame of its own.
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    }
  });
  const keys = keysOf(mainThreadOf(trace, MARK));
  if (keys.length !== text.length) throw new Error(`${text.length} keys were pressed, and ${keys.length} are traced.`);
  return { keys, changed: await page.evaluate('changed.splice(0)') };
}

/**
 * The milliseconds of each keystroke: what its listeners take with the rendering of the element, and what the browser
 * takes to insert the text. `keypress` contains `beforeinput`, `input` and the insertion. Style, layout and paint
 * count as rendering wherever they are.
 */
function keysOf(events) {
  const keys = [];
  let [end, listenedUntil, renderedUntil] = [0, 0, 0];
  for (const { name, begun, ms, cpu, args } of events) {
    const type = name === 'EventDispatch' && KEY.test(args.data.type) ? args.data.type : undefined;
    if (type === 'keydown' && begun >= end) keys.push({ handled: 0, own: 0, rendered: 0 });
    const key = keys.at(-1);
    if (!key) continue;
    if (type !== undefined && begun >= end) {
      end = begun + ms;
      key.handled += cpu;
    }
    if (LISTENED.test(type) && begun >= listenedUntil) {
      listenedUntil = begun + ms;
      key.own += cpu;
    } else if (RENDERING.test(name) && begun >= renderedUntil) {
      renderedUntil = begun + ms;
      key.rendered += cpu;
      if (begun < end) key.handled -= cpu;
      if (begun < listenedUntil) key.own -= cpu;
    }
  }
  return keys.map((key, place) => ({ ...key, place }));
}

/** Loads a page, and types into its fields. Adds the keystrokes of each to its row. */
async function typeInto(browser, url, isThere, fields, rows) {
  const page = await browser.newPage();
  try {
    await page.load(url, isThere);
    await page.evaluate(`(${watchChanges})()`);
    for (const field of fields) {
      const { keys, changed } = await type(browser, page, field);
      const row = rows.find((one) => one.row === field.row);
      row.keys.push(...keys);
      row.changed.push(...changed);
    }
  } finally {
    await page.close();
  }
}

export async function run({ print, short }) {
  const { rounds } = short ? SHORT : WHOLE;
  const site = await startSite();
  const browser = await launchBareBrowser();
  const newRows = () =>
    [...FIELDS, PLAIN].map(({ row, text, separators }) => ({
      row,
      length: text.length,
      separators,
      keys: [],
      changed: [],
    }));
  const round = async (rows) => {
    const url = `${site.url}/scudo.html?order=${await site.createOrder()}`;
    await typeInto(browser, url, "!!document.querySelector('scudo-checkout:state(ready)')", FIELDS, rows);
    await typeInto(browser, `${site.url}/field.html`, "!!document.querySelector('#field')", [PLAIN], rows);
  };
  const all = newRows();
  try {
    await round(newRows());
    for (let number = 0; number < rounds; number++) await round(all);
  } finally {
    await browser.close();
    await site.stop();
  }
  const raw = { rounds, rows: all.map((one) => ({ ...one, changed: [...new Set(one.changed)].sort() })) };
  for (const { row, parts, places } of rowsOf(raw))
    print(
      `${row.padEnd(14)} own time ${parts.map(({ part, own }) => `${part} ${figure(own, 1)} ms`).join(', ')}; changes: ` +
        (places.join(', ') || 'the text only'),
    );
  return report(raw);
}

/** Medians × the slow-down, by field and by place in its text. */
function rowsOf({ rows }) {
  return rows.map(({ row, keys, changed, ...field }) => ({
    row,
    places: changed,
    parts: PARTS.flatMap((part) => {
      const those = keys.filter(({ place }) => partOf(place, field) === part);
      if (those.length === 0) return [];
      const of = (value) => SLOW_DOWN * median(those.map(value));
      return [
        {
          part,
          own: of(({ own }) => own),
          browser: of(({ handled, own }) => handled - own),
          rendered: of(({ rendered }) => rendered),
        },
      ];
    }),
  }));
}

/** The section of the document, from the raw figures of a whole run. */
export function report(raw) {
  const rows = rowsOf(raw);
  const all = rows.flatMap(({ row, parts }) => parts.map((part) => ({ row, ...part })));
  const slowest = all
    .filter(({ part }) => part !== SEPARATED)
    .reduce((one, other) => (other.own > one.own ? other : one));
  return {
    about:
      `Real key presses in Chromium over a bare pipe, ${raw.rounds} times; CPU time × ${SLOW_DOWN}, medians. The own time of a ` +
      'keystroke is that of the element’s listeners, with the checks of the text and the rendering of the element where ' +
      'there is one. What the browser takes to insert the character, and its style, layout and paint, are beside it. The ' +
      'last rows are of a field without any code. The last column has the fields in which the element changed anything ' +
      'besides the text of the input, from a mutation observer (`elsewhere`: outside of the fields). First keystrokes run ' +
      'code that this page has not run before. Digits 5, 9 and 13 of a card number and the second digit of an expiry date ' +
      'write a separator by an editing command of the browser, so that the shopper can undo it. The time of that command ' +
      'is in the own time of these keystrokes, so the goal leaves them out. The last digit of a card number starts the ' +
      'preparation of the payment, in a task of its own.',
    goals: [
      {
        text: 'Own time of a keystroke, the slowest of all fields and places',
        value: `${figure(slowest.own, 1)} ms`,
        limit: '≤ 4 ms',
        met: slowest.own <= 4,
        why: `It is the ${slowest.part} one of “${slowest.row}”, for which the browser needs ${figure(slowest.browser, 1)} ms besides.`,
      },
    ],
    tables: [
      {
        columns: ['field', 'keystroke', 'own time', 'the browser inserts it', 'style, layout and paint', 'changes'],
        rows: rows.flatMap(({ row, places, parts }) =>
          parts.map(({ part, own, browser, rendered }) => [
            row,
            part,
            ...[own, browser, rendered].map((ms) => `${figure(ms, 1)} ms`),
            places.map((place) => `\`${place}\``).join(', ') || 'none',
          ]),
        ),
      },
    ],
    charts: [],
    raw,
  };
}
