/** A part of the simulated world that has timers: a tab, a process of the backend, the gateway, the network. */
export interface Owner {
  readonly name: string;
  /** False once the tab was closed or the process was killed. Its timers do not fire any more. */
  isAlive: boolean;
  /** Time until which it stands still, in milliseconds since the epoch. Its timers fire afterwards. */
  stillUntil?: number;
}

/** Virtual time: a priority queue of timers. Between two timers all promises settle. */
export interface Scheduler {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back after `ms` virtual milliseconds if the owner is still alive. Returns a function that cancels. */
  after(owner: Owner, ms: number, call: () => void): () => void;
  /** Resolves after `ms` virtual milliseconds; never when the owner has died. */
  sleep(owner: Owner, ms: number): Promise<void>;
  standsStill(owner: Owner): boolean;
  /** Resolves when the owner no longer stands still. Returns undefined when it does not stand still. */
  untilAwake(owner: Owner): Promise<void> | undefined;
  /** Fires all timers until a time, and advances to it. */
  runUntil(time: number): Promise<void>;
  /** Number of timers of living owners that have not fired. */
  waiting(owner: Owner): number;
  /** Number of timers that have fired. */
  fired(): number;
}

interface Timer {
  time: number;
  /** Timers of one moment fire in the order in which they were set. */
  order: number;
  readonly owner: Owner;
  call: (() => void) | undefined;
}

/** Limit of timers in one world, so that an endless loop without a pause fails instead of hanging. */
const MOST_TIMERS = 400_000;

export function createScheduler(start: number): Scheduler {
  // Taken at the beginning, because a run replaces the platform's timers.
  const turn = globalThis.setImmediate;
  const heap: Timer[] = [];
  let now = start;
  let count = 0;
  let fired = 0;

  /** All microtasks run before the next macrotask. Nothing in a world needs another thread. */
  const drain = () => new Promise((resolve) => turn(resolve));

  function after(owner: Owner, ms: number, call: () => void): () => void {
    const timer: Timer = { time: now + Math.max(0, Math.ceil(ms)), order: count++, owner, call };
    push(heap, timer);
    return () => (timer.call = undefined);
  }

  const standsStill = (owner: Owner) => (owner.stillUntil ?? 0) > now;
  const sleep = (owner: Owner, ms: number) => new Promise<void>((resolve) => void after(owner, ms, resolve));

  return {
    now: () => now,
    after,
    sleep,
    standsStill,
    untilAwake: (owner) => (standsStill(owner) ? sleep(owner, 0) : undefined),
    async runUntil(time) {
      await drain();
      for (let timer = heap[0]; timer && timer.time <= time; timer = heap[0]) {
        pop(heap);
        const { call, owner } = timer;
        if (!call || !owner.isAlive) continue;
        if ((owner.stillUntil ?? 0) > timer.time) {
          push(heap, Object.assign(timer, { time: owner.stillUntil, order: count++ }));
          continue;
        }
        if (++fired > MOST_TIMERS) throw new Error(`More than ${MOST_TIMERS} timers fired: the world does not end.`);
        now = timer.time;
        timer.call = undefined;
        call();
        await drain();
      }
      now = Math.max(now, time);
    },
    waiting: (owner) => heap.filter((timer) => timer.owner === owner && timer.call && owner.isAlive).length,
    fired: () => fired,
  };
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}

function push(heap: Timer[], timer: Timer): void {
  let index = heap.push(timer) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent]!;
    if (!isBefore(timer, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = timer;
}

function pop(heap: Timer[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    const right = heap[child + 1];
    if (right && isBefore(right, heap[child]!)) child++;
    if (!isBefore(heap[child]!, last)) break;
    heap[index] = heap[child]!;
    index = child;
  }
  heap[index] = last;
}
