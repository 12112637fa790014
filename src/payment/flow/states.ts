import type { FlowState } from '../../protocol/flow.js';

/** The events that each task of a table may send, by the task's name. */
export type TaskEvents = Readonly<Record<string, string>>;

type TaskOf<State> = State extends { readonly task: infer Task }
  ? Task extends readonly (infer One)[]
    ? One
    : Task
  : never;

type LimitOf<State> = State extends { readonly after: { readonly event: infer Event } } ? Event : never;

type HandledBy<State> = State extends { readonly on: infer On; readonly ignore: readonly (infer Ignored)[] }
  ? keyof On | Ignored
  : State extends { readonly on: infer On }
    ? keyof On
    : never;

/** The events that the tasks and the limit of a state may send and that it neither handles nor ignores. */
type Unhandled<State, Sends extends TaskEvents, Fault, Elsewhere> = Exclude<
  | (TaskOf<State> extends keyof Sends ? Sends[TaskOf<State>] : never)
  | ([TaskOf<State>] extends [never] ? never : Fault)
  | LimitOf<State>,
  HandledBy<State> | Elsewhere
>;

/** States in which no event of a task or limit is forgotten, and in which each event exists. */
export type Complete<States, Event, Sends extends TaskEvents, Fault, Elsewhere> = {
  readonly [Name in keyof States]: {
    readonly on: Readonly<Record<Unhandled<States[Name], Sends, Fault, Elsewhere> & string, string>> &
      (States[Name] extends { readonly on: infer On }
        ? { readonly [Each in keyof On]: Each extends Event ? unknown : never }
        : unknown);
  };
};

/** Events that every state of a table handles, so that tasks of another region may send them at any time. */
export type HandledEverywhere<States extends Readonly<Record<string, { readonly on: object }>>> =
  keyof States[keyof States]['on'];

/**
 * Returns a function that checks the states of a table when it is compiled. Each task exists. Each state handles or
 * ignores every event that one of its tasks or limits can send. A fault is an event of every task.
 */
export const defineStates =
  <
    Name extends string,
    Target extends string,
    Event extends string,
    Sends extends TaskEvents,
    Limit extends Event,
    Fault extends Event,
    Elsewhere = never,
  >() =>
  <const States extends Readonly<Record<Name, FlowState<Target, Event, keyof Sends & string, Limit>>>>(
    states: States & Complete<States, Event, Sends, Fault, Elsewhere>,
  ): States =>
    states;
