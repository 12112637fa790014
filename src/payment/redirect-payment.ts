import type { BackendFieldIssue } from './backend-error.js';
import { systemClock, type Clock } from './clock.js';
import type { MerchantBackend, Order, RedirectInput } from './merchant-backend.js';
import { outcomeOf, type Outcome } from './outcome.js';
import type { RedirectPaymentEvent } from './redirect-payment.events.js';
import { redirectPaymentFlow, type RedirectPaymentState, type RedirectPaymentTask } from './redirect-payment.table.js';
import { redirectPaymentTasks } from './redirect-payment.tasks.js';
import { run } from './runner.js';
import { traced, type TraceEntry } from './trace.js';

/** The state of a redirect payment, without personal data. */
export interface RedirectPaymentSnapshot {
  readonly step: RedirectPaymentState;
  readonly order?: Order;
  /** There in the steps `pending` and `outcome`. */
  readonly outcome?: Outcome;
  /** Where the shopper is sent, while redirecting. */
  readonly url?: string;
  /** True when the backend kept the unfinished payment, because the shopper may have begun to pay there. */
  readonly kept?: boolean;
  /** Fields that the backend refused, by wire name, until the next try. */
  readonly refused: readonly BackendFieldIssue[];
  readonly trace: readonly TraceEntry[];
}

export interface RedirectPaymentOptions {
  readonly backend: MerchantBackend;
  readonly order: string;
  /**
   * `returned` for the page where the shopper lands, or where an order is pending; `not-replaced` when a card
   * payment ended because the backend kept an unfinished redirect payment. Default: `choosing`.
   */
  readonly enter?: 'choosing' | 'returned' | 'not-replaced';
  /** Milliseconds to wait for the final status before the step `pending`. Default: 60,000. */
  readonly patience?: number;
  /** Redirects the shopper. Default: navigates the top-level window. */
  readonly leave?: (url: string) => void;
  readonly clock?: Clock;
  readonly randomUuid?: () => string;
  /** Ends everything that is under way in the page. */
  readonly signal?: AbortSignal;
}

export interface RedirectPayment {
  readonly snapshot: RedirectPaymentSnapshot;
  /** Calls back after each change. Returns a function that ends the subscription. */
  subscribe(listener: (snapshot: RedirectPaymentSnapshot) => void): () => void;
  /**
   * Starts a redirect payment, resumes an unfinished one, or replaces it after `chooseAnother`. Ignored while one is
   * under way.
   */
  go(input: RedirectInput): void;
  /** From an unfinished payment back to the choice of a method. Calls nothing. */
  chooseAnother(): void;
  /** Reads the order again. */
  check(): void;
  /** From a retryable outcome back to the choice. */
  tryAgain(): void;
  stop(): void;
}

/** The order without the unfinished payment, which the shopper's next choice replaces. */
function withoutRedirect({ redirect: _unfinished, ...order }: Order): Order {
  return order;
}

/** Navigates the top-level window, also from inside a merchant's own frame. */
export function leaveForGood(url: string): void {
  (window.top ?? window).location.href = url;
}

/** Creates a redirect payment without a user interface: the table, its tasks, and a snapshot to render. */
export function createRedirectPayment({
  backend,
  order,
  enter = 'choosing',
  patience,
  leave = leaveForGood,
  clock = systemClock,
  randomUuid = () => crypto.randomUUID(),
  signal,
}: RedirectPaymentOptions): RedirectPayment {
  const listeners = new Set<(snapshot: RedirectPaymentSnapshot) => void>();
  let choice: { readonly input: RedirectInput; readonly key: string } = { input: { method: '' }, key: '' };
  let snapshot: RedirectPaymentSnapshot = { step: 'choosing', trace: [], refused: [] };

  const runner = run<RedirectPaymentState, RedirectPaymentEvent, RedirectPaymentTask>({
    flow: redirectPaymentFlow(patience),
    tasks: redirectPaymentTasks({ backend, order, clock, choice: () => choice, leave }),
    clock,
    limitEvent: (type) => ({ type }) as RedirectPaymentEvent,
    faultEvent: (error) => ({ type: 'FAULT', error }),
    onStep({ to, event }) {
      const { url: _past, outcome: _former, ...rest } = snapshot;
      snapshot = {
        ...rest,
        ...changeBy(event),
        step: to,
        trace: traced(snapshot.trace, { at: clock.now().toISOString(), step: to }),
      };
      for (const listener of listeners) listener(snapshot);
    },
  });

  function changeBy(event: RedirectPaymentEvent): Partial<RedirectPaymentSnapshot> {
    switch (event.type) {
      case 'GO':
        choice = { input: event.input, key: randomUuid() };
        return { refused: [] };
      case 'REDIRECT':
        return { url: event.url };
      case 'REFUSED':
        return { refused: event.fields };
      case 'PENDING':
        return { order: event.order };
      case 'CHOOSE_ANOTHER':
        return { ...(snapshot.order ? { order: withoutRedirect(snapshot.order) } : {}), kept: false };
      case 'NOT_REPLACED':
        return { kept: true };
      case 'SETTLED':
        return { outcome: event.outcome, ...(event.order ? { order: event.order } : {}) };
      case 'ENDED':
        if (snapshot.step === 'switching') return { kept: event.outcome.status === 'pending' };
        return snapshot.step === 'initiating' ? { outcome: event.outcome } : {};
      case 'PATIENCE_OVER':
        return { outcome: outcomeOf('awaiting-final-status', { id: order, state: 'pending' }) };
      case 'FAULT':
      case 'SILENT':
        // Nothing was charged before a redirect. After one, a fault proves nothing.
        return snapshot.step === 'initiating'
          ? { outcome: outcomeOf('backend-unavailable', { id: order, state: 'open' }) }
          : {};
      default:
        return {};
    }
  }

  const stop = () => {
    runner.stop();
    listeners.clear();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  if (enter !== 'choosing') runner.send({ type: enter === 'returned' ? 'CHECK' : 'NOT_REPLACED' });

  return {
    get snapshot() {
      return snapshot;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    go: (input) => void runner.send({ type: 'GO', input }),
    chooseAnother: () => void runner.send({ type: 'CHOOSE_ANOTHER' }),
    check() {
      if (!runner.send({ type: 'CHECK' })) runner.send({ type: 'RELOAD' });
    },
    tryAgain() {
      if (snapshot.outcome?.retryable) runner.send({ type: 'TRY_AGAIN' });
    },
    stop,
  };
}
