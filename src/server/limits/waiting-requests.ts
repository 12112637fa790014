import type { ClientNetwork } from './declined-cards.js';
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
  /** The same places for the requests of one client. Each of its networks has a share of them. */
  of(networks: readonly Pick<ClientNetwork, 'key'>[]): WaitingRequests;
}

/** A network has at most this part of all places, so that a client does not take them from others. */
const NETWORK_SHARE = 1 / 4;

export function createWaitingRequests({
  waitingPerOrder,
  waitingInTotal,
}: Pick<Limits, 'waitingPerOrder' | 'waitingInTotal'>): WaitingRequests {
  const perOrder = placesFor(waitingPerOrder);
  const perNetwork = placesFor(Math.max(waitingPerOrder, Math.floor(waitingInTotal * NETWORK_SHARE)));
  const inTotal = placesFor(waitingInTotal);

  function of(networks: readonly Pick<ClientNetwork, 'key'>[]): WaitingRequests {
    function tryEnter(id: string): (() => void) | undefined {
      const places = [perOrder.of(id), inTotal.of(''), ...networks.map(({ key }) => perNetwork.of(key))];
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
  return of([]);
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
