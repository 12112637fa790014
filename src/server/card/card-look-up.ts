import type { BackendContext } from '../orders/backend-context.js';
import type { CardAttempt } from '../orders/record/attempts.js';
import { isAnswerDue } from '../orders/calls/deadline.js';
import { runLookUp } from '../orders/calls/run-look-up.js';
import { recheckOf } from '../orders/record/order-due.js';
import { cardAttempt, type OrderRecord } from '../orders/record/order-record.js';
import { SECOND_QUERY_AFTER, withQueryAnswer } from './card-results.js';

/**
 * Asks the gateway for the result of an authorization and applies it. Asks a second time where the
 * first "not found" does not count. Does nothing while another look-up of the attempt is under way.
 * @throws {GatewayError} when the query fails. The attempt does not change.
 */
export async function lookUpCard(context: BackendContext, id: string, gatewayOrderId: string): Promise<OrderRecord> {
  const { book, gateway, pause } = context;
  for (;;) {
    const { record, asked } = await runLookUp(book, id, {
      find: (order) => cardAttempt(order, gatewayOrderId),
      isOpen: (attempt, at) => hasOpenQuestion(attempt, at),
      ask: ({ card }) => gateway.cardAuthorizations.query(gatewayOrderId, { card: { number: card } }),
      isFinal: (found) => found !== undefined,
      apply: (order, found, at) => withQueryAnswer(order, gatewayOrderId, found, at),
    });
    if (!asked || asked.answer || !isToAskAgain(cardAttempt(record, gatewayOrderId))) return record;
    await pause(SECOND_QUERY_AFTER);
  }
}

/** True when one "not found" does not end the attempt, and a second one does. */
function isToAskAgain(attempt: CardAttempt | undefined): boolean {
  return attempt?.progress.step === 'unresolved' && attempt.progress.notFoundAt !== undefined;
}

/** True when a look-up can change the attempt. */
function hasOpenQuestion(attempt: CardAttempt, at: Date): boolean {
  switch (attempt.progress.step) {
    case 'sent':
      // The answer itself may still arrive.
      return !isAnswerDue(attempt, at);
    case 'unresolved':
      return true;
    case 'ended': {
      const recheckAt = recheckOf(attempt);
      return recheckAt !== undefined && at.getTime() >= Date.parse(recheckAt);
    }
    case 'succeeded':
      return false;
  }
}
