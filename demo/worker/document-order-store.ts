import { matchesFilter, type OrderRecord, type OrderStore, type VersionedRecord } from 'scudo-checkout/server';
import type { Documents } from './documents.js';

/** An order with its revision. */
export type StoredOrder = VersionedRecord;

/** A counter, whose key is in the document, because `prune` deletes it by that. */
export interface StoredCounter {
  readonly key: string;
  readonly value: number;
  readonly endsAt: number;
}

export interface DocumentOrderStoreOptions {
  readonly orders: Documents<StoredOrder>;
  readonly counters: Documents<StoredCounter>;
  readonly now?: () => Date;
}

/** An order store for one shopper's demo. Lists read all orders. */
export function createDocumentOrderStore({
  orders,
  counters,
  now = () => new Date(),
}: DocumentOrderStoreOptions): OrderStore {
  const records = async () => (await orders.all()).map(({ record }) => record);
  return {
    async insert(record) {
      let isNew = false;
      await orders.update(record.id, (found) => {
        isNew = found === undefined;
        return found ?? { record, revision: 1 };
      });
      return isNew;
    },
    async read(id) {
      const found = await orders.read(id);
      return found && { ...found, at: now() };
    },
    async replace(record, revision) {
      let isReplaced = false;
      await orders.update(record.id, (found) => {
        isReplaced = found?.revision === revision;
        return isReplaced ? { record, revision: revision + 1 } : found;
      });
      return isReplaced;
    },
    async list({ limit, sort = 'createdAt', after, ...filter }) {
      const placeOf = (record: OrderRecord) => ({ time: record[sort], id: record.id });
      return (await records())
        .filter((record) => matchesFilter(record, filter))
        .filter((record) => !after || newestFirst(after, placeOf(record)) < 0)
        .sort((one, other) => newestFirst(placeOf(one), placeOf(other)))
        .slice(0, limit);
    },
    countOrders: async (filter) => (await records()).filter((record) => matchesFilter(record, filter)).length,
    async due({ by, at, limit }) {
      return (await records())
        .flatMap(({ id, [by]: time }) => (time !== undefined && time <= at ? [{ id, time }] : []))
        .sort((one, other) => compare(one.time, other.time) || compare(one.id, other.id))
        .slice(0, limit)
        .map(({ id }) => id);
    },
    now: async () => now(),
    async addToCounter(key, { ms, add = 1 }) {
      const time = now().getTime();
      let counted: StoredCounter = { key, value: Math.max(0, add), endsAt: time + ms };
      await counters.update(key, (found) => {
        if (found && found.endsAt > time) counted = { ...found, value: Math.max(0, found.value + add) };
        return counted;
      });
      return { value: counted.value, endsAt: new Date(counted.endsAt) };
    },
    async prune({ updatedBefore, states, limit, counters: withCounters = true }) {
      const isOld = ({ state, updatedAt, dueAt, deliverAt, checkAt }: OrderRecord) =>
        (dueAt ?? deliverAt ?? checkAt) === undefined && updatedAt < updatedBefore && states.includes(state);
      if (withCounters) {
        const time = now().getTime();
        for (const { key } of await counters.all()) {
          await counters.update(key, (found) => (found && found.endsAt > time ? found : undefined));
        }
      }
      const old = (await records())
        .filter(isOld)
        .sort((one, other) => compare(one.updatedAt, other.updatedAt) || compare(one.id, other.id))
        .slice(0, limit);
      let deleted = 0;
      for (const { id } of old) {
        await orders.update(id, (found) => {
          // It may have changed since it was listed.
          if (!found || !isOld(found.record)) return found;
          deleted++;
          return undefined;
        });
      }
      return deleted;
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
