import type { AuthorizationStore } from './gateway/xml/authorization-store.js';
import type { CardProfile } from './cards/behaviours.js';
import type { SandboxClock } from './clock.js';
import type { FaultyCallKind, SandboxFault } from './faults.js';
import type { MessageLog } from './log/message-log.js';
import type { PaymentStore } from './testpay/payment-store.js';
import type { Settings } from './settings.js';
import type { TransactionStore } from './issuer/transaction-store.js';

/** The state that all routes share. A route has none of its own. */
export interface SandboxState {
  readonly settings: Settings;
  /** Returns the directory's profile of a card number. */
  readonly findCard: (number: string) => CardProfile | undefined;
  readonly transactions: TransactionStore;
  readonly authorizations: AuthorizationStore;
  readonly payments: PaymentStore;
  readonly clock: SandboxClock;
  /** The clock below, which putting the sandbox's clock forward does not change: for limits of network calls. */
  readonly timers: SandboxClock;
  readonly log: MessageLog;
  /** Returns the fault that the option `faults` chooses for a call. */
  readonly faultOf: (kind: FaultyCallKind, orderId?: string) => SandboxFault | undefined;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}
