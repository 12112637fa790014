import type { Settings } from '../core/settings.js';
import type { TransactionStore } from '../issuer/transaction-store.js';
import type { MessageLog } from '../log/message-log.js';

/** The state that the routes of the ACS share. */
export interface AcsDependencies {
  readonly settings: Settings;
  readonly transactions: TransactionStore;
  readonly log: MessageLog;
}
