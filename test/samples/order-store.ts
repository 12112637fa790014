import { matchesFilter, type OrderRecord, type OrderStore } from 'scudo-checkout/server';
import { storeChecks } from 'scudo-checkout/store-conformance';
import { test } from 'node:test';

type Place = { time: string; id: string };
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const newestFirst = (a: Place, b: Place) => compare(b.time, a.time) || compare(a.id, b.id);

function createMyOrderStore(): OrderStore {
  const orders = new Map<string, { text: string; revision: number }>();
  const counters = new Map<string, { value: number; endsAt: Date }>();
  const records = () => [...orders.values()].map(({ text }) => JSON.parse(text) as OrderRecord);
  const write = (record: OrderRecord, revision: number) => {
    if ((orders.get(record.id)?.revision ?? 0) !== revision) return false;
    orders.set(record.id, { text: JSON.stringify(record), revision: revision + 1 });
    return true;
  };
  return {
    insert: async (record) => write(record, 0),
    replace: async (record, revision) => write(record, revision),
    async read(id) {
      const found = orders.get(id);
      return found && { record: JSON.parse(found.text), revision: found.revision, at: new Date() };
    },
    async list({ limit, sort = 'createdAt', after, ...filter }) {
      const placeOf = (record: OrderRecord) => ({ time: record[sort], id: record.id });
      return records()
        .filter((record) => matchesFilter(record, filter))
        .filter((record) => !after || newestFirst(after, placeOf(record)) < 0)
        .sort((a, b) => newestFirst(placeOf(a), placeOf(b)))
        .slice(0, limit);
    },
    countOrders: async (filter) => records().filter((record) => matchesFilter(record, filter)).length,
    due: async ({ by, at, limit }) =>
      records()
        .flatMap(({ id, [by]: time }) => (time !== undefined && time <= at ? [{ id, time }] : []))
        .sort((a, b) => compare(a.time, b.time) || compare(a.id, b.id))
        .slice(0, limit)
        .map(({ id }) => id),
    now: async () => new Date(),
    async addToCounter(key, { ms, add = 1 }) {
      const running = counters.get(key);
      const isOver = !running || running.endsAt.getTime() <= Date.now();
      const begun = isOver ? { value: 0, endsAt: new Date(Date.now() + ms) } : running;
      const next = { ...begun, value: Math.max(0, begun.value + add) };
      if (add !== 0) counters.set(key, next);
      return next;
    },
    async prune({ updatedBefore, states, limit }) {
      for (const [key, { endsAt }] of counters) if (endsAt.getTime() <= Date.now()) counters.delete(key);
      const old = records()
        .filter(({ dueAt, deliverAt, checkAt }) => (dueAt ?? deliverAt ?? checkAt) === undefined)
        .filter(({ updatedAt, state }) => updatedAt < updatedBefore && states.includes(state))
        .sort((a, b) => compare(a.updatedAt, b.updatedAt) || compare(a.id, b.id))
        .slice(0, limit);
      for (const { id } of old) orders.delete(id);
      return old.length;
    },
  };
}

for (const { name, run } of storeChecks) {
  test(name, () =>
    run(async () => {
      const store = createMyOrderStore(); // an empty database for each check
      return { open: () => store };
    }),
  );
}
