import {
  matchesFilter,
  type CounterValue,
  type OrderRecord,
  type OrderStore,
  type VersionedRecord,
} from '../../../src/server.js';

/**
 * An order store in memory that copies nothing: a stored record is frozen, so a caller that changed it would get an
 * error. `test/simulation/store.test.ts` runs the conformance checks on it.
 */
export function frozenOrderStore(now: () => Date): OrderStore {
  const orders = new Map<string, VersionedRecord>();
  const counters = new Map<string, { value: number; endsAt: number }>();
  const records = () => [...orders.values()].map(({ record }) => record);
  return {
    insert(record) {
      if (orders.has(record.id)) return Promise.resolve(false);
      orders.set(record.id, { record: deeplyFrozen(record), revision: 1 });
      return Promise.resolve(true);
    },
    read(id) {
      const found = orders.get(id);
      return Promise.resolve(found && { ...found, at: now() });
    },
    replace(record, revision) {
      if (orders.get(record.id)?.revision !== revision) return Promise.resolve(false);
      orders.set(record.id, { record: deeplyFrozen(record), revision: revision + 1 });
      return Promise.resolve(true);
    },
    list({ limit, sort = 'createdAt', after, ...filter }) {
      const placeOf = (record: OrderRecord) => ({ time: record[sort], id: record.id });
      const found = records()
        .filter((record) => matchesFilter(record, filter))
        .filter((record) => !after || newestFirst(after, placeOf(record)) < 0)
        .sort((one, other) => newestFirst(placeOf(one), placeOf(other)));
      return Promise.resolve(found.slice(0, limit));
    },
    countOrders: (filter) => Promise.resolve(records().filter((record) => matchesFilter(record, filter)).length),
    due({ by, at, limit }) {
      const found = records()
        .flatMap(({ id, [by]: time }) => (time !== undefined && time <= at ? [{ id, time }] : []))
        .sort((one, other) => compare(one.time, other.time) || compare(one.id, other.id));
      return Promise.resolve(found.slice(0, limit).map(({ id }) => id));
    },
    now: () => Promise.resolve(now()),
    count(key, { ms, add = 1 }): Promise<CounterValue> {
      const at = now().getTime();
      const found = counters.get(key);
      const running = found && found.endsAt > at ? found : { value: 0, endsAt: at + ms };
      const next = { ...running, value: Math.max(0, running.value + add) };
      if (add !== 0) counters.set(key, next);
      return Promise.resolve({ value: next.value, endsAt: new Date(next.endsAt) });
    },
    prune({ updatedBefore, states, limit, counters: withCounters = true }) {
      for (const [key, { endsAt }] of counters) if (withCounters && endsAt <= now().getTime()) counters.delete(key);
      const deleted = records()
        .filter(({ dueAt, checkAt }) => dueAt === undefined && checkAt === undefined)
        .filter(({ updatedAt, state }) => updatedAt < updatedBefore && states.includes(state))
        .sort((one, other) => compare(one.updatedAt, other.updatedAt) || compare(one.id, other.id))
        .slice(0, limit);
      for (const { id } of deleted) orders.delete(id);
      return Promise.resolve(deleted.length);
    },
  };
}

function deeplyFrozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deeplyFrozen);
  return Object.freeze(value);
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
