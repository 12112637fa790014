import type { Limits } from './limits.js';
import { Problem } from './problem.js';

/** Requests that wait in this process for an order: long polls, and calls that wait for another call. */
export interface WaitingRequests {
  /**
   * Admits a request that waits for an order. Returns a function that ends it.
   * @throws {Problem} too-many-requests
   */
  enter(id: string): () => void;
  /** Admits a request like `enter`; returns undefined beyond a limit. */
  tryEnter(id: string): (() => void) | undefined;
}

export function createWaitingRequests({
  waitingPerOrder,
  waitingInTotal,
}: Pick<Limits, 'waitingPerOrder' | 'waitingInTotal'>): WaitingRequests {
  const perOrder = new Map<string, number>();
  let inTotal = 0;

  function tryEnter(id: string): (() => void) | undefined {
    const ofOrder = perOrder.get(id) ?? 0;
    if (ofOrder >= waitingPerOrder || inTotal >= waitingInTotal) return undefined;
    perOrder.set(id, ofOrder + 1);
    inTotal++;
    return () => {
      inTotal--;
      const left = (perOrder.get(id) ?? 1) - 1;
      if (left === 0) perOrder.delete(id);
      else perOrder.set(id, left);
    };
  }

  return {
    tryEnter,
    enter(id) {
      const leave = tryEnter(id);
      if (!leave) throw new Problem('too-many-requests');
      return leave;
    },
  };
}
