import type { SqliteAddress, SqliteConnection, SqliteRow, SqliteValue } from './sqlite-connection.js';

/** The parts of `node:sqlite` that are used. The types of Node 20 do not have the module. */
export interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => Database;
}

interface Database {
  prepare(sql: string): Statement;
  close(): void;
}

interface Statement {
  all(...args: SqliteValue[]): unknown[];
  run(...args: SqliteValue[]): { readonly changes: number | bigint };
}

/** Returns undefined where the runtime does not have the module: Node before 22.13. */
export function nodeSqlite(): NodeSqlite | undefined {
  // Node 20.16 and 22.3 added the function: https://nodejs.org/api/process.html#processgetbuiltinmoduleid
  const runtime: Partial<Pick<NodeJS.Process, 'getBuiltinModule'>> = process;
  return runtime.getBuiltinModule?.('node:sqlite' as 'node:fs') as unknown as NodeSqlite | undefined;
}

export function connectNodeSqlite(
  { DatabaseSync }: NodeSqlite,
  address: Exclude<SqliteAddress, { kind: 'server' }>,
): SqliteConnection {
  const database = new DatabaseSync(address.kind === 'file' ? address.path : ':memory:');
  const statements = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  // SQLite would wait for a lock on the only thread.
  database.prepare('PRAGMA busy_timeout = 0').all();
  // Deleted and replaced data must not stay in the file. The setting is one of the connection.
  database.prepare('PRAGMA secure_delete = ON').all();
  return {
    isEmbedded: true,
    rows: async (sql, args = []) => prepared(sql).all(...args) as SqliteRow[],
    runReturning: async (sql, args = []) => prepared(sql).all(...args) as SqliteRow[],
    run: async (sql, args = []) => Number(prepared(sql).run(...args).changes),
    close: () => database.close(),
  };
}
