// Many payments in one page of Chromium, and many orders through backend processes that are killed: `npm run soak`.
// Prints figures, and fails when something is left in the page, when an order or what its page was answered differs from
// the sandbox's books, or when `onOrderChanged` missed a change or received one in another order.
import { parseArgs } from 'node:util';
import { soakOrders } from './soak/orders.mjs';
import { soakPage } from './soak/page.mjs';

const { values } = parseArgs({
  options: {
    /** Payments in one page; 0 for none. */
    payments: { type: 'string', default: '1000' },
    /** Orders through the backend; 0 for none. */
    orders: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    store: { type: 'string', default: 'sqlite' },
    processes: { type: 'string', default: '3' },
  },
});

process.chdir(new URL('..', import.meta.url).pathname);
const total = { passed: 0, failed: 0 };
const seed = Number(values.seed);
const print = (line) => console.log(line);

function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

if (Number(values.payments) > 0) {
  console.log(`\n── ${values.payments} payments in one page ──`);
  add(await soakPage({ payments: Number(values.payments), seed, print }));
}
if (Number(values.orders) > 0) {
  const { store } = values;
  console.log(`\n── ${values.orders} orders, ${values.processes} processes on ${store} ──`);
  add(await soakOrders({ orders: Number(values.orders), seed, store, processes: Number(values.processes), print }));
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
