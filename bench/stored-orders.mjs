import { performance } from 'node:perf_hooks';
import { figure, median } from './support/figures.mjs';
import { ORDER } from './support/samples.mjs';
import { pay, shopWith } from './support/shop.mjs';
import { copyOf, withStores } from './support/stores.mjs';

/** The same work with more and more paid orders in the store. */
export const title = 'Stored orders';

const WHOLE = { sizes: [1_000, 10_000, 100_000, 1_000_000], rounds: 60 };
const SHORT = { sizes: [1_000, 20_000], rounds: 10 };
/** Calls of each other kind for one payment: they are so short that the medians of 60 differ from run to run. */
const CALLS = 10;
const WORK = {
  payment: 'one payment',
  create: 'create an order',
  first: 'list 50: newest copies',
  last: 'list 50: oldest copies',
  unresolved: 'list 50, unresolved',
  reconcile: 'reconcile, none due',
};
/** Lists of at most 50 orders by filters. */
const FINDS = {
  reference: 'reference',
  referenceOfState: 'reference, states',
  gatewayOrderId: 'gateway order id',
  pasref: 'payments reference',
  flag: 'flag',
  flagOfState: 'flag, state, created in an hour',
  flagChanged: 'flag, changed in an hour',
  changed: 'changed in an hour',
  stateChanged: 'state, changed in an hour',
  createdAndChanged: 'created and changed in an hour',
  refundedLater: 'created in an hour, changed later',
  count: 'count of an hour',
  countOfState: 'count of a state',
};
const HOUR = 3_600_000;
const CALLED = { ...WORK, ...FINDS };

export async function run({ print, short }) {
  const { sizes, rounds } = short ? SHORT : WHOLE;
  const rows = [];
  await withStores(async ({ name, open }) => {
    const shops = [];
    for (const size of sizes) shops.push(await shopOf(size, await open()));
    // The first calls compile the code.
    await costs(shops, 1);
    for (const figures of await costs(shops, rounds)) {
      rows.push({ name, ...figures });
      const text = Object.entries(CALLED).map(([work, what]) => `${what} ${figure(figures[work], 2)}`);
      print(`${name.padEnd(10)} ${figure(figures.size).padStart(9)} orders, ms: ${text.join(', ')}`);
    }
  });
  const ratios = (work, least = sizes[0]) =>
    [...new Set(rows.map(({ name }) => name))].map((name) => {
      const of = rows.filter((row) => row.name === name && row.size >= least);
      return of.at(-1)[work] / of[0][work];
    });
  // Fewer orders do not fill an hour or a page of flagged ones.
  const filled = sizes.find((size) => size >= 10_000);
  const pages = rows.map(({ first, last }) => last / first);
  const most = figure(sizes.at(-1));
  const goal = (text, values, limit) => ({
    text,
    value: figure(Math.max(...values), 2),
    limit: `≤ ${limit}`,
    met: Math.max(...values) <= limit,
  });
  return {
    about:
      `Milliseconds of one call with paid orders in the store, median of ${rounds} payments and of ${rounds * CALLS} other ` +
      'calls, for which the stores of all sizes take turns. The orders are copies of one that was paid, and were loaded by ' +
      'SQL. Gateway and page run in the same process. The last page is reached by its cursor. Every 100th order has a ' +
      'flag.',
    goals: [
      goal(`A payment with ${most} stored orders, as a part of that with ${figure(sizes[0])}`, ratios('payment'), 1.25),
      goal('The last page of a list, as a part of the first one', pages, 1.25),
      ...Object.entries(FINDS).map(([find, by]) => {
        const text = `Finding by ${by} among ${most} orders, as a part of that among ${figure(filled)}`;
        return goal(text, ratios(find, filled), 2);
      }),
    ],
    tables: [
      {
        columns: ['store', 'orders', ...Object.values(WORK)],
        rows: rows.map((row) => [
          row.name,
          figure(row.size),
          ...Object.keys(WORK).map((work) => `${figure(row[work], 2)} ms`),
        ]),
      },
      {
        columns: ['list of 50 by', ...rows.map(({ name, size }) => `${name}, ${figure(size)}`)],
        rows: Object.entries(FINDS).map(([find, by]) => [by, ...rows.map((row) => `${figure(row[find], 2)} ms`)]),
      },
    ],
    charts: [
      {
        file: 'stored-orders',
        title: 'Time of one payment by the number of stored orders (ms)',
        series: ['SQLite', 'PostgreSQL'],
        groups: sizes.map((size) => ({
          label: figure(size),
          values: rows.filter((row) => row.size === size).map(({ payment }) => payment),
        })),
        digits: 1,
      },
    ],
    raw: rows,
  };
}

/** A shop whose store has copies of one paid order. */
async function shopOf(size, { store, load }) {
  const shop = shopWith(store);
  const { record } = await store.read(await pay(shop));
  await load(record, 1, size);
  return { size, shop, record };
}

/** Median milliseconds of each kind of work in each shop. Shops and kinds take turns. */
async function costs(shops, rounds) {
  const all = shops.map(({ size, shop, record }) => ({
    size,
    calls: callsOf(size, shop, record),
    times: Object.fromEntries(Object.keys(CALLED).map((work) => [work, []])),
  }));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < CALLS; turn++) {
      for (const { calls, times } of all) {
        for (const [work, call] of Object.entries(calls)) {
          if (work === 'payment' && turn > 0) continue;
          const begun = performance.now();
          await call();
          times[work].push(performance.now() - begun);
        }
      }
    }
  }
  return all.map(({ size, times }) => ({
    size,
    ...Object.fromEntries(Object.entries(times).map(([work, ms]) => [work, median(ms)])),
  }));
}

/** The calls that are measured. Both pages of a list have copies of the same order. */
function callsOf(size, shop, record) {
  const { orders } = shop.backend;
  const middle = copyOf(record, size >> 1);
  const hour = { createdFrom: new Date(middle.createdAt), createdBefore: after(middle, HOUR) };
  const changed = { updatedFrom: new Date(middle.createdAt), updatedBefore: after(middle, HOUR) };
  const find = (filter) => () => orders.list({ ...filter, limit: 50 });
  const cursorOf = ({ id, createdAt }) => `${createdAt}_${id}`;
  const [first, last] = [0, size - 50].map((number) => cursorOf(copyOf(record, number)));
  return {
    payment: () => pay(shop),
    create: () => orders.create(ORDER),
    first: () => orders.list({ limit: 50, after: first }),
    last: () => orders.list({ limit: 50, after: last }),
    unresolved: () => orders.list({ states: ['in-doubt', 'pending'], limit: 50 }),
    reconcile: () => orders.reconcile(),
    reference: find({ reference: middle.id }),
    referenceOfState: find({ reference: middle.id, states: ['paid', 'authorized'] }),
    gatewayOrderId: find({ gatewayOrderId: middle.id }),
    pasref: find({ pasref: middle.id }),
    flag: find({ flag: 'contradiction' }),
    flagOfState: find({ flag: 'contradiction', states: ['authorized'], ...hour }),
    flagChanged: find({ flag: 'contradiction', ...changed }),
    changed: find(changed),
    stateChanged: find({ states: ['authorized'], ...changed }),
    createdAndChanged: find({ ...hour, ...changed }),
    refundedLater: find({ ...hour, updatedFrom: after(middle, HOUR) }),
    count: () => orders.count(hour),
    countOfState: () => orders.count({ states: ['in-doubt'] }),
  };
}

function after({ createdAt }, ms) {
  return new Date(Date.parse(createdAt) + ms);
}
