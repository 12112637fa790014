import type { PaymentState } from '../../protocol/report-query.js';
import type { FundStatus, PaymentResult } from '../../protocol/status-message.js';

/** How a payment stands, for messages and reports. */
export interface Standing {
  readonly result: PaymentResult;
  readonly message: string;
  readonly fundStatus: FundStatus;
  readonly state: PaymentState;
}

/** Before the shopper has answered, which is before anything was asked of the payment method. */
export const INITIATED: Standing = { result: '01', message: 'PENDING', fundStatus: 'WAITING', state: 'INITIATED' };
export const PENDING: Standing = { ...INITIATED, state: 'PENDING' };

/**
 * The responses of the simulator's page in the document's words, each with what it comes to (spec:
 * Simulator). Money that the shopper never sent is not expected; money that went astray is missing.
 */
export const RESPONSES = {
  Succeeded: { result: '00', message: 'SUCCEEDED', fundStatus: 'RECEIVED', state: 'SUCCEEDED' },
  /** The status message says so, too, and nothing final ever follows. */
  Pending: PENDING,
  'Failed UserAbort': { result: '101', message: 'FAILED UserAbort', fundStatus: 'NOT_EXPECTED', state: 'FAILED' },
  'Failed InputData': { result: '101', message: 'FAILED InputData', fundStatus: 'NOT_EXPECTED', state: 'FAILED' },
  'Failed LocalDecline': { result: '101', message: 'FAILED LocalDecline', fundStatus: 'NOT_EXPECTED', state: 'FAILED' },
  'Failed RemoteDecline': { result: '101', message: 'FAILED RemoteDecline', fundStatus: 'MISSING', state: 'FAILED' },
  'Failed Timeout': { result: '101', message: 'FAILED Timeout', fundStatus: 'MISSING', state: 'FAILED' },
  'Failed LocalError': { result: '101', message: 'FAILED LocalError', fundStatus: 'NOT_EXPECTED', state: 'FAILED' },
  'Failed RemoteError': { result: '101', message: 'FAILED RemoteError', fundStatus: 'MISSING', state: 'FAILED' },
  'Failed Unknown': { result: '101', message: 'FAILED Unknown', fundStatus: 'MISSING', state: 'FAILED' },
} as const satisfies Record<string, Standing>;
export type TestpayResponse = keyof typeof RESPONSES;

/** When the status message goes out, in milliseconds after the shopper's answer (spec: Simulator). */
export const DELAYS = {
  'No delay': 0,
  '30s after submit': 30_000,
  '1m after submit': 60_000,
  '5m after submit': 300_000,
  '15m after submit': 900_000,
  '1h after submit': 3_600_000,
} as const;
export type TestpayDelay = keyof typeof DELAYS;
