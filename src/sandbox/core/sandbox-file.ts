import { openDatabase, type Database } from './database.js';

/** Documents of a sandbox that survive a restart. */
export interface SandboxFile {
  /** Reads the documents of one kind, oldest first, as `JSON.parse` returns them. */
  load(kind: DocumentKind): Promise<readonly unknown[]>;
  put(kind: DocumentKind, id: string, document: object): Promise<void>;
  remove(kind: DocumentKind, id: string): Promise<void>;
  close(): Promise<void>;
}

type DocumentKind = 'authorization' | 'transaction' | 'refund';

/** Opens an SQLite file. Writes run one at a time, in their order. */
export function openSandboxFile(path: string): SandboxFile {
  let opened: Promise<Database> | undefined;
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
    async load(kind) {
      const rows = await (await open()).execute('SELECT document FROM documents WHERE kind = ? ORDER BY rowid', [kind]);
      return rows.map((row) => JSON.parse(row['document'] as string) as unknown);
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

async function prepare(database: Database): Promise<Database> {
  await database.execute('PRAGMA journal_mode = WAL');
  await database.execute(
    `CREATE TABLE IF NOT EXISTS documents
      (kind TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, UNIQUE (kind, id))`,
  );
  return database;
}
