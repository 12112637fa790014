import {
  PAYMENT_CREDIT_DETAILS_ORDER,
  PAYMENT_CREDIT_ORDER,
  paymentCreditRequest,
  type PaymentCreditRequest,
} from '../../../protocol/payment-credit.js';
import { merchantTransactionId, paymentsReference } from './references.js';
import type { SandboxState } from '../../state.js';
import type { Settings } from '../../settings.js';
import { isRefundHash, signatureOf } from '../../signature.js';
import { XmlRefusal } from './xml-refusal.js';
import { endingOf, PAYMENT_CREDIT_ENDINGS } from './amount-endings.js';
import { standingAt, type RedirectTransaction, type Refund } from '../../testpay/model.js';
import {
  checkForm,
  hashMismatch,
  requireAmount,
  requireEnabled,
  requireHash,
  type RequestForm,
} from './method-request.js';
import { resultDocument } from './method-response.js';

const FORM = {
  schema: paymentCreditRequest,
  order: PAYMENT_CREDIT_ORDER,
  detailsOrder: PAYMENT_CREDIT_DETAILS_ORDER,
  hash: 'optional',
} as const satisfies RequestForm<typeof paymentCreditRequest>;

/** payment-credit: gives money of a successful payment back; null where it is never answered. */
export async function refundPayment(raw: Record<string, unknown>, state: SandboxState): Promise<object | null> {
  const { settings, payments } = state;
  const request = checkForm(raw, FORM);
  requireAmount(request);
  await requireHash(request, settings);
  await requirePassword(request, settings);
  requireEnabled(request, settings);
  const { refund, refusal } = carriedOut(request, state);
  await payments.saveRefund(refund);
  if (refusal) throw refusal;
  const unanswered = PAYMENT_CREDIT_ENDINGS[endingOf(refund.amount)] === 'unanswered';
  return unanswered ? null : resultDocument(refund, undefined, signatureOf(request), settings);
}

/** One pass over the password, without the secret (gateway facts 2.5). */
async function requirePassword({ refundhash }: PaymentCreditRequest, settings: Settings): Promise<void> {
  if (!(await isRefundHash(refundhash, settings))) throw hashMismatch();
}

/** Between this and its saving there is no pause: two refunds at once cannot give back more than was paid. */
function carriedOut(
  request: PaymentCreditRequest,
  state: SandboxState,
): { refund: Refund; refusal: XmlRefusal | undefined } {
  const original = originalOf(request, state);
  const refusal = refusalOf(request, original, state);
  const declined = PAYMENT_CREDIT_ENDINGS[endingOf(request.amount['#text'])] === 'declined';
  const outcome = refusal
    ? { result: refusal.result, message: refusal.message, state: 'INITIATION_REJECTED' as const }
    : declined
      ? { result: '101', message: 'DECLINED', state: 'INITIATION_FAILED' as const }
      : { result: '00', message: 'SUCCEEDED', state: 'INITIATION_COMPLETED' as const };
  const { settings, authorizations } = state;
  const at = settings.now();
  const refund = {
    id: merchantTransactionId(settings.randomUuid()),
    ...(original ? { merchantTransactionId: original.merchantTransactionId } : {}),
    pasref: paymentsReference(at, authorizations),
    at: at.toISOString(),
    account: request.account ?? settings.accountId,
    orderId: request.orderid,
    amount: request.amount['#text'],
    currency: request.amount['@currency'],
    paymentMethod: request.paymentmethod,
    ...outcome,
  };
  return { refund, refusal };
}

function originalOf(
  { orderid, pasref, amount, paymentmethod }: PaymentCreditRequest,
  { payments }: SandboxState,
): RedirectTransaction | undefined {
  const found = payments.ofOrder(orderid);
  return found?.pasref === pasref && found.currency === amount['@currency'] && found.paymentMethod === paymentmethod
    ? found
    : undefined;
}

function refusalOf(
  { amount }: PaymentCreditRequest,
  original: RedirectTransaction | undefined,
  { settings, payments }: SandboxState,
): XmlRefusal | undefined {
  if (!original) return new XmlRefusal('508', 'Original transaction not found.');
  if (standingAt(original, settings.now()).state !== 'SUCCEEDED') return new XmlRefusal('508', 'FAILED');
  let left = BigInt(original.amount);
  for (const refund of payments.refunds()) {
    if (refund.state === 'INITIATION_COMPLETED' && refund.merchantTransactionId === original.merchantTransactionId)
      left -= BigInt(refund.amount);
  }
  return BigInt(amount['#text']) > left ? new XmlRefusal('512', `Refund limit exceeded: at most ${left}`) : undefined;
}
