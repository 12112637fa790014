/**
 * A flow as data. A state names its work (`task`), its time limit with the event that ends it (`after`), and the target
 * of each event (`on`). The work itself is implemented elsewhere, and so is the clock.
 */
export interface Flow<State extends string, Event extends string, Task extends string, Limit extends Event = Event> {
  /** The state in which the flow begins. */
  readonly initial: State;
  /** The states by name, each with its task, its time limit and its transitions. */
  readonly states: Readonly<Record<State, FlowState<State, Event, Task, Limit>>>;
}

export interface FlowState<
  State extends string,
  Event extends string,
  Task extends string,
  Limit extends Event = Event,
> {
  readonly task?: Task | readonly Task[];
  /** The limit in milliseconds, and the event that it sends. */
  readonly after?: { readonly ms: number; readonly event: Limit };
  readonly on: Readonly<Partial<Record<Event, State>>>;
  /** Events that a task of the state may send and that have no effect in it. */
  readonly ignore?: readonly Event[];
}

/**
 * Follows the table from a state. Pure and total: it returns for each state and each event.
 *
 * @param flow the table
 * @param state the present state
 * @param event the type of the event
 * @returns the state that follows; undefined if the state does not handle the event
 *
 * @example
 * import { CHECKOUT, transition } from 'scudo-checkout/payment';
 *
 * console.log(transition(CHECKOUT.payment, 'entering', 'PAY')); // awaiting-preparation
 */
export function transition<State extends string, Event extends string, Task extends string, Limit extends Event>(
  flow: Flow<State, Event, Task, Limit>,
  state: State,
  event: Event,
): State | undefined {
  const { on } = flow.states[state];
  return Object.hasOwn(on, event) ? on[event] : undefined;
}

/** The tasks of a state as a list. */
export function tasksOf<Task extends string>({ task }: Pick<FlowState<string, string, Task>, 'task'>): readonly Task[] {
  return task === undefined ? [] : typeof task === 'string' ? [task] : task;
}
