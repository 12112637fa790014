import type { Clock } from 'scudo-checkout/payment';

/** A stopped clock. Time passes only when `advance` is called. */
export interface StillClock extends Clock {
  /** Advances the clock. Resolves when all due calls have run. */
  advance(ms: number): Promise<void>;
}

/** The time of the clock: before the typed expiry dates, and the same on each day. */
const NOON = Date.parse('2026-11-20T12:00:00Z');

export function stillClock(): StillClock {
  let now = NOON;
  const timers = new Set<{ readonly at: number; readonly call: () => void }>();
  return {
    now: () => new Date(now),
    after(ms, call) {
      const timer = { at: now + ms, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers.delete(next);
        now = next.at;
        next.call();
        await settled();
      }
      now = end;
    },
  };
}

/** Resolves after all pending tasks, because a message to the same page is queued behind them. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
