import type { OrderStore } from '../book/order-store.js';
import type { Fingerprint } from '../domain/identifiers/fingerprint-key.js';
import { Problem, problemOfError } from '../domain/problems/problem.js';
import type { ProblemCode } from '../../protocol/adapter/problem-document.js';
import type { OutcomeFacts } from '../domain/problems/outcome-facts.js';
import type { Limits } from './limits.js';

/** Time for which the counters of payments and declined cards of a client run, in milliseconds. */
export const WINDOW = 600_000;
/** Time for which a counter of places runs, in milliseconds: longer than a call, and short after a process has died. */
const PLACES_WINDOW = 120_000;
/** Pause before another try while the places of a network are taken, in milliseconds. */
const PAUSE = 500;

/** A network of a client, with the limit of its declined cards. */
export interface ClientNetwork {
  readonly key: string;
  readonly limit: 'declinedCardsPerClient' | 'declinedCardsPer56' | 'declinedCardsPer48';
}

/** The sender of a call, to whom the limits of clients apply. */
export interface Caller {
  /** Undefined when neither the server nor a trusted proxy names one. */
  readonly address: string | undefined;
  /** The networks of the address, smallest first. Empty for a client that is not counted. */
  readonly networks: readonly ClientNetwork[];
}

/** Counts the different declined cards of clients and of the shop, over all orders and processes. */
export interface DeclinedCards {
  /**
   * Checks that a client may try a card.
   * @throws {Problem} too-many-requests at a limit
   */
  require(networks: readonly ClientNetwork[]): Promise<void>;
  /**
   * Tries a card of a client. A network has as many places as declined cards are left to its limit, over all processes.
   * The work begins when each network of the client has a free place, and frees it at its end, whatever its result.
   * The call waits for a place, so that concurrent shoppers are not refused before a card is declined.
   * @param work receives true when the call has waited
   * @throws {Problem} too-many-requests at a limit, and after a long wait; the errors of `work`
   */
  during<Value>(networks: readonly ClientNetwork[], work: (hasWaited: boolean) => Promise<Value>): Promise<Value>;
  /** Notes the result of a card. Never rejects. */
  note(networks: readonly ClientNetwork[], number: string, result: OutcomeFacts['card']): Promise<void>;
}

interface DeclinedCardsOptions {
  readonly addToCounter: OrderStore['addToCounter'];
  readonly now: () => Promise<Date>;
  readonly limits: Limits;
  readonly fingerprint: Fingerprint;
  readonly pause: (ms: number) => Promise<void>;
  /** Maximum wait for a place, in milliseconds. */
  readonly patience: number;
  readonly report: (code: 'many-declines' | ProblemCode, cause: unknown) => void;
}

export function createDeclinedCards(options: DeclinedCardsOptions): DeclinedCards {
  const { addToCounter, now, limits, fingerprint, pause, patience, report } = options;
  const reportFailure = (error: unknown) => report(problemOfError(error).code, error);
  const limited = (networks: readonly ClientNetwork[]) =>
    limits.versionChecksPerClient === 0 ? [] : networks.filter(({ limit }) => limits[limit] > 0);
  // The store receives keyed fingerprints of the address and of the card (docs/data.md, Counters).
  const keyOf = async (network: string) => `declined-cards ${await fingerprint(`client ${network}`)}`;
  const cardKeyOf = async (network: string, number: string) =>
    `declined-card ${await fingerprint(`declined ${network} ${number}`)}`;

  /** @throws {Problem} too-many-requests when the declined cards of a network have reached its limit */
  async function declinedOf({ key, limit }: ClientNetwork): Promise<number> {
    const { value, endsAt } = await addToCounter(await keyOf(key), { ms: WINDOW, add: 0 });
    if (value < limits[limit]) return value;
    throw tooManyRequests(await now(), endsAt);
  }

  /** Takes a place of the network. Returns a function that frees it; undefined while other calls have all places. */
  async function tryPlace(network: ClientNetwork): Promise<(() => Promise<void>) | undefined> {
    const key = `cards-under-way ${await fingerprint(`client ${network.key}`)}`;
    const { value, endsAt } = await addToCounter(key, { ms: PLACES_WINDOW });
    // A place that cannot be freed is free when its counter ends.
    const leave = async () => {
      if ((await now()) < endsAt) await addToCounter(key, { ms: PLACES_WINDOW, add: -1 });
    };
    let isTaken = false;
    try {
      // Read after the place is taken: a call that frees one has counted its declined card before.
      isTaken = (await declinedOf(network)) + value <= limits[network.limit];
      return isTaken ? leave : undefined;
    } finally {
      if (!isTaken) await leave().catch(reportFailure);
    }
  }

  /** Counts a declined card once. Returns the number of different ones, or undefined for a known one. */
  async function countDeclined(network: string, number: string): Promise<number | undefined> {
    const { value } = await addToCounter(await cardKeyOf(network, number), { ms: WINDOW });
    return value === 1 ? (await addToCounter(await keyOf(network), { ms: WINDOW })).value : undefined;
  }

  /** A card that has paid does not count, although it was declined before. */
  async function withdrawDeclined(network: string, number: string): Promise<void> {
    const key = await cardKeyOf(network, number);
    const { value } = await addToCounter(key, { ms: WINDOW, add: 0 });
    if (value === 0) return;
    await addToCounter(key, { ms: WINDOW, add: -value });
    await addToCounter(await keyOf(network), { ms: WINDOW, add: -1 });
  }

  return {
    async require(networks) {
      for (const network of limited(networks)) await declinedOf(network);
    },
    async during(networks, work) {
      const taken: (() => Promise<void>)[] = [];
      let waited = 0;
      try {
        // Calls take the smallest network first, so that none of them waits for another in a circle.
        for (const network of limited(networks)) {
          let leave = await tryPlace(network);
          for (; !leave; leave = await tryPlace(network)) {
            if (waited >= patience) throw new Problem('too-many-requests');
            await pause(PAUSE);
            waited += PAUSE;
          }
          taken.push(leave);
        }
        return await work(waited > 0);
      } finally {
        for (const leave of taken) await leave().catch(reportFailure);
      }
    },
    async note(networks, number, result) {
      if (result === 'other') return;
      try {
        for (const { key } of limited(networks)) {
          if (result === 'paid') await withdrawDeclined(key, number);
          else await countDeclined(key, number);
        }
        const { declinedCardsReported: reported } = limits;
        if (result === 'paid' || reported === 0) return;
        // Each count has a value of its own, so that one process reports it once.
        if ((await countDeclined(SHOP, number)) === reported) report('many-declines', manyDeclines(reported));
      } catch (error) {
        reportFailure(error);
      }
    },
  };
}

/** The refusal of a client until its counter ends. */
export function tooManyRequests(now: Date, endsAt: Date): Problem {
  const ms = endsAt.getTime() - now.getTime();
  return new Problem('too-many-requests', [], { retryAfter: Math.max(1, Math.ceil(ms / 1000)) });
}

/** All clients together. */
const SHOP = 'shop';

function manyDeclines(declined: number): Error {
  return new Error(
    `${declined} different cards were declined within 10 minutes. A client may be testing stolen cards: see docs/limits.md.`,
  );
}
