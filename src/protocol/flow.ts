/**
 * A flow as data. A state says which work is under way in it (`task`), how long it may last and
 * which event ends it then (`after`), and where each event leads (`on`): nothing more. The work
 * itself is written elsewhere, and so is the time it is measured with.
 */
export interface Flow<State extends string, Event extends string, Task extends string> {
  readonly initial: State;
  readonly states: Readonly<Record<State, FlowState<State, Event, Task>>>;
}

export interface FlowState<State extends string, Event extends string, Task extends string> {
  readonly task?: Task | readonly Task[];
  /** The limit in milliseconds, and the event that it sends. */
  readonly after?: { readonly ms: number; readonly event: Event };
  readonly on: Readonly<Partial<Record<Event, State>>>;
}

/**
 * Where an event leads from a state; undefined where it means nothing there. Pure and total: it
 * answers for every state and every event.
 */
export function transition<State extends string, Event extends string, Task extends string>(
  flow: Flow<State, Event, Task>,
  state: State,
  event: Event,
): State | undefined {
  const { on } = flow.states[state];
  return Object.hasOwn(on, event) ? on[event] : undefined;
}

/** The tasks of a state as a list. */
export function tasksOf<Task extends string>({ task }: FlowState<string, string, Task>): readonly Task[] {
  return task === undefined ? [] : typeof task === 'string' ? [task] : task;
}
