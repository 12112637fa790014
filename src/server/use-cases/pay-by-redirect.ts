import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { RedirectRequest } from '../../protocol/adapter/adapter-requests.js';
import type { KeyedCall } from '../ports/ports.js';
import { refuseAttempt, reportAttempt, type RefusePorts } from './calls/attempt-report.js';
import { once, type OncePorts } from './calls/idempotency.js';
import { keyedRedirect } from '../domain/identifiers/keyed-request.js';
import { methodsOf } from '../domain/views/payment-methods.js';
import { lookUpSetAside, type LookUpForPagePorts } from './reconciliation/look-up-order.js';
import { admitRedirect, startRedirect, type StartRedirectPorts } from './redirect/start-redirect.js';

export type PayByRedirectPorts = StartRedirectPorts & LookUpForPagePorts & OncePorts & RefusePorts;

/**
 * POST orders/{id}/redirects: starts a redirect payment once for the key, after a look-up of those that were set aside.
 * @throws {Problem} those of `once`, `admitRedirect` and `startRedirect`
 */
export async function payByRedirect(
  ports: PayByRedirectPorts,
  { id, key, caller, signal }: KeyedCall,
  body: RedirectRequest,
): Promise<PaymentAnswer> {
  const payment = { id, method: body.method, caller };
  return once(ports, {
    id,
    key,
    signal,
    request: await keyedRedirect(ports, id, body),
    admit: (order, at) =>
      admitRedirect(ports, order, body, at).catch((error: unknown) => {
        // The page chooses the text, which may be a card number.
        const isOffered = methodsOf(order).some(({ code }) => code === body.method);
        return refuseAttempt(ports, isOffered ? payment : { ...payment, method: 'other' }, error);
      }),
    work: ({ isLeaseHeld }, leased) =>
      reportAttempt(leased, payment, async () => {
        const order = await lookUpSetAside(leased, await leased.book.read(id));
        return startRedirect(leased, order, body, isLeaseHeld, caller);
      }),
  });
}
