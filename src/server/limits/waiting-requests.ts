import type { Limits } from './limits.js';
import { Problem } from '../domain/problems/problem.js';

/** Requests that wait in this process for an order: long polls, and calls that wait for another call. */
export interface WaitingRequests {
  /**
   * Admits a request that waits for an order. Returns a function that ends it.
   * @throws {Problem} too-many-requests
   */
  enter(id: string): () => void;
  /** Admits a request like `enter`; returns undefined beyond a limit. */
  tryEnter(id: string): (() => void) | undefined;
  /** The same places for the requests of one client, which has a share of them; undefined is not counted. */
  of(client: string | undefined): WaitingRequests;
}

/** One client has at most this part of all places, so that it does not take them from others. */
const CLIENT_SHARE = 1 / 4;

export function createWaitingRequests({
  waitingPerOrder,
  waitingInTotal,
}: Pick<Limits, 'waitingPerOrder' | 'waitingInTotal'>): WaitingRequests {
  const perOrder = placesFor(waitingPerOrder);
  const perClient = placesFor(Math.max(waitingPerOrder, Math.floor(waitingInTotal * CLIENT_SHARE)));
  const inTotal = placesFor(waitingInTotal);

  function of(client: string | undefined): WaitingRequests {
    function tryEnter(id: string): (() => void) | undefined {
      const places = [perOrder.of(id), inTotal.of(''), ...(client === undefined ? [] : [perClient.of(client)])];
      if (!places.every((place) => place.isFree())) return undefined;
      for (const place of places) place.take();
      return () => {
        for (const place of places) place.release();
      };
    }
    return {
      of,
      tryEnter,
      enter(id) {
        const release = tryEnter(id);
        if (!release) throw new Problem('too-many-requests');
        return release;
      },
    };
  }
  return of(undefined);
}

/** Counts requests by a key, up to a limit for each key. */
function placesFor(limit: number) {
  const taken = new Map<string, number>();
  return {
    of: (key: string) => ({
      isFree: () => (taken.get(key) ?? 0) < limit,
      take: () => void taken.set(key, (taken.get(key) ?? 0) + 1),
      release() {
        const left = (taken.get(key) ?? 1) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      },
    }),
  };
}
