import type { Documents } from './documents.js';

/** A database with one object store for each kind of document. */
export interface Database {
  documents<Value>(name: string): Documents<Value>;
}

/** Opens a database of IndexedDB, and creates it at the first time. */
export async function openDatabase(name: string, kinds: readonly string[]): Promise<Database> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    for (const kind of kinds) opening.result.createObjectStore(kind);
  };
  const database = await resultOf(opening);
  return { documents: <Value>(kind: string) => documentsOf<Value>(database, kind) };
}

function documentsOf<Value>(database: IDBDatabase, kind: string): Documents<Value> {
  const begin = (mode: IDBTransactionMode) => database.transaction(kind, mode).objectStore(kind);
  return {
    read: (key) => resultOf(begin('readonly').get(key) as IDBRequest<Value | undefined>),
    all: () => resultOf(begin('readonly').getAll() as IDBRequest<Value[]>),
    update: (key, change) =>
      new Promise((resolve, reject) => {
        const store = begin('readwrite');
        const reading = store.get(key) as IDBRequest<Value | undefined>;
        // Inside the transaction, which ends when no request is left.
        reading.onsuccess = () => {
          const next = change(reading.result);
          if (next === undefined) store.delete(key);
          else store.put(next, key);
        };
        store.transaction.oncomplete = () => resolve();
        store.transaction.onabort = () => reject(store.transaction.error ?? new Error(`No change of ${kind}.`));
      }),
  };
}

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed.'));
  });
}
