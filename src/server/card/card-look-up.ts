import type { BackendContext } from '../orders/backend-context.js';
import type { CardAttempt } from '../orders/attempts.js';
import { hasRandomPart } from '../orders/gateway-order-id.js';
import { mayLookUp, withLookUpEnded, withLookUpStarted } from '../orders/look-up-lease.js';
import { cardAttempt, withAttempt, type OrderRecord } from '../orders/order-record.js';
import { SECOND_QUERY_AFTER, withQueryAnswer } from './card-results.js';

/**
 * Asks the gateway for the result of an authorization and applies it. Asks a second time where the
 * first "not found" does not count. Does nothing while another look-up of the attempt is under way.
 * @throws {GatewayError} when the query fails. The attempt does not change.
 */
export async function lookUpCard(context: BackendContext, id: string, gatewayOrderId: string): Promise<OrderRecord> {
  const { book, gateway, pause } = context;
  for (;;) {
    const started = await book.update(id, (record, at) => {
      const attempt = cardAttempt(record, gatewayOrderId);
      if (!attempt || !hasOpenQuestion(attempt, record.id, at) || !mayLookUp(attempt, at)) return undefined;
      return withAttempt(record, withLookUpStarted(attempt, at));
    });
    if (!started.changed) return started.record;
    const card = { number: cardAttempt(started.record, gatewayOrderId)?.card ?? '' };
    const found = await gateway.cardAuthorizations.query(gatewayOrderId, { card }).catch(async (error: unknown) => {
      await endLookUp(context, id, gatewayOrderId);
      throw error;
    });
    const { record } = await book.update(id, (current, at) => withQueryAnswer(current, gatewayOrderId, found, at));
    if (found || !isToAskAgain(cardAttempt(record, gatewayOrderId))) return record;
    await pause(SECOND_QUERY_AFTER);
  }
}

/** True when one "not found" does not end the attempt, and a second one does. */
function isToAskAgain(attempt: CardAttempt | undefined): boolean {
  return attempt?.progress.step === 'unresolved' && attempt.progress.notFoundAt !== undefined;
}

/** True when a look-up can change the attempt. */
function hasOpenQuestion(attempt: CardAttempt, orderId: string, at: Date): boolean {
  // Another shop may have used the same id.
  if (!hasRandomPart(attempt.gatewayOrderId, orderId)) return false;
  switch (attempt.progress.step) {
    case 'sent':
      // The answer itself may still arrive.
      return at.getTime() >= Date.parse(attempt.deadline);
    case 'unresolved':
      return true;
    case 'ended':
      return attempt.progress.recheckAt !== undefined && at.getTime() >= Date.parse(attempt.progress.recheckAt);
    case 'succeeded':
      return false;
  }
}

async function endLookUp({ book }: BackendContext, id: string, gatewayOrderId: string): Promise<void> {
  await book.update(id, (record, at) => {
    const attempt = cardAttempt(record, gatewayOrderId);
    return attempt && withAttempt(record, withLookUpEnded(attempt, at, { decided: false }));
  });
}
