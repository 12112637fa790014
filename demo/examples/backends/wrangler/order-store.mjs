import { searchTerms } from 'scudo-checkout/server';

/** The order store of a Durable Object (https://developers.cloudflare.com/durable-objects/api/sqlite-storage-api/). */
export function createOrderStore(sql) {
  const rows = (query, ...values) => sql.exec(query, ...values).toArray();
  rows(`CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, revision INTEGER, created_at TEXT, updated_at TEXT, state TEXT, due_at TEXT, deliver_at TEXT,
    check_at TEXT, unresolved_since TEXT, record TEXT)`);
  rows('CREATE TABLE IF NOT EXISTS terms (id TEXT, term TEXT, PRIMARY KEY (id, term))');
  rows('CREATE INDEX IF NOT EXISTS terms_by_term ON terms (term, id)');
  rows('CREATE TABLE IF NOT EXISTS counters (key TEXT PRIMARY KEY, value INTEGER, ends_at INTEGER)');
  const columns = (record) => [
    record.createdAt,
    record.updatedAt,
    record.state,
    record.dueAt ?? null,
    record.deliverAt ?? null,
    record.checkAt ?? null,
    record.unresolvedSince ?? null,
    JSON.stringify(record),
  ];
  const recordOf = ({ record }) => JSON.parse(record);
  const inside = (states) => `(${states.map(() => '?').join(', ')})`;
  // A Durable Object commits all writes between two awaits together.
  const removeTerms = (id) => rows('DELETE FROM terms WHERE id = ?', id);
  const addTerms = (record) => {
    for (const term of searchTerms(record)) rows('INSERT INTO terms (id, term) VALUES (?, ?)', record.id, term);
  };
  const conditionsOf = ({ states, terms = [], createdFrom, createdBefore, updatedFrom, updatedBefore }) => [
    ...(states ? [[`state IN ${inside(states)}`, ...states]] : []),
    ...terms.map((term) => ['id IN (SELECT id FROM terms WHERE term = ?)', term]),
    ...(createdFrom === undefined ? [] : [['created_at >= ?', createdFrom]]),
    ...(createdBefore === undefined ? [] : [['created_at < ?', createdBefore]]),
    ...(updatedFrom === undefined ? [] : [['updated_at >= ?', updatedFrom]]),
    ...(updatedBefore === undefined ? [] : [['updated_at < ?', updatedBefore]]),
  ];
  const where = (conditions) => ['1', ...conditions.map(([condition]) => condition)].join(' AND ');
  const valuesOf = (conditions) => conditions.flatMap(([, ...values]) => values);

  return {
    async insert(record) {
      const query = `INSERT INTO orders (id, revision, created_at, updated_at, state, due_at, deliver_at, check_at, unresolved_since,
        record) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`;
      const isNew = rows(query, record.id, ...columns(record)).length === 1;
      if (isNew) addTerms(record);
      return isNew;
    },
    async read(id) {
      const [row] = rows('SELECT revision, record FROM orders WHERE id = ?', id);
      return row && { record: recordOf(row), revision: row.revision, at: new Date() };
    },
    async replace(record, revision) {
      const query = `UPDATE orders SET revision = revision + 1, created_at = ?, updated_at = ?, state = ?, due_at = ?,
        deliver_at = ?, check_at = ?, unresolved_since = ?, record = ? WHERE id = ? AND revision = ? RETURNING id`;
      const isReplaced = rows(query, ...columns(record), record.id, revision).length === 1;
      if (isReplaced) {
        removeTerms(record.id);
        addTerms(record);
      }
      return isReplaced;
    },
    async list({ limit, sort = 'createdAt', after, ...filter }) {
      const time = { createdAt: 'created_at', updatedAt: 'updated_at' }[sort];
      const conditions = conditionsOf(filter);
      if (after) conditions.push([`(${time} < ? OR (${time} = ? AND id > ?))`, after.time, after.time, after.id]);
      const query = `SELECT record FROM orders WHERE ${where(conditions)} ORDER BY ${time} DESC, id LIMIT ?`;
      return rows(query, ...valuesOf(conditions), limit).map(recordOf);
    },
    async countOrders(filter) {
      const conditions = conditionsOf(filter);
      const [row] = rows(`SELECT count(*) AS number FROM orders WHERE ${where(conditions)}`, ...valuesOf(conditions));
      return row.number;
    },
    async due({ by, at, limit }) {
      const columns = {
        dueAt: 'due_at',
        deliverAt: 'deliver_at',
        checkAt: 'check_at',
        unresolvedSince: 'unresolved_since',
      };
      const time = columns[by];
      const query = `SELECT id FROM orders WHERE ${time} <= ? ORDER BY ${time}, id LIMIT ?`;
      return rows(query, at, limit).map(({ id }) => id);
    },
    now: async () => new Date(),
    async addToCounter(key, { ms, add = 1 }) {
      const now = Date.now();
      const [row] = rows(
        `INSERT INTO counters (key, value, ends_at) VALUES (?, max(0, ?), ?) ON CONFLICT (key) DO UPDATE SET
          value = CASE WHEN ends_at > ? THEN max(0, value + ?) ELSE excluded.value END,
          ends_at = CASE WHEN ends_at > ? THEN ends_at ELSE excluded.ends_at END
          RETURNING value, ends_at`,
        key,
        add,
        now + ms,
        now,
        add,
        now,
      );
      return { value: row.value, endsAt: new Date(row.ends_at) };
    },
    async prune({ updatedBefore, states, limit, counters = true }) {
      if (counters) rows('DELETE FROM counters WHERE ends_at <= ?', Date.now());
      const deleted = rows(
        `DELETE FROM orders WHERE id IN (SELECT id FROM orders
          WHERE coalesce(due_at, deliver_at, check_at) IS NULL AND updated_at < ? AND state IN ${inside(states)}
          ORDER BY updated_at, id LIMIT ?)
          RETURNING id`,
        updatedBefore,
        ...states,
        limit,
      );
      for (const { id } of deleted) removeTerms(id);
      return deleted.length;
    },
  };
}
