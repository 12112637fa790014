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
  return hasCode(error, { BUSY: 5, LOCKED: 6 });
}

/** True for an error of a write that did nothing, because the disk is full or allows no writing. */
export function isUnwritable(error: unknown): boolean {
  return hasCode(error, { READONLY: 8, FULL: 13 });
}

/** @param codes the numbers of SQLite's result codes by name: https://sqlite.org/rescode.html */
function hasCode(error: unknown, codes: Readonly<Record<string, number>>): boolean {
  if (!(error instanceof Error)) return false;
  // node:sqlite has the result code as a number, @libsql/client as text. An extended code begins with its own code.
  if ('errcode' in error && typeof error.errcode === 'number')
    return Object.values(codes).includes(error.errcode & 0xff);
  const code = 'code' in error ? String(error.code) : '';
  return Object.keys(codes).some((name) => code.startsWith(`SQLITE_${name}`));
}
