import type { After } from './util/timers.js';
import { Problem } from './domain/problems/problem.js';

/** Running calls of one backend: requests, and calls of `orders`. */
export interface OpenCalls {
  /** Aborts when the backend begins to close. */
  readonly closing: AbortSignal;
  /** Aborts when `drain` resolves. */
  readonly ended: AbortSignal;
  /** Runs a call, which `drain` waits for. Its signal aborts when the backend begins to close. */
  run<Answer>(call: (closing: AbortSignal) => Promise<Answer>): Promise<Answer>;
  /**
   * Begins to close, and resolves with true when no call and no background work is left, or with false after `ms`
   * milliseconds. Calls that begin in between are part of running work, such as a delivery.
   */
  drain(options: { readonly ms: number; readonly idle: () => Promise<void> }): Promise<boolean>;
}

export function createOpenCalls(after: After): OpenCalls {
  const backend = new AbortController();
  const end = new AbortController();
  const open = new Map<Promise<unknown>, AbortController>();

  async function run<Answer>(call: (closing: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const controller = new AbortController();
    if (backend.signal.aborted) controller.abort();
    const running = call(controller.signal);
    open.set(running, controller);
    try {
      return await running;
    } finally {
      open.delete(running);
    }
  }

  async function untilIdle(idle: () => Promise<void>): Promise<void> {
    while (open.size > 0) await Promise.allSettled(open.keys());
    await idle();
    if (open.size > 0) await untilIdle(idle);
  }

  return {
    closing: backend.signal,
    ended: end.signal,
    run,
    async drain({ ms, idle }) {
      backend.abort(new Problem('closing'));
      for (const controller of open.values()) controller.abort();
      const drained = await new Promise<boolean>((resolve) => {
        const cancel = after(ms, () => resolve(false));
        void untilIdle(idle).then(() => {
          cancel();
          resolve(true);
        });
      });
      end.abort();
      return drained;
    },
  };
}
