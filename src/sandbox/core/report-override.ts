import type { PaymentState } from '../../protocol/reports/report-query.js';

/** A payment about which the option `reportOverride` decides. */
export interface OverridablePayment {
  readonly orderId: string;
  readonly merchantTransactionId: string;
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
  /** Other values of single fields. */
  readonly result?: string;
  readonly message?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly orderId?: string;
  readonly paymentsReference?: string;
}

/** Returns what the report says instead of the record of a payment; undefined leaves it as it is. */
export type OverrideReport = (payment: OverridablePayment) => ReportOverride | undefined;
