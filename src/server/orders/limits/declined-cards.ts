import type { OrderStore } from '../book/order-store.js';
import type { Fingerprint } from '../identifiers/fingerprint-key.js';
import { Problem, problemOfError } from '../problems/problem.js';
import type { ProblemCode } from '../../../protocol/adapter/problem-document.js';
import type { Limits } from './limits.js';

/** Time for which a counter of declined cards runs, in milliseconds. */
const WINDOW = 600_000;
/** Pause before another try while cards of the client are being tried, in milliseconds, and the number of pauses. */
const [PAUSE, MAX_PAUSES] = [500, 10];

/** Result of a card that was tried; `other` is neither a payment nor a decline. */
export type CardResult = 'paid' | 'declined' | 'other';

/** A network of a client, with the limit of its declined cards. */
export interface ClientNetwork {
  readonly key: string;
  readonly limit: 'declinedCardsPerClient' | 'declinedCardsPer56' | 'declinedCardsPer48';
}

/** Counts the different declined cards of clients and of the shop, over all orders and processes. */
export interface DeclinedCards {
  /**
   * Checks that a client may try a card.
   * @throws {Problem} too-many-requests at a limit
   */
  require(networks: readonly ClientNetwork[]): Promise<void>;
  /**
   * Tries a card of a client. The cards that are being tried at the same time in this process count as declined until
   * their result is known, so that many calls at once do not exceed a limit. Calls with the same card count as one. A
   * call beyond a limit waits for them.
   * @throws {Problem} too-many-requests at a limit, and the errors of `work`
   */
  during<Value>(networks: readonly ClientNetwork[], number: string, work: () => Promise<Value>): Promise<Value>;
  /** Notes the result of a card. Never rejects. */
  note(networks: readonly ClientNetwork[], number: string, result: CardResult): Promise<void>;
}

/** The place of a card that is being tried, by its fingerprint. */
interface Place {
  readonly network: ClientNetwork;
  readonly card: string;
}

interface DeclinedCardsOptions {
  readonly count: OrderStore['count'];
  readonly now: () => Promise<Date>;
  readonly limits: Limits;
  readonly fingerprint: Fingerprint;
  readonly pause: (ms: number) => Promise<void>;
  readonly report: (code: 'many-declines' | ProblemCode, cause: unknown) => void;
}

export function createDeclinedCards(options: DeclinedCardsOptions): DeclinedCards {
  const { count, now, limits, fingerprint, pause, report } = options;
  /** Number of running calls of this process for each card, by network. */
  const tried = new Map<string, Map<string, number>>();

  const limited = (networks: readonly ClientNetwork[]) =>
    limits.versionChecksPerClient === 0 ? [] : networks.filter(({ limit }) => limits[limit] > 0);
  // The store receives keyed fingerprints of the address and of the card (docs/data.md, Counters).
  const keyOf = async (network: string) => `declined-cards ${await fingerprint(`client ${network}`)}`;
  const cardKeyOf = async (network: string, number: string) =>
    `declined-card ${await fingerprint(`declined ${network} ${number}`)}`;

  /** @throws {Problem} too-many-requests when the declined cards of a network have reached its limit */
  async function declinedOf({ key, limit }: ClientNetwork): Promise<number> {
    const { value, endsAt } = await count(await keyOf(key), { ms: WINDOW, add: 0 });
    if (value < limits[limit]) return value;
    const ms = endsAt.getTime() - (await now()).getTime();
    throw new Problem('too-many-requests', [], { retryAfter: Math.max(1, Math.ceil(ms / 1000)) });
  }

  function release(places: readonly Place[]): void {
    for (const { network, card } of places) {
      const cards = tried.get(network.key);
      const left = (cards?.get(card) ?? 1) - 1;
      if (left > 0) cards?.set(card, left);
      else cards?.delete(card);
      if (cards?.size === 0) tried.delete(network.key);
    }
  }

  /** Takes the place of the card in each network. Returns false, and takes none, while others are being tried. */
  async function take(places: readonly Place[]): Promise<boolean> {
    // Taken before the counter is read: a call that ends in between has counted its card by then.
    const taken = places.map(({ network, card }) => {
      const cards = tried.get(network.key) ?? new Map<string, number>();
      tried.set(network.key, cards.set(card, (cards.get(card) ?? 0) + 1));
      return { network, value: cards.size };
    });
    try {
      for (const { network, value } of taken) {
        if ((await declinedOf(network)) + value > limits[network.limit]) {
          release(places);
          return false;
        }
      }
      return true;
    } catch (error) {
      release(places);
      throw error;
    }
  }

  /** Counts a declined card once. Returns the number of different ones, or undefined for a known one. */
  async function countDeclined(network: string, number: string): Promise<number | undefined> {
    const { value } = await count(await cardKeyOf(network, number), { ms: WINDOW });
    return value === 1 ? (await count(await keyOf(network), { ms: WINDOW })).value : undefined;
  }

  /** A card that has paid does not count, although it was declined before. */
  async function withdrawDeclined(network: string, number: string): Promise<void> {
    const key = await cardKeyOf(network, number);
    const { value } = await count(key, { ms: WINDOW, add: 0 });
    if (value === 0) return;
    await count(key, { ms: WINDOW, add: -value });
    await count(await keyOf(network), { ms: WINDOW, add: -1 });
  }

  return {
    async require(networks) {
      for (const network of limited(networks)) await declinedOf(network);
    },
    async during(networks, number, work) {
      const places = await Promise.all(
        limited(networks).map(async (network) => ({ network, card: await cardKeyOf(network.key, number) })),
      );
      for (let pauses = 0; !(await take(places)); pauses++) {
        if (pauses === MAX_PAUSES) throw new Problem('too-many-requests');
        await pause(PAUSE);
      }
      return work().finally(() => release(places));
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
        report(problemOfError(error).code, error);
      }
    },
  };
}

/** All clients together. */
const SHOP = 'shop';

function manyDeclines(declined: number): Error {
  return new Error(
    `${declined} different cards were declined within 10 minutes. A client may be testing stolen cards: see docs/limits.md.`,
  );
}
