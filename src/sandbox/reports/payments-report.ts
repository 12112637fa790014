import { Hono } from 'hono';
import { paymentReportQuery, type PaymentReportQuery } from '../../protocol/report-query.js';
import { HASH_FIELDS } from '../../protocol/securehash.js';
import type { SandboxState } from '../state.js';
import { rangeOf } from './date-range.js';
import { reportedPayments, type ReportedPayment } from './payment-records.js';
import { report } from './report-call.js';
import { pageOf } from './report-page.js';
import { badParameter } from './report-refusal.js';
import { onlyMethod } from '../http/request.js';

/** The documents' address, and the one that published clients know (gateway facts 2.6). */
const PATHS = ['/payments', '/openbanking/payments'];

/** GET /payments (spec: Payment report query parameters). */
export function paymentsReportRoute(state: SandboxState): Hono {
  const answer = report(state, {
    kind: 'payments-report',
    schema: paymentReportQuery,
    hashFields: HASH_FIELDS.paymentReport,
    answer: (query) => paymentReport(query, state),
    orderOf: ({ merchantTransactionId: id }) =>
      id === undefined
        ? undefined
        : reportedPayments(state).find((payment) => payment.merchantTransactionId === id)?.orderId,
  });
  const route = new Hono();
  for (const path of PATHS) route.get(path, answer).all(path, onlyMethod('GET'));
  return route;
}

function paymentReport(query: PaymentReportQuery, state: SandboxState): object {
  const asked = askedFor(query);
  const { accountId, transactionState } = query;
  const found = reportedPayments(state).filter(
    (payment) =>
      asked(payment) &&
      (accountId === undefined || payment.account === accountId) &&
      (transactionState === undefined || payment.state === transactionState),
  );
  const { facts, items } = pageOf(found, query, state.settings);
  const returnPii = query.returnPii?.toLowerCase() === 'true';
  return { ...facts, payments: items.map(({ record }) => record(returnPii)) };
}

/** An identifier names one transaction, whenever it was; otherwise both dates are due. */
function askedFor(query: PaymentReportQuery): (payment: ReportedPayment) => boolean {
  const { merchantTransactionId } = query;
  const within = rangeOf(query);
  if (merchantTransactionId !== undefined) return (payment) => payment.merchantTransactionId === merchantTransactionId;
  if (!within) throw badParameter('Either merchantTransactionId, or both startDateTime and endDateTime, is required');
  return ({ at }) => within(at);
}
