import type { AuthorizationStore } from './gateway/xml/authorization-store.js';
import type { CardProfile } from './cards/behaviours.js';
import type { SandboxClock } from './clock.js';
import type { MessageLog } from './log/message-log.js';
import type { PaymentStore } from './testpay/payment-store.js';
import type { Settings } from './settings.js';
import type { TransactionStore } from './issuer/transaction-store.js';

/** What the routes share: they have no state of their own. */
export interface SandboxState {
  readonly settings: Settings;
  /** What the directory says of a card number. */
  readonly findCard: (number: string) => CardProfile | undefined;
  readonly transactions: TransactionStore;
  readonly authorizations: AuthorizationStore;
  readonly payments: PaymentStore;
  readonly clock: SandboxClock;
  readonly log: MessageLog;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}
