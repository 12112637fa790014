import type { AuthorizationStore } from './card-authorization/authorization-store.js';
import type { CardProfile } from './behaviours.js';
import type { Clock } from './clock.js';
import type { MessageLog } from './message-log.js';
import type { PaymentStore } from './payment-method/payment-store.js';
import type { Settings } from './settings.js';
import type { TransactionStore } from './transaction-store.js';

/** What the routes share: they have no state of their own. */
export interface SandboxState {
  readonly settings: Settings;
  /** What the directory says of a card number. */
  readonly findCard: (number: string) => CardProfile | undefined;
  readonly transactions: TransactionStore;
  readonly authorizations: AuthorizationStore;
  readonly payments: PaymentStore;
  readonly clock: Clock;
  readonly log: MessageLog;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}
