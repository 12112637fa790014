import { isUnresolved } from '../../domain/record/attempts.js';
import { paymentAttempts } from '../../domain/record/order-record.js';
import type { Uses } from '../../ports/ports.js';
import type { StoredOrders } from '../orders/orders.js';
import type { ReconcileReport } from './reconcile.js';

const UNRESOLVED = { states: ['in-doubt'] } as const;
/** Orders whose age is read. More of them are counted only. */
const MAX_READ = 1_000;

/** Emits a run of reconciliation, and what it has left. A store that fails now does not fail the run. */
export async function reportReconciliation(
  { emit, book, now }: Uses<'book' | 'emit' | 'now'>,
  orders: Pick<StoredOrders, 'count' | 'list'>,
  { lookedUp, settled, failed }: ReconcileReport,
  began: Date,
): Promise<void> {
  if (!emit) return;
  try {
    const unresolved = await orders.count(UNRESOLVED);
    const page = unresolved === 0 ? [] : (await orders.list({ ...UNRESOLVED, limit: MAX_READ })).orders;
    const sent = page.flatMap((order) =>
      paymentAttempts(order)
        .filter(isUnresolved)
        .map(({ sentAt }) => sentAt),
    );
    const at = (await book.now()).getTime();
    emit(() => ({
      kind: 'reconciliation',
      level: 'debug',
      code: failed === 0 ? 'complete' : 'incomplete',
      lookedUp,
      settled,
      duration: now().getTime() - began.getTime(),
      unresolved,
      oldest: sent.reduce((age, one) => Math.max(age, at - Date.parse(one)), 0),
    }));
  } catch {
    // The next run reports the store.
  }
}
