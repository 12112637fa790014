/** Time that a test advances. Timers fire in their order. */
export interface VirtualTime {
  now(): Date;
  /** Schedules a callback; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** Resolves after `ms` virtual milliseconds. */
  pause(ms: number): Promise<void>;
  /** Advances the time by `ms` milliseconds, fires the timers that are due, and lets all work settle. */
  advance(ms: number): Promise<void>;
  /** Lets all work that needs no time settle. */
  settle(): Promise<void>;
  /** Lets time pass until the promise is settled. */
  until<Value>(promise: Promise<Value>): Promise<Value>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Rounds of the event loop in which promises of the code under test settle. */
const ROUNDS = 12;

export function createVirtualTime(start = Date.parse('2026-11-20T12:00:00Z')): VirtualTime {
  let now = start;
  const timers = new Set<Timer>();

  function after(ms: number, callback: () => void): () => void {
    const timer: Timer = { at: now + ms, callback };
    timers.add(timer);
    return () => timers.delete(timer);
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) await new Promise((resolve) => setImmediate(resolve));
  }

  function nextTimer(): Timer | undefined {
    return [...timers].reduce<Timer | undefined>((one, other) => (one && one.at <= other.at ? one : other), undefined);
  }

  async function fire(timer: Timer): Promise<void> {
    timers.delete(timer);
    now = Math.max(now, timer.at);
    timer.callback();
    await settle();
  }

  return {
    now: () => new Date(now),
    after,
    settle,
    pause: (ms) => new Promise((resolve) => after(ms, resolve)),
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let timer = nextTimer(); timer && timer.at <= end; timer = nextTimer()) await fire(timer);
      now = end;
    },
    async until(promise) {
      let isSettled = false;
      void promise.then(
        () => (isSettled = true),
        () => (isSettled = true),
      );
      await settle();
      for (let timer = nextTimer(); !isSettled && timer; timer = nextTimer()) await fire(timer);
      return promise;
    },
  };
}
