import type { PaymentState } from '../../protocol/reports/report-query.js';
import type { FundStatus, PaymentResult } from '../../protocol/redirect/status-message.js';

/** The result of a payment at a time, for messages and reports. */
export interface Standing {
  readonly result: PaymentResult;
  readonly message: string;
  readonly fundStatus: FundStatus;
  readonly state: PaymentState;
}

/** Before the shopper has answered the page. */
export const INITIATED: Standing = { result: '01', message: 'PENDING', fundStatus: 'WAITING', state: 'INITIATED' };
export const PENDING: Standing = { ...INITIATED, state: 'PENDING' };

/**
 * The responses of the simulator's page, each with its result (Non-Card Payment Methods Interface,
 * Simulator). The only recorded final message of the real testpay is a success with NOT_EXPECTED
 * (docs/reference/gateway.md#testpay-final-message). Money that was sent and lost is MISSING.
 */
export const RESPONSES = {
  Succeeded: { result: '00', message: 'SUCCEEDED', fundStatus: 'NOT_EXPECTED', state: 'SUCCEEDED' },
  /** The status message is pending as well, and no final one follows. */
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
/** A response of the simulator's page. */
export type TestpayResponse = keyof typeof RESPONSES;

/** Delays of the status message, in milliseconds after the shopper's answer. */
export const DELAYS = {
  'No delay': 0,
  '30s after submit': 30_000,
  '1m after submit': 60_000,
  '5m after submit': 300_000,
  '15m after submit': 900_000,
  '1h after submit': 3_600_000,
} as const;
/** A delay of the status message. */
export type TestpayDelay = keyof typeof DELAYS;
