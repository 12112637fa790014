import type { TaskEvents } from './states.js';

/** The state of each region by the region's name. */
export type RegionStates = Readonly<Record<string, string>>;

export interface Position<States, Context> {
  readonly states: States;
  readonly context: Context;
}

/** The input of a task. */
export interface TaskInput<States, Event, Context> {
  /** States and context at the moment of the call. */
  readonly now: () => Position<States, Context>;
  /** Resolves after the next step of any region; rejects when the task is aborted. */
  readonly changed: () => Promise<void>;
  /** Sends an event to the flow; does nothing once the task was aborted. */
  readonly send: (event: Event) => void;
  readonly signal: AbortSignal;
}

/** The implementation of tasks, each with the events that it may send. */
export type Tasks<Sends extends TaskEvents, States, Event extends { readonly type: string }, Context> = {
  readonly [Task in keyof Sends]: (
    run: TaskInput<States, Extract<Event, { readonly type: Sends[Task] }>, Context>,
  ) => void | Promise<void>;
};
