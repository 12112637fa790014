import type { BackendFieldIssue } from './backend-error.js';
import { systemClock, type Clock } from './clock.js';
import type { MerchantBackend, Order, RedirectInput } from './merchant-backend.js';
import { outcomeOf, type Outcome } from './outcome.js';
import type { RedirectPaymentEvent } from './redirect-payment.events.js';
import { redirectPaymentFlow, type RedirectPaymentState, type RedirectPaymentTask } from './redirect-payment.table.js';
import { redirectPaymentTasks } from './redirect-payment.tasks.js';
import { run } from './runner.js';
import { traced, type TraceEntry } from './trace.js';

/** What a page may know of a payment at a moment. */
export interface RedirectPaymentSnapshot {
  readonly step: RedirectPaymentState;
  readonly order?: Order;
  /** There in the steps `pending` and `outcome`. */
  readonly outcome?: Outcome;
  /** Where the shopper is sent, while redirecting. */
  readonly url?: string;
  /** Fields that the backend refused, by wire name, until the next try. */
  readonly refused: readonly BackendFieldIssue[];
  readonly trace: readonly TraceEntry[];
}

export interface RedirectPaymentOptions {
  readonly backend: MerchantBackend;
  readonly order: string;
  /** `returned` for the page where the shopper lands, or where an order is pending. Default: `choosing`. */
  readonly enter?: 'choosing' | 'returned';
  /** Milliseconds to wait for the final status before the order is told to be pending. Default: 60,000. */
  readonly patience?: number;
  /** Takes the shopper away. Default: the top-level window goes there. */
  readonly leave?: (url: string) => void;
  readonly clock?: Clock;
  readonly randomUuid?: () => string;
  /** Ends everything that is under way in the page. */
  readonly signal?: AbortSignal;
}

export interface RedirectPayment {
  readonly snapshot: RedirectPaymentSnapshot;
  /** Calls back after each change; what it returns ends that. */
  subscribe(listener: (snapshot: RedirectPaymentSnapshot) => void): () => void;
  /** Begins, or goes on with a payment that nobody has come back from. Ignored while one is under way. */
  go(input: RedirectInput): void;
  /** Reads the order again. */
  check(): void;
  /** From a retryable outcome back to the choice. */
  tryAgain(): void;
  stop(): void;
}

/** The top-level window, also from inside a merchant's own frame; never a new one. */
export function leaveForGood(url: string): void {
  (window.top ?? window).location.href = url;
}

/** The payment that leaves the page, headless: the table, its tasks, and a snapshot for whoever shows it. */
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
      case 'SETTLED':
        return { outcome: event.outcome, ...(event.order ? { order: event.order } : {}) };
      case 'ENDED':
        return snapshot.step === 'initiating' ? { outcome: event.outcome } : {};
      case 'PATIENCE_OVER':
        return { outcome: outcomeOf('awaiting-final-status', { id: order, state: 'pending' }) };
      case 'FAULT':
      case 'SILENT':
        // Where nobody was sent away nothing was charged; where somebody was, nothing is said.
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
  if (enter === 'returned') runner.send({ type: 'CHECK' });

  return {
    get snapshot() {
      return snapshot;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    go: (input) => void runner.send({ type: 'GO', input }),
    check() {
      if (!runner.send({ type: 'CHECK' })) runner.send({ type: 'RELOAD' });
    },
    tryAgain() {
      if (snapshot.outcome?.retryable) runner.send({ type: 'TRY_AGAIN' });
    },
    stop,
  };
}
