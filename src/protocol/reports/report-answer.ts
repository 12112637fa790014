import * as z from 'zod/mini';
import { answerNumber, answerText, informational } from '../values/answer-values.js';
import { FUND_STATUSES } from '../redirect/status-message.js';

/**
 * The answers of the reports (Non-Card Payment Methods Interface, Payment report response). The document describes the
 * fields of a record without their wire names: the names here are its words in snake case, an inference, beside the
 * names that published clients read (docs/reference/gateway.md#payments-report).
 */
const text = z.optional(answerText);
const number = z.optional(answerNumber);

/** The document's flag is 1; a boolean or its text passes. */
const flag = z.pipe(
  z.transform((value: unknown) => value === true || value === 1 || value === '1' || value === 'true'),
  z.boolean(),
);

export const paymentRecord = z.object({
  merchant_id: text,
  account: text,
  order_id: text,
  /** 00, 101 or 01. */
  result: text,
  message: text,
  /** The state, as the query filters by it. The document's record does not have it. */
  status: text,
  amount: text,
  currency: text,
  created_on: text,
  /** Assigned by the third-party provider. */
  txid: text,
  /** Assigned by the service; `ob_trans_id` in published clients. */
  merchant_transaction_id: text,
  ob_trans_id: text,
  payments_reference: text,
  payment_method: text,
  payment_purpose: text,
  /** The transaction probably stays pending for hours or days. */
  wait_for_notification: z.optional(flag),
  fund_status: z.optional(informational(...FUND_STATUSES)),
  country: text,
  /** The following fields are present only where the query asked for personal data. */
  account_holder_name: text,
  account_number: text,
  iban: text,
  bank_code: text,
  bic: text,
  bank_name: text,
});

export const refundRecord = z.object({
  merchant_id: text,
  account: text,
  order_id: text,
  merchant_refund_id: text,
  merchant_transaction_id: text,
  payments_reference: text,
  payment_method: text,
  result: text,
  message: text,
  status: text,
  amount: text,
  currency: text,
  created_on: text,
});

/** One page. Both spellings of the page number are known (docs/reference/gateway.md#payments-report). */
const page = {
  pageNumber: number,
  page_number: number,
  record_count: number,
  max_page_size: number,
  total_number_of_records: number,
};

export const paymentReport = z.object({ ...page, payments: z.array(paymentRecord) });
export const refundReport = z.object({ ...page, refunds: z.array(refundRecord) });

/** A page whose records are read one by one, so that one bad record does not lose the page. */
export const paymentReportPage = z.object({ ...page, payments: z.array(z.unknown()) });
export const refundReportPage = z.object({ ...page, refunds: z.array(z.unknown()) });

/** A refused report (Non-Card Payment Methods Interface, Payment report response: failed initiation). */
export const reportError = z.object({ code: answerText, message: answerText });
