import { setImmediate } from 'node:timers/promises';
import type { SqliteResults, SqliteRow, SqliteWrite } from './sqlite-connection.js';

/** A write, and if its commit waits for the disk. */
export interface FlushedWrite extends SqliteWrite {
  readonly flush: boolean;
}

interface Waiting {
  readonly write: FlushedWrite;
  readonly resolve: (rows: readonly SqliteRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes of one transaction. More would hold up the event loop. */
const MAX_WRITES = 64;

/**
 * Commits the writes that wait at the same time in one transaction, which flushes the disk once if one of them needs
 * it. A write that fails rejects alone. All reject when the transaction fails.
 * @param commit writes a group
 * @param nextTurn resolves when the event loop has run what is due, so that writes of this turn are one group
 */
export function groupWrites(
  commit: (writes: readonly SqliteWrite[], flush: boolean) => Promise<SqliteResults>,
  nextTurn: () => Promise<unknown> = () => setImmediate(),
): (write: FlushedWrite) => Promise<readonly SqliteRow[]> {
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      await nextTurn();
      const group = waiting.splice(0, MAX_WRITES);
      const writes = group.map(({ write }) => write);
      try {
        const results = await commit(
          writes,
          writes.some(({ flush }) => flush),
        );
        for (const [index, { resolve, reject }] of group.entries()) {
          const result = results[index];
          if (result?.status === 'fulfilled') resolve(result.value);
          else reject(result?.reason);
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isRunning = false;
  }

  return (write) =>
    new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject });
      if (!isRunning) void run();
    });
}
