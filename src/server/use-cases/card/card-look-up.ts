import type { CardQueryAnswer } from '../../gateway/card-query.js';
import type { Uses } from '../../ports/ports.js';
import type { CardAttempt } from '../../domain/record/attempts.js';
import { isAnswerDue } from '../../domain/record/deadline.js';
import { runLookUp } from '../calls/run-look-up.js';
import { recheckOf } from '../../domain/record/order-due.js';
import { cardAttempt, type OrderRecord } from '../../domain/record/order-record.js';
import { SECOND_QUERY_AFTER, withQueryAnswer } from '../../domain/card/card-results.js';

/** Maximum number of queries of one look-up. A later look-up continues. */
const MAX_QUERIES = 3;

/**
 * Asks the gateway for the result of an authorization and applies it. Asks again where the first "not found", or the
 * first decline without a verified hash, does not count. Does nothing while another look-up of the attempt is under
 * way.
 * @throws {GatewayError} when the query fails. The attempt does not change.
 */
export async function lookUpCard(
  ports: Uses<'book' | 'gateway' | 'pause'>,
  id: string,
  gatewayOrderId: string,
): Promise<OrderRecord> {
  const { book, gateway, pause } = ports;
  for (let queries = 1; ; queries++) {
    const { record, asked } = await runLookUp(book, id, {
      find: (order) => cardAttempt(order, gatewayOrderId),
      isOpen: (attempt, at) => hasOpenQuestion(attempt, at),
      ask: ({ card }) => gateway.cardAuthorizations.query(gatewayOrderId, { card: { number: card } }),
      // A later answer may be another one than a decline that is not verified.
      isFinal: (found) => found !== undefined && (found.result === '00' || found.hashMatches),
      apply: (order, found, at) => withQueryAnswer(order, gatewayOrderId, found, at),
    });
    const isToAskAgain = asked && isUnconfirmed(cardAttempt(record, gatewayOrderId), asked.answer);
    if (!isToAskAgain || queries === MAX_QUERIES) return record;
    await pause(SECOND_QUERY_AFTER);
  }
}

/** True when the answer does not end the attempt, and the same one again does. */
function isUnconfirmed(attempt: CardAttempt | undefined, answer: CardQueryAnswer | undefined): boolean {
  if (attempt?.progress.step !== 'unresolved') return false;
  return (answer ? attempt.progress.declined : attempt.progress.notFoundAt) !== undefined;
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
