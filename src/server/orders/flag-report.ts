import type { Report } from './backend-context.js';
import type { FlagListener } from './order-book.js';

/** Reports flags as problems. The cause is the detail of the flag's entry in the history, such as the limit of the order. */
export function flagReporter(report: Report): FlagListener {
  return ({ id, history }, kind) => {
    const entry = history.findLast(({ event, detail }) => event === 'flagged' && detail?.['flag'] === kind);
    const { flag: _kind, ...cause } = entry?.detail ?? {};
    report(kind, Object.keys(cause).length > 0 ? cause : undefined, id);
  };
}
