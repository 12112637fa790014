import { windowSizeFor, type PixelSize } from '../../three-d-secure/window-size.js';
import type { FrameEnvironment } from '../../three-d-secure/acs-frame.js';
import { isLoopbackAddress } from '../../protocol/values/web-address.js';
import type { Card, Order, PageExtras, PayerInput, RedirectInput } from '../backend-client/backend-client.js';
import type { Outcome } from '../outcome.js';
import { CARD_STATES } from '../card/card.table.js';
import { randomKey } from '../random-key.js';
import { systemClock } from '../clock.js';
import type { AttemptKeys } from '../flow/attempt.js';
import type { CheckoutContext } from '../flow/checkout.context.js';
import { INTERVALS } from '../flow/checkout.dependencies.js';
import type { CheckoutEvent, CheckoutEventType, CheckoutLimit, FaultFacts } from '../flow/checkout.events.js';
import type { CheckoutStates, CheckoutStep } from '../flow/checkout.states.js';
import { run } from '../flow/runner.js';
import { NO_CARD } from '../preparation/preparation.reducer.js';
import type { CheckoutOptions } from './checkout-options.js';
import { snapshotOf, type CheckoutSnapshot } from './checkout-snapshot.js';
import { reduce } from './checkout.reducer.js';
import { CHECKOUT, STARTS, type CheckoutTask } from './checkout.table.js';
import { lateTasks, loadTasks } from './late-tasks.js';
import { MoneyCalls } from './money-calls.js';
import { orderTasks } from './order.tasks.js';
import { traced, type Observation, type TraceEntry } from './trace.js';

/** A checkout of one order, without a user interface. Methods that do not fit the present step have no effect. */
export interface Checkout {
  /** The present state. */
  readonly snapshot: CheckoutSnapshot;
  /** Calls back after each change. Returns a function that ends the subscription. */
  subscribe(listener: (snapshot: CheckoutSnapshot) => void): () => void;
  /**
   * Starts the preparation of a card: version check and method step.
   * @param number a complete and valid card number, digits only; undefined ends the preparation
   */
  enterNumber(number: string | undefined): void;
  /**
   * Pays with a card. Ignored while a payment runs, so that a double click pays once.
   * @param payer the fields of `Order.ask`
   * @param authentication further fields of the authentication request
   * @returns the outcome; undefined when the checkout was stopped, or when it returned to the form because fields were
   * refused or the shopper cancelled before anything was sent. It does not reject: a failure is an outcome.
   */
  pay(card: Card, payer?: PayerInput, authentication?: PageExtras): Promise<Outcome | undefined>;
  /**
   * Starts a redirect payment, resumes an unfinished one, or replaces it after `chooseAnother`. Ignored while a payment
   * runs.
   */
  redirect(input: RedirectInput): void;
  /** Cancels where that is possible: before the authentication, or in the challenge. */
  cancel(): void;
  /** Abandons a challenge whose page does not open, and starts another authentication with the same card. */
  reopenChallenge(): void;
  /** Returns from a retryable outcome to the form. */
  tryAgain(): void;
  /** Returns from an unfinished redirect payment to the form. Calls nothing before the shopper submits. */
  chooseAnother(): void;
  /**
   * Reads an order again that the shop has changed, and shows it. The form stays. Ignored while a payment runs, which
   * ends as `order-changed`.
   */
  refresh(): void;
  /** Reads the order again: after `pending` and `in-doubt`, or when it could not be read. */
  check(): void;
  /** Adds to the trace what the page has observed besides the steps. */
  observe(observation: Observation): void;
  /** Ends all work, drops the card, and removes all listeners. A payment that was sent continues at the backend. */
  stop(): void;
}

/** Navigates the top-level window, also from inside a merchant's own frame. */
export function navigateTop(url: string): void {
  (window.top ?? window).location.href = url;
}

/**
 * The origin of the notification pages, if the frame page came through the proxy of a dev server. Elsewhere a page
 * accepts only the origin from which it has the frame page.
 */
function localNotifications(framePage: string, order: Order | undefined): string | undefined {
  const { notificationOrigin } = order ?? {};
  if (notificationOrigin === undefined || notificationOrigin === new URL(framePage).origin) return undefined;
  return isLoopbackAddress(notificationOrigin) ? notificationOrigin : undefined;
}

/** The steps in which a card number may be prepared. A version check would replace an unfinished redirect payment. */
const PREPARES: readonly CheckoutStep[] = ['reading-order', 'entering', 'correcting-redirect'];

/**
 * Creates a checkout without a user interface, and starts it: it reads the order. Render each snapshot.
 *
 * @param options the backend, the order and the places of the frames
 * @returns the checkout; call `stop()` when your page no longer shows it
 *
 * @example
 * import { createCheckout, fetchBackend, framesIn } from 'scudo-checkout/payment';
 *
 * const checkout = createCheckout({
 *   backend: fetchBackend('/scudo'),
 *   order: 'A1',
 *   frames: framesIn(document.querySelector<HTMLElement>('#issuer')!),
 * });
 * checkout.subscribe(({ step, order }) => console.log(step, order?.amount));
 * checkout.enterNumber('4222000006285344');
 * const outcome = await checkout.pay({
 *   number: '4222000006285344',
 *   expiryMonth: '12',
 *   expiryYear: '30',
 *   securityCode: '123',
 *   fullName: 'Ada Lovelace',
 * });
 * console.log(outcome?.status);
 */
export function createCheckout(options: CheckoutOptions): Checkout {
  const {
    backend,
    order,
    redirect = navigateTop,
    clock = systemClock,
    randomUuid = randomKey,
    limits = {},
    signal,
  } = options;
  const { page = 'checkout' } = options;
  const frames = 'frames' in options ? options.frames : undefined;
  const patience = ('patience' in options ? options.patience : undefined) ?? limits['awaiting-status'] ?? 60_000;
  const { prepare, versionChecksBeforePay = 10 } = 'frames' in options ? options : {};
  const intervals = { ...INTERVALS, ...options.intervals };

  // Loaded while the order is read, so that the payment need not wait for it.
  loadTasks().catch(() => undefined);

  const refreshes = new EventTarget();
  const listeners = new Set<(snapshot: CheckoutSnapshot) => void>();
  let stopped = false;
  const now = () => clock.now().toISOString();
  let trace: readonly TraceEntry[] = [{ at: now(), step: STARTS[page].payment }];
  let context: CheckoutContext = {
    orderId: order,
    page,
    patience,
    refused: [],
    mayMoveFocus: false,
    rereads: page === 'return' ? 'status' : 'order',
    preparation: NO_CARD,
    versionChecksBeforePay: 0,
  };
  let snapshot = snapshotOf(STARTS[page], context, trace);
  /** True when the backend has said in the present step that another payment of the order has begun. */
  let hasRival = false;
  const calls = new MoneyCalls(order);
  const faultFacts = (): FaultFacts => ({
    hasRival,
    isNothingSent: !calls.isUnanswered,
    isEarlierUnanswered: !calls.isUnanswered && calls.isRemembered,
  });

  const show = (next: CheckoutSnapshot) => {
    snapshot = next;
    for (const listener of listeners) listener(next);
  };

  const observe = (observation: Observation) => {
    const { outcomeToReport: _reported, ...rest } = snapshot;
    trace = traced(trace, { at: now(), ...observation });
    show({ ...rest, trace });
  };
  const ordinary = {};
  const frameEnvironment = (read: Order | undefined): FrameEnvironment => ({
    framePage: backend.framePage,
    notificationOrigin: localNotifications(backend.framePage, read),
    onUnexpectedOrigin: (unexpectedOrigin) => observe({ unexpectedOrigin }),
    onFault: (acsFrame) => observe({ acsFrame }),
    ordinary,
    after: (ms, call) => clock.after(ms, call),
  });

  /** A page that cannot measure gets a challenge that fits every space. */
  const availableSpace = (): PixelSize => {
    try {
      if (frames) return frames.availableSpace();
    } catch (error) {
      observe({ exception: nameOf(error) });
    }
    return { width: 0, height: 0 };
  };

  const newKeys = (): AttemptKeys => ({
    size: windowSizeFor(availableSpace()),
    authenticationKey: randomUuid(),
    authorizationKey: randomUuid(),
  });

  const dependencies = {
    backend: calls.followed(backend),
    order,
    // Ignore an order that was read before a call had no answer. That call may have charged it since then.
    lastOrder: () =>
      context.order && context.hasUnansweredCall ? { ...context.order, state: 'in-doubt' as const } : context.order,
    onRival: () => void (hasRival = true),
    clock,
    intervals,
  };
  const runner = run<CheckoutStates, CheckoutEventType, CheckoutEvent, CheckoutTask, CheckoutLimit, CheckoutContext>({
    regions: CHECKOUT,
    start: STARTS[page],
    context,
    reduce,
    tasks: {
      ...orderTasks({ ...dependencies, refreshes }),
      ...lateTasks(({ cardTasks, preparationTasks, redirectTasks }) => ({
        ...redirectTasks({ ...dependencies, redirect }),
        ...preparationTasks({ ...dependencies, methodHost: () => frames?.method() ?? document.body, frameEnvironment }),
        ...cardTasks({ ...dependencies, frames, newKeys, frameEnvironment }),
      })),
    },
    clock,
    limitOf(state, { attempt }) {
      if (state === 'awaiting-status') return patience;
      return (state === 'awaiting-issuer' ? attempt?.issuerTimeout : undefined) ?? limits[state];
    },
    limitEvent: (type) => ({ type, ...faultFacts() }),
    faultEvent: {
      payment: (error) => ({ type: 'FAULT', error, ...faultFacts() }),
      preparation: (error) => ({ type: 'PREPARATION_FAULT', error }),
    },
    onStep({ event, to }, next) {
      const at = now();
      if (event.type === 'PAY') calls.begin();
      if (next.context.outcome?.status === 'paid') calls.forget();
      if ('error' in event) trace = traced(trace, { at, exception: nameOf(event.error) });
      if (to.payment) {
        hasRival = false;
        trace = traced(trace, { at, step: to.payment });
      }
      if (to.preparation) trace = traced(trace, { at, preparation: to.preparation });
      ({ context } = next);
      show(snapshotOf(next.states, context, trace));
    },
  });

  /** Starts a payment. The page may fail before it, for example where a script has replaced a part of the browser. */
  function start(eventOf: () => CheckoutEvent): void {
    let event: CheckoutEvent;
    try {
      event = eventOf();
    } catch (error) {
      event = { type: 'NOT_STARTED', error, ...faultFacts() };
    }
    runner.send(event);
  }

  /** Resolves when the condition holds, or when the checkout was stopped: no promise is left pending. */
  function until(condition: () => boolean): Promise<void> {
    if (condition() || stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const listener = () => {
        if (!condition() && !stopped) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  }

  const stop = () => {
    runner.stop();
    stopped = true;
    // Card data is kept for one payment.
    context = { ...context, attempt: undefined, preparation: NO_CARD };
    for (const listener of listeners) listener(snapshot);
    listeners.clear();
  };
  signal?.addEventListener('abort', stop);
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
      if (!PREPARES.includes(snapshot.step)) return;
      const isPrepared = snapshot.preparation !== 'idle' && context.preparation.number === number;
      if (number === undefined || (!isPrepared && context.versionChecksBeforePay >= versionChecksBeforePay))
        runner.send({ type: 'NUMBER_CLEARED' });
      else if (!isPrepared && prepare !== 'on-pay') runner.send({ type: 'NUMBER_ENTERED', number });
    },
    async pay(card, payer = {}, authentication) {
      const isRead = () => snapshot.step !== 'reading-order';
      // Without an await, the request of a prepared card is sent before this call returns and the page is rendered.
      if (!isRead()) await until(isRead);
      start(() => ({ type: 'PAY', attempt: { card, payer, authentication, ...newKeys() } }));
      await until(() => !Object.hasOwn(CARD_STATES, snapshot.step));
      return snapshot.outcome;
    },
    redirect: (input) => start(() => ({ type: 'START_REDIRECT', choice: { input, key: randomUuid() } })),
    cancel: () => void runner.send({ type: 'CANCEL' }),
    reopenChallenge: () => void runner.send({ type: 'REOPEN_CHALLENGE' }),
    tryAgain() {
      if (snapshot.outcome?.retryable) runner.send({ type: 'TRY_AGAIN' });
    },
    chooseAnother: () => void runner.send({ type: 'CHOOSE_ANOTHER' }),
    refresh: () => void refreshes.dispatchEvent(new Event('refresh')),
    check() {
      if (context.rereads !== 'status' || !runner.send({ type: 'CHECK_STATUS' })) runner.send({ type: 'CHECK_ORDER' });
    },
    observe,
    stop,
  };
}

/**
 * Returns the name of an exception, without its message: a script of the page may have written a text of the shopper
 * there.
 */
function nameOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
}
