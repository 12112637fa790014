import { chromium } from 'playwright-core';
import { launchOptions } from '../scripts/browser.mjs';
import { figure, median } from './support/figures.mjs';
import { buildPeer, PEER } from './support/peer.mjs';
import { startSite } from './support/site.mjs';
import { EVALUATES, isInside, timeByName, tracedModule } from './support/trace.mjs';

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
  // A script that shows one field: the time of the browser itself.
  field: { page: () => 'field.html', script: 'field.js', ready: "document.querySelector('#field')" },
};
const DONE = 'bench: usable';

/**
 * Looks in each frame of the page for the form, and notes the longest task. Runs in the page before its scripts. It
 * writes to the console when the form is there, because a driver that asks the page takes a tenth of its time.
 */
function observe({ ready, done }) {
  const seen = (globalThis.bench = { longest: 0 });
  const isReady = new Function(`return Boolean(${ready})`);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (!isReady()) return requestAnimationFrame(look);
    seen.usable = performance.now();
    console.debug(done);
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
    await page.addInitScript(observe, { ready, done: DONE });
    const usable = page.waitForEvent('console', (message) => message.text() === DONE);
    await page.goto(`${site.url}/${path(order)}`, { waitUntil: 'commit' });
    await usable;
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

/** Kinds of work in a trace, by the beginnings of their events. The rest is the browser's own. */
const WORK = [
  [/^V8\.(Compile|Parse|PreParse|CollectSource|FlushInstruction)|^v8\.compile/, 'JavaScript: parse and compile'],
  [/^V8\..*GC|^(Major|Minor)GC/, 'JavaScript: garbage collection'],
  // The rest of an asynchronous task is its microtasks, in which Lit renders.
  [/^v8\.|^V8\.|^FunctionCall|^EvaluateScript|^FireAnimationFrame|^EventDispatch|^AsyncTask Run/, 'JavaScript: run'],
  [/Layout|Style|^CSSParser|^RuleSet|^InlineNode/, 'style and layout'],
  [/Paint|^Layerize|^Commit$|^WebFrameWidget|Compositing/, 'paint'],
];
const REST = 'other work of the browser';
const kindOf = (name) => (WORK.find(([kind]) => kind.test(name)) ?? ['', REST])[1];
/** Categories of a trace for the kinds of work, and for the tasks. */
const CATEGORIES = {
  work: ['blink.user_timing', 'disabled-by-default-v8.compile', 'loading', 'blink'],
  tasks: ['disabled-by-default-devtools.timeline', 'blink'],
};

/** Events of a task of the browser, and of one that the element has planned for itself (`nextTask`). */
const [TASK, PLANNED] = ['RunTask', 'MessagePort::Accept'];

/** Traces one start, from the navigation to the usable form. */
async function traceOf(browser, site, { page: path, ready }, categories) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto('about:blank');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await page.addInitScript(observe, { ready, done: DONE });
    const usable = page.waitForEvent('console', (message) => message.text() === DONE);
    const address = `${site.url}/${path(await site.createOrder())}`;
    const work = async () => {
      await page.goto(address, { waitUntil: 'commit' });
      await usable;
    };
    return await tracedModule(browser, page, work, categories);
  } finally {
    await context.close();
  }
}

/** Milliseconds of the main thread by kind of work. */
async function profileOf(browser, site) {
  return timeByName(await traceOf(browser, site, PAGES.scudo, CATEGORIES.work), kindOf);
}

/** The tasks from the script on that the profile names, with their milliseconds by kind of work. */
async function tasksOf(browser, site) {
  const events = await traceOf(browser, site, PAGES.scudo, CATEGORIES.tasks);
  const all = events
    .filter(({ name }) => name === TASK)
    .map((task) => ({ ...task, inside: events.filter((event) => isInside(event, task) && event.name !== TASK) }));
  const has = (name) => (task) => task.inside.some((event) => event.name === name);
  const longest = (tasks) => tasks.toSorted((one, other) => other.ms - one.ms)[0];
  const script = all.find(has(EVALUATES));
  const after = all.filter(({ begun }) => begun > script.begun);
  const planned = after.filter(has(PLANNED));
  const named = {
    'scudo.js runs': script,
    'the element is rendered for the first time, without its order': planned[0],
    'a module of the late code runs': longest(after.filter(has(EVALUATES))),
    'the form is rendered': longest(planned.slice(1)),
  };
  const others = after.filter((task) => !Object.values(named).includes(task));
  return Object.entries({ ...named, 'the longest of the others': longest(others) }).map(([text, { ms, inside }]) => ({
    text,
    ms,
    kinds: timeByName(inside, kindOf),
  }));
}

export async function run({ print, short }) {
  const { rounds } = short ? SHORT : WHOLE;
  const site = await startSite(await buildPeer());
  const browser = await chromium.launch(await launchOptions());
  const all = { scudo: [], peer: [], field: [] };
  const [profiles, tasks] = [[], []];
  try {
    for (const page of Object.values(PAGES)) await start(browser, site, page);
    for (let round = 0; round < rounds; round++)
      for (const [name, page] of Object.entries(PAGES)) all[name].push(await start(browser, site, page));
    for (let round = 0; round < Math.ceil(rounds / 3); round++) {
      profiles.push(await profileOf(browser, site));
      tasks.push(await tasksOf(browser, site));
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  const raw = {
    ...all,
    profiles: profiles.map((profile) => Object.fromEntries(profile)),
    tasks: tasks.map((round) => round.map(({ kinds, ...task }) => ({ ...task, kinds: Object.fromEntries(kinds) }))),
  };
  const { scudo, peer, field, kinds, parts } = mediansOf(raw);
  for (const { kind, ms } of kinds) print(`${kind.padEnd(32)} ${figure(ms)} ms`);
  for (const { text, ms, scripts, looks } of parts)
    print(
      `task: ${text}: ${figure(ms)} ms (JavaScript ${figure(scripts)} ms, style, layout and paint ${figure(looks)} ms)`,
    );
  print(
    `Scudo ${figure(scudo.ms)} ms (longest task: ${taskOf(scudo)}), adyen-web ${figure(peer.ms)} ms (${taskOf(peer)}), ` +
      `one field ${figure(field.ms)} ms (${taskOf(field)})`,
  );
  return report(raw);
}

/** The text of a longest task. The browser reports none that is shorter. */
const taskOf = ({ longest }) => (longest === 0 ? 'none over 50 ms' : `${figure(longest)} ms`);

function mediansOf(raw) {
  const [scudo, peer, field] = [raw.scudo, raw.peer, raw.field].map((times) => ({
    ms: median(times.map(({ ms }) => ms)),
    longest: median(times.map(({ longest }) => longest)),
  }));
  const kinds = [...new Set([...WORK.map(([, kind]) => kind), REST])].map((kind) => ({
    kind,
    ms: median(raw.profiles.map((profile) => profile[kind] ?? 0)),
  }));
  const parts = raw.tasks[0].map(({ text }, index) => {
    const times = raw.tasks.map((round) => round[index]);
    const of = (pattern) => (one) =>
      Object.entries(one.kinds)
        .filter(([kind]) => pattern.test(kind))
        .reduce((sum, [, ms]) => sum + ms, 0);
    const [scripts, looks] = [/^JavaScript/, /^(style|paint)/].map((pattern) => median(times.map(of(pattern))));
    return { text, ms: median(times.map(({ ms }) => ms)), scripts, looks };
  });
  return { scudo, peer, field, kinds, parts };
}

/** The section of the document, from the raw figures of a whole run. */
export function report(raw) {
  const { scudo, peer, field, kinds, parts } = mediansOf(raw);
  const times = raw.scudo.map(({ ms }) => ms);
  const runs = kinds.find(({ kind }) => kind === 'JavaScript: run').ms;
  return {
    about:
      `From the arrival of the script to a form that can be filled in, at ${SLOW_DOWN} × CPU slow-down, with empty caches; ` +
      `medians of ${raw.scudo.length} rounds that take turns. The peer is ${PEER.name} ${PEER.version}, core and card only, bundled ` +
      'by Vite. It is given its payment methods, and its servers answer at once with empty documents; Scudo reads its order ' +
      'and loads its late code (`late.js`) from a server. The peer’s card fields are frames that are not loaded here, so its ' +
      'form counts as usable without them. The last row is a script of one line that adds one field: what the browser itself ' +
      'needs. The second table is the profile of Scudo’s start on the main thread, which tracing makes slower, from the ' +
      'navigation to the usable form, and the third one has the tasks that are longest in it. ' +
      'The profiles are of other starts than the first table, and each of ' +
      'their figures is a median of its own: parts need not add up to the whole. “Other work of the browser” is all that ' +
      'the trace gives another name.',
    goals: [
      {
        text: 'The longest task',
        value: taskOf(scudo),
        limit: '≤ 50 ms',
        met: scudo.longest <= 50,
        why:
          `One field with nothing around it has a task of ${taskOf(field)} here. The task that runs \`scudo.js\` takes ` +
          `${figure(parts[0].ms)} ms in the profile, of it ${figure(parts[0].scripts)} ms JavaScript, and the first rendering ${figure(parts[1].ms)} ms.`,
      },
      {
        text: 'Scudo, as a part of adyen-web’s core and card',
        value: figure(scudo.ms / peer.ms, 2),
        limit: '< 0.3',
        met: scudo.ms / peer.ms < 0.3,
        why:
          `The browser needs ${figure(field.ms)} ms for one field, ${figure(field.ms / peer.ms, 2)} of the peer’s time. The profile has the rest: ` +
          `${figure(runs)} ms of JavaScript that runs. Scudo also ` +
          'waits for its order, and the peer does not wait for its card fields. Scudo’s starts took ' +
          `${figure(Math.min(...times))} to ${figure(Math.max(...times))} ms in this run.`,
      },
    ],
    tables: [
      {
        columns: ['', 'from script to usable form', 'longest task'],
        rows: [
          ['Scudo', `${figure(scudo.ms)} ms`, taskOf(scudo)],
          [`${PEER.name} ${PEER.version}`, `${figure(peer.ms)} ms`, taskOf(peer)],
          ['One field, with nothing around it', `${figure(field.ms)} ms`, taskOf(field)],
        ],
      },
      { columns: ['profile of Scudo', 'main thread'], rows: kinds.map(({ kind, ms }) => [kind, `${figure(ms)} ms`]) },
      {
        columns: ['profile of Scudo: a task', 'whole', 'JavaScript', 'style, layout and paint'],
        rows: parts.map(({ text, ...times }) => [text, ...Object.values(times).map((ms) => `${figure(ms)} ms`)]),
      },
    ],
    charts: [
      {
        file: 'start',
        title: `From script to a usable form, CPU ${SLOW_DOWN} × slower (ms)`,
        series: ['Scudo', 'adyen-web', 'one field'],
        groups: [{ label: 'start', values: [scudo.ms, peer.ms, field.ms] }],
        digits: 0,
      },
    ],
    raw,
  };
}
