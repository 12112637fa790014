import type { CardAttempt } from '../record/attempts.js';
import type { OrderRecord } from '../record/order-record.js';

/** Result of an authorization that the issuer declines because it demands a challenge: a soft decline. */
const SOFT_DECLINE = '111';

type Ended = CardAttempt & { readonly progress: Extract<CardAttempt['progress'], { step: 'ended' }> };

/** True after a soft decline, until another card authorization of the order ends with another result. */
export function isChallengeDemanded({ attempts }: Pick<OrderRecord, 'attempts'>): boolean {
  const ended = attempts.filter(
    (attempt): attempt is Ended => attempt.kind === 'card' && attempt.progress.step === 'ended',
  );
  return ended.at(-1)?.progress.answer?.result === SOFT_DECLINE;
}

/**
 * The order as its next card payment presents it to the issuer. After a soft decline the payment asks for a challenge,
 * and requests no exemption: the issuer has refused it (docs/reference/gateway.md#result-codes).
 */
export function asPresented(order: OrderRecord): OrderRecord {
  if (!isChallengeDemanded(order)) return order;
  const { exemptStatus: _refused, ...rest } = order;
  return { ...rest, challengeRequestIndicator: 'CHALLENGE_MANDATED' };
}
