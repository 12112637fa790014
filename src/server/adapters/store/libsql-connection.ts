import { pathToFileURL } from 'node:url';
import {
  isLocked,
  type SqliteAddress,
  type SqliteConnection,
  type SqliteResults,
  type SqliteRow,
  type SqliteValue,
  type SqliteWrite,
  synchronousPragma,
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

interface Execute {
  execute(statement: { readonly sql: string; readonly args: SqliteValue[] }): Promise<{
    readonly rows: readonly SqliteRow[];
  }>;
}

interface Client extends Execute {
  executeMultiple(sql: string): Promise<void>;
  /** Begins a transaction. `close` undoes it if it was not committed. */
  transaction(mode: 'write'): Promise<Execute & { commit(): Promise<void>; close(): void }>;
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
      return connectEmbedded(createClient, pathToFileURL(address.path).href);
    case 'memory':
      return connectEmbedded(createClient, ':memory:');
    case 'server': {
      const { url, authToken } = address;
      return connectServer(createClient({ url, ...(authToken === undefined ? {} : { authToken }) }));
    }
  }
}

function connectServer(client: Client): SqliteConnection {
  return {
    isEmbedded: false,
    rows: (sql, args) => rowsOf(client, { sql, ...(args && { args }) }),
    write: (writes) => Promise.allSettled(writes.map((one) => rowsOf(client, one))),
    close: () => client.close(),
  };
}

async function rowsOf(client: Execute, { sql, args = [] }: SqliteWrite): Promise<readonly SqliteRow[]> {
  return (await client.execute({ sql, args: [...args] })).rows;
}

/** Time for which a statement waits for a lock on the only thread, in milliseconds. Most writes take less. */
const SHORT_WAIT = 20;

/**
 * Connects to a database in this process. The library does not reset a statement that finds the database locked. It
 * stays in progress until it is collected as garbage, and no later write of its connection is committed before that
 * (https://github.com/tursodatabase/libsql-client-ts/issues/352). So a connection is replaced after such a statement,
 * and the next write waits for the lock with `exec`, which leaves no statement behind.
 */
function connectEmbedded(createClient: CreateClient, url: string): SqliteConnection {
  const config = { url, concurrency: 1 };
  const connect = () => createClient({ ...config, timeout: SHORT_WAIT });
  let client = connect();
  let isSet = false;
  let flushes: boolean | undefined;
  let probe: Client | undefined;
  let mayBeLocked = false;
  let last: Promise<unknown> = Promise.resolve();

  /** Does one thing at a time, so that none waits for a connection that is replaced. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function guarded<Result>(isWrite: boolean, work: () => Promise<Result>): Promise<Result> {
    if (isWrite && mayBeLocked) {
      probe ??= createClient({ ...config, timeout: 0 });
      await probe.executeMultiple('BEGIN IMMEDIATE; ROLLBACK');
      mayBeLocked = false;
    }
    try {
      // Deleted and replaced data must not stay in the file. The setting is one of the connection.
      if (!isSet) await client.execute({ sql: 'PRAGMA secure_delete = ON', args: [] });
      isSet = true;
      return await work();
    } catch (error) {
      if (isLocked(error)) {
        mayBeLocked ||= isWrite;
        client.close();
        client = connect();
        isSet = false;
        flushes = undefined;
      }
      throw error;
    }
  }

  async function writeAll(writes: readonly SqliteWrite[], flush: boolean): Promise<SqliteResults> {
    if (flush !== flushes) await client.execute({ sql: synchronousPragma(flush), args: [] });
    flushes = flush;
    const transaction = await client.transaction('write');
    try {
      const results = await Promise.allSettled(writes.map((one) => rowsOf(transaction, one)));
      await transaction.commit();
      return results;
    } finally {
      transaction.close();
    }
  }

  return {
    isEmbedded: true,
    rows: (sql, args) => inTurn(() => guarded(false, () => rowsOf(client, { sql, ...(args && { args }) }))),
    write: (writes, flush) => inTurn(() => guarded(true, () => writeAll(writes, flush))),
    close: () =>
      inTurn(async () => {
        client.close();
        probe?.close();
      }),
  };
}

/** The message about the package that an address needs, when it is not installed. */
export function missingPackage({ kind }: SqliteAddress): string {
  const install = 'the package @libsql/client. Run: npm install @libsql/client';
  return kind === 'server'
    ? `The option store.url needs ${install}`
    : `The SQLite store needs Node 22.13 or newer, or ${install}`;
}
