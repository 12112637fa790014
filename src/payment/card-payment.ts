import type { PageExtras } from '../protocol/authentication-extras.js';
import { windowSizeFor } from '../three-d-secure/window-size.js';
import type { Attempt } from './attempt.js';
import { BackendError, outcomeCodeOf, type BackendFieldIssue } from './backend-error.js';
import type { CardPaymentEvent } from './card-payment.events.js';
import { CARD_PAYMENT, type CardPaymentState, type CardPaymentTask } from './card-payment.table.js';
import { cardPaymentTasks } from './card-payment.tasks.js';
import { systemClock, type Clock } from './clock.js';
import type { FrameHost } from './frame-host.js';
import type { Card, MerchantBackend, Order, Payer } from './merchant-backend.js';
import { outcomeOf, type Outcome } from './outcome.js';
import { createPreparation } from './preparation.js';
import type { PreparationState } from './preparation.table.js';
import { run } from './runner.js';
import { traced, type TraceEntry } from './trace.js';

/** The state of a card payment, without card data. */
export interface CardPaymentSnapshot {
  readonly step: CardPaymentState;
  readonly preparation: PreparationState;
  readonly order?: Order;
  /** Present in the step `outcome`, and while it is being checked. */
  readonly outcome?: Outcome;
  /** What happened so far, for support. */
  readonly trace: readonly TraceEntry[];
  /** Fields that the backend refused, by wire name, until the next Pay. */
  readonly refused: readonly BackendFieldIssue[];
}

export interface CardPaymentOptions {
  readonly backend: MerchantBackend;
  readonly order: string;
  readonly frames: FrameHost;
  /** `on-number` (default) prepares while the shopper still types; `on-pay` only then. */
  readonly prepare?: 'on-number' | 'on-pay';
  readonly clock?: Clock;
  readonly randomUuid?: () => string;
  /** Ends everything that is under way in the page. */
  readonly signal?: AbortSignal;
}

export interface CardPayment {
  readonly snapshot: CardPaymentSnapshot;
  /** Calls back after each change. Returns a function that ends the subscription. */
  subscribe(listener: (snapshot: CardPaymentSnapshot) => void): () => void;
  /** The number as it is complete and valid, or undefined while it is not: starts the preparation. */
  enterNumber(number: string | undefined): void;
  /**
   * Pays. Ignored while a payment runs, so that a double click pays once.
   * @returns the outcome; undefined when the payment went back to the form, because fields were
   * refused or the shopper cancelled before anything was sent, or when the payment was stopped.
   */
  pay(card: Card, payer?: Payer, authentication?: PageExtras): Promise<Outcome | undefined>;
  /** Cancels where that is still true: before the authentication, or in the challenge. */
  cancel(): void;
  /** While the bank's page does not open: leaves this authentication, and begins another one with the same card. */
  openAgain(): void;
  /** From a retryable outcome back to the form. */
  tryAgain(): void;
  /**
   * From an order with an unfinished redirect payment to the card form. Calls nothing before `pay`, whose version
   * check lets the backend set the redirect payment aside.
   */
  chooseAnother(): void;
  /** Reads the order again: after `pending` and `in-doubt`, or when it could not be read. */
  check(): void;
  stop(): void;
}

/** A browser's timer with a longer time fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

function withoutOutcome({ outcome: _past, ...rest }: CardPaymentSnapshot): CardPaymentSnapshot {
  return rest;
}

/** Creates a card payment without a user interface: the table, its tasks, and a snapshot to render. */
export function createCardPayment({
  backend,
  order,
  frames,
  prepare = 'on-number',
  clock = systemClock,
  randomUuid = () => crypto.randomUUID(),
  signal,
}: CardPaymentOptions): CardPayment {
  const listeners = new Set<(snapshot: CardPaymentSnapshot) => void>();
  let attempt: Attempt | undefined;
  let stopped = false;
  let snapshot: CardPaymentSnapshot = { step: 'reading-order', preparation: 'idle', trace: [], refused: [] };

  const now = () => clock.now().toISOString();
  const onForeign = (foreignMessage: string) => show({ trace: traced(snapshot.trace, { at: now(), foreignMessage }) });

  const show = (change: Partial<CardPaymentSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener(snapshot);
  };

  const preparation = createPreparation({
    backend,
    order,
    clock,
    methodHost: () => frames.method(),
    onForeign,
    onStep: (state) => show({ preparation: state, trace: traced(snapshot.trace, { at: now(), preparation: state }) }),
  });

  const begun = ({
    card,
    payer,
    authentication,
  }: Pick<Attempt, 'card' | 'payer'> & { readonly authentication?: PageExtras | undefined }): Attempt => ({
    card,
    payer,
    authentication,
    size: windowSizeFor(frames.room()),
    authenticationKey: randomUuid(),
    authorizationKey: randomUuid(),
  });

  const currentAttempt = () => {
    if (!attempt) throw new Error('There is no attempt outside a payment.');
    return attempt;
  };

  const runner = run<CardPaymentState, CardPaymentEvent, CardPaymentTask>({
    flow: CARD_PAYMENT,
    tasks: cardPaymentTasks({ backend, order, frames, preparation, clock, attempt: currentAttempt, onForeign }),
    clock,
    limitOf: (state) => (state === 'awaiting-bank' ? attempt?.bankTimeout : undefined),
    limitEvent: (type) => ({ type }) as CardPaymentEvent,
    faultEvent: (error) => ({ type: 'FAULT', error }),
    onStep({ from, to, event }) {
      const change = changeBy(from, event);
      if (attempt && (to === 'outcome' || to === 'entering')) {
        // Card data is kept for one payment, and a transaction identifier serves one authentication.
        attempt = undefined;
        preparation.clear();
      }
      // The outcome stays while it is being checked.
      if (to !== 'outcome' && to !== 'reading-order') snapshot = withoutOutcome(snapshot);
      show({ ...change, step: to, trace: traced(snapshot.trace, { at: now(), step: to }) });
    },
  });

  function changeBy(from: CardPaymentState, event: CardPaymentEvent): Partial<CardPaymentSnapshot> {
    switch (event.type) {
      case 'OPEN':
        return { order: event.order };
      case 'SETTLED':
        return { outcome: event.outcome, ...(event.order ? { order: event.order } : {}) };
      case 'PAY':
        attempt = begun(event);
        return { refused: [] };
      case 'LEFT':
        // A transaction identifier serves one authentication only.
        preparation.clear();
        attempt = begun(currentAttempt());
        return {};
      case 'PREPARED':
        currentAttempt().prepared = event.prepared;
        return {};
      case 'CHALLENGE':
        currentAttempt().challenge = event.challenge;
        return {};
      case 'DECOUPLED':
        if (event.timeout !== undefined) currentAttempt().bankTimeout = Math.min(event.timeout, LONGEST_TIMER);
        return {};
      case 'NOTIFIED':
        currentAttempt().cres = event.cres;
        return {};
      case 'REFUSED':
        return { refused: event.fields };
      case 'ENDED':
        return {
          outcome: event.outcome,
          ...(snapshot.order ? { order: { ...snapshot.order, state: event.outcome.order.state } } : {}),
        };
      case 'FAULT':
      case 'SILENT':
        return endedByFault(from, event);
      default:
        return {};
    }
  }

  /** A fault before the first call that can move money is a failure; afterwards the payment is in doubt. */
  function endedByFault(from: CardPaymentState, event: CardPaymentEvent): Partial<CardPaymentSnapshot> {
    switch (from) {
      case 'awaiting-preparation': {
        const fault =
          event.type === 'FAULT' && event.error instanceof BackendError
            ? event.error.fault
            : ({ kind: 'unanswered' } as const);
        return { outcome: outcomeOf(outcomeCodeOf(fault), { id: order, state: 'open' }) };
      }
      case 'authenticating':
      case 'leaving-challenge':
      case 'reading-result':
        return { outcome: outcomeOf('backend-unanswered', { id: order, state: 'in-doubt' }) };
      default:
        return {};
    }
  }

  /** Resolves when it is so, or when the payment was stopped: no promise is left pending. */
  function until(settled: (snapshot: CardPaymentSnapshot) => boolean): Promise<void> {
    if (settled(snapshot) || stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const listener = () => {
        if (!settled(snapshot) && !stopped) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  }

  const stop = () => {
    runner.stop();
    preparation.stop();
    attempt = undefined;
    stopped = true;
    for (const listener of listeners) listener(snapshot);
    listeners.clear();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();

  return {
    get snapshot() {
      return snapshot;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enterNumber(number) {
      if (snapshot.step !== 'entering' && snapshot.step !== 'reading-order') return;
      if (number === undefined) preparation.clear();
      else if (prepare === 'on-number') preparation.begin(number);
    },
    async pay(card, payer = {}, authentication) {
      await until(({ step }) => step !== 'reading-order');
      runner.send({ type: 'PAY', card, payer, authentication });
      await until(({ step }) => step === 'entering' || step === 'outcome' || step === 'unreachable');
      return snapshot.outcome;
    },
    cancel() {
      runner.send({ type: 'CANCEL' });
    },
    openAgain() {
      runner.send({ type: 'AGAIN' });
    },
    tryAgain() {
      if (snapshot.outcome?.retryable) runner.send({ type: 'TRY_AGAIN' });
    },
    chooseAnother() {
      const { step, outcome } = snapshot;
      if (step === 'entering' || outcome?.status === 'pending') runner.send({ type: 'CHOOSE_ANOTHER' });
    },
    check() {
      if (!runner.send({ type: 'CHECK' })) runner.send({ type: 'RELOAD' });
    },
    stop,
  };
}
