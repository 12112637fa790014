import type { BackendEvent, OnEvent } from '../../ports/ports.js';
import { causesText } from './console-line.js';
import { safeId, safeText } from '../../util/card-data.js';
import type { BackendEventFacts, Emit, ReportCode, ReportSource } from '../../ports/ports.js';
import { PROBLEM_LEVELS } from './problem-levels.js';

interface EventsOptions {
  readonly onEvent: OnEvent | undefined;
  readonly now: () => Date;
  /** Called with each error of `onEvent`, and of an event that cannot be built. */
  readonly onFailed: (error: unknown) => void;
}

/** Returns undefined without a receiver, so that no event is built. */
export function createEmit({ onEvent, now, onFailed }: EventsOptions): Emit | undefined {
  if (!onEvent) return undefined;
  // An error of one event does not keep the next one from the receiver.
  const give = async (event: BackendEvent) => onEvent(event);
  return (facts, ids) => {
    try {
      const parts = { version: 1, at: now().toISOString(), ...ids?.() } as const;
      for (const one of [facts()].flat()) void give({ ...parts, ...one }).catch(onFailed);
    } catch (error) {
      onFailed(error);
    }
  };
}

/** The facts of a problem. */
export function problemFacts(
  code: ReportCode,
  cause: unknown,
  order: string | undefined,
  { route }: ReportSource = {},
): BackendEventFacts {
  const message = causesText(cause);
  return {
    kind: 'problem',
    level: PROBLEM_LEVELS[code],
    code,
    ...(order === undefined ? {} : { order: safeId(order) }),
    ...(route === undefined ? {} : { route: safeText(route) }),
    ...(message === '' ? {} : { message }),
  };
}
