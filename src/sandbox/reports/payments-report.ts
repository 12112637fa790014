import { Hono } from 'hono';
import * as z from '../../protocol/zod.js';
import { paymentReportQuerySchema } from '../../protocol/reports/report-query.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import { onlyMethod } from '../http/request.js';
import type { ReportDependencies } from './dependencies.js';
import { reportRange } from './date-range.js';
import { reportedPayments } from './payment-records.js';
import { report } from './report-call.js';
import { pageOf } from './report-page.js';
import { badParameter } from './report-refusal.js';

/** The documents' path, and that of published clients (docs/reference/gateway.md#payments-report). */
const PATHS = ['/payments', '/openbanking/payments'];

/** The query with both names of the identifier: the documents' and the one that published clients send. */
const querySchema = z.object({
  ...paymentReportQuerySchema.shape,
  obTransId: paymentReportQuerySchema.shape.merchantTransactionId,
});
type Query = z.output<typeof querySchema>;

/** GET /payments (Non-Card Payment Methods Interface, Payment report query parameters). */
export function paymentsReportRoute(state: ReportDependencies): Hono {
  const answer = report(state, {
    kind: 'payments-report',
    schema: querySchema,
    hashFields: (query) => HASH_FIELDS.paymentReport({ ...query, merchantTransactionId: identifierOf(query) }),
    answer: (query) => paymentReport(query, state),
    orderOf: (query) => {
      const id = query['merchantTransactionId'] ?? query['obTransId'];
      return id === undefined ? undefined : reportedPayments(state, id)[0]?.orderId;
    },
  });
  const route = new Hono();
  for (const path of PATHS) route.get(path, answer).all(path, onlyMethod('GET'));
  return route;
}

function identifierOf({ merchantTransactionId, obTransId }: Query): string | undefined {
  return merchantTransactionId ?? obTransId;
}

function paymentReport(query: Query, state: ReportDependencies): object {
  const isAsked = dateFilter(query);
  const { accountId, transactionState } = query;
  const found = reportedPayments(state, identifierOf(query)).filter(
    ({ at, account, state: paymentState }) =>
      isAsked(at) &&
      (accountId === undefined || account === accountId) &&
      (transactionState === undefined || paymentState === transactionState),
  );
  const { counts, items } = pageOf(found, query, state.settings);
  const returnPii = query.returnPii?.toLowerCase() === 'true';
  return { ...counts, payments: items.map(({ record }) => record(returnPii)) };
}

/** Filters by both dates, which are required without an identifier. With one, all dates match. */
function dateFilter(query: Query): (at: Date) => boolean {
  const { merchantTransactionId, obTransId } = query;
  if (merchantTransactionId !== undefined && obTransId !== undefined && merchantTransactionId !== obTransId)
    throw badParameter('merchantTransactionId and obTransId must be the same');
  const isWithin = reportRange(query);
  if (identifierOf(query) !== undefined) return () => true;
  if (!isWithin) throw badParameter('Either merchantTransactionId, or both startDateTime and endDateTime, is required');
  return isWithin;
}
