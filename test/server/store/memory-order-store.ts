import type { OrderRecord, OrderStore } from '../../../src/server.js';

/** Orders in memory, as JSON. `turn` comes before each call: by it a test decides whose turn it is. */
export function memoryOrderStore(turn: (call: string) => Promise<unknown> = () => Promise.resolve()): OrderStore {
  const orders = new Map<string, { text: string; revision: number }>();
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
      return found && { record: JSON.parse(found.text) as OrderRecord, revision: found.revision };
    },
    async replace(record, revision) {
      await turn('replace');
      if (orders.get(record.id)?.revision !== revision) return false;
      orders.set(record.id, { text: JSON.stringify(record), revision: revision + 1 });
      return true;
    },
    async list({ limit, offset }) {
      await turn('list');
      return [...orders.values()]
        .reverse()
        .slice(offset, offset + limit)
        .map(({ text }) => JSON.parse(text) as OrderRecord);
    },
  };
}
