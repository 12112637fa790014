import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import { brandCode, cardBrand } from '../../../protocol/values/card-scheme.js';
import type { BackendEventFacts, GatewayResult, PaymentWay } from '../../ports/ports.js';
import { asPresented } from '../../domain/card/demanded-challenge.js';
import { requestsExemption } from '../../domain/input/policies.js';
import { isCapturedLater, type CardAttempt, type PaymentAttempt } from '../../domain/record/attempts.js';
import { paymentAttempts, type AuthenticationRecord, type OrderRecord } from '../../domain/record/order-record.js';

/** The events of a write: the state, results of payments, and ends of challenges. Each is the event of one write. */
export function factsOfWrite(record: OrderRecord, before: OrderRecord): readonly BackendEventFacts[] {
  const { id, state } = record;
  const earlier = new Map(paymentAttempts(before).map((one) => [one.gatewayOrderId, resultOf(one)]));
  return [
    ...endedChallenges(record, before),
    ...(state === before.state
      ? []
      : [{ kind: 'state', level: 'info', code: state, order: id, from: before.state } as const]),
    ...paymentAttempts(record).flatMap((attempt) => {
      const code = resultOf(attempt);
      if (code === undefined || code === earlier.get(attempt.gatewayOrderId)) return [];
      return [{ kind: 'payment', level: 'info', code, order: id, ...partsOf(attempt, before) } as const];
    }),
  ];
}

function resultOf(attempt: PaymentAttempt): OutcomeCode | undefined {
  const { progress } = attempt;
  switch (progress.step) {
    case 'succeeded':
      return isCapturedLater(attempt) ? 'reserved' : 'authorized';
    case 'ended':
      return progress.code;
    case 'failed':
      return 'payment-not-completed';
    default:
      return undefined;
  }
}

function partsOf(attempt: PaymentAttempt, order: OrderRecord) {
  if (attempt.kind === 'redirect') return { method: attempt.method };
  return cardParts(attempt, order);
}

/** The fields of a payment by card. The number may be masked. */
export function cardParts({ card, serverTransId }: Pick<CardAttempt, 'card' | 'serverTransId'>, order: OrderRecord) {
  const brand = cardBrand(card);
  return { method: 'card', ...(brand ? { brand: brandCode(brand) } : {}), way: wayOf(serverTransId, order) };
}

function wayOf(serverTransId: CardAttempt['serverTransId'], order: OrderRecord): PaymentWay {
  if (serverTransId === null) return 'none';
  const authentication = order.authentications.find((one) => one.serverTransId === serverTransId);
  // Only the result of a challenge is read again.
  if (authentication?.readAt !== undefined) return 'challenged';
  return requestsExemption(asPresented(order)) ? 'exempt' : 'frictionless';
}

function endedChallenges(record: OrderRecord, before: OrderRecord): readonly BackendEventFacts[] {
  return before.authentications.filter(isAsked).flatMap(({ serverTransId, stageSince }) => {
    const ended = record.authentications.find((one) => one.serverTransId === serverTransId);
    if (ended === undefined || isAsked(ended)) return [];
    const { isCancelled, status = 'CHALLENGE_REQUIRED' } = ended;
    return [
      {
        kind: 'challenge',
        level: 'info',
        code: isCancelled ? 'cancelled' : resultWord(status),
        order: record.id,
        ...(stageSince === undefined ? {} : { duration: Date.parse(record.updatedAt) - Date.parse(stageSince) }),
      },
    ];
  });
}

/** True while the shopper is being asked. */
function isAsked({ stage }: AuthenticationRecord): boolean {
  return stage === 'challenge' || stage === 'decoupled';
}

/** A status or a result code of the gateway, as events and metrics have it. Other texts are `other`. */
export function resultWord(text: string): GatewayResult {
  return /^(?:\d{1,3}|[A-Z]+(?:_[A-Z]+)*)$/.test(text)
    ? (text.toLowerCase().replaceAll('_', '-') as GatewayResult)
    : 'other';
}
