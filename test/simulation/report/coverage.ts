import { CHECKOUT } from '../../../src/payment.js';
import { ORDER_STATE_TABLE } from '../../../src/server/domain/record/order-state.table.js';
import { HOPS } from '../engine/hops.js';

/** Counts by name. */
export type Counts = Record<string, number>;

export function addTo(counts: Counts, name: string, count = 1): void {
  counts[name] = (counts[name] ?? 0) + count;
}

type Transitions = Record<string, string | undefined>;
interface State {
  readonly on: Transitions;
}

/** Every transition of the page's tables and of the order's, by name. */
export const TRANSITIONS = {
  page: namesOf({ ...CHECKOUT.payment.states, ...CHECKOUT.preparation.states }),
  order: namesOf(ORDER_STATE_TABLE.states),
};

/** Every fault at every hop, by name. */
export const FAULTS = Object.entries(HOPS).flatMap(([hop, faults]) => faults.map((fault) => faultName(hop, fault)));

export function faultName(hop: string, fault: string): string {
  return `${hop} ${fault}`;
}

function namesOf(states: Readonly<Record<string, { readonly on: Readonly<Record<string, unknown>> }>>): string[] {
  return Object.entries(states).flatMap(([state, { on }]) => Object.keys(on).map((event) => `${state} ${event}`));
}

/**
 * Counts each transition of the page's tables that a runner takes: it reads the target of an event only to go there.
 * Returns a function that ends the count and restores the tables.
 */
export function countPageTransitions(counts: Counts): () => void {
  const restores = [CHECKOUT.payment.states, CHECKOUT.preparation.states].flatMap((table) => {
    const states = table as unknown as Record<string, State>;
    return Object.entries(states).map(([name, state]) => {
      const on: Transitions = {};
      for (const [event, target] of Object.entries(state.on)) {
        const get = () => {
          addTo(counts, `${name} ${event}`);
          return target;
        };
        Object.defineProperty(on, event, { get, enumerable: true });
      }
      states[name] = { ...state, on };
      return () => void (states[name] = state);
    });
  });
  return () => restores.forEach((restore) => restore());
}
