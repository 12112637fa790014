import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import { failedAnswer, type Settled } from '../../domain/states/outcome-answer.js';
import type { CardAttempt } from '../../domain/record/attempts.js';
import type { OrderRecord } from '../../domain/record/order-record.js';
import { countPaymentStart } from '../../limits/client-limits.js';
import type { Uses } from '../../ports/ports.js';
import { reportAnswer, type CalledPayment, type RefusePorts } from '../calls/attempt-report.js';
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

/**
 * Reports the call of a page whose card the policy refuses. The call begins nothing, so no limit of the order bounds
 * such calls: each one counts as a version check of the client, as a guess does.
 * @throws {Problem} too-many-requests
 */
export async function reportRefusedCard(
  ports: RefusePorts,
  payment: CalledPayment & Required<Pick<CalledPayment, 'number' | 'caller'>>,
  { outcome: { code } }: Settled,
  record: OrderRecord,
): Promise<void> {
  await countPaymentStart(ports, payment.caller);
  reportAnswer(ports, payment, endedPayment(ports, record, { code, number: payment.number, serverTransId: null }));
}
