import { pathToFileURL } from 'node:url';

export interface Database {
  execute(sql: string, args?: readonly string[]): Promise<readonly Row[]>;
  close(): void;
}

type Row = { readonly [column: string]: unknown };

/**
 * The parts of `node:sqlite` that are used. The look-up is the one of
 * `src/server/adapters/store/node-sqlite-connection.ts`: the layers `server` and `sandbox` share only `protocol`, which
 * is compiled without Node's types.
 */
interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
  ) => {
    prepare(sql: string): { all(...args: string[]): unknown[] };
    close(): void;
  };
}

/** Maximum wait for a lock, in milliseconds. The sandbox is the only process that uses its file. */
const BUSY_TIMEOUT = 5000;

/**
 * Opens an SQLite file with `node:sqlite` where the runtime has it, otherwise with `@libsql/client`.
 * @throws {Error} naming the package when neither is there
 */
export async function openDatabase(path: string): Promise<Database> {
  // Node 20.16 and 22.3 added the function: https://nodejs.org/api/process.html#processgetbuiltinmoduleid
  const runtime: Partial<Pick<NodeJS.Process, 'getBuiltinModule'>> = process;
  const sqlite = runtime.getBuiltinModule?.('node:sqlite' as 'node:fs') as unknown as NodeSqlite | undefined;
  if (sqlite) {
    const database = new sqlite.DatabaseSync(path);
    database.prepare(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`).all();
    return {
      execute: async (sql, args = []) => database.prepare(sql).all(...args) as Row[],
      close: () => database.close(),
    };
  }
  // The package is optional, and a missing one must not end a build: webpack and Turbopack leave the import as it is
  // for the comment, and esbuild for the handler.
  const { createClient } = await import(/* webpackIgnore: true */ '@libsql/client').catch((error: unknown) => {
    throw new Error(
      'The sandbox keeps payments in a file with Node 22.13 or newer, or with the package @libsql/client. ' +
        'Run: npm install @libsql/client',
      { cause: error },
    );
  });
  const client = createClient({ url: pathToFileURL(path).href, timeout: BUSY_TIMEOUT });
  return {
    execute: async (sql, args = []) => (await client.execute({ sql, args: [...args] })).rows,
    close: () => client.close(),
  };
}
