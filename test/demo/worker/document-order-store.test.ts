import { describe, it } from 'vitest';
import {
  createDocumentOrderStore,
  type StoredCounter,
  type StoredOrder,
} from '../../../demo/worker/document-order-store.js';
import type { Documents } from '../../../demo/worker/documents.js';
import { storeChecks } from '../../../src/store-conformance.js';

/** Documents in memory, copied as IndexedDB copies them. */
function memoryDocuments<Value>(): Documents<Value> {
  const documents = new Map<string, Value>();
  return {
    read: async (key) => structuredClone(documents.get(key)),
    all: async () => structuredClone([...documents.values()]),
    async update(key, change) {
      const next = change(structuredClone(documents.get(key)));
      if (next === undefined) documents.delete(key);
      else documents.set(key, structuredClone(next));
    },
  };
}

describe('the order store of the demo’s worker', () => {
  it.each(storeChecks)('the order store of the demo’s worker keeps the contract: $name', async ({ run }) => {
    await run(() => {
      const orders = memoryDocuments<StoredOrder>();
      const counters = memoryDocuments<StoredCounter>();
      let time = Date.parse('2026-11-20T12:00:00Z');
      return {
        open: () => createDocumentOrderStore({ orders, counters, now: () => new Date(time) }),
        advance: (ms) => void (time += ms),
      };
    });
  });
});
