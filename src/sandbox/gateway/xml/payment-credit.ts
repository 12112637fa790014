import { isMerchantAddress } from '../../core/merchant-address.js';
import {
  PAYMENT_CREDIT_DETAILS_ORDER,
  PAYMENT_CREDIT_ORDER,
  paymentCreditRequestSchema,
  type PaymentCreditRequest,
} from '../../../protocol/redirect/payment-credit.js';
import { merchantTransactionId, paymentsReference } from '../../authorizations/references.js';
import type { XmlDependencies } from './dependencies.js';
import type { Settings } from '../../core/settings.js';
import { isRefundHash, signatureOf } from '../../core/signature.js';
import { XmlRefusal } from './xml-refusal.js';
import { endingOf, PAYMENT_CREDIT_ENDINGS } from './amount-endings.js';
import {
  standingAt,
  takesMoney,
  type FinalRefundStanding,
  type RedirectTransaction,
  type Refund,
  type RefundCourse,
  type RefundStanding,
} from '../../testpay/model.js';
import { scheduleRefundStatus } from '../../testpay/status-delivery.js';
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
  schema: paymentCreditRequestSchema,
  order: PAYMENT_CREDIT_ORDER,
  detailsOrder: PAYMENT_CREDIT_DETAILS_ORDER,
  hash: 'optional',
} as const satisfies RequestForm<typeof paymentCreditRequestSchema>;

/** Processes a payment-credit, which refunds a successful payment. Returns null where the answer is lost. */
export async function refundPayment(raw: Record<string, unknown>, state: XmlDependencies): Promise<object | null> {
  const { settings, payments } = state;
  const request = checkForm(raw, FORM);
  requireAmount(request);
  await requireHash(request, settings);
  await requirePassword(request, settings);
  requireEnabled(request, settings);
  const { refund, refusal } = processed(request, state);
  await payments.saveRefund(refund);
  if (refusal) throw refusal;
  await scheduleRefundStatus(state, refund);
  return courseOf(request) === 'unanswered' ? null : resultDocument(refund, undefined, signatureOf(request), settings);
}

async function requirePassword({ refundhash }: PaymentCreditRequest, settings: Settings): Promise<void> {
  if (!(await isRefundHash(refundhash, settings.refundPassword, settings.digest))) throw hashMismatch();
}

const courseOf = ({ amount }: PaymentCreditRequest): RefundCourse | undefined =>
  PAYMENT_CREDIT_ENDINGS[endingOf(amount['#text'])];

/** The address of status messages about the refund. Another host than the merchant's is not called. */
function statusUrlOf({ paymentmethoddetails }: PaymentCreditRequest, settings: Settings): string | undefined {
  const address = paymentmethoddetails?.statusupdateurl;
  return address !== undefined && isMerchantAddress(address, settings) ? address : undefined;
}

/** Runs without a pause until the refund is stored, so that two refunds at once cannot return more than was paid. */
function processed(
  request: PaymentCreditRequest,
  state: XmlDependencies,
): { refund: Refund; refusal: XmlRefusal | undefined } {
  const { settings, authorizations } = state;
  const original = originalOf(request, state);
  const refusal = refusalOf(request, original, state);
  const at = settings.now();
  const statusUrl = statusUrlOf(request, settings);
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
    ...(statusUrl === undefined ? {} : { statusUrl }),
    signature: signatureOf(request),
    ...(refusal
      ? { result: refusal.result, message: refusal.message, state: 'INITIATION_REJECTED' as const }
      : outcomeOf(courseOf(request), at, settings)),
  };
  return { refund, refusal };
}

const PENDING = { result: '01', message: 'PENDING', state: 'INITIATION_PENDING' } as const;
const COMPLETED = { result: '00', message: 'SUCCEEDED', state: 'INITIATION_COMPLETED' } as const;

/** Returns the answer's result and, for an asynchronous refund, what follows it. */
function outcomeOf(
  course: RefundCourse | undefined,
  at: Date,
  { refundDelay }: Settings,
): RefundStanding & Pick<Refund, 'settlement' | 'delivery'> {
  const processingAt = new Date(at.getTime() + refundDelay / 2).toISOString();
  const endAt = new Date(at.getTime() + refundDelay).toISOString();
  const pendingUntil = (end: FinalRefundStanding) => ({
    ...PENDING,
    settlement: { processingAt, end: { ...end, at: endAt } },
    delivery: { attempts: 0, next: endAt },
  });
  switch (course) {
    case undefined:
    case 'unanswered':
      return COMPLETED;
    case 'declined':
      return { result: '101', message: 'DECLINED', state: 'INITIATION_FAILED' };
    case 'completes-later':
      return pendingUntil(COMPLETED);
    case 'rejected-later':
      return pendingUntil({ result: '101', message: 'REJECTED', state: 'INITIATION_REJECTED' });
    case 'fails-later':
      return pendingUntil({ result: '101', message: 'FAILED', state: 'INITIATION_FAILED' });
    case 'stays-pending':
      return { ...PENDING, settlement: { processingAt } };
    case 'refused':
      throw new RangeError('A refused refund has no outcome.');
  }
}

function originalOf(
  { orderid, pasref, amount, paymentmethod }: PaymentCreditRequest,
  { payments }: XmlDependencies,
): RedirectTransaction | undefined {
  const found = payments.ofOrder(orderid);
  return found?.pasref === pasref && found.currency === amount['@currency'] && found.paymentMethod === paymentmethod
    ? found
    : undefined;
}

function refusalOf(
  request: PaymentCreditRequest,
  original: RedirectTransaction | undefined,
  { settings, payments }: XmlDependencies,
): XmlRefusal | undefined {
  if (!original) return new XmlRefusal('508', 'Original transaction not found.');
  const now = settings.now();
  if (standingAt(original, now).state !== 'SUCCEEDED') return new XmlRefusal('508', 'FAILED');
  if (courseOf(request) === 'refused') return new XmlRefusal('512', 'The refund is refused.');
  let left = BigInt(original.amount);
  for (const refund of payments.refunds()) {
    if (refund.merchantTransactionId === original.merchantTransactionId && takesMoney(refund, now))
      left -= BigInt(refund.amount);
  }
  return BigInt(request.amount['#text']) > left
    ? new XmlRefusal('512', `Refund limit exceeded: at most ${left}`)
    : undefined;
}
