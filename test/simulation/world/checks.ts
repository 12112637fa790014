import type { OrderRecord } from '../../../src/server.js';
import type { Monitor } from './monitor.js';
import type { SimulatedBooks } from './gateway.js';
import type { Sim } from './sim.js';

/** Steps in which a page may stay without an end. */
const AT_REST = ['entering', 'correcting-redirect', 'choosing-another', 'outcome', 'pending', 'unreachable'];

/** The invariants at the end of a world, after reconciliation. */
export function checkEnd(sim: Sim, monitor: Monitor, books: SimulatedBooks, record: OrderRecord): void {
  const { id } = record;
  checkCharges(sim, books, record);
  checkState(sim, books, record);
  const received = monitor.changes.filter(({ order }) => order === id).map(({ change }) => change.sequence);
  const first = [...new Set(received)];
  const expected = Array.from({ length: record.changeCount }, (_one, index) => index + 1);
  if (first.join() !== expected.join())
    sim.violate('changes', `${id}: the changes ${first.join(', ')} of ${record.changeCount} were received`);
  if (record.changes.length > 0) sim.violate('changes', `${id}: ${record.changes.length} changes were not delivered`);
  for (const attempt of record.attempts) {
    if (attempt.kind === 'refund' && !['done', 'refused'].includes(attempt.progress.step))
      sim.violate('settles', `${id}: a refund stays ${attempt.progress.step}`);
  }
}

function checkCharges(sim: Sim, books: SimulatedBooks, { id, flags }: OrderRecord): void {
  const charged = books.charges(id).map(({ gatewayOrderId }) => gatewayOrderId);
  const flagged = flags.filter(({ kind }) => kind === 'second-payment').map(({ attempt }) => attempt ?? '');
  const unflagged = charged.filter((one) => !flagged.includes(one));
  if (unflagged.length > 1)
    sim.violate('charged-once', `${id} is charged by ${unflagged.join(' and ')} without a flag`);
  for (const one of flagged)
    if (!charged.includes(one)) sim.violate('settles', `${id}: ${one} is flagged as a second payment and took nothing`);
}

function checkState(sim: Sim, books: SimulatedBooks, { id, state, payment, flags, attempts }: OrderRecord): void {
  const charges = books.charges(id);
  const isPaid = ['paid', 'partly-refunded', 'refunded'].includes(state);
  const needsPerson = flags.some(({ kind }) => kind === 'contradiction');
  // A success that comes beside an unresolved payment waits for it (docs/orders.md, Late successes).
  const isWaiting =
    state === 'pending' &&
    attempts.some((one) => one.kind === 'redirect' && !one.setAside && books.isWaiting(one.gatewayOrderId));
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
    if (isOpen && !AT_REST.includes(step)) sim.violate('page-ends', `${tab.owner.name} ends at ${step}`);
  }
}
