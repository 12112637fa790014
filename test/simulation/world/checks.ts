import type { OrderRecord } from '../../../src/server.js';
import type { Monitor } from './monitor.js';
import type { GatewayWithBooks } from './gateway.js';
import type { Sim } from './sim.js';
import { PAID } from './money.js';
import { isAtRest } from './steps.js';

/** The invariants at the end of a world, after reconciliation. */
export function checkEnd(sim: Sim, monitor: Monitor, books: GatewayWithBooks, record: OrderRecord): void {
  monitor.charges.check(record);
  monitor.money.check(record);
  monitor.baskets.check(record);
  monitor.changes.check(record);
  checkState(sim, books, record);
}

function checkState(sim: Sim, books: GatewayWithBooks, { id, state, payment, flags, attempts }: OrderRecord): void {
  const charges = books.charges(id);
  const isPaid = PAID.includes(state);
  // A contradiction, which only a person can solve, needs a request that arrives later than promised.
  const needsPerson = sim.isBeyond && flags.some(({ kind }) => kind === 'contradiction');
  // A success that comes beside an unresolved payment waits for it (docs/orders.md, Late successes).
  const isWaiting =
    state === 'pending' &&
    attempts.some(
      (one) =>
        one.kind === 'redirect' && one.progress.step === 'awaiting-result' && books.isWaiting(one.gatewayOrderId),
    );
  if (isPaid !== charges.length > 0 && !needsPerson && !isWaiting)
    sim.violate('settles', `${id} is ${state} with ${charges.length} charges`);
  if (payment && !charges.some(({ gatewayOrderId }) => gatewayOrderId === payment.gatewayOrderId))
    sim.violate('settles', `${id} was paid by ${payment.gatewayOrderId}, which took nothing`);
  if (state === 'in-doubt' && !needsPerson) sim.violate('settles', `${id} stays in-doubt`);
  if (state === 'pending' && !isWaiting && !needsPerson)
    sim.violate('settles', `${id} stays pending and no payment waits`);
}

/** Checks that every page has come to an end. */
export function checkPagesAtRest(sim: Sim, monitor: Monitor): void {
  monitor.checkPages();
  for (const [{ isOpen, tab }, { step }] of monitor.pages) {
    if (isOpen && !isAtRest(step)) sim.violate('page-ends', `${tab.owner.name} ends at ${step}`);
  }
}
