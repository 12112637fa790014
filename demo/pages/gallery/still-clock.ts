import type { Clock } from 'scudo-checkout/payment';

/** A stopped clock, for the gallery and for tests. Time passes only when `advance` is called. */
export interface StillClock extends Clock {
  /** Number of pending calls, which is 0 after everything has ended. */
  readonly waiting: number;
  /** Sets the time of day forward, or back with a negative number, as a time server does. No time passes. */
  set(ms: number): void;
  /** Advances the clock. Resolves when all due calls have run, and what they cause. */
  advance(ms: number): Promise<void>;
}

/** More calls than a page makes at one moment. Timers without a delay that start each other would never end. */
const MOST_AT_ONCE = 1000;

/** The time of the clock: before the typed expiry dates, and the same on each day. */
const NOON = Date.parse('2026-11-20T12:00:00Z');

export function stillClock(start = new Date(NOON)): StillClock {
  let now = start.getTime();
  let offset = 0;
  const timers = new Set<{ readonly at: number; readonly call: () => void }>();
  return {
    now: () => new Date(now + offset),
    after(ms, call) {
      const timer = { at: now + ms, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    get waiting() {
      return timers.size;
    },
    set(ms) {
      offset += ms;
    },
    async advance(ms) {
      const end = now + ms;
      for (let atOnce = 0; ; ) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers.delete(next);
        atOnce = next.at > now ? 0 : atOnce + 1;
        if (atOnce > MOST_AT_ONCE) throw new Error('The clock stands still: timers without a delay start each other.');
        now = next.at;
        next.call();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

/** Resolves after all pending tasks, because a message to the same page is queued behind them. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => queueMicrotask(resolve));
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
