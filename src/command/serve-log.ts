import type { BackendEvent } from '../server/ports/ports.js';
import { causesText } from '../server/adapters/log/console-line.js';
import { safeId, safeText } from '../server/util/card-data.js';

/** Facts of a line, beside its level and code. */
export interface LogFacts {
  /** Id of the order. */
  readonly order?: string;
  /** The person who has asked for a write. */
  readonly by?: string;
  /** The state of the result of a write. */
  readonly state?: string;
  /** The client's address. */
  readonly client?: string | undefined;
  /** An address at which the process listens. */
  readonly address?: string;
  /** Codes of payment methods. */
  readonly methods?: readonly string[];
  /** The error that has happened. */
  readonly cause?: unknown;
}

/** Writes one line of the process's log. */
export type Log = (level: 'info' | 'warn' | 'error', code: string, facts?: LogFacts) => void;

/** Lines that the problems of one code in requests have in a minute. Clients can cause any number of them. */
const LINES_A_MINUTE = 60;

/**
 * Creates the filter of problems in requests. It lets so many lines of a code through in a minute, and the log then has
 * one line that names the code.
 */
export function createLineLimit(log: Log, now: () => Date): (event: BackendEvent) => boolean {
  const lines = new Map<string, number>();
  let minute = 0;
  return (event) => {
    if (event.kind !== 'problem' || event.route === undefined || event.level === 'error') return true;
    const current = Math.floor(now().getTime() / 60_000);
    if (current !== minute) lines.clear();
    minute = current;
    const count = (lines.get(event.code) ?? 0) + 1;
    lines.set(event.code, count);
    if (count === LINES_A_MINUTE + 1)
      log('warn', 'lines-left-out', { cause: new Error(`${event.code}: more than ${LINES_A_MINUTE} in a minute`) });
    return count <= LINES_A_MINUTE;
  };
}

/** Creates the log of the process: JSON lines of the kind `serve`, with the common fields of events. */
export function createLog(write: (line: string) => void, now: () => Date): Log {
  return (level, code, { order, by, state, client, address, methods, cause } = {}) => {
    const message = causesText(cause);
    write(
      JSON.stringify({
        version: 1,
        at: now().toISOString(),
        kind: 'serve',
        level,
        code,
        ...(order === undefined ? {} : { order: safeId(order) }),
        ...(by === undefined ? {} : { by: safeText(by) }),
        ...(state === undefined ? {} : { state }),
        ...(client === undefined ? {} : { client: safeText(client) }),
        ...(address === undefined ? {} : { address }),
        ...(methods === undefined ? {} : { methods }),
        ...(message === '' ? {} : { message }),
      }),
    );
  };
}
