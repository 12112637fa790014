import type { PaymentState } from '../../protocol/reports/report-query.js';

/** A payment about which the option `reportOverride` decides. */
export interface OverridablePayment {
  /** The gateway order id of the payment. */
  readonly orderId: string;
  /** The sandbox's identifier of the payment. */
  readonly merchantTransactionId: string;
  /** The state of the payment in the report. */
  readonly state: PaymentState;
}

/**
 * A difference between the payments report and the payment itself, to test a backend with states that
 * testpay does not reach, with contradictions and with missing records.
 */
export interface ReportOverride {
  /** False leaves the payment out. */
  readonly listed?: false;
  /** Another state, with its result and message. */
  readonly state?: PaymentState;
  /** Another result code. */
  readonly result?: string;
  /** Another text. */
  readonly message?: string;
  /** Another amount, in minor units. */
  readonly amount?: string;
  /** Another currency. */
  readonly currency?: string;
  /** Another gateway order id. */
  readonly orderId?: string;
  /** Another payments reference. */
  readonly paymentsReference?: string;
}

/** Returns what the report says instead of the record of a payment; undefined leaves it as it is. */
export type OverrideReport = (payment: OverridablePayment) => ReportOverride | undefined;
