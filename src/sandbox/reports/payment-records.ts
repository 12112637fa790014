import type * as z from 'zod/mini';
import type { paymentRecord } from '../../protocol/report-answer.js';
import type { PaymentState } from '../../protocol/report-query.js';
import { isoTimestamp } from '../../protocol/timestamp.js';
import type { Authorization } from '../gateway/xml/authorization-store.js';
import { standingAt, type RedirectTransaction } from '../testpay/model.js';
import type { SandboxState } from '../state.js';
import { inventedAccount } from './invented-account.js';

/** A payment as the report sees it, whichever way it was made. */
export interface ReportedPayment {
  readonly at: Date;
  readonly account: string;
  readonly orderId: string;
  readonly merchantTransactionId: string;
  readonly state: PaymentState;
  /** With the shopper's data or without. */
  readonly record: (returnPii: boolean) => z.input<typeof paymentRecord>;
}

/** All that happened here, newest last. */
export function reportedPayments({ settings, payments, authorizations }: SandboxState): ReportedPayment[] {
  const now = settings.now();
  const { merchantId } = settings;
  const all = [
    ...Array.from(payments.transactions(), (transaction) => redirectPayment(transaction, merchantId, now)),
    ...Array.from(authorizations.values(), (authorization) => cardPayment(authorization, merchantId)),
  ];
  return all.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function redirectPayment(transaction: RedirectTransaction, merchantId: string, now: Date): ReportedPayment {
  const { account, orderId, merchantTransactionId, answer, descriptor, country, accountHolderName } = transaction;
  const { result, message, fundStatus, state } = standingAt(transaction, now);
  const at = new Date(transaction.at);
  const personal = () => ({
    ...(accountHolderName === undefined ? {} : { account_holder_name: accountHolderName }),
    // Before it succeeds, nobody has seen an account.
    ...(state === 'SUCCEEDED' ? inventedAccount(transaction.pasref, country) : {}),
  });
  const record: ReportedPayment['record'] = (returnPii) => ({
    ...recordOf({ ...transaction, at }, merchantId),
    result,
    message,
    status: state,
    // The provider has one only when the shopper has been there.
    ...(answer ? { txid: `TP-${transaction.pasref}` } : {}),
    payment_method: transaction.paymentMethod,
    ...(descriptor === undefined ? {} : { payment_purpose: descriptor }),
    wait_for_notification: state === 'PENDING' ? '1' : '0',
    fund_status: fundStatus,
    ...(country === undefined ? {} : { country }),
    ...(returnPii ? personal() : {}),
  });
  return { at, account, orderId, merchantTransactionId, state, record };
}

/** Cards have no funds to wait for, no purpose and no bank account. */
function cardPayment(authorization: Authorization, merchantId: string): ReportedPayment {
  const { at, account, orderId, merchantTransactionId, answered, result, message } = authorization;
  const state = cardState(authorization);
  const record: ReportedPayment['record'] = () => ({
    ...recordOf(authorization, merchantId),
    // In doubt means that nobody says what came of it.
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

interface Payment
  extends Pick<
    RedirectTransaction,
    'account' | 'orderId' | 'amount' | 'currency' | 'merchantTransactionId' | 'pasref'
  > {
  readonly at: Date;
}

/** What both have. */
function recordOf(
  { account, orderId, amount, currency, at, merchantTransactionId, pasref }: Payment,
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
