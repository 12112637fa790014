import type { CardProfile } from '../../cards/behaviours.js';
import type { FaultSource } from '../../core/fault-source.js';
import type { Settings } from '../../core/settings.js';
import type { TransactionStore } from '../../issuer/transaction-store.js';
import type { MessageLog } from '../../log/message-log.js';

/** The state that the JSON calls share. */
export interface JsonDependencies {
  readonly settings: Settings;
  /** Returns the directory's profile of a card number. */
  readonly findCard: (number: string) => CardProfile | undefined;
  readonly transactions: TransactionStore;
  readonly log: MessageLog;
  /** Returns the fault that the option `faults` chooses for a call. */
  readonly faultOf: FaultSource;
}
