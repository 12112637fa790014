import {
  matchesFilter,
  type CounterValue,
  type OrderRecord,
  type OrderStore,
  type VersionedRecord,
} from '../../../../src/server.js';

/**
 * Orders in memory, stored as copies. `turn` is awaited before each call, so that a test controls the order of
 * concurrent calls; `now` is the store's clock. A test that holds the map sees and changes what is stored.
 */
export function memoryOrderStore(
  turn: (call: string) => Promise<unknown> = () => Promise.resolve(),
  now: () => Date = () => new Date('2026-11-20T12:00:00Z'),
  orders?: Map<string, VersionedRecord>,
): OrderStore {
  const store = storeInMemory(now, (record) => JSON.parse(JSON.stringify(record)) as OrderRecord, orders);
  const inTurn = aroundCalls(store, async (name, work) => {
    await turn(name);
    return work();
  });
  return { ...inTurn, now: store.now };
}

/** The store with each call passed through a function. */
export function aroundCalls(
  store: OrderStore,
  around: (name: string, work: () => Promise<unknown>) => Promise<unknown>,
): OrderStore {
  const calls = Object.entries(store as unknown as Record<string, (...input: unknown[]) => Promise<unknown>>).map(
    ([name, call]) => [name, (...input: unknown[]) => around(name, () => call(...input))],
  );
  return Object.fromEntries(calls) as OrderStore;
}

/**
 * Orders in memory, whose calls take no time.
 * @param keep makes a record that no caller can change: a copy, or the record itself once it is frozen
 */
export function storeInMemory(
  now: () => Date,
  keep: (record: OrderRecord) => OrderRecord,
  orders = new Map<string, VersionedRecord>(),
): OrderStore {
  const counters = new Map<string, { value: number; endsAt: number }>();
  const records = () => [...orders.values()].map(({ record }) => keep(record));
  return {
    insert(record) {
      if (orders.has(record.id)) return Promise.resolve(false);
      orders.set(record.id, { record: keep(record), revision: 1 });
      return Promise.resolve(true);
    },
    read(id) {
      const found = orders.get(id);
      return Promise.resolve(found && { ...found, record: keep(found.record), at: now() });
    },
    replace(record, revision) {
      if (orders.get(record.id)?.revision !== revision) return Promise.resolve(false);
      orders.set(record.id, { record: keep(record), revision: revision + 1 });
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
    addToCounter(key, { ms, add = 1 }): Promise<CounterValue> {
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
        .filter(({ dueAt, deliverAt, checkAt }) => (dueAt ?? deliverAt ?? checkAt) === undefined)
        .filter(({ updatedAt, state }) => updatedAt < updatedBefore && states.includes(state))
        .sort((one, other) => compare(one.updatedAt, other.updatedAt) || compare(one.id, other.id))
        .slice(0, limit);
      for (const { id } of deleted) orders.delete(id);
      return Promise.resolve(deleted.length);
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
