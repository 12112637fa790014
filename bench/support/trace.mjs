/**
 * Records what the main thread of a page does during `work`, with Chromium's tracing.
 * @returns {Promise<{ name: string, ms: number, args: any }[]>} the events of the thread that last, in order
 */
export async function traced(browser, page, work) {
  await page.evaluate(() => performance.mark('bench'));
  await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing'] });
  await page.evaluate(() => performance.mark('bench'));
  await work();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const { pid, tid } = traceEvents.find(({ name, cat }) => name === 'bench' && cat === 'blink.user_timing');
  return traceEvents
    .filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X')
    .sort((one, other) => one.ts - other.ts)
    .map(({ name, ts, dur, args }) => ({ name, begun: ts / 1000, ms: dur / 1000, args }));
}

/**
 * Records what the main thread of a page does while `work` loads a page with a module.
 * @param {readonly string[]} categories of Chromium's tracing
 * @returns {Promise<{ name: string, begun: number, ms: number }[]>} the events that last, in order, outer ones first
 */
export async function tracedModule(browser, page, work, categories) {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'v8', ...categories] });
  await work();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const { pid, tid } = traceEvents.find(({ name }) => name === EVALUATES);
  return traceEvents
    .filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X')
    .sort((one, other) => one.ts - other.ts || other.dur - one.dur)
    .map(({ name, ts, dur }) => ({ name, begun: ts / 1000, ms: dur / 1000 }));
}

/** The event of a module that runs. */
export const EVALUATES = 'v8.evaluateModule';

/** True for an event during another one. */
export function isInside({ begun, ms }, outer) {
  return begun >= outer.begun && begun + ms <= outer.begun + outer.ms;
}

/**
 * Milliseconds of events by a name that `partOf` gives each. An event inside another one counts for itself.
 * @returns {Map<string, number>}
 */
export function timeByName(events, partOf) {
  const parts = new Map();
  const open = [];
  const add = ({ name }, ms) => parts.set(partOf(name), (parts.get(partOf(name)) ?? 0) + ms);
  for (const event of events) {
    while (open.length > 0 && open.at(-1).begun + open.at(-1).ms <= event.begun) open.pop();
    if (open.length > 0) add(open.at(-1), -event.ms);
    add(event, event.ms);
    open.push(event);
  }
  return parts;
}
