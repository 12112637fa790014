import type { FaultSource } from '../core/fault-source.js';
import type { Settings } from '../core/settings.js';
import type { AuthorizationStore } from '../authorizations/authorization-store.js';
import type { MessageLog } from '../log/message-log.js';
import type { PaymentStore } from '../testpay/payment-store.js';

/** The state that the reports share. */
export interface ReportDependencies {
  readonly settings: Settings;
  readonly payments: PaymentStore;
  readonly authorizations: AuthorizationStore;
  readonly log: MessageLog;
  /** Returns the fault that the option `faults` chooses for a call. */
  readonly faultOf: FaultSource;
}
