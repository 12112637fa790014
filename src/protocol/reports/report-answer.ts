import * as z from '../zod.js';
import {
  answeredBooleanSchema,
  answerNumberSchema,
  answerTextSchema,
  informational,
  orAbsent,
  shownTextSchema,
} from '../values/answer-values.js';
import { merchantTransactionIdSchema } from '../values/merchant-transaction-id.js';
import { FUND_STATUSES } from '../redirect/status-message.js';

/**
 * The answers of the reports (Non-Card Payment Methods Interface, Payment report response). The document describes the
 * fields of a record without their wire names. The names here are its words in snake case, which is an inference.
 * Beside them are the names that published clients read (docs/reference/gateway.md#payments-report).
 */
const textSchema = orAbsent(answerTextSchema);
const numberSchema = orAbsent(answerNumberSchema);
/** A field that identifies the payment or decides about it: a record with another shape of it cannot be read. */
const decidingSchema = z.optional(answerTextSchema);
/** A name that decides, in capital letters as in the document. */
const codeSchema = z.optional(changedText((text) => text.toUpperCase()));
/** A result code. As a number it has lost its leading zeros. */
const resultSchema = z.optional(changedText((text) => text.padStart(2, '0')));

const transactionIdSchema = orAbsent(
  z.pipe(answerTextSchema, merchantTransactionIdSchema) as unknown as z.ZodMiniType<string, string>,
);

/** A record without a known identifier may be about any payment, so it counts as one that cannot be read. */
function identified<Name extends string>(...names: readonly Name[]) {
  return z.refine<Partial<Record<Name, unknown>>>(
    (record) => names.some((name) => record[name] !== undefined),
    'a record with an identifier',
  );
}

function changedText(change: (text: string) => string): typeof answerTextSchema {
  return z.pipe(answerTextSchema, z.transform(change));
}

export const paymentRecordSchema = z
  .object({
    merchant_id: textSchema,
    account: textSchema,
    order_id: decidingSchema,
    /** 00, 101 or 01. */
    result: resultSchema,
    message: orAbsent(shownTextSchema),
    /** The state, as the query filters by it. The document's record does not have it. */
    status: codeSchema,
    amount: decidingSchema,
    currency: codeSchema,
    created_on: textSchema,
    /** Assigned by the third-party provider. */
    txid: textSchema,
    /** Assigned by the service; `ob_trans_id` in published clients. */
    merchant_transaction_id: transactionIdSchema,
    ob_trans_id: transactionIdSchema,
    payments_reference: decidingSchema,
    payment_method: textSchema,
    payment_purpose: textSchema,
    /** The transaction probably stays pending for hours or days. */
    wait_for_notification: orAbsent(answeredBooleanSchema),
    fund_status: orAbsent(informational(...FUND_STATUSES)),
    country: textSchema,
    bic: textSchema,
    bank_name: textSchema,
    /** The following fields are present only where the query asked for personal data. */
    account_holder_name: textSchema,
    account_number: textSchema,
    iban: textSchema,
    bank_code: textSchema,
  })
  .check(identified('order_id', 'merchant_transaction_id', 'ob_trans_id', 'payments_reference'));

export const refundRecordSchema = z
  .object({
    merchant_id: textSchema,
    account: textSchema,
    order_id: decidingSchema,
    merchant_refund_id: decidingSchema,
    merchant_transaction_id: transactionIdSchema,
    payments_reference: decidingSchema,
    payment_method: textSchema,
    result: resultSchema,
    message: orAbsent(shownTextSchema),
    status: codeSchema,
    amount: decidingSchema,
    currency: codeSchema,
    created_on: decidingSchema,
  })
  .check(identified('order_id', 'merchant_refund_id', 'merchant_transaction_id', 'payments_reference'));

/** One page. Both spellings of the page number are known (docs/reference/gateway.md#payments-report). */
const page = {
  pageNumber: numberSchema,
  page_number: numberSchema,
  record_count: numberSchema,
  max_page_size: numberSchema,
  total_number_of_records: numberSchema,
};

export const paymentReportSchema = z.object({ ...page, payments: z.array(paymentRecordSchema) });
export const refundReportSchema = z.object({ ...page, refunds: z.array(refundRecordSchema) });

/** A page whose records are read one by one, so that one bad record does not lose the page. */
export const paymentReportPageSchema = z.object({ ...page, payments: z.array(z.unknown()) });
export const refundReportPageSchema = z.object({ ...page, refunds: z.array(z.unknown()) });

/** A refused report (Non-Card Payment Methods Interface, Payment report response: failed initiation). */
export const reportErrorSchema = z.object({ code: textSchema, message: orAbsent(shownTextSchema) });
