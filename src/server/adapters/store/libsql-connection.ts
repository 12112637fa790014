import { pathToFileURL } from 'node:url';
import {
  isLocked,
  type SqliteAddress,
  type SqliteConnection,
  type SqliteRow,
  type SqliteValue,
} from './sqlite-connection.js';

/**
 * The part of `@libsql/client` that the store uses. Declarations with the package's own types would need the package.
 */
interface LibsqlPackage {
  readonly createClient: CreateClient;
}

type CreateClient = (config: {
  readonly url: string;
  readonly authToken?: string;
  readonly concurrency?: number;
  readonly timeout?: number;
}) => Client;

interface Client {
  execute(statement: { readonly sql: string; readonly args: SqliteValue[] }): Promise<{
    readonly rows: readonly SqliteRow[];
    readonly rowsAffected: number;
  }>;
  executeMultiple(sql: string): Promise<void>;
  close(): void;
}

// The package is optional, and a missing one must not end a build: webpack and Turbopack leave the import as it is for
// the comment, and esbuild for the handler.
const loadPackage = (): Promise<LibsqlPackage> =>
  import(/* webpackIgnore: true */ '@libsql/client').catch((error: unknown) => Promise.reject(error));

/** @throws {Error} naming the package when it is not installed */
export async function connectLibsql(address: SqliteAddress, load = loadPackage): Promise<SqliteConnection> {
  const { createClient } = await load().catch((error: unknown) => {
    throw new Error(missingPackage(address), { cause: error });
  });
  switch (address.kind) {
    case 'file':
      return connectFile(createClient, pathToFileURL(address.path).href);
    case 'memory':
      return connectionOf(createClient({ url: ':memory:' }), true);
    case 'server': {
      const { url, authToken } = address;
      return connectionOf(createClient({ url, ...(authToken === undefined ? {} : { authToken }) }), false);
    }
  }
}

function connectionOf(client: Client, isEmbedded: boolean): SqliteConnection {
  return {
    isEmbedded,
    rows: async (sql, args = []) => (await client.execute({ sql, args: [...args] })).rows,
    run: async (sql, args = []) => (await client.execute({ sql, args: [...args] })).rowsAffected,
    runReturning: async (sql, args = []) => (await client.execute({ sql, args: [...args] })).rows,
    close: () => client.close(),
  };
}

/** Time for which a statement waits for a lock on the only thread, in milliseconds. Most writes take less. */
const SHORT_WAIT = 20;

/**
 * Connects to a file. The library does not reset a statement that finds the database locked. It stays in progress until
 * it is collected as garbage, and no later write of its connection is committed before that
 * (https://github.com/tursodatabase/libsql-client-ts/issues/352). So a connection is replaced after such a statement,
 * and the next write waits for the lock with `exec`, which leaves no statement behind.
 */
function connectFile(createClient: CreateClient, url: string): SqliteConnection {
  const config = { url, concurrency: 1 };
  const connect = () => createClient({ ...config, timeout: SHORT_WAIT });
  let client = connect();
  let isSet = false;
  let probe: Client | undefined;
  let mayBeLocked = false;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one statement at a time, so that none waits for a connection that is replaced. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function execute(sql: string, args: readonly SqliteValue[], isWrite: boolean) {
    if (isWrite && mayBeLocked) {
      probe ??= createClient({ ...config, timeout: 0 });
      await probe.executeMultiple('BEGIN IMMEDIATE; ROLLBACK');
      mayBeLocked = false;
    }
    try {
      // Deleted and replaced data must not stay in the file. The setting is one of the connection.
      if (!isSet) await client.execute({ sql: 'PRAGMA secure_delete = ON', args: [] });
      isSet = true;
      return await client.execute({ sql, args: [...args] });
    } catch (error) {
      if (isLocked(error)) {
        mayBeLocked ||= isWrite;
        client.close();
        client = connect();
        isSet = false;
      }
      throw error;
    }
  }

  return {
    isEmbedded: true,
    rows: async (sql, args = []) => (await inTurn(() => execute(sql, args, false))).rows,
    run: async (sql, args = []) => (await inTurn(() => execute(sql, args, true))).rowsAffected,
    runReturning: async (sql, args = []) => (await inTurn(() => execute(sql, args, true))).rows,
    close() {
      client.close();
      probe?.close();
    },
  };
}

/** The message about the package that an address needs, when it is not installed. */
export function missingPackage({ kind }: SqliteAddress): string {
  const install = 'the package @libsql/client. Run: npm install @libsql/client';
  return kind === 'server'
    ? `The option store.url needs ${install}`
    : `The SQLite store needs Node 22.13 or newer, or ${install}`;
}
