import { termChangedAt } from './list-query.js';
import type { SqliteConnection } from './sqlite-connection.js';

// The document is last, because SQLite reads a row from its start, and a document has several pages.
const TABLES = [
  `orders (
     id TEXT PRIMARY KEY, created_at TEXT NOT NULL, revision INTEGER NOT NULL, state TEXT NOT NULL,
     updated_at TEXT NOT NULL, due_at TEXT, deliver_at TEXT, check_at TEXT, unresolved_since TEXT,
     terms TEXT NOT NULL, document TEXT NOT NULL)`,
  'counters (key TEXT PRIMARY KEY, value INTEGER NOT NULL, ends_at TEXT NOT NULL)',
  `order_terms (
     id TEXT NOT NULL, term TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT,
     PRIMARY KEY (id, term)) WITHOUT ROWID`,
];

const INDEXES = [
  'orders_by_age ON orders (created_at DESC, id)',
  'orders_by_state ON orders (state, created_at DESC, id)',
  'orders_by_change ON orders (updated_at DESC, id)',
  'orders_by_state_and_change ON orders (state, updated_at DESC, id)',
  'orders_due ON orders (due_at, id) WHERE due_at IS NOT NULL',
  'orders_to_deliver ON orders (deliver_at, id) WHERE deliver_at IS NOT NULL',
  'orders_to_check ON orders (check_at, id) WHERE check_at IS NOT NULL',
  'orders_in_doubt ON orders (unresolved_since, id) WHERE unresolved_since IS NOT NULL',
  'orders_to_prune ON orders (updated_at, id) WHERE due_at IS NULL AND deliver_at IS NULL AND check_at IS NULL',
  'counters_by_end ON counters (ends_at)',
  'order_terms_by_term ON order_terms (term, created_at DESC, id)',
  'order_terms_by_change ON order_terms (term, updated_at DESC, id) WHERE updated_at IS NOT NULL',
];

const ADD_TERMS = `INSERT INTO order_terms (id, term, created_at, updated_at)
  SELECT NEW.id, value, NEW.created_at, ${termChangedAt('value', 'NEW.updated_at')} FROM json_each(NEW.terms);`;
const REMOVE_TERMS = 'DELETE FROM order_terms WHERE id = OLD.id;';

/**
 * The triggers keep the table of search terms, so that one statement writes an order with its terms. An order has its
 * terms as a JSON list as well, by which a write that does not change them is known.
 */
const TRIGGERS = [
  `order_terms_added AFTER INSERT ON orders BEGIN ${ADD_TERMS} END`,
  `order_terms_changed AFTER UPDATE OF terms ON orders WHEN OLD.terms IS NOT NEW.terms
   BEGIN ${REMOVE_TERMS} ${ADD_TERMS} END`,
  `order_terms_moved AFTER UPDATE OF updated_at ON orders WHEN OLD.terms IS NEW.terms
   BEGIN UPDATE order_terms SET updated_at = NEW.updated_at WHERE id = NEW.id AND updated_at IS NOT NULL; END`,
  `order_terms_removed AFTER DELETE ON orders BEGIN ${REMOVE_TERMS} END`,
];

/** Creates what is missing. Several processes may do so at once, and each statement may be repeated. */
export async function prepareSqlite(connection: SqliteConnection): Promise<void> {
  // A libSQL server refuses the setting.
  if (connection.isEmbedded) await connection.rows('PRAGMA journal_mode = WAL');
  // Each statement alone, because a transaction would wait for another writer when nothing is missing.
  for (const table of TABLES) await connection.rows(`CREATE TABLE IF NOT EXISTS ${table}`);
  for (const index of INDEXES) await connection.rows(`CREATE INDEX IF NOT EXISTS ${index}`);
  for (const trigger of TRIGGERS) await connection.rows(`CREATE TRIGGER IF NOT EXISTS ${trigger}`);
}
