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
