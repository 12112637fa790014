import type * as z from '../../protocol/zod.js';
import type { paymentRecordSchema } from '../../protocol/reports/report-answer.js';
import type { PaymentState } from '../../protocol/reports/report-query.js';
import { isoTimestamp } from '../../protocol/values/timestamp.js';
import type { Authorization } from '../authorizations/model.js';
import type { ReportDependencies } from './dependencies.js';
import { standingAt, type RedirectTransaction } from '../testpay/model.js';
import { inventedAccount, type BankAccount } from './invented-account.js';
import type { ReportOverride } from '../core/report-override.js';
import { RESULTS_OF_STATES } from './state-results.js';

type PaymentRecord = z.input<typeof paymentRecordSchema>;

/** A payment as the report lists it, by card or by another method. */
export interface ReportedPayment {
  readonly at: Date;
  readonly account: string;
  readonly orderId: string;
  readonly merchantTransactionId: string;
  readonly state: PaymentState;
  /** Makes the record, with the shopper's data or without. */
  readonly record: (returnPii: boolean) => PaymentRecord;
}

/**
 * Lists the payments at the report's time, which the option `reportDelay` sets back. Newest last.
 *
 * @param identifier Leaves out all payments with another `merchantTransactionId`.
 */
export function reportedPayments(
  { settings, payments, authorizations }: ReportDependencies,
  identifier?: string,
): ReportedPayment[] {
  const { merchantId, reportFields, reportOverride } = settings;
  const time = reportTime(settings);
  // A query names one payment of thousands: only its record is made.
  const isNamed = ({ merchantTransactionId }: { readonly merchantTransactionId: string }) =>
    identifier === undefined || merchantTransactionId === identifier;
  const all = [
    ...[...payments.transactions()]
      .filter(isNamed)
      .map((transaction) => redirectPayment(transaction, merchantId, time)),
    ...[...authorizations.values()].filter(isNamed).map((authorization) => cardPayment(authorization, merchantId)),
  ];
  return all
    .filter(({ at }) => at <= time)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .flatMap((payment) => overridden(payment, reportOverride(payment)))
    .map((payment) => (reportFields === 'document' ? withDocumentFields(payment) : payment));
}

/** Returns the time whose data the reports show. */
export function reportTime({ now, reportDelay }: { readonly now: () => Date; readonly reportDelay: number }): Date {
  return new Date(now().getTime() - reportDelay * 1000);
}

function redirectPayment(transaction: RedirectTransaction, merchantId: string, time: Date): ReportedPayment {
  const { account, orderId, merchantTransactionId, descriptor, country, accountHolderName } = transaction;
  const { result, message, fundStatus, state } = standingAt(transaction, time);
  const at = new Date(transaction.at);
  // The account is known only once the payment has succeeded.
  const { bic, bank_name, ...bankAccount } =
    state === 'SUCCEEDED' ? inventedAccount(transaction.pasref, country) : ({} as Partial<BankAccount>);
  const personal = {
    ...(accountHolderName === undefined ? {} : { account_holder_name: accountHolderName }),
    ...bankAccount,
  };
  const record = (returnPii: boolean) => ({
    ...recordOf({ ...transaction, at }, merchantId),
    result,
    message,
    status: state,
    // The provider assigns one when the shopper has answered its page.
    ...(state === 'INITIATED' ? {} : { txid: `TP-${transaction.pasref}` }),
    payment_method: transaction.paymentMethod,
    ...(descriptor === undefined ? {} : { payment_purpose: descriptor }),
    wait_for_notification: state === 'PENDING' ? '1' : '0',
    fund_status: fundStatus,
    ...(country === undefined ? {} : { country }),
    // The document removes four fields only: holder, account number, IBAN and bank code.
    ...(bic === undefined ? {} : { bic, bank_name }),
    ...(returnPii ? personal : {}),
  });
  return { at, account, orderId, merchantTransactionId, state, record };
}

/** A card payment has no fund status, purpose or bank account. */
function cardPayment(authorization: Authorization, merchantId: string): ReportedPayment {
  const { at, account, orderId, merchantTransactionId, answered, result, message } = authorization;
  const state = cardState(authorization);
  const record = () => ({
    ...recordOf(authorization, merchantId),
    // A payment that is in doubt has no result.
    ...(answered ? { result, message } : {}),
    status: state,
    payment_method: 'card',
    wait_for_notification: '0',
  });
  return { at, account, orderId, merchantTransactionId, state, record };
}

function cardState({ answered, result }: Authorization): PaymentState {
  if (!answered) return 'INDOUBT';
  if (result === '00') return 'AUTHORISED';
  return result.startsWith('1') ? 'DECLINED' : 'FAILED';
}

interface RecordSource
  extends Pick<
    RedirectTransaction,
    'account' | 'orderId' | 'amount' | 'currency' | 'merchantTransactionId' | 'pasref'
  > {
  readonly at: Date;
}

/** Makes the fields of both kinds of payment. */
function recordOf(
  { account, orderId, amount, currency, at, merchantTransactionId, pasref }: RecordSource,
  merchantId: string,
) {
  return {
    merchant_id: merchantId,
    account,
    order_id: orderId,
    amount,
    currency,
    created_on: isoTimestamp(at),
    merchant_transaction_id: merchantTransactionId,
    ob_trans_id: merchantTransactionId,
    payments_reference: pasref,
  };
}

/** Applies the option `reportOverride`. An override of the state brings the result of that state. */
function overridden(payment: ReportedPayment, override: ReportOverride | undefined): ReportedPayment[] {
  if (!override) return [payment];
  if (override.listed === false) return [];
  const { listed: _, state = payment.state, orderId, paymentsReference, ...fields } = override;
  const record = (returnPii: boolean): PaymentRecord => {
    const { result, message, ...rest } = payment.record(returnPii);
    const standing = override.state === undefined ? { result, message } : RESULTS_OF_STATES[override.state];
    return {
      ...rest,
      ...standing,
      status: state,
      ...fields,
      ...(orderId === undefined ? {} : { order_id: orderId }),
      ...(paymentsReference === undefined ? {} : { payments_reference: paymentsReference }),
    };
  };
  return [{ ...payment, state, record }];
}

/** Fields that public clients read and that the document's table does not have. */
const OTHER_FIELDS: readonly string[] = ['status', 'amount', 'currency', 'created_on', 'ob_trans_id'];

function withDocumentFields(payment: ReportedPayment): ReportedPayment {
  const record = (returnPii: boolean): PaymentRecord =>
    Object.fromEntries(Object.entries(payment.record(returnPii)).filter(([name]) => !OTHER_FIELDS.includes(name)));
  return { ...payment, record };
}
