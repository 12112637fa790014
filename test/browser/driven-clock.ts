import type { Clock } from '../../src/payment/clock.js';

/** A clock that stands still until a test moves it. */
export interface DrivenClock extends Clock {
  /** The number of pending calls, which is 0 after everything has ended. */
  readonly waiting: number;
  /** Moves on, and lets everything that follows happen. */
  advance(ms: number): Promise<void>;
}

export function drivenClock(start = new Date('2026-11-20T12:00:00Z')): DrivenClock {
  let now = start.getTime();
  const timers = new Set<{ readonly at: number; readonly call: () => void }>();
  return {
    now: () => new Date(now),
    after(ms, call) {
      const timer = { at: now + ms, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    get waiting() {
      return timers.size;
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers.delete(next);
        now = next.at;
        next.call();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

/** Lets everything that is ready to run do so. */
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
