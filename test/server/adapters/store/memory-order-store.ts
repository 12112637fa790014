import { matchesFilter, type OrderRecord, type OrderStore } from '../../../../src/server.js';

/**
 * Orders in memory, stored as JSON. `turn` is awaited before each call, so that a test controls the order of
 * concurrent calls; `now` is the store's clock.
 */
export function memoryOrderStore(
  turn: (call: string) => Promise<unknown> = () => Promise.resolve(),
  now: () => Date = () => new Date('2026-11-20T12:00:00Z'),
): OrderStore {
  const orders = new Map<string, { text: string; revision: number }>();
  const counters = new Map<string, { value: number; endsAt: number }>();
  const records = () => [...orders.values()].map(({ text }) => JSON.parse(text) as OrderRecord);
  return {
    async insert(record) {
      await turn('insert');
      if (orders.has(record.id)) return false;
      orders.set(record.id, { text: JSON.stringify(record), revision: 1 });
      return true;
    },
    async read(id) {
      await turn('read');
      const found = orders.get(id);
      return found && { record: JSON.parse(found.text) as OrderRecord, revision: found.revision, at: now() };
    },
    async replace(record, revision) {
      await turn('replace');
      if (orders.get(record.id)?.revision !== revision) return false;
      orders.set(record.id, { text: JSON.stringify(record), revision: revision + 1 });
      return true;
    },
    async list({ limit, sort = 'createdAt', after, ...filter }) {
      await turn('list');
      const placeOf = (record: OrderRecord) => ({ time: record[sort], id: record.id });
      return records()
        .filter((record) => matchesFilter(record, filter))
        .filter((record) => !after || newestFirst(after, placeOf(record)) < 0)
        .sort((one, other) => newestFirst(placeOf(one), placeOf(other)))
        .slice(0, limit);
    },
    async countOrders(filter) {
      await turn('countOrders');
      return records().filter((record) => matchesFilter(record, filter)).length;
    },
    async due({ by, at, limit }) {
      await turn('due');
      return records()
        .flatMap(({ id, [by]: time }) => (time !== undefined && time <= at ? [{ id, time }] : []))
        .sort((one, other) => compare(one.time, other.time) || compare(one.id, other.id))
        .slice(0, limit)
        .map(({ id }) => id);
    },
    now: () => Promise.resolve(now()),
    async count(key, { ms, add = 1 }) {
      await turn('count');
      const at = now().getTime();
      const running = counters.get(key);
      const begun = running && running.endsAt > at ? running : { value: 0, endsAt: at + ms };
      const next = { ...begun, value: Math.max(0, begun.value + add) };
      if (add !== 0) counters.set(key, next);
      return { value: next.value, endsAt: new Date(next.endsAt) };
    },
    async prune({ updatedBefore, states, limit, counters: withCounters = true }) {
      await turn('prune');
      for (const [key, { endsAt }] of counters) if (withCounters && endsAt <= now().getTime()) counters.delete(key);
      const deleted = records()
        .filter(({ dueAt, checkAt }) => dueAt === undefined && checkAt === undefined)
        .filter(({ updatedAt, state }) => updatedAt < updatedBefore && states.includes(state))
        .sort((one, other) => compare(one.updatedAt, other.updatedAt) || compare(one.id, other.id))
        .slice(0, limit);
      for (const { id } of deleted) orders.delete(id);
      return deleted.length;
    },
  };
}

interface Place {
  readonly time: string;
  readonly id: string;
}

function newestFirst(one: Place, other: Place): number {
  return compare(other.time, one.time) || compare(one.id, other.id);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
