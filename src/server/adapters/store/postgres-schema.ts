import type { PostgresConnection } from './postgres-connection.js';

/** Quoted names of the store's tables and indexes. */
export interface PostgresNames {
  readonly orders: string;
  readonly terms: string;
  readonly counters: string;
  /** Statements that create what is missing. */
  readonly definitions: readonly string[];
  /** Query with one row for each object that is missing. */
  readonly missing: string;
}

/** Two parts at most, so that 63 bytes are enough for each name that is derived. */
const TABLE = /^(?:[a-z_][a-z0-9_]{0,39}\.)?[a-z_][a-z0-9_]{0,39}$/;

/** Any constant that every version of the package uses: `scudo` in ASCII. */
const LOCK = 0x7363_7564_6f;

export function isTableName(text: string): boolean {
  return TABLE.test(text);
}

/** The names for a table of orders, for which `isTableName` is true. */
export function postgresNames(table: string): PostgresNames {
  const parts = table.split('.');
  const name = parts.at(-1) ?? '';
  const schemaPrefix = parts.slice(0, -1).map((part) => `"${part}".`);
  const quoted = (end: string) => `${schemaPrefix.join('')}"${name}${end}"`;
  const [orders, terms, counters] = [quoted(''), quoted('_terms'), quoted('_counters')];
  const indexes = {
    [quoted('_by_age')]: `"${name}_by_age" ON ${orders} (created_at DESC, id)`,
    [quoted('_by_state')]: `"${name}_by_state" ON ${orders} (state, created_at DESC, id)`,
    [quoted('_by_change')]: `"${name}_by_change" ON ${orders} (updated_at DESC, id)`,
    [quoted('_by_state_change')]: `"${name}_by_state_change" ON ${orders} (state, updated_at DESC, id)`,
    [quoted('_by_term')]: `"${name}_by_term" ON ${terms} (term, created_at DESC, id)`,
    [quoted('_by_term_change')]:
      `"${name}_by_term_change" ON ${terms} (term, updated_at DESC, id) WHERE updated_at IS NOT NULL`,
    [quoted('_due')]: `"${name}_due" ON ${orders} (due_at, id) WHERE due_at IS NOT NULL`,
    [quoted('_to_deliver')]: `"${name}_to_deliver" ON ${orders} (deliver_at, id) WHERE deliver_at IS NOT NULL`,
    [quoted('_to_check')]: `"${name}_to_check" ON ${orders} (check_at, id) WHERE check_at IS NOT NULL`,
    [quoted('_in_doubt')]: `"${name}_in_doubt" ON ${orders} (unresolved_since, id) WHERE unresolved_since IS NOT NULL`,
    [quoted('_to_prune')]:
      `"${name}_to_prune" ON ${orders} (updated_at, id) WHERE due_at IS NULL AND deliver_at IS NULL AND check_at IS NULL`,
    [quoted('_counters_end')]: `"${name}_counters_end" ON ${counters} (ends_at)`,
  };
  const objects = [orders, terms, counters, ...Object.keys(indexes)].map((object) => `('${object}')`);
  return {
    orders,
    terms,
    counters,
    definitions: [
      // Text of a time sorts by time, and ids sort by code unit as in every store: hence the collation C.
      `CREATE TABLE IF NOT EXISTS ${orders} (
         id text COLLATE "C" PRIMARY KEY,
         created_at text COLLATE "C" NOT NULL,
         revision integer NOT NULL,
         document text NOT NULL,
         state text COLLATE "C" NOT NULL,
         updated_at text COLLATE "C" NOT NULL,
         due_at text COLLATE "C",
         deliver_at text COLLATE "C",
         check_at text COLLATE "C",
         unresolved_since text COLLATE "C")`,
      // The search terms of an order, which go with it.
      `CREATE TABLE IF NOT EXISTS ${terms} (
         id text COLLATE "C" NOT NULL REFERENCES ${orders} ON DELETE CASCADE,
         term text COLLATE "C" NOT NULL,
         created_at text COLLATE "C" NOT NULL,
         updated_at text COLLATE "C",
         PRIMARY KEY (id, term))`,
      `CREATE TABLE IF NOT EXISTS ${counters} (
         key text COLLATE "C" PRIMARY KEY,
         value integer NOT NULL,
         ends_at timestamptz NOT NULL)`,
      ...Object.values(indexes).map((index) => `CREATE INDEX IF NOT EXISTS ${index}`),
    ],
    missing: `SELECT name FROM (VALUES ${objects.join(', ')}) AS objects (name) WHERE to_regclass(name) IS NULL`,
  };
}

/**
 * Creates what is missing, in one transaction that one process at a time runs. A role without the right to create
 * tables is enough when nothing is missing.
 */
export async function preparePostgres(connection: PostgresConnection, names: PostgresNames): Promise<void> {
  const { rows } = await connection.query(names.missing);
  if (rows.length === 0) return;
  // Several statements without parameters are one transaction
  // (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-MULTI-STATEMENT).
  await connection.query([`SELECT pg_advisory_xact_lock(${LOCK})`, ...names.definitions].join(';\n'));
}
