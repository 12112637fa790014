import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { PaymentRequest } from '../../protocol/adapter/adapter-requests.js';
import { admitAuthentication, authenticate, type AuthenticatePorts } from './card/authenticate.js';
import type { Client, KeyedCall, Uses } from '../ports/ports.js';
import { refuseAttempt, reportAnswer, reportAttempt, withCardNoted, type RefusePorts } from './calls/attempt-report.js';
import { once, type OncePorts } from './calls/idempotency.js';
import { keyedCardPayment } from '../domain/identifiers/keyed-request.js';
import { isCovered } from '../domain/record/order-record.js';

export type AuthenticateCardPorts = AuthenticatePorts & OncePorts & RefusePorts & Uses<'declinedCards'>;

/**
 * POST orders/{id}/authentications: pays with a card once for the key, within the limits of the client.
 * @param client the parts of the request that the authentication reports
 * @throws {Problem} those of `once` and `admitAuthentication`, and too-many-requests
 */
export async function authenticateCard(
  ports: AuthenticateCardPorts,
  { id, key, caller, signal }: KeyedCall,
  body: PaymentRequest,
  client: Client,
): Promise<PaymentAnswer> {
  const { number } = body.card;
  const payment = { id, method: 'card', number, caller };
  return once(ports, {
    id,
    key,
    signal,
    request: await keyedCardPayment(ports, 'authentications', id, body),
    admit: (order, at) =>
      admitAuthentication(ports, order, body, client, at).then(
        (refused) => {
          if (refused && !isCovered(order)) reportAnswer(ports, payment, refused);
          return refused;
        },
        (error: unknown) => refuseAttempt(ports, payment, error),
      ),
    work: (call, leased) =>
      reportAttempt(leased, payment, () =>
        leased.declinedCards.during(caller.networks, async () =>
          withCardNoted(leased, caller, number, await authenticate(leased, payment, body, client, call)),
        ),
      ),
  });
}
