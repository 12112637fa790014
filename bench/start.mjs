import { launchBareBrowser } from './support/bare-browser.mjs';
import { figure, median } from './support/figures.mjs';
import { buildPeer, PEER } from './support/peer.mjs';
import { startSite } from './support/site.mjs';
import { cpuByName, isInside, mainThreadOf, timeOfMark } from './support/trace.mjs';

/**
 * Measures what the main thread does from the script to a form that can be typed into, and to one that can be paid,
 * beside adyen-web's core and card.
 */
export const title = 'Start';

/** By how much the CPU of a modest phone is slower. CPU time is measured without slow-down and multiplied by it. */
const SLOW_DOWN = 4;
const WHOLE = { rounds: 15 };
const SHORT = { rounds: 2 };

const SCUDO = {
  typable: "document.querySelector('scudo-checkout')?.shadowRoot?.querySelector('input#number:not([disabled])')",
  ready:
    "document.querySelector('scudo-checkout:state(ready)')?.shadowRoot.querySelector('[part~=pay-button]:not([disabled])')",
};
// The peer’s fields are frames of Adyen’s servers, which do not load here. Its form counts without them.
const PEERS = "document.querySelector('#card [data-cse]')";
const FIELD = "document.querySelector('#field')";
const PAGES = {
  early: { row: 'Scudo, with methods and amount', path: (order) => `scudo.html?expected&order=${order}`, ...SCUDO },
  scudo: { row: 'Scudo, without them', path: (order) => `scudo.html?order=${order}`, ...SCUDO },
  served: { row: 'Scudo, form as HTML', path: (order) => `served.html?order=${order}`, ...SCUDO },
  peer: { row: `${PEER.name} ${PEER.version}`, path: () => 'peer.html', typable: PEERS, ready: PEERS },
  field: { row: 'One field, with nothing around it', path: () => 'field.html', typable: FIELD, ready: FIELD },
};
const OURS = ['early', 'scudo', 'served'];
const [TYPABLE, READY] = ['bench: typable', 'bench: ready'];

/**
 * Marks the frames in which the form can be typed into, and paid. Runs in the page before its scripts. It asks for a
 * frame only when the form is there, because each frame takes time of the main thread.
 */
function observe({ typable, ready, marks }) {
  const seen = (globalThis.bench = { shift: 0 });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const steps = [
    { name: marks[0], isThere: new Function(`return Boolean(${typable})`) },
    { name: marks[1], isThere: new Function(`return Boolean(${ready})`) },
  ];
  const shown = (name) =>
    new Promise((resolve) => requestAnimationFrame(() => resolve(performance.mark(name).startTime)));
  const times = [];
  const look = () => {
    while (times.length < steps.length && steps[times.length].isThere()) times.push(shown(steps[times.length].name));
    if (times.length < steps.length) setTimeout(look, 5);
    else Promise.all(times).then(([first, last]) => Object.assign(seen, { typable: first, ready: last, isDone: true }));
  };
  setTimeout(look);
}

/** Loads a page in a context of its own until its form can be paid. `read` gets the page then. */
async function start(browser, site, { path, typable, ready }, rate, read) {
  const page = await browser.newPage();
  try {
    await page.slowDown(rate);
    await page.beforeScripts(`(${observe})(${JSON.stringify({ typable, ready, marks: [TYPABLE, READY] })})`);
    await page.load(`${site.url}/${path(await site.createOrder())}`, 'globalThis.bench?.isDone === true');
    // A shift of the layout is reported after its frame.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    return await read?.(page);
  } finally {
    await page.close();
  }
}

/** Kinds of work in a trace, by the beginnings of their events. The rest is the browser’s own. */
const WORK = [
  [/^V8\.(Compile|Parse|PreParse|CollectSource|Finalize)|^v8\.compile/, 'JavaScript: parse and compile'],
  [/^V8\..*GC|^(Major|Minor)GC/, 'JavaScript: garbage collection'],
  [/^v8\.|^V8\.|^FunctionCall|^EvaluateScript|^RunMicrotasks|^FireAnimationFrame|^EventDispatch/, 'JavaScript: run'],
  [/Layout|Style|^CSSParser/, 'style and layout'],
  [/Paint|^Layerize|^Commit$/, 'paint'],
];
const REST = 'other work of the browser';
const kindOf = (name) => (WORK.find(([kind]) => kind.test(name)) ?? ['', REST])[1];
const CATEGORIES = ['toplevel', 'devtools.timeline', 'v8', 'blink.user_timing'];
const [TASK, COMMITS, EVALUATES] = ['ThreadControllerImpl::RunTask', 'CommitLoad', 'v8.evaluateModule'];

/**
 * CPU time of the main thread in one start, in milliseconds: of whole tasks, from the one that runs the script. What is
 * there before the script has taken no time of it. `loaded` counts from the page’s first byte on.
 */
async function cpuOfStart(browser, site, page) {
  const trace = await browser.trace(CATEGORIES, () => start(browser, site, page, 1));
  const events = mainThreadOf(trace, READY);
  const [typable, ready] = [TYPABLE, READY].map((mark) => timeOfMark(trace, mark));
  const script = events.find(({ name }) => name === EVALUATES);
  const committed = events.findLast(({ name, begun }) => name === COMMITS && begun < script.begun);
  const all = [];
  for (const task of events.filter(({ name }) => name === TASK)) if (!isInsideLast(task, all)) all.push(task);
  // The browser makes the document in the task that commits the page.
  const tasks = all.filter(({ begun }) => begun > committed.begun && begun <= ready);
  const sum = (some) => some.reduce((cpu, task) => cpu + task.cpu, 0);
  const since = tasks.filter(({ begun, ms }) => begun + ms > script.begun);
  const work = events.filter((event) => event.name !== TASK && since.some((task) => isInside(event, task)));
  return {
    typable: typable < script.begun ? 0 : sum(since.filter(({ begun }) => begun <= typable)),
    ready: sum(since),
    loaded: sum(tasks.filter(({ begun }) => begun <= typable)),
    tasks: tasks.map(({ cpu }) => cpu).sort((one, other) => other - one),
    kinds: Object.fromEntries(cpuByName(work, kindOf)),
  };
}

const isInsideLast = (task, tasks) => tasks.length > 0 && isInside(task, tasks.at(-1));

/** Milliseconds by the clock at a slowed-down CPU, from the arrival of the script, and the shift of the layout. */
function timeOfStart(browser, site, page) {
  return start(browser, site, page, SLOW_DOWN, (opened) =>
    opened.evaluate(`(() => {
      const script = performance.getEntriesByType('resource').find(({ initiatorType }) => initiatorType === 'script');
      const { typable, ready, shift } = bench;
      return { typable: typable - script.responseEnd, ready: ready - script.responseEnd, shift };
    })()`),
  );
}

export async function run({ print, short }) {
  const { rounds } = short ? SHORT : WHOLE;
  const site = await startSite(await buildPeer());
  const browser = await launchBareBrowser();
  const names = Object.keys(PAGES);
  const raw = Object.fromEntries(names.map((name) => [name, { cpu: [], clock: [] }]));
  try {
    for (const page of Object.values(PAGES)) await start(browser, site, page, 1);
    for (let round = 0; round < rounds; round++)
      for (const name of names) {
        raw[name].cpu.push(await cpuOfStart(browser, site, PAGES[name]));
        raw[name].clock.push(await timeOfStart(browser, site, PAGES[name]));
      }
  } finally {
    await browser.close();
    await site.stop();
  }
  for (const { row, typable, ready, longest, shift } of Object.values(mediansOf(raw)))
    print(
      `${row}: CPU × ${SLOW_DOWN} until typable ${figure(typable)} ms, until ready ${figure(ready)} ms, longest task ` +
        `${figure(longest[0])} ms, layout shift ${figure(shift, 4)}`,
    );
  return report(raw);
}

/** Medians of each page; those of CPU time are multiplied by the slow-down. */
function mediansOf(raw) {
  return Object.fromEntries(
    Object.entries(raw).map(([name, { cpu, clock }]) => {
      const slowed = (of) => SLOW_DOWN * median(cpu.map(of));
      const least = (of) => SLOW_DOWN * Math.min(...cpu.map(of));
      return [
        name,
        {
          row: PAGES[name].row,
          typable: slowed((one) => one.typable),
          ready: slowed((one) => one.ready),
          leastReady: least((one) => one.ready),
          loaded: slowed((one) => one.loaded),
          longest: [0, 1, 2].map((place) => slowed(({ tasks }) => tasks[place] ?? 0)),
          kinds: [...WORK.map(([, kind]) => kind), REST].map((kind) => ({
            kind,
            ms: slowed(({ kinds }) => kinds[kind] ?? 0),
          })),
          clock: median(clock.map((one) => one.ready)),
          shift: Math.max(...clock.map((one) => one.shift)),
        },
      ];
    }),
  );
}

/** The section of the document, from the raw figures of a whole run. */
export function report(raw) {
  const pages = mediansOf(raw);
  const { early, served, peer, field } = pages;
  const ours = OURS.map((name) => pages[name]);
  const last = ours.reduce((one, other) => (other.ready > one.ready ? other : one));
  const slowest = ours.reduce((one, other) => (other.longest[0] > one.longest[0] ? other : one));
  const shift = Math.max(...ours.map((one) => one.shift));
  const part = (ms) => figure(ms / peer.ready, 2);
  const floor = `One field with nothing around it takes ${part(field.ready)} of the peer’s time here.`;
  const most = [...last.kinds].sort((one, other) => other.ms - one.ms).slice(0, 3);
  return {
    about:
      `CPU time of the page’s main thread, × ${SLOW_DOWN}, in Chromium over a bare pipe: medians of ${raw.early.cpu.length} ` +
      'rounds in which the pages take turns, with empty caches. It counts whole tasks from the one that runs the script, ' +
      'until the form can be typed into, and until Pay works. What is there before the script counts as 0. The column ' +
      `“from the page’s first byte” counts from the page on. Times by the clock are of other starts, at ${SLOW_DOWN} × CPU ` +
      'slow-down, from the arrival of the script until Pay works. The HTML of the shop’s server arrives 300 ms before the ' +
      `script. The peer is ${PEER.name} ${PEER.version}, core and card only, bundled by Vite. It is given its payment methods, ` +
      'and its servers answer at once with empty documents. Its card fields are frames that do not load here, so its form ' +
      'counts without them; Scudo reads its order and `late.js` from a server. `developer.js`, which only pages on ' +
      'localhost load, does not load here. The last row is a script of one line that adds one field: what the browser ' +
      'itself needs. The second table has the kinds of work from the script until Pay works, and the third one the ' +
      'longest tasks from the page’s first byte on. Each figure is a median of its own: parts need not add up.',
    goals: [
      {
        text: 'Typable, without HTML of the server, as a part of adyen-web’s core and card',
        value: part(early.typable),
        limit: '< 0.3',
        met: early.typable / peer.ready < 0.3,
        why: floor,
      },
      {
        text: 'Typable, with HTML of the server, likewise',
        value: part(served.typable),
        limit: '< 0.05',
        met: served.typable / peer.ready < 0.05,
        why: floor,
      },
      {
        text: 'Ready to pay, the slowest of the three, likewise',
        value: part(last.ready),
        limit: '< 0.35',
        met: last.ready / peer.ready < 0.35,
        why:
          `${floor} The slowest is “${last.row}”, least ${figure(last.leastReady)} ms. Most of its ${figure(last.ready)} ms are ` +
          `${most.map(({ kind, ms }) => `${kind} (${figure(ms)} ms)`).join(', ')}.`,
      },
      {
        text: 'The longest task',
        value: `${figure(slowest.longest[0])} ms`,
        limit: '≤ 50 ms',
        met: slowest.longest[0] <= 50,
        why: `It is one of “${slowest.row}”. The longest task of one field is ${figure(field.longest[0])} ms.`,
      },
      { text: 'Layout shift until Pay works', value: figure(shift, 4), limit: '0', met: shift === 0 },
    ],
    tables: [
      {
        columns: ['', 'typable', 'ready to pay', 'typable, from the page’s first byte', 'ready by the clock'],
        rows: Object.values(pages).map(({ row, typable, ready, loaded, clock }) => [
          row,
          ...[typable, ready, loaded, clock].map((ms) => `${figure(ms)} ms`),
        ]),
      },
      {
        columns: ['kind of work', ...Object.values(pages).map(({ row }) => row)],
        rows: early.kinds.map(({ kind }, place) => [
          kind,
          ...Object.values(pages).map(({ kinds }) => `${figure(kinds[place].ms)} ms`),
        ]),
      },
      {
        columns: ['', 'longest task', 'second', 'third'],
        rows: Object.values(pages).map(({ row, longest }) => [row, ...longest.map((ms) => `${figure(ms)} ms`)]),
      },
    ],
    charts: [
      {
        file: 'start',
        title: `From the script, CPU time × ${SLOW_DOWN} (ms)`,
        series: ['typable', 'ready to pay'],
        groups: Object.values(pages).map(({ row, typable, ready }) => ({
          label: row.split(',')[0] === 'Scudo' ? row.split(', ')[1] : row.split(/[ ,]/)[0],
          values: [typable, ready],
        })),
        digits: 0,
      },
    ],
    raw,
  };
}
