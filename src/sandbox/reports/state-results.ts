import type { PaymentState } from '../../protocol/reports/report-query.js';

/** Results and messages of overridden states. A payment in doubt has none. */
export const RESULTS_OF_STATES: Readonly<
  Record<PaymentState, { readonly result?: string; readonly message?: string }>
> = {
  SUCCEEDED: { result: '00', message: 'SUCCEEDED' },
  AUTHORISED: { result: '00', message: 'AUTHORISED' },
  FAILED: { result: '101', message: 'FAILED' },
  DECLINED: { result: '101', message: 'DECLINED' },
  INITIATED: { result: '01', message: 'PENDING' },
  PENDING: { result: '01', message: 'PENDING' },
  INDOUBT: {},
};
