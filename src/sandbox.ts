import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { challengeRoute } from './sandbox/acs/challenge.js';
import { acsFilesRoute } from './sandbox/acs/files.js';
import { methodRoute } from './sandbox/acs/method.js';
import { AuthorizationStore } from './sandbox/card-authorization/authorization-store.js';
import { cardAuthorizationRoute } from './sandbox/card-authorization/card-authorization.js';
import { CardDirectory, type CardRange } from './sandbox/directory.js';
import { homeRoute } from './sandbox/home.js';
import { MessageLog } from './sandbox/message-log.js';
import { messagesRoute } from './sandbox/messages.js';
import type { SandboxState } from './sandbox/sandbox-state.js';
import { SCHEME_RANGES } from './sandbox/scheme-ranges.js';
import { settingsOf, type SandboxOptions } from './sandbox/settings.js';
import { TEST_CARDS, type TestCard } from './sandbox/test-cards.js';
import { authenticationDataRoute } from './sandbox/three-d-secure-server/authentication-data.js';
import { authenticationRoute } from './sandbox/three-d-secure-server/authentication.js';
import { authenticationSearchRoute } from './sandbox/three-d-secure-server/authentication-search.js';
import { versionCheckRoute } from './sandbox/three-d-secure-server/version-check.js';
import { TransactionStore } from './sandbox/transaction-store.js';

export type { BehaviourName, CardProfile } from './sandbox/behaviours.js';
export type { CardRange } from './sandbox/directory.js';
export type { LoggedMessage, MessageKind, MessageLog } from './sandbox/message-log.js';
export type { SandboxOptions } from './sandbox/settings.js';
export { TEST_CARDS, type TestCard } from './sandbox/test-cards.js';

/** A gateway, a card directory and a bank in one handler: everything outside the merchant's own house. */
export interface Sandbox {
  /** Request in, Response out. Free of `this`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Every message so far, card data masked. */
  readonly messages: MessageLog;
  readonly testCards: readonly TestCard[];
}

/** Far beyond any message of the interface. */
const BODY_LIMIT = 131_072;

/**
 * Makes a sandbox. It keeps what it knows in memory, within bounds, and has no timers.
 * @throws {RangeError} for ranges or cards that overlap; {TypeError} for a bad `baseUrl`.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const settings = settingsOf(options);
  const ownCards = options.cards ?? [];
  const ownNumbers = new Set(ownCards.map(({ number }) => number));
  const testCards = [...ownCards, ...TEST_CARDS.filter(({ number }) => !ownNumbers.has(number))];
  const state: SandboxState = {
    settings,
    findCard: cardFinder([cardRanges(testCards), options.ranges ?? [], SCHEME_RANGES]),
    transactions: new TransactionStore(),
    authorizations: new AuthorizationStore(),
    log: new MessageLog(settings.now),
  };

  // Not strict: an address with a slash at its end is the same address.
  const app = new Hono({ strict: false })
    .basePath(new URL(settings.baseUrl).pathname)
    .use(bodyLimit({ maxSize: BODY_LIMIT, onError: () => new Response(null, { status: 400 }) }))
    .route('/', versionCheckRoute(state))
    .route('/', authenticationSearchRoute(state))
    .route('/', authenticationRoute(state))
    .route('/', authenticationDataRoute(state))
    .route('/', cardAuthorizationRoute(state))
    .route('/', methodRoute(state))
    .route('/', challengeRoute(state))
    .route('/', acsFilesRoute())
    .route('/', messagesRoute(state.log))
    .route('/', homeRoute(state, testCards))
    .notFound(() => new Response(null, { status: 404 }))
    .onError((error) => {
      settings.reportError(error);
      return new Response(null, { status: 500 });
    });

  return { fetch: async (request) => app.fetch(request), messages: state.log, testCards };
}

/** Test cards go before the user's ranges, and those before the schemes': within each, nothing overlaps. */
function cardFinder(layers: readonly Iterable<CardRange>[]): SandboxState['findCard'] {
  const directories = layers.map((ranges) => new CardDirectory(ranges));
  return (number) => {
    for (const directory of directories) {
      const profile = directory.find(number);
      if (profile) return profile;
    }
    return undefined;
  };
}

function cardRanges(cards: readonly TestCard[]): CardRange[] {
  return cards.map((card) => ({ ...card, low: card.number, high: card.number }));
}
