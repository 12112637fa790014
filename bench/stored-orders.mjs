import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { figure, median } from './support/figures.mjs';
import { ORDER, pay, shopWith } from './support/shop.mjs';
import { withStores } from './support/stores.mjs';

/** The same work with 1,000 and with 100,000 orders in the store. */
export const name = 'Stored orders: cost of an order with 1,000 and 100,000 in the store';

const SIZES = [1_000, 100_000];
const ROUNDS = 60;

export async function run(print) {
  await withStores(async ({ name: kind, store }) => {
    const shop = shopWith(store);
    const paid = await store.read(await pay(shop));
    const figures = [];
    let stored = 1;
    for (const size of SIZES) {
      for (; stored < size; stored++) await store.insert(copyOf(paid.record, stored));
      figures.push(await costs(shop));
    }
    const [few, many] = figures;
    for (const work of Object.keys(few)) {
      print(
        `${kind.padEnd(10)} ${work.padEnd(20)} ${figure(few[work], 2)} ms with 1,000, ` +
          `${figure(many[work], 2)} ms with 100,000: ratio ${figure(many[work] / few[work], 2)}`,
      );
    }
  });
}

/** Another order with the same content, created a second later. */
function copyOf(record, place) {
  const at = new Date(Date.parse(record.createdAt) - place * 1000).toISOString();
  return { ...record, id: randomUUID(), createdAt: at, updatedAt: at };
}

/** Median milliseconds of each kind of work. */
async function costs(shop) {
  const { orders } = shop.backend;
  const unresolved = ['in-doubt', 'pending'];
  return {
    'one payment': await timed(() => pay(shop)),
    'create an order': await timed(() => orders.create(ORDER)),
    'list 50, unresolved': await timed(() => orders.list({ states: unresolved, limit: 50 })),
    'list 50, newest': await timed(() => orders.list({ limit: 50 })),
    'reconcile, none due': await timed(() => orders.reconcile()),
  };
}

async function timed(work) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return median(times);
}
