import { UNREACHABLE } from '../../../scripts/simulation/unreachable.mjs';
import { FAULTS, TRANSITIONS, type Counts } from './coverage.js';
import type { RunReport } from './run.js';

/** The counts of a run as lines for a person. */
export function coverageLines(report: RunReport): string[] {
  const { payments, timers, kills, secondPayments, from, to, seed } = report;
  return [
    `Seed ${seed}, worlds ${from}..${to}: ${payments} payments, ${timers} timers, ${kills} killed processes.`,
    `Order states: ${list(report.states)}. Second payments that were flagged: ${secondPayments}.`,
    `Last outcomes of pages: ${list(report.outcomes)}.`,
    share('Faults at hops', report.faults, FAULTS),
    share('Transitions of the page', report.pageTransitions, TRANSITIONS.page),
    share('Transitions of orders', report.orderTransitions, TRANSITIONS.order),
  ];
}

function list(counts: Counts): string {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ');
}

/** The names that did not happen. */
export function missingOf(counts: Counts, names: readonly string[]): readonly string[] {
  return names.filter((name) => !counts[name]);
}

function share(title: string, counts: Counts, names: readonly string[]): string {
  const possible = names.filter((name) => !(name in UNREACHABLE));
  const missing = missingOf(counts, possible);
  const rest = missing.length === 0 ? '' : `; not: ${missing.join(', ')}`;
  return `${title}: ${possible.length - missing.length} of ${possible.length}${rest}.`;
}
