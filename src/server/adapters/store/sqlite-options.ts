import type { LockWait } from './while-locked.js';

/** Options of the SQLite store. */
export interface SqliteOptions extends LockWait {
  /** The database file. Default: `scudo.db`. */
  readonly path?: string | undefined;
  /** URL of a libSQL server, instead of a file. Needs the package `@libsql/client`. */
  readonly url?: string | undefined;
  /** Token for the libSQL server. */
  readonly authToken?: string | undefined;
  /**
   * Clock of the orders. Default: the process clock, which all processes of one machine share; the server's, for a
   * `url`.
   */
  readonly now?: (() => Date) | undefined;
}
