import type { CheckoutContext } from '../flow/checkout.context.js';
import type { CheckoutEvent } from '../flow/checkout.events.js';
import type { CheckoutStates, CheckoutStep } from '../flow/checkout.states.js';
import type { Step } from '../flow/runner.js';
import { NO_CARD, preparedBy } from '../preparation/preparation.reducer.js';
import { isBackendError, isUnsentCall, outcomeCodeOf } from '../backend-client/backend-error.js';
import type { Order } from '../backend-client/backend-client.js';
import { outcomeOf, type Outcome, type OutcomeCode } from '../outcome.js';
import { attemptBy } from '../card/attempt.reducer.js';
import { CARD_STATES } from '../card/card.table.js';

/**
 * Returns the context after a step of the checkout. Pure: it has no effect, and the events carry all keys and sizes.
 */
export function reduce(
  before: CheckoutContext,
  { event, from, to }: Step<CheckoutStates, CheckoutEvent>,
): CheckoutContext {
  const { outcomeToReport: _reported, ...context } = before;
  const preparation = to.preparation === 'idle' ? NO_CARD : preparedBy(context.preparation, event);
  if (to.payment === undefined) {
    const isBeforePay = event.type === 'NUMBER_ENTERED' && from.payment !== 'awaiting-preparation';
    return { ...context, preparation, versionChecksBeforePay: context.versionChecksBeforePay + (isBeforePay ? 1 : 0) };
  }
  const { url: _left, ...rest } = context;
  return {
    ...rest,
    preparation,
    ...changeBy(context, from.payment, event),
    // Card data is kept for one payment.
    ...(Object.hasOwn(CARD_STATES, to.payment) ? {} : { attempt: undefined }),
  };
}

function changeBy(context: CheckoutContext, from: CheckoutStep, event: CheckoutEvent): Partial<CheckoutContext> {
  const { order } = context;
  switch (event.type) {
    case 'ORDER_OPEN':
      return { order: event.order, outcome: undefined, rereads: 'order', replaces: undefined };
    case 'STATUS_EXPECTED':
      return whilePending(context, event.order);
    case 'ORDER_PENDING':
      return {
        ...whilePending(context, event.order),
        rereads: 'status',
        ...found(context, from, pendingOutcome(context)),
      };
    case 'ORDER_SETTLED':
      return { order: event.order ?? order, ...found(context, from, event.outcome) };
    case 'PATIENCE_OVER':
      return { rereads: 'status', ...found(context, from, pendingOutcome(context)) };
    case 'PAY':
      return { ...STARTED, attempt: event.attempt, rereads: 'order' };
    case 'START_REDIRECT':
      // Until an unfinished payment is replaced, its outcome is the known one.
      return {
        ...(from === 'pending' ? STARTED_AGAIN : STARTED),
        choice: event.choice,
        rereads: context.hasUnansweredCall ? 'order' : 'status',
      };
    case 'TRY_AGAIN':
      return { ...STARTED, rereads: 'order', replaces: undefined };
    case 'CHOOSE_ANOTHER':
      // The shopper's next choice replaces the unfinished payment.
      return {
        ...STARTED,
        isRedirectKept: false,
        order: order && { ...order, redirect: undefined },
        replaces: order?.redirect?.id,
      };
    case 'CHECK_ORDER':
    case 'CHECK_STATUS':
      // If the redirect payment is still unfinished, another method can be chosen again.
      return { mayMoveFocus: true, isRedirectKept: undefined };
    case 'FIELDS_REFUSED':
      return { refused: event.fields };
    case 'REDIRECT':
      return { url: event.url, rereads: 'status' };
    case 'PAYMENT_ENDED':
    case 'PAYMENT_PENDING':
      return endedBy(context, from, event);
    case 'FAULT':
    case 'NOT_STARTED':
    case 'TIMED_OUT': {
      const outcome = outcomeOfFault(context, from, event);
      if (!outcome) return attemptChange(context, event);
      const isUnanswered = outcome.code === 'backend-unanswered' || event.isEarlierUnanswered === true;
      const hasUnansweredCall = context.hasUnansweredCall === true || isUnanswered;
      return { outcome, outcomeToReport: outcome, hasUnansweredCall };
    }
    default:
      return attemptChange(context, event);
  }
}

/** A pending order. Another tab may have begun another redirect payment meanwhile, which was not looked up. */
function whilePending({ isRedirectKept, replaces }: CheckoutContext, order: Order): Partial<CheckoutContext> {
  return { order, isRedirectKept: isRedirectKept && order.redirect?.id === replaces };
}

function attemptChange({ attempt }: CheckoutContext, event: CheckoutEvent): Partial<CheckoutContext> {
  return attempt ? { attempt: attemptBy(attempt, event) } : {};
}

const STARTED_AGAIN = { refused: [], mayMoveFocus: true } as const;
const STARTED = { ...STARTED_AGAIN, outcome: undefined, isRedirectKept: undefined } as const;

/**
 * An outcome that was read, not caused, by this page. It is reported when it differs from the known one. A checkout
 * only shows the outcome that an order has when it is loaded, and a redirect payment that is still pending.
 */
function found(context: CheckoutContext, from: CheckoutStep, read: Outcome): Partial<CheckoutContext> {
  const { outcome: known, page } = context;
  // If both failed, keep the failure that this page reported. The order's is another payment's.
  const outcome = known?.retryable && read.retryable ? known : read;
  const isOtherTab = from === 'entering' || from === 'correcting-redirect';
  const isShownOnly =
    from === 'reading-order'
      ? known === undefined
      : page === 'checkout' && outcome.status === 'pending' && (from === 'reading-status' || from === 'redirecting');
  const isNews = isOtherTab || (!isShownOnly && known?.status !== outcome.status);
  const hasWaited = from === 'pending' || from === 'outcome' || (from === 'awaiting-status' && context.patience > 0);
  return {
    outcome,
    mayMoveFocus: context.mayMoveFocus || isOtherTab || hasWaited,
    outcomeToReport: isNews ? outcome : undefined,
  };
}

/** The answer that ends a payment. While an unfinished redirect payment exists, the order is read instead. */
function endedBy(
  { order }: CheckoutContext,
  from: CheckoutStep,
  {
    outcome,
    order: changed,
  }: Extract<CheckoutEvent, { readonly outcome: Outcome; readonly type: 'PAYMENT_ENDED' | 'PAYMENT_PENDING' }>,
): Partial<CheckoutContext> {
  const isPending = outcome.status === 'pending';
  if (from === 'resuming') return {};
  if (from === 'switching') return { isRedirectKept: isPending };
  return {
    outcome,
    outcomeToReport: outcome,
    order: changed ?? (order && { ...order, state: outcome.order.state }),
    // A version check that ends as pending did not replace the unfinished redirect payment.
    ...(isPending ? { rereads: 'status', isRedirectKept: from === 'awaiting-preparation' } : {}),
  };
}

type Fault = Extract<CheckoutEvent, { readonly type: 'FAULT' | 'NOT_STARTED' | 'TIMED_OUT' }>;

/**
 * The outcome of a fault or of a missing answer. It is a failure until a call that can move money is sent. From then
 * on the payment is in doubt. A redirect payment can be charged only after the shopper has left for its page, so a
 * later fault leaves the result open.
 */
function outcomeOfFault(context: CheckoutContext, from: CheckoutStep, event: Fault): Outcome | undefined {
  const { orderId: id } = context;
  switch (from) {
    case 'authenticating':
    case 'leaving-challenge':
    case 'reading-result':
      if (!isBeforeSending(event)) return outcomeOf('backend-unanswered', { id, state: 'in-doubt' });
      break;
    case 'entering':
    case 'correcting-redirect':
    case 'awaiting-preparation':
    case 'initiating':
      break;
    default:
      return undefined;
  }
  return mayHaveCharged(context, event)
    ? outcomeOf('authorization-unanswered', { id, state: 'in-doubt' })
    : outcomeOf(failureCodeOf(from, event), { id, state: 'open' });
}

/** True when nothing that may charge was sent: no such call is unanswered, and none got an answer that has no sense. */
function isBeforeSending({ isNothingSent = false, ...event }: Fault): boolean {
  return isNothingSent && !('error' in event && isBackendError(event.error) && !isUnsentCall(event.error));
}

/**
 * True when another payment of the order, which was pending or may have been begun, may have been charged meanwhile, or
 * an earlier one of this page that had no answer.
 */
function mayHaveCharged({ order, replaces, hasUnansweredCall }: CheckoutContext, event: Fault): boolean {
  const isOther = order?.state === 'pending' || order?.redirect !== undefined || replaces !== undefined;
  return isOther || hasUnansweredCall === true || event.isEarlierUnanswered === true || event.hasRival === true;
}

/** A failure of the page is no failure of the shop. Nothing was charged after either. */
function failureCodeOf(from: CheckoutStep, event: Fault): OutcomeCode {
  if (event.type === 'TIMED_OUT')
    return from === 'awaiting-preparation' || from === 'initiating' ? 'backend-unavailable' : 'payment-not-completed';
  if (!isBackendError(event.error)) return 'payment-not-completed';
  return from === 'initiating' && !isUnsentCall(event.error) ? 'backend-unavailable' : outcomeCodeOf(event.error.fault);
}

function pendingOutcome({ orderId: id }: CheckoutContext): Outcome {
  return outcomeOf('awaiting-final-status', { id, state: 'pending' });
}
