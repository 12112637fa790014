import type { Clock } from 'scudo-checkout/payment';

/** A clock that stands still, so that no limit passes unless somebody puts it forward. */
export interface StillClock extends Clock {
  /** Resolves when all that became due has happened. */
  advance(ms: number): Promise<void>;
}

/** Before the expiry dates that the gallery's shoppers type, and the same on every day that it is looked at. */
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

/** Lets everything that is ready to run do so: a message to ourselves comes after all of it. */
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
