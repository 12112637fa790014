import type { PostgresPool } from './postgres-connection.js';

/** Options of the PostgreSQL store: `connectionString`, or `pool`. */
export interface PostgresOptions {
  /** URL of the database, such as `postgres://user:password@host/shop`. The store opens and closes its own pool. */
  readonly connectionString?: string | undefined;
  /** Maximum number of connections of the store's own pool. Default: 10. */
  readonly max?: number | undefined;
  /** The shop's own `pg.Pool`. The store does not close it. */
  readonly pool?: PostgresPool | undefined;
  /** The table of orders, with its schema if it has one. Default: `scudo_orders`. */
  readonly table?: string | undefined;
}
