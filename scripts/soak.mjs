// Many payments in one page of Chromium, and many orders through backend processes that are killed: `npm run soak`.
// Prints figures. Fails when something is left in the page, or when an order or an answer to its page differs from the
// sandbox's books. Also fails when `onOrderChanged` missed a change or received one in another order.
import { readArguments, stop } from './arguments.mjs';
import { counted } from './counted.mjs';
import { prepare } from './prepare.mjs';

const { values } = readArguments({
  name: 'soak',
  purpose:
    'Pays many times in one page of Chromium, which must leave nothing behind, and pays many orders through backend\n' +
    "processes that are killed, which are compared with the sandbox's books.",
  options: {
    payments: { meaning: 'payments in one page; 0 for none', kind: { least: 0 }, default: 1_000 },
    orders: { meaning: 'orders through the backend; 0 for none', kind: { least: 0 }, default: 100_000 },
    seed: { meaning: 'chooses the payments', kind: { least: 0 }, default: 1 },
    store: { meaning: 'store of the orders', kind: { oneOf: ['sqlite', 'postgres'] }, default: 'sqlite' },
    processes: { meaning: 'backend processes; a single one is never killed', kind: { least: 1 }, default: 3 },
  },
});
const { payments, orders, seed, store, processes } = values;
if (payments + orders === 0) stop('--payments and --orders are both 0: there is nothing to play.');

process.chdir(new URL('..', import.meta.url).pathname);
prepare('built');
const total = { passed: 0, failed: 0 };
const print = (line) => console.log(line);

function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

if (payments > 0) {
  console.log(`\n── ${counted(payments, 'payment')} in one page ──`);
  const { soakPage } = await import('./soak/page.mjs');
  add(await soakPage({ payments, seed, print }));
}
if (orders > 0) {
  console.log(`\n── ${counted(orders, 'order')}, ${counted(processes, 'process', 'processes')} on ${store} ──`);
  console.log('Lost answers: calls that the gateway has processed, and whose answer did not arrive.');
  const { soakOrders } = await import('./soak/orders.mjs');
  add(await soakOrders({ orders, seed, store, processes, print }));
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
