import type { Clock } from './clock.js';
import { tasksOf, transition, type Flow, type FlowState } from '../protocol/flow.js';

/** The input of a task. */
export interface Run<Event> {
  /** The event that led to the state. */
  readonly event: Event | undefined;
  /** Sends an event to the flow; does nothing once the task was aborted. */
  readonly send: (event: Event) => void;
  readonly signal: AbortSignal;
}

export type Tasks<Task extends string, Event> = Readonly<Record<Task, (run: Run<Event>) => void | Promise<void>>>;

export interface RunnerOptions<State extends string, Event extends { readonly type: string }, Task extends string> {
  readonly flow: Flow<State, Event['type'], Task>;
  readonly tasks: Tasks<Task, Event>;
  readonly clock: Clock;
  /** The time limit of a state in milliseconds, where an event brought one. Default: the table's. */
  readonly limitOf?: (state: State) => number | undefined;
  /** The event of a limit that has passed. */
  readonly limitEvent: (type: Event['type']) => Event;
  /** The event of an unexpected exception, so that no error of a task leaves a flow waiting. */
  readonly faultEvent: (error: unknown) => Event;
  /** Called for each step, before the new state's tasks start. */
  readonly onStep: (step: { readonly from: State; readonly to: State; readonly event: Event }) => void;
}

export interface Runner<State extends string, Event> {
  readonly state: State;
  /** True when the event led somewhere. */
  send(event: Event): boolean;
  /** Ends all work for good. */
  stop(): void;
}

/**
 * Runs a flow: starts a state's tasks on entry and aborts them on exit, so that a late answer has no
 * effect. A task that the next state names too continues, and so does a limit that is the same object: the
 * challenge's frame and its ten minutes last for several states. Entering the same state again restarts its tasks.
 */
export function run<State extends string, Event extends { readonly type: string }, Task extends string>({
  flow,
  tasks,
  clock,
  limitOf,
  limitEvent,
  faultEvent,
  onStep,
}: RunnerOptions<State, Event, Task>): Runner<State, Event> {
  let state = flow.initial;
  let stopped = false;
  const running = new Map<Task, AbortController>();
  let limit: { readonly of: FlowState<State, Event['type'], Task>['after']; readonly cancel: () => void } | undefined;

  function send(event: Event): boolean {
    const to = stopped ? undefined : transition(flow, state, event.type as Event['type']);
    if (to === undefined) return false;
    const from = state;
    leave(from, to);
    state = to;
    onStep({ from, to, event });
    // A listener may have sent the flow on already, or stopped it.
    if (state === to && !stopped) enter(event);
    return true;
  }

  function leave(from: State, to: State): void {
    const kept = from === to ? [] : tasksOf(flow.states[to]);
    for (const [task, controller] of running) {
      if (kept.includes(task)) continue;
      running.delete(task);
      controller.abort(new DOMException('The flow has moved on.', 'AbortError'));
    }
    if (limit && (from === to || flow.states[to].after !== limit.of)) {
      limit.cancel();
      limit = undefined;
    }
  }

  function enter(event: Event | undefined): void {
    const { after } = flow.states[state];
    if (after && !limit) {
      const ms = limitOf?.(state) ?? after.ms;
      limit = { of: after, cancel: clock.after(ms, () => send(limitEvent(after.event))) };
    }
    for (const task of tasksOf(flow.states[state])) {
      if (!running.has(task)) start(task, event);
    }
  }

  function start(task: Task, event: Event | undefined): void {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(task, controller);
    const sendWhileRunning = (next: Event) => {
      if (!signal.aborted) send(next);
    };
    const work = async () => tasks[task]({ event, send: sendWhileRunning, signal });
    work().catch((error: unknown) => sendWhileRunning(faultEvent(error)));
  }

  enter(undefined);
  return {
    get state() {
      return state;
    },
    send,
    stop() {
      stopped = true;
      limit?.cancel();
      for (const controller of running.values())
        controller.abort(new DOMException('The flow was stopped.', 'AbortError'));
      running.clear();
    },
  };
}
