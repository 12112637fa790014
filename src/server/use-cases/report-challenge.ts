import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { ChallengeReport } from '../../protocol/adapter/adapter-requests.js';
import { admitReport, authorizeAfterChallenge } from '../card/authorize-after-challenge.js';
import type { BackendContext, KeyedCall } from '../orders/backend-context.js';
import { reportAttempt, reportRefusal, withCardNoted } from '../orders/calls/attempt-report.js';
import { once } from '../orders/calls/idempotency.js';
import { keyedCardPayment } from '../orders/identifiers/keyed-request.js';

/**
 * POST orders/{id}/authorizations: ends a challenge once for the key. A challenge that is open can be finished at a
 * limit of the client, so it takes no place.
 * @throws {Problem} those of `once` and `admitReport`
 */
export async function reportChallenge(
  context: BackendContext,
  { id, key, caller, signal }: KeyedCall,
  body: ChallengeReport,
): Promise<PaymentAnswer> {
  const { number } = body.card;
  const payment = { id, method: 'card', number, caller };
  return once(context, {
    id,
    key,
    signal,
    request: await keyedCardPayment(context, 'authorizations', id, body),
    admit: (order, at) =>
      admitReport(context, order, body, at).catch((error: unknown) => {
        reportRefusal(context, payment, error);
        throw error;
      }),
    work: (isLeaseHeld, leased) =>
      reportAttempt(leased, payment, async () =>
        withCardNoted(leased, caller, number, await authorizeAfterChallenge(leased, id, body, isLeaseHeld)),
      ),
  });
}
