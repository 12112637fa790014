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
 * Milliseconds of the main thread of a page during `work`, by a name that `partOf` gives each event. An event inside
 * another one counts for itself.
 * @returns {Promise<Map<string, number>>}
 */
export async function timeByName(browser, page, work, partOf) {
  const categories = [
    'devtools.timeline',
    'blink.user_timing',
    'v8',
    'disabled-by-default-v8.compile',
    'loading',
    'blink',
  ];
  await browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const { pid, tid } = traceEvents.find(({ name }) => name === 'v8.evaluateModule');
  const events = traceEvents
    .filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X')
    .sort((one, other) => one.ts - other.ts || other.dur - one.dur);
  const parts = new Map();
  const open = [];
  const add = ({ name }, microseconds) => parts.set(partOf(name), (parts.get(partOf(name)) ?? 0) + microseconds / 1000);
  for (const event of events) {
    while (open.length > 0 && open.at(-1).ts + open.at(-1).dur <= event.ts) open.pop();
    if (open.length > 0) add(open.at(-1), -event.dur);
    add(event, event.dur);
    open.push(event);
  }
  return parts;
}
