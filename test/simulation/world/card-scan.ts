import type { NetworkHop } from '../engine/hops.js';
import type { Exchange, Reply } from '../engine/network.js';
import { SECRETS } from '../players/cards.js';
import type { Violation } from './sim.js';

/**
 * Looks for card numbers, names and security codes in everything that leaves the form, except in the bodies of the
 * calls that carry a card.
 */
export interface CardScan {
  usesCard(number: string): void;
  scan(place: string, text: string): void;
  /** Scans an error with its causes. */
  scanError(place: string, error: unknown): void;
  /** Returns the exchange with its request and its answer scanned. */
  watched(exchange: Exchange): Exchange;
}

/** The calls whose bodies carry a card number, by hop and label. */
const WITH_CARD: Partial<Record<NetworkHop, readonly string[]>> = {
  'page-backend': ['protocol-versions', 'authentications', 'authorizations'],
  'backend-gateway': ['3ds2/protocol-versions', '3ds2/authentications', 'auth'],
};

export function scanForCards(violate: (invariant: Violation['invariant'], text: string) => void): CardScan {
  const cards = new Set<string>();

  function scan(place: string, text: string): void {
    for (const number of cards) if (text.includes(number)) violate('card-number', `${place} has a card number`);
    for (const secret of SECRETS) if (text.includes(secret)) violate('card-number', `${place} has ${secret} of a card`);
  }

  return {
    usesCard: (number) => void cards.add(number),
    scan,
    scanError(place, error) {
      for (const one of causesOf(error))
        scan(place, one instanceof Error ? `${one.stack} ${JSON.stringify({ ...one })}` : (JSON.stringify(one) ?? ''));
    },
    watched(exchange) {
      const { hop, label, message, deliver } = exchange;
      scan(`the address of ${label}`, message.url);
      scan(`the headers of ${label}`, JSON.stringify(message.headers));
      if (!WITH_CARD[hop]?.includes(label)) scan(`the request ${label}`, message.body ?? '');
      return {
        ...exchange,
        async deliver(...request) {
          const reply: Reply = await deliver(...request);
          scan(`the answer to ${label}`, `${JSON.stringify(reply.headers)} ${reply.body}`);
          return reply;
        },
      };
    },
  };
}

/** An error, its cause, the cause of that, and so on. */
function* causesOf(error: unknown): Generator {
  const seen = new Set<unknown>();
  for (let one = error; one !== undefined && !seen.has(one); one = one instanceof Error ? one.cause : undefined) {
    seen.add(one);
    yield one;
  }
}
