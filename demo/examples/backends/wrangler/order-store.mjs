/** The order store of a Durable Object (https://developers.cloudflare.com/durable-objects/api/sqlite-storage-api/). */
export function createOrderStore(sql) {
  const rows = (query, ...values) => sql.exec(query, ...values).toArray();
  rows(`CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, revision INTEGER, created_at TEXT, updated_at TEXT, state TEXT, due_at TEXT, record TEXT)`);
  rows('CREATE TABLE IF NOT EXISTS counters (key TEXT PRIMARY KEY, value INTEGER, ends_at INTEGER)');
  const columns = (record) => [
    record.createdAt,
    record.updatedAt,
    record.state,
    record.dueAt ?? null,
    JSON.stringify(record),
  ];
  const recordOf = ({ record }) => JSON.parse(record);
  const inside = (states) => `(${states.map(() => '?').join(', ')})`;

  return {
    async insert(record) {
      const query = `INSERT INTO orders (id, revision, created_at, updated_at, state, due_at, record)
        VALUES (?, 1, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`;
      return rows(query, record.id, ...columns(record)).length === 1;
    },
    async read(id) {
      const [row] = rows('SELECT revision, record FROM orders WHERE id = ?', id);
      return row && { record: recordOf(row), revision: row.revision };
    },
    async replace(record, revision) {
      const query = `UPDATE orders SET revision = revision + 1, created_at = ?, updated_at = ?, state = ?, due_at = ?,
        record = ? WHERE id = ? AND revision = ? RETURNING id`;
      return rows(query, ...columns(record), record.id, revision).length === 1;
    },
    async list({ limit, states, updatedBefore, after }) {
      const conditions = ['1', ...(states ? [`state IN ${inside(states)}`] : [])];
      const values = [...(states ?? [])];
      if (updatedBefore !== undefined) {
        conditions.push('updated_at < ?');
        values.push(updatedBefore);
      }
      if (after) {
        conditions.push('(created_at < ? OR (created_at = ? AND id > ?))');
        values.push(after.createdAt, after.createdAt, after.id);
      }
      const query = `SELECT record FROM orders WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id LIMIT ?`;
      return rows(query, ...values, limit).map(recordOf);
    },
    async due({ at, limit }) {
      return rows('SELECT id FROM orders WHERE due_at <= ? ORDER BY due_at, id LIMIT ?', at, limit).map(({ id }) => id);
    },
    now: async () => new Date(),
    async count(key, { ms, add = 1 }) {
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
      return rows(
        `DELETE FROM orders WHERE id IN (SELECT id FROM orders
          WHERE due_at IS NULL AND updated_at < ? AND state IN ${inside(states)} ORDER BY updated_at, id LIMIT ?)
          RETURNING id`,
        updatedBefore,
        ...states,
        limit,
      ).length;
    },
  };
}
