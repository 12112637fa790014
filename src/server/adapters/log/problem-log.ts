import type { OnProblem, ProblemReport } from '../../ports/ports.js';
import { consoleLine, textOf } from './console-line.js';
import { maskedError, safeText } from '../../util/card-data.js';
import type { Report } from '../../ports/ports.js';
import { PROBLEM_LEVELS, type Level } from './problem-levels.js';

/** The part of `console` that the default log uses. */
export type ProblemConsole = Pick<Console, 'error' | 'warn'>;

interface ProblemLogOptions {
  readonly onProblem?: OnProblem | undefined;
  readonly now: () => Date;
  /** Default: the global console. */
  readonly console?: ProblemConsole;
}

/** Receives the problems of one backend. */
export interface ProblemLog {
  readonly report: Report;
  /** Writes an error of a function of the shop. */
  readonly failed: (option: 'onProblem' | 'onEvent', error: unknown) => void;
  /** Writes how many lines were left out. */
  readonly close: () => void;
}

/**
 * Maximum number of lines of one code in one minute. More of them are counted, so that a client cannot fill the log.
 */
const MAX_LINES = 10;
const MINUTE = 60_000;

/** Gives every problem to `onProblem`, or writes it to the console. A listener that fails does no harm. */
export function createProblemLog({ onProblem, now, console = globalThis.console }: ProblemLogOptions): ProblemLog {
  const minutes = new Map<string, { readonly since: number; readonly level: Level; lines: number }>();

  function write(what: string, level: Level, line: string): void {
    const at = now().getTime();
    endMinutes(at);
    const minute = minutes.get(what) ?? { since: at, level, lines: 0 };
    minutes.set(what, minute);
    minute.lines++;
    if (minute.lines <= MAX_LINES) console[level](line);
  }

  /** Deletes the minutes that are over, and logs the number of lines that each left out. */
  function endMinutes(at: number): void {
    for (const [what, { since, level, lines }] of minutes) {
      if (at - since < MINUTE) continue;
      minutes.delete(what);
      if (lines > MAX_LINES) console[level](`scudo: ${lines - MAX_LINES} more of ${what} within a minute`);
    }
  }

  function failed(option: 'onProblem' | 'onEvent', error: unknown): void {
    write(`${option} failed`, 'error', `scudo: ${option} failed: ${safeText(textOf(error))}`);
  }

  return {
    close: () => endMinutes(Infinity),
    failed,
    report(code, cause, order, { route, client } = {}) {
      try {
        const problem: ProblemReport = {
          code,
          ...(order === undefined ? {} : { order }),
          ...(route === undefined ? {} : { route }),
          ...(client === undefined ? {} : { client }),
          ...(cause === undefined ? {} : { cause: maskedError(cause) }),
        };
        if (onProblem) void Promise.resolve(onProblem(problem)).catch((error: unknown) => failed('onProblem', error));
        else write(code, PROBLEM_LEVELS[code], consoleLine(problem));
      } catch (error) {
        failed('onProblem', error);
      }
    },
  };
}
