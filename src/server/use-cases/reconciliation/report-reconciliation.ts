import type { OrderStore } from '../../book/order-store.js';
import type { Uses } from '../../ports/ports.js';
import type { ReconcileReport } from './reconcile.js';

/** Orders that are read at most for the oldest payment, when calls settle some of them meanwhile. */
const MAX_READ = 10;

/** Emits a run of reconciliation, and what it has left. A store that fails now does not fail the run. */
export async function reportReconciliation(
  { emit, book, now }: Uses<'book' | 'emit' | 'now'>,
  store: OrderStore,
  { lookedUp, settled, failed }: ReconcileReport,
  began: Date,
): Promise<void> {
  if (!emit) return;
  try {
    const unresolved = await store.countOrders({ states: ['in-doubt'] });
    const at = await book.now();
    const since = unresolved === 0 ? undefined : await oldestDoubt(store, at);
    emit(() => ({
      kind: 'reconciliation',
      level: 'debug',
      code: failed === 0 ? 'complete' : 'incomplete',
      lookedUp,
      settled,
      duration: now().getTime() - began.getTime(),
      unresolved,
      oldest: since === undefined ? 0 : Math.max(0, at.getTime() - Date.parse(since)),
    }));
  } catch {
    // The next run reports the store.
  }
}

/** Time at which the oldest payment in doubt was sent. */
async function oldestDoubt(store: OrderStore, at: Date): Promise<string | undefined> {
  const ids = await store.due({ by: 'unresolvedSince', at: at.toISOString(), limit: MAX_READ });
  for (const id of ids) {
    // A call may have ended the doubt since the list was read.
    const since = (await store.read(id))?.record.unresolvedSince;
    if (since !== undefined) return since;
  }
  return undefined;
}
