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
