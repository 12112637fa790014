import './protocol/require-node.js';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { challengeRoute } from './sandbox/acs/challenge-route.js';
import { acsFilesRoute } from './sandbox/acs/files-route.js';
import { methodRoute } from './sandbox/acs/method-route.js';
import { AuthorizationStore } from './sandbox/authorizations/authorization-store.js';
import { openSandboxFile } from './sandbox/core/sandbox-file.js';
import { drivableClock, machineClock, type DrivableClock } from './sandbox/core/clock.js';
import { clockRoute } from './sandbox/http/clock-route.js';
import { isOwnHost } from './sandbox/http/own-host.js';
import { CardDirectory, type CardRange } from './sandbox/directory/card-directory.js';
import { faultSource } from './sandbox/core/fault-source.js';
import { homeRoute } from './sandbox/home/home-route.js';
import { MessageLog } from './sandbox/log/message-log.js';
import { messagesRoute } from './sandbox/log/messages-route.js';
import { PaymentStore } from './sandbox/testpay/payment-store.js';
import { resumeDeliveries } from './sandbox/testpay/status-delivery.js';
import { testpayRoute } from './sandbox/testpay/testpay-route.js';
import { portalRoute } from './sandbox/portal/portal-route.js';
import { paymentsReportRoute } from './sandbox/reports/payments-report.js';
import { refundsReportRoute } from './sandbox/reports/refunds-report.js';
import { restoreSandbox, sandboxSnapshotOf } from './sandbox/snapshot.js';
import type { SandboxSnapshot } from './sandbox/core/sandbox-snapshot.js';
import type { SandboxState } from './sandbox/state.js';
import { SCHEME_RANGES } from './sandbox/directory/scheme-ranges.js';
import { acceptInsecureHost } from './protocol/values/web-address.js';
import { reportToStderr, settingsOf, type SandboxOptions } from './sandbox/core/settings.js';
import { TEST_CARDS, type TestCard } from './sandbox/cards/test-cards.js';
import { authenticationDataRoute } from './sandbox/gateway/json/authentication-data.js';
import { authenticationRoute } from './sandbox/gateway/json/authentication.js';
import { authenticationSearchRoute } from './sandbox/gateway/json/authentication-search.js';
import { versionCheckRoute } from './sandbox/gateway/json/version-check.js';
import { TransactionStore } from './sandbox/issuer/transaction-store.js';
import { xmlRoute } from './sandbox/gateway/xml/xml-route.js';

export type { Behaviour, BehaviourName, CardProfile } from './sandbox/cards/behaviours.js';
export type { DrivableClock, SandboxClock } from './sandbox/core/clock.js';
export type { ChooseFault, FaultyCall, FaultyCallKind, SandboxFault } from './sandbox/core/faults.js';
export type { CardRange } from './sandbox/directory/card-directory.js';
export type { MessageKind } from './sandbox/core/message-kind.js';
export { isAttemptOfOrder } from './sandbox/log/attempt-of-order.js';
export type { LoggedMessage, MessageLog } from './sandbox/log/message-log.js';
export type { OverridablePayment, OverrideReport, ReportOverride } from './sandbox/core/report-override.js';
export type { SandboxSnapshot } from './sandbox/core/sandbox-snapshot.js';
export type { SandboxOptions } from './sandbox/core/settings.js';
export { TEST_CARDS, type TestCard } from './sandbox/cards/test-cards.js';

/** A simulated gateway, card directory, issuer and testpay in one handler. */
export interface Sandbox {
  /** Answers a request. Does not depend on `this`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Log of all messages, with masked card data. */
  readonly messages: MessageLog;
  /** The cards that the sandbox knows, those of the option `cards` first. */
  readonly testCards: readonly TestCard[];
  /** The sandbox's clock, which can be put forward. */
  readonly clock: DrivableClock;
  /**
   * Copies everything that the sandbox holds, except its clock. `createSandbox({ snapshot })` continues from the copy,
   * for example after a service worker was stopped.
   */
  readonly snapshot: () => Promise<SandboxSnapshot>;
  /**
   * Stops all timers and deliveries and closes the file. The next sandbox with the same file sends the messages that
   * are left.
   */
  readonly close: () => Promise<void>;
}

/** Bytes; far more than any message of the interface has. */
const BODY_LIMIT = 131_072;

/**
 * Creates a sandbox. It keeps a bounded number of records in memory, and payments in a file if the option `file`
 * names one. Its timers do not keep the process alive.
 * @param options see docs/testing.md; default: the address http://127.0.0.1:4174
 * @returns the sandbox; mount its `fetch`, and call `close()` at the end
 * @throws {RangeError} for ranges or cards that overlap.
 * @throws {TypeError} for a `baseUrl` that is not an absolute http address.
 * @example
 * import { serve } from '@hono/node-server';
 *
 * const sandbox = createSandbox({ baseUrl: 'http://127.0.0.1:4174' });
 * serve({ fetch: sandbox.fetch, port: 4174 });
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const reportError = options.reportError ?? reportToStderr;
  const timers = options.clock ?? machineClock(options.now);
  const clock = drivableClock(timers, reportError);
  const settings = settingsOf(options, clock.now);
  if (settings.allowInsecure) for (const host of settings.merchantHosts) acceptInsecureHost(host);
  const closing = new AbortController();
  const file = options.file === undefined ? undefined : openSandboxFile(options.file);
  const ownCards = options.cards ?? [];
  const ownNumbers = new Set(ownCards.map(({ number }) => number));
  const testCards = [...ownCards, ...TEST_CARDS.filter(({ number }) => !ownNumbers.has(number))];
  const state: SandboxState = {
    settings,
    findCard: cardFinder([cardRanges(testCards), options.ranges ?? [], SCHEME_RANGES]),
    transactions: new TransactionStore(),
    authorizations: new AuthorizationStore(file),
    payments: new PaymentStore(file),
    clock,
    timers,
    log: new MessageLog(settings.now),
    faultOf: faultSource(settings.faults),
    closing: closing.signal,
  };

  // Requests wait until the file is read. A file that cannot be read fails every request.
  const loaded = loadedFrom(state, options.snapshot);
  loaded.catch(reportError);
  const publicClock: DrivableClock = {
    now: clock.now,
    at: clock.at,
    advance: (seconds) => loaded.then(() => clock.advance(seconds)),
  };

  // Not strict: a slash at the end of an address does not matter.
  const app = new Hono({ strict: false })
    .basePath(new URL(settings.baseUrl).pathname)
    .use(bodyLimit({ maxSize: BODY_LIMIT, onError: () => new Response(null, { status: 400 }) }))
    .route('/', versionCheckRoute(state))
    .route('/', authenticationSearchRoute(state))
    .route('/', authenticationRoute(state))
    .route('/', authenticationDataRoute(state))
    .route('/', xmlRoute(state))
    .route('/', portalRoute(state))
    .route('/', testpayRoute(state))
    .route('/', paymentsReportRoute(state))
    .route('/', refundsReportRoute(state))
    .route('/', methodRoute(state))
    .route('/', challengeRoute(state))
    .route('/', acsFilesRoute())
    .route('/', messagesRoute(state.log))
    .route('/', settings.drivableClock ? clockRoute(publicClock) : new Hono())
    .route('/', homeRoute(settings, testCards))
    .notFound(() => new Response(null, { status: 404 }))
    .onError((error) => {
      settings.reportError(error);
      return new Response(null, { status: 500 });
    });

  return {
    async fetch(request) {
      if (!isOwnHost(request.url, settings)) return new Response(null, { status: 421 });
      return loaded.then(
        () => app.fetch(request),
        () => new Response(null, { status: 500 }),
      );
    },
    messages: state.log,
    testCards,
    clock: publicClock,
    snapshot: () => loaded.then(() => sandboxSnapshotOf(state)),
    async close() {
      clock.close();
      closing.abort();
      await file?.close();
    },
  };
}

async function loadedFrom(state: SandboxState, snapshot: SandboxSnapshot | undefined): Promise<void> {
  await state.authorizations.load();
  await state.payments.load();
  if (snapshot) await restoreSandbox(snapshot, state);
  // The counter of references continues, so that two references of one millisecond differ.
  const { authorizations, payments } = state;
  let used = [...payments.transactions(), ...payments.refunds()].length;
  for (const { movements } of authorizations.values()) used += 1 + movements.length;
  for (; used > 0; used--) authorizations.nextReference();
  await resumeDeliveries(state);
}

/**
 * Finds a card in the test cards first, then in the user's ranges, then in those of the schemes. Nothing overlaps
 * within each.
 */
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
