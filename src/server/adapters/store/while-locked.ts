import { StoreBusyError } from '../../domain/problems/store-busy-error.js';
import { isLocked } from './sqlite-connection.js';

/** Waits for a database that another process has locked. */
export interface LockWait {
  /** Maximum wait for a lock of another process, in milliseconds. Default: 5,000. */
  readonly busyTimeout?: number | undefined;
  /** Resolves after `ms` milliseconds. Default: a promise on `setTimeout`. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
  /** Random number from 0 to 1, which spreads the attempts of several processes. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** First and longest pause between two attempts, in milliseconds. */
const [FIRST, LONGEST] = [4, 64];

/**
 * Repeats work while the database is locked. The pauses leave the event loop free.
 * @throws {StoreBusyError} after `busyTimeout`
 */
export async function whileLocked<Value>(
  work: () => Promise<Value>,
  {
    busyTimeout = 5000,
    pause = (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    random = Math.random,
  }: LockWait,
): Promise<Value> {
  let waited = 0;
  for (let longest = FIRST; ; longest = Math.min(longest * 2, LONGEST)) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (waited >= busyTimeout) {
        throw new StoreBusyError(`The database stayed locked by another process for ${busyTimeout} ms.`, {
          cause: error,
        });
      }
    }
    const ms = Math.min(longest * (0.5 + random() / 2), busyTimeout - waited);
    waited += ms;
    await pause(ms);
  }
}
