import { tasksOf, transition, type Flow, type FlowState } from '../../protocol/flow.js';
import type { Clock } from '../clock.js';
import type { Position, RegionStates, TaskInput } from './tasks.js';

/** A step: the event, the states before it, and the new states of the regions that it moved. */
export interface Step<States, Event> {
  readonly event: Event;
  readonly from: States;
  readonly to: Partial<States>;
}

export interface RunnerOptions<
  States extends RegionStates,
  Type extends string,
  Event extends { readonly type: Type },
  Task extends string,
  Limit extends Type,
  Context,
> {
  /**
   * Flows that run side by side. Each event goes to all of them. An event that is part of a region's table but has no
   * effect in its present state does not reach the regions after it.
   */
  readonly regions: { readonly [Name in keyof States]: Flow<States[Name], Type, Task, Limit> };
  /** The states in which the regions start. */
  readonly start: States;
  readonly context: Context;
  /** Returns the context after a step. Pure. */
  readonly reduce: (context: Context, step: Step<States, Event>) => Context;
  readonly tasks: Readonly<Record<Task, (run: TaskInput<States, Event, Context>) => void | Promise<void>>>;
  readonly clock: Clock;
  /** The time limit of a state in milliseconds, where it differs from the table's. */
  readonly limitOf?: (state: States[keyof States], context: Context) => number | undefined;
  /** Returns the event of a limit that has passed. */
  readonly limitEvent: (type: Limit) => Event;
  /** Returns the event of an unexpected exception, by region, so that no error of a task leaves a flow waiting. */
  readonly faultEvent: { readonly [Name in keyof States]: (error: unknown) => Event };
  /** Called for each step, before the tasks of the new states start. */
  readonly onStep: (step: Step<States, Event>, position: Position<States, Context>) => void;
}

export interface Runner<States, Event> {
  readonly states: States;
  /** Returns true when the event had an effect. */
  send(event: Event): boolean;
  /** Ends all work for good, and drops the context. */
  stop(): void;
}

/**
 * Runs the regions of a flow: starts a state's tasks on entry and aborts them on exit, so that a late answer has no
 * effect. A task that the next state names too continues, and so does a limit that is the same object: the
 * challenge's frame and its ten minutes last for several states. Entering the same state again restarts its tasks.
 */
export function run<
  States extends RegionStates,
  Type extends string,
  Event extends { readonly type: Type },
  Task extends string,
  Limit extends Type,
  Context,
>({
  regions,
  start,
  context: initialContext,
  reduce,
  tasks,
  clock,
  limitOf,
  limitEvent,
  faultEvent,
  onStep,
}: RunnerOptions<States, Type, Event, Task, Limit, Context>): Runner<States, Event> {
  let states = start;
  let context = initialContext;
  let stopped = false;
  let waiting: (() => void)[] = [];
  const running = new Map<Task, AbortController>();
  const limits = new Map<
    keyof States,
    { readonly of: FlowState<string, Type, Task, Limit>['after']; readonly cancel: () => void }
  >();

  function send(event: Event): boolean {
    const to = stopped ? undefined : targetsOf(event.type);
    if (!to) return false;
    const from = states;
    for (const name in to) exit(name, to);
    states = { ...states, ...to };
    const step = { event, from, to };
    context = reduce(context, step);
    const called = waiting;
    waiting = [];
    onStep(step, { states, context });
    // A listener may have moved the flow to another state already, whose tasks then run, or stopped it.
    for (const name in to) if (!stopped) enter(name);
    for (const call of called) call();
    return true;
  }

  function targetsOf(type: Type): Partial<States> | undefined {
    const to: Partial<States> = {};
    let moved = false;
    for (const name in regions) {
      const target = targetIn(name, type);
      if (target !== undefined) {
        to[name] = target;
        moved = true;
      } else if (isPartOf(name, type)) break;
    }
    return moved ? to : undefined;
  }

  function targetIn<Name extends keyof States>(name: Name, type: Type): States[Name] | undefined {
    return transition<States[Name], Type, Task, Limit>(regions[name], states[name], type);
  }

  function isPartOf(name: keyof States, type: Type): boolean {
    return Object.values<FlowState<string, Type, Task, Limit>>(regions[name].states).some(({ on }) =>
      Object.hasOwn(on, type),
    );
  }

  function exit(name: keyof States, to: Partial<States>): void {
    const { states: table } = regions[name];
    const target = to[name] ?? states[name];
    const again = target === states[name];
    const continued = again ? [] : tasksOf(table[target]);
    for (const task of tasksOf(table[states[name]])) {
      if (continued.includes(task)) continue;
      running.get(task)?.abort(new DOMException('The flow has moved on.', 'AbortError'));
      running.delete(task);
    }
    const limit = limits.get(name);
    if (limit && (again || table[target].after !== limit.of)) {
      limit.cancel();
      limits.delete(name);
    }
  }

  /** Starts the limit and the tasks of the present state that do not run yet. */
  function enter(name: keyof States): void {
    const state = states[name];
    const entered = regions[name].states[state];
    const { after } = entered;
    if (after && !limits.has(name)) {
      const ms = limitOf?.(state, context) ?? after.ms;
      limits.set(name, { of: after, cancel: clock.after(ms, () => send(limitEvent(after.event))) });
    }
    for (const task of tasksOf(entered)) {
      // A task may have moved the flow to another state at once.
      if (states[name] !== state || stopped) return;
      if (!running.has(task)) startTask(task, faultEvent[name]);
    }
  }

  function startTask(task: Task, fault: (error: unknown) => Event): void {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(task, controller);
    const sendWhileRunning = (event: Event) => {
      if (!signal.aborted) send(event);
    };
    const changed = () =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        const abort = () => reject(signal.reason as Error);
        signal.addEventListener('abort', abort, { once: true });
        waiting.push(() => {
          signal.removeEventListener('abort', abort);
          resolve();
        });
      });
    const work = async () => tasks[task]({ now: () => ({ states, context }), changed, send: sendWhileRunning, signal });
    work().catch((error: unknown) => sendWhileRunning(fault(error)));
  }

  for (const name in regions) enter(name);
  return {
    get states() {
      return states;
    },
    send,
    stop() {
      stopped = true;
      for (const { cancel } of limits.values()) cancel();
      for (const controller of running.values())
        controller.abort(new DOMException('The flow was stopped.', 'AbortError'));
      running.clear();
      context = initialContext;
    },
  };
}
