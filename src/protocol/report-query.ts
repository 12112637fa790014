import * as z from 'zod/mini';
import { accountId, merchantId } from './request-values.js';
import { compactTimestamp, orderId } from './xml-values.js';

/** A report covers at most so many days (spec: Limits). */
export const REPORT_DAYS = 30;
/** Records on a page at the most, and by default (spec: Limits). */
export const REPORT_PAGE_SIZE = 100;

export const PAYMENT_STATES = [
  'SUCCEEDED',
  'PENDING',
  'FAILED',
  'INITIATED',
  'DECLINED',
  'AUTHORISED',
  'INDOUBT',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const REFUND_STATES = [
  'INITIATION_PENDING',
  'INITIATION_COMPLETED',
  'INITIATION_REJECTED',
  'INITIATION_FAILED',
  'INITIATION_PROCESSING',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

const merchantTransactionId = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/, 'at most 32 letters and digits'));
const pageSize = z.string().check(z.regex(/^([1-9]\d?|100)$/, 'a number from 1 to 100'));
const pageNumber = z.string().check(z.regex(/^([1-9]\d{0,5}|1000000)$/, 'a number from 1 to 1000000'));

/** What both reports are asked with: everything is text in a query. */
const query = {
  timestamp: compactTimestamp,
  merchantId,
  startDateTime: z.optional(compactTimestamp),
  endDateTime: z.optional(compactTimestamp),
  merchantTransactionId: z.optional(merchantTransactionId),
  pageSize: z.optional(pageSize),
  pageNumber: z.optional(pageNumber),
};

/** GET /payments (spec: Payment report query parameters). That a range or an identifier is due is checked by who answers. */
export const paymentReportQuery = z.object({
  ...query,
  accountId: z.optional(accountId),
  returnPii: z.optional(z.enum(['true', 'false', 'True', 'False'])),
  transactionState: z.optional(z.enum(PAYMENT_STATES)),
});
export type PaymentReportQuery = z.output<typeof paymentReportQuery>;

/** The refund search (spec: Refund report query parameters). */
export const refundReportQuery = z.object({
  ...query,
  /** One account, or several with commas between them. */
  accountId: z.optional(
    z.string().check(z.regex(/^[a-zA-Z0-9.]{1,50}(,[a-zA-Z0-9.]{1,50})*$/, 'sub-accounts with commas between them')),
  ),
  orderId: z.optional(orderId),
  /** Named once in the text, and in no table. */
  merchantRefundID: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,50}$/, 'a refund identifier'))),
  transactionState: z.optional(z.enum(REFUND_STATES)),
});
export type RefundReportQuery = z.output<typeof refundReportQuery>;
