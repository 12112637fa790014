import { Hono } from 'hono';
import type * as z from '../../protocol/zod.js';
import type { refundRecordSchema } from '../../protocol/reports/report-answer.js';
import { refundReportQuerySchema, type RefundReportQuery } from '../../protocol/reports/report-query.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import { isoTimestamp } from '../../protocol/values/timestamp.js';
import { refundStandingAt, type Refund } from '../testpay/model.js';
import type { ReportDependencies } from './dependencies.js';
import type { Settings } from '../core/settings.js';
import { reportTime } from './payment-records.js';
import { reportRange } from './date-range.js';
import { report } from './report-call.js';
import { pageOf } from './report-page.js';
import { badParameter } from './report-refusal.js';
import { onlyMethod } from '../http/request.js';

/** The documents show no path. These are like those of payments (docs/reference/gateway.md#refunds-report). */
const PATHS = ['/refunds', '/openbanking/refunds'];

/** GET /refunds (Non-Card Payment Methods Interface, Refund report query parameters). */
export function refundsReportRoute(state: ReportDependencies): Hono {
  const answer = report(state, {
    kind: 'refunds-report',
    schema: refundReportQuerySchema,
    hashFields: HASH_FIELDS.refundReport,
    answer: (query) => refundReport(query, state),
    orderOf: (query) => query['orderId'],
  });
  const route = new Hono();
  for (const path of PATHS) route.get(path, answer).all(path, onlyMethod('GET'));
  return route;
}

function refundReport(query: RefundReportQuery, { settings, payments }: ReportDependencies): object {
  const within = reportRange(query);
  requireSubject(query, settings);
  const { accountId, orderId, merchantRefundID, merchantTransactionId, transactionState } = query;
  const time = reportTime(settings);
  const accounts = accountId?.split(',');
  const found = Array.from(payments.refunds()).filter(
    (refund) =>
      new Date(refund.at) <= time &&
      (within === undefined || within(new Date(refund.at))) &&
      (accounts === undefined || accounts.includes(refund.account)) &&
      (orderId === undefined || refund.orderId === orderId) &&
      // The merchant knows a refund by the pasref of its answer.
      (merchantRefundID === undefined || refund.id === merchantRefundID || refund.pasref === merchantRefundID) &&
      (merchantTransactionId === undefined || refund.merchantTransactionId === merchantTransactionId) &&
      (transactionState === undefined || refundStandingAt(refund, time).state === transactionState),
  );
  const { counts, items } = pageOf(found, query, settings);
  return { ...counts, refunds: items.map((refund) => recordOf(refund, settings, time)) };
}

/** Requires an order id or an alternative, by option `refundOrderId`. */
function requireSubject(
  { orderId, merchantRefundID, startDateTime }: RefundReportQuery,
  { refundOrderId }: Settings,
): void {
  if (orderId !== undefined) return;
  if (refundOrderId === 'mandatory') throw badParameter('orderId is missing');
  if (merchantRefundID === undefined && startDateTime === undefined)
    throw badParameter('merchantRefundID, or orderId, or both startDateTime and endDateTime, is required');
}

function recordOf(refund: Refund, { merchantId }: Settings, time: Date): z.input<typeof refundRecordSchema> {
  const { merchantTransactionId } = refund;
  const { result, message, state } = refundStandingAt(refund, time);
  return {
    merchant_id: merchantId,
    account: refund.account,
    order_id: refund.orderId,
    merchant_refund_id: refund.id,
    ...(merchantTransactionId === undefined ? {} : { merchant_transaction_id: merchantTransactionId }),
    payments_reference: refund.pasref,
    payment_method: refund.paymentMethod,
    result,
    message,
    status: state,
    amount: refund.amount,
    currency: refund.currency,
    created_on: isoTimestamp(new Date(refund.at)),
  };
}
