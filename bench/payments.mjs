import { performance } from 'node:perf_hooks';
import { figure, percentile } from './support/figures.mjs';
import { pay, shopWith } from './support/shop.mjs';
import { withStores } from './support/stores.mjs';

/** Whole payments with each store, gateway and page in the same process. */
export const title = 'Payments at the same time';

const WHOLE = { payments: 400, atOnce: [1, 10, 100, 1_000] };
const SHORT = { payments: 40, atOnce: [1, 10] };
const WARM_UP = 50;

export async function run({ print, short }) {
  const { payments: least, atOnce: numbers } = short ? SHORT : WHOLE;
  const rows = [];
  await withStores(async ({ name, open }) => {
    const { store } = await open();
    const shop = shopWith(store);
    await payments(shop, WARM_UP, 10);
    for (const atOnce of numbers) {
      const count = Math.max(least, 2 * atOnce);
      const { perSecond, times } = await payments(shop, count, atOnce);
      rows.push({ name, atOnce, count, perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99) });
      const { p50, p99 } = rows.at(-1);
      print(
        `${name.padEnd(10)} ${figure(atOnce).padStart(5)} at once: ${figure(perSecond)} a second, ` +
          `p50 ${figure(p50, 1)} ms, p99 ${figure(p99, 1)} ms`,
      );
    }
  });
  return {
    about:
      'Whole payments: order, view, version check, authentication with authorization. The sandbox runs in the same process ' +
      'and on the same core, and takes its part of the time. The stores have their default durability.',
    goals: [],
    tables: [
      {
        columns: ['store', 'at once', 'payments', 'a second', 'p50', 'p99'],
        rows: rows.map(({ name, atOnce, count, perSecond, p50, p99 }) => [
          name,
          figure(atOnce),
          figure(count),
          figure(perSecond),
          `${figure(p50, 1)} ms`,
          `${figure(p99, 1)} ms`,
        ]),
      },
    ],
    charts: [
      {
        file: 'payments',
        title: 'Payments a second by the number at the same time',
        series: ['SQLite', 'PostgreSQL'],
        groups: numbers.map((atOnce) => ({
          label: figure(atOnce),
          values: rows.filter((row) => row.atOnce === atOnce).map(({ perSecond }) => perSecond),
        })),
        digits: 0,
      },
    ],
    raw: rows,
  };
}

/** Makes `count` payments, `atOnce` at a time. Returns the rate and the time of each in milliseconds. */
async function payments(shop, count, atOnce) {
  const times = [];
  let left = count;
  const begun = performance.now();
  const shopper = async () => {
    while (left-- > 0) {
      const start = performance.now();
      await pay(shop);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, shopper));
  return { perSecond: count / ((performance.now() - begun) / 1000), times };
}
