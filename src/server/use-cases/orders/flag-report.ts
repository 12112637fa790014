import type { Emit, Report } from '../../ports/ports.js';
import { factsOfWrite } from '../events/write-facts.js';
import type { BookListeners, FlagListener } from '../../book/order-book.js';

/** Reports flags as problems. The cause is the attempt of the flag, or the limit that the order has reached. */
export function flagReporter(report: Report): FlagListener {
  return ({ id }, { kind, attempt, limit, operation }) => {
    const cause = {
      ...(attempt === undefined ? {} : { orderId: attempt }),
      ...(limit === undefined ? {} : { limit }),
      ...(operation === undefined ? {} : { operation }),
    };
    report(kind, Object.keys(cause).length > 0 ? cause : undefined, id);
  };
}

/** Emits the changes of an order that a write has made. */
export function writeReporter(emit: Emit): NonNullable<BookListeners['onWrite']> {
  return (record, before) => emit(() => factsOfWrite(record, before));
}
