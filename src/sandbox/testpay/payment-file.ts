import type { RedirectTransaction, Refund } from './model.js';
import { openDatabase, type PaymentDatabase } from './payment-database.js';

export interface PaymentFile {
  load(): Promise<{ readonly transactions: readonly RedirectTransaction[]; readonly refunds: readonly Refund[] }>;
  put(kind: DocumentKind, id: string, document: object): Promise<void>;
  remove(kind: DocumentKind, id: string): Promise<void>;
  close(): Promise<void>;
}

type DocumentKind = 'transaction' | 'refund';

/** Opens an SQLite file, so that payments survive a restart. Writes run one at a time, in their order. */
export function openPaymentFile(path: string): PaymentFile {
  let opened: Promise<PaymentDatabase> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  const open = () => (opened ??= openDatabase(path).then(prepare));

  /** After closing, nothing is written. The next sandbox with the file repeats what is missing. */
  const write = (sql: string, args: string[]): Promise<void> => {
    if (closed) return Promise.resolve();
    const written = last.then(async () => {
      await (await open()).execute(sql, args);
    });
    last = written.catch(() => undefined);
    return written;
  };

  return {
    async load() {
      const rows = await (await open()).execute('SELECT kind, document FROM documents ORDER BY rowid');
      const of = (kind: DocumentKind) =>
        rows.filter((row) => row['kind'] === kind).map((row) => JSON.parse(row['document'] as string) as unknown);
      return { transactions: of('transaction') as RedirectTransaction[], refunds: of('refund') as Refund[] };
    },
    put: (kind, id, document) =>
      write(
        `INSERT INTO documents (kind, id, document) VALUES (?, ?, ?)
          ON CONFLICT (kind, id) DO UPDATE SET document = excluded.document`,
        [kind, id, JSON.stringify(document)],
      ),
    remove: (kind, id) => write('DELETE FROM documents WHERE kind = ? AND id = ?', [kind, id]),
    async close() {
      closed = true;
      await last;
      (await opened?.catch(() => undefined))?.close();
    },
  };
}

async function prepare(database: PaymentDatabase): Promise<PaymentDatabase> {
  await database.execute('PRAGMA journal_mode = WAL');
  await database.execute(
    `CREATE TABLE IF NOT EXISTS documents
      (kind TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, UNIQUE (kind, id))`,
  );
  return database;
}
