import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { ChallengeReport } from '../../protocol/adapter/adapter-requests.js';
import {
  admitReport,
  authorizeAfterChallenge,
  type AuthorizeAfterChallengePorts,
} from './card/authorize-after-challenge.js';
import type { KeyedCall, Uses } from '../ports/ports.js';
import { refuseAttempt, reportAttempt, withCardNoted, type RefusePorts } from './calls/attempt-report.js';
import { once, type OncePorts } from './calls/idempotency.js';
import { keyedCardPayment } from '../domain/identifiers/keyed-request.js';

export type ReportChallengePorts = AuthorizeAfterChallengePorts & OncePorts & RefusePorts & Uses<'declinedCards'>;

/**
 * POST orders/{id}/authorizations: ends a challenge once for the key. A challenge that is open can be finished at a
 * limit of the client, so it takes no place.
 * @throws {Problem} those of `once` and `admitReport`
 */
export async function reportChallenge(
  ports: ReportChallengePorts,
  { id, key, caller, signal }: KeyedCall,
  body: ChallengeReport,
): Promise<PaymentAnswer> {
  const { number } = body.card;
  const payment = { id, method: 'card', number, caller };
  return once(ports, {
    id,
    key,
    signal,
    request: await keyedCardPayment(ports, 'authorizations', id, body),
    admit: (order, at) =>
      admitReport(ports, order, body, at).catch((error: unknown) => refuseAttempt(ports, payment, error)),
    work: (call, leased) =>
      reportAttempt(leased, payment, async () =>
        withCardNoted(leased, caller, number, await authorizeAfterChallenge(leased, id, body, call)),
      ),
  });
}
