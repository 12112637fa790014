/**
 * A source of time and timers, so that tests run without real time.
 *
 * @example
 * import { systemClock, type Clock } from 'scudo-checkout/payment';
 *
 * const slow: Clock = { now: systemClock.now, after: (ms, call) => systemClock.after(ms * 2, call) };
 */
export interface Clock {
  /** Returns the present time. */
  now(): Date;
  /** Calls back once after a time in milliseconds. Returns a function that cancels the call. */
  after(ms: number, call: () => void): () => void;
}

/**
 * The clock of the browser, the default of all timers.
 *
 * @example
 * import { systemClock } from 'scudo-checkout/payment';
 *
 * const cancel = systemClock.after(1000, () => console.log(systemClock.now()));
 * cancel();
 */
export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after a time in milliseconds. Rejects at once when aborted, and leaves no timer. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const finished = new AbortController();
    const cancel = clock.after(ms, () => {
      finished.abort();
      resolve();
    });
    const abort = () => {
      cancel();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true, signal: finished.signal });
  });
}
