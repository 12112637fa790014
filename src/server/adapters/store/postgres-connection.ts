import { StoreBusyError } from '../../domain/problems/store-busy-error.js';

/** The part of a `pg.Pool` that the store uses. */
export interface PostgresPool {
  /** Resolves with a connection of the pool. */
  connect(): Promise<PostgresClient>;
}

/** The part of a `pg.PoolClient` that the store uses. */
export interface PostgresClient {
  /** Executes one statement. */
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  /** Returns the connection to the pool. With an error the pool ends it. */
  release(error?: Error): void;
  /** Adds a listener for errors of the connection. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Removes a listener for errors of the connection. */
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of the result of a query that the store reads. */
export interface PostgresResult {
  /** The rows that the statement returned. */
  readonly rows: readonly PostgresRow[];
  /** The number of rows that the statement changed or returned. */
  readonly rowCount: number | null;
}

/** A row by the names of its columns. */
export type PostgresRow = { readonly [column: string]: unknown };

/** Connections to a database. Each statement is a transaction of its own. */
export interface PostgresConnection {
  /**
   * Sends a statement once.
   * @throws {StoreBusyError} when there was no connection, or the server refused the statement and did nothing
   * @throws other errors when it may have been done, such as after a lost connection
   */
  query(sql: string, args?: readonly unknown[]): Promise<PostgresResult>;
  close(): Promise<void>;
}

/** Limits of the store's own pool, in milliseconds. A call that reaches one rejects. */
const LIMITS = {
  /** For a connection of the pool. */
  connectionTimeoutMillis: 5_000,
  /** The server ends a statement, which has then done nothing. */
  statement_timeout: 10_000,
  /** The client ends the connection: the result of the statement is unknown. */
  query_timeout: 15_000,
};

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: the statement was rolled back, or did not begin. */
const DID_NOTHING: Readonly<Record<string, string>> = {
  '25006': 'read_only_sql_transaction',
  '40001': 'serialization_failure',
  '40P01': 'deadlock_detected',
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'too_many_connections',
  '55P03': 'lock_not_available',
  '57014': 'query_canceled',
  '57P03': 'cannot_connect_now',
};

/** Classes of errors while connecting that stay until the options or the database are changed. */
const CONFIGURATION: readonly string[] = [
  '28', // invalid authorization, such as a wrong password
  '3D', // unknown database
  '42', // no right to connect
];

/** A connection through the shop's own pool, which stays open. */
export function usePool(pool: PostgresPool): PostgresConnection {
  return {
    async query(sql, args = []) {
      // `pool.query` does not distinguish a failed connect, which did nothing, from a lost answer to a statement.
      const client = await pool.connect().catch(rejectConnect);
      // Without a listener, a connection that the server closes ends the process. The statement rejects as well.
      client.on('error', ignore);
      try {
        const result = await client.query(sql, [...args]);
        client.release();
        return result;
      } catch (error) {
        client.release(error instanceof Error ? error : new Error(String(error)));
        return rejectStatement(error);
      } finally {
        client.off('error', ignore);
      }
    },
    close: () => Promise.resolve(),
  };
}

const ignore = () => undefined;

/** The part of `pg` that the store uses. Declarations with the package's own types would need the package. */
interface PostgresPackage {
  readonly default: { readonly Pool: new (options: object) => OwnPool };
}

interface OwnPool extends PostgresPool {
  on(event: 'error', listener: (error: Error) => void): unknown;
  end(): Promise<void>;
}

// The package is optional, and a missing one must not end a build: webpack and Turbopack leave the import as it is for
// the comment, and esbuild for the handler.
const loadPackage = (): Promise<PostgresPackage> =>
  import(/* webpackIgnore: true */ 'pg').catch((error: unknown) => Promise.reject(error));

/** @throws {Error} naming the package when it is not installed */
export async function openPool(
  options: { readonly connectionString: string; readonly max: number },
  load = loadPackage,
): Promise<PostgresConnection> {
  const { Pool } = await load().then(
    (module) => module.default,
    (error: unknown) => {
      throw new Error('The PostgreSQL store needs the package pg. Run: npm install pg', { cause: error });
    },
  );
  const pool = new Pool({ ...LIMITS, keepAlive: true, ...options });
  // Without a listener, a server that closes an idle connection ends the process. The next call opens another one.
  pool.on('error', ignore);
  return { ...usePool(pool), close: () => pool.end() };
}

function rejectConnect(error: unknown): never {
  // Only errors of the server have a severity.
  if (isCoded(error) && 'severity' in error && CONFIGURATION.includes(String(error.code).slice(0, 2))) throw error;
  const reason = error instanceof Error ? error.message || error.name : String(error);
  throw new StoreBusyError(`There is no connection to PostgreSQL: ${reason}`, { cause: error });
}

function rejectStatement(error: unknown): never {
  if (isCoded(error) && String(error.code) in DID_NOTHING) {
    throw new StoreBusyError(`PostgreSQL did nothing: ${error.message}`, { cause: error });
  }
  throw error;
}

function isCoded(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && 'code' in error;
}
