import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { RedirectRequest } from '../../protocol/adapter/adapter-requests.js';
import type { BackendContext, KeyedCall } from '../orders/backend-context.js';
import { reportAttempt, reportRefusal } from '../orders/calls/attempt-report.js';
import { once } from '../orders/calls/idempotency.js';
import { keyedRedirect } from '../orders/identifiers/keyed-request.js';
import { lookUpSetAside } from '../reconciliation/look-up-order.js';
import { admitRedirect, startRedirect } from '../redirect/start-redirect.js';

/**
 * POST orders/{id}/redirects: starts a redirect payment once for the key, after a look-up of those that were set aside.
 * @throws {Problem} those of `once`, `admitRedirect` and `startRedirect`
 */
export async function payByRedirect(
  context: BackendContext,
  { id, key, caller, signal }: KeyedCall,
  body: RedirectRequest,
): Promise<PaymentAnswer> {
  const payment = { id, method: body.method, caller };
  return once(context, {
    id,
    key,
    signal,
    request: await keyedRedirect(context, id, body),
    admit: (order, at) =>
      admitRedirect(context, order, body, at).catch((error: unknown) => {
        reportRefusal(context, payment, error);
        throw error;
      }),
    work: (isLeaseHeld, leased) =>
      reportAttempt(leased, payment, async () => {
        const order = await lookUpSetAside(leased, await leased.book.read(id));
        return startRedirect(leased, order, body, isLeaseHeld, caller);
      }),
  });
}
