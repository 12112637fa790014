import { performance } from 'node:perf_hooks';
import { figure, percentile } from './support/figures.mjs';
import { pay, shopWith } from './support/shop.mjs';
import { withStores } from './support/stores.mjs';

/** Whole payments with each store, gateway and page in the same process. */
export const name = 'Payments: per second, and time of one, at 1, 10 and 100 at once';

const PAYMENTS = 400;
const WARM_UP = 50;

export async function run(print) {
  await withStores(async ({ name: kind, store }) => {
    const shop = shopWith(store);
    await payments(shop, WARM_UP, 10);
    let alone;
    for (const atOnce of [1, 10, 100]) {
      const { perSecond, times } = await payments(shop, PAYMENTS, atOnce);
      alone ??= perSecond;
      print(
        `${kind.padEnd(10)} ${String(atOnce).padStart(3)} at once  ${figure(perSecond).padStart(4)} a second ` +
          `(${figure(perSecond / alone, 2)} of one at a time), ` +
          `p50 ${figure(percentile(times, 0.5), 1)} ms, p99 ${figure(percentile(times, 0.99), 1)} ms`,
      );
    }
  });
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
