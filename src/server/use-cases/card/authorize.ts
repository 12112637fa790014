import { maskCardNumber } from '../../../protocol/values/card-number.js';
import { MessageError } from '../../../protocol/values/field-issue.js';
import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import type { Uses } from '../../ports/ports.js';
import type { CardAuthorizationAnswer } from '../../gateway/card-authorizations.js';
import { faultName, GatewayError, isUnsent } from '../../gateway/gateway-error.js';
import type { CardAttempt } from '../../domain/record/attempts.js';
import { deadlineOf } from '../../domain/record/deadline.js';
import { newGatewayOrderId } from '../../domain/identifiers/gateway-order-id.js';
import type { RunningCall } from '../calls/idempotency.js';
import type { Change, TimedOrder, Updated } from '../../book/order-book.js';
import {
  cardAttempt,
  isPayable,
  withAuthentication,
  withEntry,
  type OrderRecord,
  type Price,
} from '../../domain/record/order-record.js';
import { isChanged } from '../../domain/record/revision.js';
import { withOrderEvent } from '../../domain/states/order-transition.js';
import { updateWithinLimits, withoutCounted, type LimitedUse } from '../../limits/order-limits.js';
import { failedAnswer, outcomeAnswer, settledAnswer, type Settled } from '../../domain/states/outcome-answer.js';
import { Problem, problemOfError, unlessBusy } from '../../domain/problems/problem.js';
import { sendWindow } from '../calls/send-window.js';
import { finalCode, verdictOf } from '../../domain/card/authorization-results.js';
import { authorizationRequest, type AuthorizedCard } from './authorization-request.js';
import { endedPayment } from './ended-payment.js';
import { lookUpCard } from './card-look-up.js';
import { withApproval, withEnd, withUnresolved, withUnsent } from '../../domain/card/card-results.js';
import { shiftsLiability } from '../../domain/card/decision.js';
import { asPresented, isChallengeDemanded } from '../../domain/card/demanded-challenge.js';

interface AuthorizeInput extends AuthorizedCard {
  readonly order: OrderRecord;
  /** The amount that was authenticated, or that the order had when the payment began. */
  readonly price: Price;
  /** The result of the authentication, which the write before the authorization stores. */
  readonly result?: Change;
  /** The answer when the result was not stored, because the transaction has left its stage or was cancelled. */
  readonly otherwise?: (record: OrderRecord) => Settled | Promise<Settled>;
  readonly call: RunningCall;
  /** A shopper's attempt without an authentication, which no write before this one has counted. */
  readonly unannounced?: {
    readonly use: LimitedUse;
    /** Throws a problem for an order that takes no payment any more. */
    readonly check: (record: OrderRecord, at: Date) => void;
  };
}

export type AuthorizePorts = Uses<
  | 'autosettle'
  | 'book'
  | 'emit'
  | 'ended'
  | 'gateway'
  | 'limits'
  | 'now'
  | 'patience'
  | 'pause'
  | 'randomBytes'
  | 'report'
  | 'waiting'
>;

/**
 * Authorizes an order once. Sets the order to `in-doubt` before it sends the request. A second call, in any
 * process, waits for the result. Ends an add-card order without an authorization.
 * @throws {Problem} too-many-attempts, those of `unannounced`, and order-changed for another amount: nothing was sent
 */
export async function authorize(ports: AuthorizePorts, input: AuthorizeInput): Promise<Settled> {
  const { book, gateway, randomBytes } = ports;
  const { order, call, otherwise } = input;
  const { id } = order;
  const isConfirmation = order.purpose === 'add-card';
  const gatewayOrderId = newGatewayOrderId(id, randomBytes);
  const begun = await begin(ports, input, (record, at) =>
    isConfirmation
      ? withCardConfirmed(record, input, at)
      : withAuthorizationSent(record, input, gatewayOrderId, ports, at),
  ).catch((error: unknown) => (isConfirmation ? unlessBusy(error) : withdraw(ports, id, gatewayOrderId, error)));
  // Nothing is sent before the order is in doubt.
  if (!begun) return failedAnswer('backend-unavailable', await book.read(id));
  switch (begun.step) {
    case 'transaction-used':
      return otherwise?.(begun.record) ?? settledAnswer(begun.record);
    case 'order-changed':
      throw new Problem('order-changed');
    case 'closed':
      return failedAnswer('backend-unavailable', begun.record);
    case 'other-payment': {
      if (isConfirmation) return settledAnswer(begun.record);
      const settled = await afterOtherPayment(ports, id);
      const at = await book.now();
      const { result: _stored, ...again } = input;
      return isPayable(settled) && call.isLeaseHeld(settled, at) ? authorize(ports, again) : settledAnswer(settled);
    }
    case 'begun':
      if (isConfirmation) {
        const serverTransId = input.authentication?.serverTransId ?? null;
        return endedPayment(ports, begun.record, {
          code: 'card-authenticated',
          number: input.card.number,
          serverTransId,
        });
      }
  }

  const attempt = cardAttempt(begun.record, gatewayOrderId);
  if (!attempt) throw new Problem('internal-error');
  const request = authorizationRequest(ports, asPresented(begun.record), input, gatewayOrderId);
  const sent = await sendWindow(ports, attempt.sentAt)
    .then((window) => gateway.cardAuthorizations.create(request, window))
    .then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
  const settled = await settle(ports, input, begun, gatewayOrderId, sent).catch((error: unknown) => {
    ports.report('authorization-unanswered', error, id);
  });
  // A store that fails now still has the order in doubt.
  return settled ?? outcomeAnswer('authorization-unanswered', { id, state: 'in-doubt' });
}

interface Begun extends Updated {
  readonly step: 'begun' | 'transaction-used' | 'order-changed' | 'closed' | 'other-payment';
}

/**
 * Stores the result of the authentication and, in the same write, begins a payment if the order may still be paid. The
 * write has the time of the store at a read of its own, because other processes compare the time of sending.
 */
async function begin(
  ports: Uses<'book' | 'ended' | 'limits'>,
  { order, result, price, call, unannounced }: AuthorizeInput,
  start: (record: OrderRecord, at: Date) => OrderRecord,
): Promise<Begun> {
  const last: { step: Begun['step'] } = { step: 'begun' };
  const stepOf = (record: OrderRecord, answered: OrderRecord | undefined, at: Date): Begun['step'] => {
    if (!answered) return 'transaction-used';
    if (ports.ended.aborted) return 'closed';
    if (!isPayable(answered) || !call.isLeaseHeld(record, at)) return 'other-payment';
    return order.purpose === 'pay' && isChanged(answered, undefined, price) ? 'order-changed' : 'begun';
  };
  const updated = await updateWithinLimits(
    ports,
    order.id,
    () => (last.step === 'begun' ? unannounced?.use : undefined),
    (record, at) => {
      const answered = result ? result(record, at) : record;
      last.step = stepOf(record, answered, at);
      if (last.step === 'begun') unannounced?.check(record, at);
      if (answered && last.step === 'begun') return start(answered, at);
      return result && answered;
    },
  );
  return { ...updated, step: last.step };
}

/**
 * The order once another payment has its result, which decides. Beyond the limits of waiting requests: the order now.
 */
async function afterOtherPayment(
  { book, patience, waiting }: Uses<'book' | 'patience' | 'waiting'>,
  id: string,
): Promise<OrderRecord> {
  const release = waiting.tryEnter(id);
  if (!release) return book.read(id);
  return book.waitUntil(id, ({ state }) => state !== 'in-doubt', { ms: patience }).finally(release);
}

/**
 * Ends an authorization whose write to the order has failed: nothing was sent. The write may have been stored although
 * its answer was lost, or may still arrive. This write makes its revision old.
 * @throws {unknown} the error, when nothing was stored, or when this write fails as well
 */
async function withdraw(
  ports: Uses<'book' | 'report'>,
  id: string,
  gatewayOrderId: string,
  error: unknown,
): Promise<undefined> {
  if (problemOfError(error).code === 'store-busy') return undefined;
  if (error instanceof Problem) throw error;
  const found: { attempt: CardAttempt | undefined } = { attempt: undefined };
  await ports.book
    .update(id, (record, at) => {
      const attempt = cardAttempt(record, gatewayOrderId);
      found.attempt = attempt;
      const detail = { why: 'fault', orderId: gatewayOrderId };
      return attempt ? withUnsent(record, attempt, { code: 'backend-unavailable', detail }, at) : record;
    })
    .catch(() => {
      throw error;
    });
  if (!found.attempt) throw error;
  ports.report('internal-error', error, id);
}

type SentResult = { readonly answer: CardAuthorizationAnswer } | { readonly error: unknown };

type SettlePorts = Uses<'book' | 'gateway' | 'pause' | 'report'>;

/** Stores the result, with the answer if it is final. Looks up an error of the gateway's systems at once. */
async function settle(
  ports: SettlePorts,
  { order: { id }, unannounced, call }: AuthorizeInput,
  begun: TimedOrder,
  gatewayOrderId: string,
  sent: SentResult,
): Promise<Settled> {
  const unsent = 'error' in sent ? codeOfUnsent(sent.error) : undefined;
  let answer: Settled | undefined;
  const updated = await ports.book.update(
    id,
    (current, at) => {
      const attempt = cardAttempt(current, gatewayOrderId);
      if (!attempt) return undefined;
      const result = withResult(current, attempt, sent, at);
      const settled = unannounced && unsent !== undefined ? withoutCounted(result, unannounced.use) : result;
      const isUnresolved = cardAttempt(settled, gatewayOrderId)?.progress.step === 'unresolved';
      answer = isUnresolved ? undefined : unsent ? failedAnswer(unsent, settled) : answerOf(settled, gatewayOrderId);
      return answer ? call.keep(settled, at, answer) : settled;
    },
    { found: begun },
  );
  if (answer) return answer;
  let { record } = updated;
  // A wrong clock of this server is for the log, and no part of the order.
  const clock = 'answer' in sent && sent.answer.clock !== undefined ? { clock: sent.answer.clock } : {};
  const { progress } = cardAttempt(record, gatewayOrderId) ?? {};
  if (progress?.step === 'unresolved' && progress.cause === 'system-error') {
    ports.report('gateway-refused', { ...progress.answer, ...clock }, id);
    record = await lookUpCard(ports, id, gatewayOrderId).catch(() => record);
  }
  const { progress: last } = cardAttempt(record, gatewayOrderId) ?? {};
  if (last?.step === 'unresolved') {
    ports.report('authorization-unanswered', 'error' in sent ? sent.error : { ...last.answer, ...clock }, id);
  }
  return answerOf(record, gatewayOrderId);
}

function answerOf(record: OrderRecord, gatewayOrderId: string): Settled {
  const { progress } = cardAttempt(record, gatewayOrderId) ?? {};
  switch (progress?.step) {
    case 'succeeded':
      return record.payment
        ? outcomeAnswer(record.state === 'authorized' ? 'reserved' : 'authorized', record)
        : settledAnswer(record);
    case 'ended':
      // A late success may have paid the order in the meantime.
      return failedAnswer(progress.code, record);
    default:
      return isPayable(record) ? outcomeAnswer('authorization-unanswered', record) : settledAnswer(record);
  }
}

function withAuthorizationSent(
  record: OrderRecord,
  { card, authentication }: AuthorizeInput,
  gatewayOrderId: string,
  { gateway, autosettle }: Uses<'autosettle' | 'gateway'>,
  at: Date,
): OrderRecord {
  const attempt: CardAttempt = {
    kind: 'card',
    gatewayOrderId,
    amount: record.amount,
    currency: record.currency,
    sentAt: at.toISOString(),
    deadline: deadlineOf(gateway, at),
    card: maskCardNumber(card.number),
    ...(autosettle === true ? {} : { capture: autosettle === 'multi' ? 'in-parts' : 'once' }),
    serverTransId: authentication?.serverTransId ?? null,
    progress: { step: 'sent' },
  };
  const liabilityShift = authentication !== undefined && shiftsLiability(authentication, asPresented(record));
  const used = authentication ? withAuthentication(record, authentication.serverTransId, { stage: 'closed' }) : record;
  const sent = { ...used, liabilityShift, attempts: [...record.attempts, attempt] };
  const inDoubt = withOrderEvent(sent, { type: 'AUTHORIZATION_SENT', attempt: gatewayOrderId }, at);
  return withEntry(inDoubt, at, 'authorization-sent', { orderId: gatewayOrderId, card: attempt.card });
}

function withResult(record: OrderRecord, attempt: CardAttempt, sent: SentResult, at: Date): OrderRecord {
  const { gatewayOrderId: orderId } = attempt;
  if ('error' in sent) {
    const { error } = sent;
    const detail = { why: faultName(error), orderId };
    const code = codeOfUnsent(error);
    if (code) return withUnsent(record, attempt, { code, detail }, at);
    const cause = error instanceof GatewayError && error.failure.kind === 'bad-answer' ? 'broken-answer' : 'no-answer';
    return withUnresolved(withEntry(record, at, 'authorization-unanswered', detail), attempt, { cause });
  }
  const { result, message, pasref, trust } = sent.answer;
  const answer = { result, message };
  const answered = withEntry(record, at, 'authorization-answered', {
    ...answer,
    orderId,
    ...(trust === 'signed' ? {} : { trust }),
  });
  const verdict = verdictOf(sent.answer);
  switch (verdict.is) {
    case 'approved':
      return withApproval(answered, attempt, sent.answer, at);
    case 'ended':
      // A challenge was asked for already: the page must not ask for another one.
      return withEnd(
        answered,
        attempt,
        { code: isChallengeDemanded(record) ? finalCode(verdict.code) : verdict.code, answer },
        at,
      );
    case 'unresolved':
      return withUnresolved(answered, attempt, { cause: verdict.cause, answer, ...(pasref ? { pasref } : {}) });
  }
}

/** The outcome when the request was certainly not sent; undefined when it may have been. */
function codeOfUnsent(error: unknown): OutcomeCode | undefined {
  // The time to send it was over.
  if (error instanceof Problem) return 'backend-unavailable';
  if (!isUnsent(error)) return undefined;
  // The client validates its own message before it sends it: the set-up is wrong.
  return error instanceof MessageError ? 'gateway-refused' : 'gateway-unavailable';
}

/** The end of an add-card order: nothing is authorized or charged. */
function withCardConfirmed(record: OrderRecord, { authentication }: AuthorizeInput, at: Date): OrderRecord {
  const serverTransId = authentication?.serverTransId ?? '';
  const used = withAuthentication(record, serverTransId, { stage: 'closed' });
  const confirmed = withOrderEvent(used, { type: 'CARD_CONFIRMED' }, at);
  return withEntry(confirmed, at, 'card-confirmed', { serverTransId });
}
