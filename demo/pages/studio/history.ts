/** The states of an edited value, for undo and redo. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** The control whose changes belong to one step, while the reader operates it. */
  readonly control: string | undefined;
}

/** The maximum number of steps. */
const LONGEST_PAST = 200;

export function historyOf<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], control: undefined };
}

/** Records a change. Changes of the same control are one step until `endStep`, such as those of a dragged slider. */
export function record<Value>(history: History<Value>, present: Value, control: string): History<Value> {
  const past = history.control === control ? history.past : [...history.past, history.present].slice(-LONGEST_PAST);
  return { past, present, future: [], control };
}

/** Ends a step: the next change is a step of its own. */
export function endStep<Value>(history: History<Value>): History<Value> {
  return { ...history, control: undefined };
}

export function undo<Value>({ past, present, future, control }: History<Value>): History<Value> {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future, control };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], control: undefined };
}

export function redo<Value>({ past, present, future, control }: History<Value>): History<Value> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, present, future, control };
  return { past: [...past, present], present: next, future: rest, control: undefined };
}
