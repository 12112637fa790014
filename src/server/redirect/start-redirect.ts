import type { PaymentAnswer } from '../../protocol/adapter-answers.js';
import type { RedirectRequest } from '../../protocol/adapter-requests.js';
import type { BackendContext } from '../backend-context.js';
import type { PaymentSetResult } from '../gateway/payment-sets.js';
import { gatewayOrderId } from '../orders/gateway-order-id.js';
import type { StillWorking } from '../orders/idempotency.js';
import { isPayable, withEntry, type OrderRecord } from '../orders/order-record.js';
import { methodsOf, missingFields } from '../orders/payment-methods.js';
import { Problem } from '../problem.js';

/**
 * POST orders/{id}/redirects: payment-set, and where the shopper is to be sent. It moves no money;
 * what must not happen is that two payments of an order can be completed. So the order waits for
 * this one, by compare-and-set, before anybody learns its address; and whoever asks again is sent
 * to the same payment.
 */
export async function redirect(
  context: BackendContext,
  id: string,
  request: RedirectRequest,
  still: StillWorking,
): Promise<PaymentAnswer> {
  const { book, gateway, publicUrl, autosettle, now } = context;
  const order = await book.read(id);
  if (!isPayable(order)) return goOn(order, request.method);
  const { accountHolderName, country } = checked(order, request);

  const begun = await book.update(id, (record) =>
    isPayable(record) && still(record)
      ? withEntry({ ...record, attempts: record.attempts + 1 }, now(), 'redirect-sent', {
          method: request.method,
          order_id: gatewayOrderId(id, record.attempts + 1),
        })
      : undefined,
  );
  if (!begun.changed) return goOn(begun.record, request.method);
  const orderId = gatewayOrderId(id, begun.record.attempts);
  const descriptor = order.descriptor ?? order.description;
  const set = await gateway.paymentSets.create({
    orderId,
    amount: order.amount,
    currency: order.currency,
    method: request.method,
    // With the order in the path: a query would be lost on this gateway (field lessons: Also).
    returnUrl: `${publicUrl}/return/${id}`,
    statusUrl: `${publicUrl}/status/${id}`,
    autosettle,
    accountHolderName,
    country,
    ...(descriptor === undefined ? {} : { descriptor }),
    ...(order.comments ? { comments: order.comments } : {}),
  });
  const kept = await book.update(id, (record) =>
    isPayable(record) && still(record) ? pending(record, set, orderId, request.method, now()) : undefined,
  );
  // Another payment was faster: nobody learns of this one, and it lapses.
  return kept.changed ? { result: 'redirect', redirect_url: set.redirectUrl } : goOn(kept.record, request.method);
}

/** The payment that can still be gone on with: pending, and nobody has come back from it. */
export function unfinishedRedirect({ state, redirects }: OrderRecord) {
  const last = redirects.at(-1);
  return state === 'pending' && last && !last.heard ? last : undefined;
}

function goOn(record: OrderRecord, method: string): PaymentAnswer {
  const unfinished = unfinishedRedirect(record);
  if (unfinished?.method !== method) throw new Problem('order-not-open');
  return { result: 'redirect', redirect_url: unfinished.redirectUrl };
}

function pending(
  record: OrderRecord,
  { pasref, redirectUrl }: PaymentSetResult,
  orderId: string,
  method: string,
  now: Date,
): OrderRecord {
  const begun = { at: now.toISOString(), gatewayOrderId: orderId, method, pasref, redirectUrl, heard: false };
  // What a card that was declined before had of an authentication is nothing of this payment's.
  const without = { authorizedWith: null, liabilityShift: null };
  return withEntry(
    { ...record, ...without, state: 'pending', redirects: [...record.redirects, begun] },
    now,
    'redirect-answered',
    { method, pasref },
  );
}

/** What the shop knows comes before what the page says. */
function checked(order: OrderRecord, { method, account_holder_name, country }: RedirectRequest) {
  if (method === 'card' || !methodsOf(order).some(({ code }) => code === method)) {
    throw new Problem('invalid-request', [{ field: 'method', message: 'is not one that this order offers' }]);
  }
  const given = {
    account_holder_name: order.accountHolderName ?? account_holder_name ?? '',
    country: order.country ?? country ?? '',
  };
  const missing = missingFields(order).filter((field) => given[field] === '');
  if (missing.length > 0)
    throw new Problem(
      'invalid-request',
      missing.map((field) => ({ field, message: 'is missing' })),
    );
  return { accountHolderName: given.account_holder_name, country: given.country };
}
