import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { PaymentRequest } from '../../protocol/adapter/adapter-requests.js';
import { admitAuthentication, authenticate } from '../card/authenticate.js';
import type { BackendContext, Client, KeyedCall } from '../orders/backend-context.js';
import { reportAttempt, reportRefusal, withCardNoted } from '../orders/calls/attempt-report.js';
import { once } from '../orders/calls/idempotency.js';
import { keyedCardPayment } from '../orders/identifiers/keyed-request.js';
import { countPaymentStart } from '../orders/limits/client-limits.js';

/**
 * POST orders/{id}/authentications: pays with a card once for the key, within the limits of the client.
 * @param client the parts of the request that the authentication reports
 * @throws {Problem} those of `once` and `admitAuthentication`, and too-many-requests
 */
export async function authenticateCard(
  context: BackendContext,
  { id, key, caller, signal }: KeyedCall,
  body: PaymentRequest,
  client: Client,
): Promise<PaymentAnswer> {
  const { number } = body.card;
  const payment = { id, method: 'card', number, caller };
  return once(context, {
    id,
    key,
    signal,
    request: await keyedCardPayment(context, 'authentications', id, body),
    admit: (order, at) =>
      admitAuthentication(context, order, body, client, at).catch(async (error: unknown) => {
        // A refused call without a transaction may be a guess of a card.
        if (body.server_trans_id === undefined) await countPaymentStart(context, caller);
        reportRefusal(context, payment, error);
        throw error;
      }),
    work: (isLeaseHeld, leased) =>
      reportAttempt(leased, payment, () =>
        leased.declinedCards.during(caller.networks, async () =>
          withCardNoted(leased, caller, number, await authenticate(leased, id, body, client, isLeaseHeld)),
        ),
      ),
  });
}
