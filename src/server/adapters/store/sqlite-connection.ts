export type SqliteValue = string | number | null;
export type SqliteRow = { readonly [column: string]: unknown };

/** One connection to a database. A statement that finds the database locked rejects soon, and has done nothing. */
export interface SqliteConnection {
  /** False for a libSQL server, which has its own journal. */
  readonly isEmbedded: boolean;
  rows(sql: string, args?: readonly SqliteValue[]): Promise<readonly SqliteRow[]>;
  /** Writes, and returns the number of changed rows. */
  run(sql: string, args?: readonly SqliteValue[]): Promise<number>;
  /** Writes, and returns the rows of RETURNING. */
  runReturning(sql: string, args?: readonly SqliteValue[]): Promise<readonly SqliteRow[]>;
  close(): void | Promise<void>;
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
