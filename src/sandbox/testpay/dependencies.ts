import type { SandboxClock } from '../core/clock.js';
import type { FaultSource } from '../core/fault-source.js';
import type { Settings } from '../core/settings.js';
import type { MessageLog } from '../log/message-log.js';
import type { PaymentStore } from './payment-store.js';

/** The state that testpay and the delivery of its status messages share. */
export interface TestpayDependencies {
  readonly settings: Settings;
  readonly payments: PaymentStore;
  readonly clock: SandboxClock;
  /** The clock below, which putting the sandbox's clock forward does not change: for limits of network calls. */
  readonly timers: SandboxClock;
  readonly log: MessageLog;
  /** Returns the fault that the option `faults` chooses for a status message. */
  readonly faultOf: FaultSource;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}
