import * as z from '../zod.js';
import { merchantTransactionIdSchema } from '../values/merchant-transaction-id.js';
import { accountIdSchema, merchantIdSchema } from '../values/request-values.js';
import { timestampTextSchema, orderIdSchema } from '../values/xml-values.js';
import { textLike } from '../values/text.js';

/** The longest range of a report in days (Non-Card Payment Methods Interface, Limits). */
export const REPORT_DAYS = 30;
/** The most records on a page, and the default (Non-Card Payment Methods Interface, Limits). */
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

const pageSizeSchema = textLike(3, /^([1-9]\d?|100)$/, 'a number from 1 to 100');
const pageNumberSchema = textLike(7, /^([1-9]\d{0,5}|1000000)$/, 'a number from 1 to 1000000');

/** The parameters that both reports have; every value of a query is text. */
const query = {
  timestamp: timestampTextSchema,
  merchantId: merchantIdSchema,
  startDateTime: z.optional(timestampTextSchema),
  endDateTime: z.optional(timestampTextSchema),
  merchantTransactionId: z.optional(merchantTransactionIdSchema),
  pageSize: z.optional(pageSizeSchema),
  pageNumber: z.optional(pageNumberSchema),
};

/**
 * GET /payments (Non-Card Payment Methods Interface, Payment report query parameters). The caller checks that there is
 * a range or an identifier.
 */
export const paymentReportQuerySchema = z.object({
  ...query,
  accountId: z.optional(accountIdSchema),
  returnPii: z.optional(z.enum(['true', 'false', 'True', 'False'])),
  transactionState: z.optional(z.enum(PAYMENT_STATES)),
});

/** The refund search (Non-Card Payment Methods Interface, Refund report query parameters). */
export const refundReportQuerySchema = z.object({
  ...query,
  /** One account, or several with commas between them. */
  accountId: z.optional(
    textLike(2048, /^[a-z0-9.]{1,50}(,[a-z0-9.]{1,50})*$/i, 'sub-accounts with commas between them'),
  ),
  orderId: z.optional(orderIdSchema),
  /** The text below the table names it; the table does not have it. */
  merchantRefundID: z.optional(textLike(50, /^[\w-]{1,50}$/, 'a refund identifier')),
  transactionState: z.optional(z.enum(REFUND_STATES)),
});
export type RefundReportQuery = z.output<typeof refundReportQuerySchema>;
