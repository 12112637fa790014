import {
  type SqliteAddress,
  type SqliteConnection,
  type SqliteRow,
  type SqliteValue,
  type SqliteWrite,
  synchronousPragma,
} from './sqlite-connection.js';

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
  let flushes: boolean | undefined;

  function run(sql: string, args: readonly SqliteValue[] = []): readonly SqliteRow[] {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement.all(...args) as SqliteRow[];
  }

  function settled({ sql, args }: SqliteWrite): PromiseSettledResult<readonly SqliteRow[]> {
    try {
      return { status: 'fulfilled', value: run(sql, args) };
    } catch (reason) {
      return { status: 'rejected', reason };
    }
  }

  function writeAll(writes: readonly SqliteWrite[], flush: boolean): PromiseSettledResult<readonly SqliteRow[]>[] {
    if (flush !== flushes) run(synchronousPragma(flush));
    flushes = flush;
    run('BEGIN IMMEDIATE');
    try {
      const results = writes.map(settled);
      run('COMMIT');
      return results;
    } catch (error) {
      // SQLite has undone the transaction already after some errors: https://sqlite.org/lang_transaction.html
      settled({ sql: 'ROLLBACK' });
      throw error;
    }
  }

  // SQLite would wait for a lock on the only thread.
  run('PRAGMA busy_timeout = 0');
  // Deleted and replaced data must not stay in the file. The setting is one of the connection.
  run('PRAGMA secure_delete = ON');
  return {
    isEmbedded: true,
    rows: async (sql, args) => run(sql, args),
    write: async (writes, flush) => writeAll(writes, flush),
    close: () => database.close(),
  };
}
