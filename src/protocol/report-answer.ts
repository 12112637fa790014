import * as z from 'zod/mini';
import { FUND_STATUSES } from './status-message.js';

/**
 * What the reports answer (spec: Payment report response). The document names the records' fields in
 * words only; their wire names are those words in snake case (gateway facts 2.6, confidence D), and
 * the names that published clients read stand beside them.
 */
const text = z.optional(z.string());

/** A number as text; a JSON number passes. */
const numeric = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
  z.string().check(z.regex(/^\d+$/, 'a number')),
);

/** The document's flag is 1; a JSON boolean or its text passes. */
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
  /** The transaction's state as the query filters by it. */
  status: text,
  amount: text,
  currency: text,
  created_on: text,
  /** Assigned by the third-party provider. */
  txid: text,
  /** Assigned by the service; published clients call it `ob_trans_id`. */
  merchant_transaction_id: text,
  ob_trans_id: text,
  payments_reference: text,
  payment_method: text,
  payment_purpose: text,
  /** The transaction probably stays pending for hours or days. */
  wait_for_notification: z.optional(flag),
  fund_status: z.optional(z.enum(FUND_STATUSES)),
  country: text,
  /** From here on only where the query asked for personal data. */
  account_holder_name: text,
  account_number: text,
  iban: text,
  bank_code: text,
  bic: text,
  bank_name: text,
});
export type PaymentRecord = z.output<typeof paymentRecord>;

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
export type RefundRecord = z.output<typeof refundRecord>;

/** Both spellings of the page's number are known (gateway facts 2.6). */
const page = {
  pageNumber: z.optional(numeric),
  page_number: z.optional(numeric),
  record_count: numeric,
  max_page_size: numeric,
  total_number_of_records: numeric,
};

export const paymentReport = z.object({ ...page, payments: z.array(paymentRecord) });
export const refundReport = z.object({ ...page, refunds: z.array(refundRecord) });
export type PaymentReport = z.output<typeof paymentReport>;
export type RefundReport = z.output<typeof refundReport>;

/** A report that is refused (spec: Failed initiation response fields). */
export const reportError = z.object({
  code: z.string().check(z.regex(/^\d{3}$/, 'three digits')),
  message: z.string(),
});
