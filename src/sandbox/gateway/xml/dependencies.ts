import type { CardProfile } from '../../cards/behaviours.js';
import type { FaultSource } from '../../core/fault-source.js';
import type { TransactionStore } from '../../issuer/transaction-store.js';
import type { TestpayDependencies } from '../../testpay/dependencies.js';
import type { AuthorizationStore } from '../../authorizations/authorization-store.js';

/** The state that the XML calls share. A refund sends a status message as testpay does. */
export interface XmlDependencies extends TestpayDependencies {
  /** Returns the directory's profile of a card number. */
  readonly findCard: (number: string) => CardProfile | undefined;
  readonly transactions: TransactionStore;
  readonly authorizations: AuthorizationStore;
  /** Returns the fault that the option `faults` chooses for a call. */
  readonly faultOf: FaultSource;
}
