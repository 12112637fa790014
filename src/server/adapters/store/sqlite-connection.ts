export type SqliteValue = string | number | null;
export type SqliteRow = { readonly [column: string]: unknown };

/** A statement that writes. Its RETURNING clause gives the rows that it has changed. */
export interface SqliteWrite {
  readonly sql: string;
  readonly args?: readonly SqliteValue[];
}

/** Result of each write of a group: the rows of RETURNING, or the error of this write alone. */
export type SqliteResults = readonly PromiseSettledResult<readonly SqliteRow[]>[];

/** One connection to a database. A call that finds the database locked rejects soon, and has done nothing. */
export interface SqliteConnection {
  /** False for a libSQL server, which has its own journal. */
  readonly isEmbedded: boolean;
  /** Runs one statement, which reads or defines the schema. */
  rows(sql: string, args?: readonly SqliteValue[]): Promise<readonly SqliteRow[]>;
  /**
   * Commits writes in one transaction. A libSQL server gets them one by one.
   * @param flush false when a power cut may undo the writes. A later write with a flush keeps them as well.
   */
  write(writes: readonly SqliteWrite[], flush: boolean): Promise<SqliteResults>;
  close(): void | Promise<void>;
}

/**
 * The statement before a transaction that sets if its commit waits for the disk. Without the wait, the write-ahead log
 * keeps the order of writes, and a power cut can lose the last ones (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export function synchronousPragma(flush: boolean): string {
  return `PRAGMA synchronous = ${flush ? 'FULL' : 'NORMAL'}`;
}
/** A database in this process, or a libSQL server. */
export type SqliteAddress =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'server'; readonly url: string; readonly authToken?: string };

export type ConnectSqlite = (address: SqliteAddress) => Promise<SqliteConnection>;

/** True for an error that says that another connection holds the lock. */
export function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // node:sqlite has SQLite's result code as a number, @libsql/client as text.
  if ('errcode' in error && typeof error.errcode === 'number') return [BUSY, LOCKED].includes(error.errcode & 0xff);
  return 'code' in error && typeof error.code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/** https://sqlite.org/rescode.html: SQLITE_BUSY, SQLITE_LOCKED */
const [BUSY, LOCKED] = [5, 6];
