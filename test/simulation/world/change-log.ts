import type { OrderChange, OrderRecord } from '../../../src/server.js';
import type { Sim } from './sim.js';

type State = OrderRecord['state'];

const UNFINISHED: readonly State[] = ['open', 'failed', 'in-doubt', 'pending'];

/** True for an order that takes no payment any more. */
const isFinal = (state: State) => !UNFINISHED.includes(state);

/** Compares the changes that the shop's listener has received with the states that were written to the store. */
export interface ChangeLog {
  written(record: OrderRecord, before: OrderRecord | undefined): void;
  received(order: OrderRecord, change: OrderChange): void;
  /** Checks the changes of an order at the end of a world. */
  check(record: OrderRecord): void;
}

export function logChanges(sim: Sim): ChangeLog {
  /** The states of each order, one after the other, as the store has them. */
  const states = new Map<string, State[]>();
  const deliveries = new Map<string, OrderChange[]>();

  return {
    written({ id, state }, before) {
      if (state !== before?.state) states.set(id, [...(states.get(id) ?? []), state]);
    },
    received(order, change) {
      const earlier = deliveries.get(order.id) ?? [];
      deliveries.set(order.id, [...earlier, change]);
      // The payer of an order goes with the last delivery of its end, and not before.
      const isEnd = change.kind === 'state' && isFinal(change.to);
      const wasFinal = earlier.some((one) => one.id === change.id || (one.kind === 'state' && isFinal(one.to)));
      if (isEnd && !wasFinal && Object.keys(order.payer).length === 0)
        sim.violate('changes', `${order.id}: the change to ${change.to} was received without the payer`);
    },
    check({ id, state, payer, flags, changes, changeCount }) {
      if (isFinal(state) && changes.length === 0 && Object.keys(payer).length > 0)
        sim.violate('nothing-left', `${id} is ${state} and has the data of its payer`);
      const received = withoutRepetitions(deliveries.get(id) ?? []);
      const isInOrder = received.every(({ sequence }, index) => sequence === index + 1);
      if (!isInOrder || received.length !== changeCount)
        sim.violate(
          'changes',
          `${id}: of ${changeCount} changes, ${received.map(({ sequence }) => sequence).join(', ')} were received`,
        );
      if (changes.length > 0) sim.violate('changes', `${id}: ${changes.length} changes were not delivered`);
      // A change of the store may be two steps of the table, such as an end and the late success that it releases.
      const steps = received.flatMap((change) => (change.kind === 'state' ? [[change.from, change.to] as const] : []));
      const reported: State[] = ['open'];
      for (const [from, to] of steps) {
        if (from !== reported.at(-1)) sim.violate('changes', `${id}: a change from ${from} follows ${reported.at(-1)}`);
        reported.push(to);
      }
      const stored = states.get(id) ?? [];
      if (!isWithin(stored, reported) || stored.at(-1) !== reported.at(-1))
        sim.violate('changes', `${id} was ${stored.join(', ')}, and the listener has received ${reported.join(', ')}`);
      for (const { kind, attempt } of flags) {
        if (!received.some((one) => one.kind === 'flag' && one.flag === kind && one.attempt === attempt))
          sim.violate('changes', `${id}: the flag ${kind} of ${attempt} was not received`);
      }
    },
  };
}

/** The first delivery of each change. */
function withoutRepetitions(deliveries: readonly OrderChange[]): readonly OrderChange[] {
  return deliveries.filter(({ id }, index) => deliveries.findIndex((one) => one.id === id) === index);
}

/** True when a list has all entries of another one in their order, maybe with others between them. */
function isWithin(part: readonly State[], whole: readonly State[]): boolean {
  let index = 0;
  for (const state of whole) if (state === part[index]) index++;
  return index === part.length;
}
