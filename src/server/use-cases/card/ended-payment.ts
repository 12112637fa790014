import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import { byPolicy } from '../../domain/card/decision.js';
import { failedAnswer, type Settled } from '../../domain/states/outcome-answer.js';
import type { CardAttempt } from '../../domain/record/attempts.js';
import type { OrderRecord } from '../../domain/record/order-record.js';
import type { Uses } from '../../ports/ports.js';
import { cardParts } from '../events/write-facts.js';

interface EndedPayment extends Pick<CardAttempt, 'serverTransId'> {
  /** The code of the outcome. */
  readonly code: OutcomeCode;
  /** The card number. */
  readonly number: string;
  /** The issuer's text for the shopper. */
  readonly text?: string | undefined;
}

/**
 * Emits the result of a card payment that has ended without an authorization, and returns its answer. The caller has
 * stored the end. The order book emits the results of authorizations.
 */
export function endedPayment(
  { emit }: Uses<'emit'>,
  record: OrderRecord,
  { code, number: card, serverTransId, text }: EndedPayment,
): Settled {
  emit?.(() => ({
    kind: 'payment',
    level: 'info',
    code,
    order: record.id,
    ...cardParts({ card, serverTransId }, record),
  }));
  return failedAnswer(code, record, text);
}

/** Ends a payment with a card that is not enrolled, unless the policy authorizes it. */
export function refusedByPolicy(
  ports: Uses<'emit' | 'policies'>,
  order: OrderRecord,
  number: string,
): Settled | undefined {
  const decided = byPolicy(ports.policies(order).notEnrolled, 'not-enrolled');
  if (decided.do !== 'end') return undefined;
  return endedPayment(ports, order, { code: decided.code, number, serverTransId: null });
}
