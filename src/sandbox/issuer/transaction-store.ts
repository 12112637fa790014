import { BoundedMap } from '../core/bounded-map.js';
import { authenticationOf, type Authentication, type Transaction } from './model.js';

/**
 * All transactions, which are found by the identifiers of the 3-D Secure server, the ACS and the directory server.
 */
export class TransactionStore {
  readonly #byServerTransId: BoundedMap<string, Transaction>;
  readonly #byAcsTransId = new Map<string, Transaction>();
  readonly #byDsTransId = new Map<string, Transaction>();

  constructor(capacity = 20_000) {
    this.#byServerTransId = new BoundedMap(capacity, (transaction) => {
      const authentication = authenticationOf(transaction);
      if (!authentication) return;
      this.#byAcsTransId.delete(authentication.acsTransId);
      this.#byDsTransId.delete(authentication.dsTransId);
    });
  }

  add(transaction: Transaction): void {
    this.#byServerTransId.set(transaction.serverTransId.toLowerCase(), transaction);
  }

  authenticated(transaction: Transaction, authentication: Authentication): void {
    transaction.progress = { step: 'authenticated', authentication };
    this.#byAcsTransId.set(authentication.acsTransId.toLowerCase(), transaction);
    this.#byDsTransId.set(authentication.dsTransId.toLowerCase(), transaction);
  }

  get(serverTransId: string): Transaction | undefined {
    return this.#byServerTransId.get(serverTransId.toLowerCase());
  }

  ofAcs(acsTransId: string): Transaction | undefined {
    return this.#byAcsTransId.get(acsTransId.toLowerCase());
  }

  ofDirectory(dsTransId: string): Transaction | undefined {
    return this.#byDsTransId.get(dsTransId.toLowerCase());
  }

  /** Finds a transaction by its authentication value, for an authorization without ds_trans_id. */
  withValue(authenticationValue: string | undefined): Transaction | undefined {
    if (!authenticationValue) return undefined;
    for (const transaction of this.#byAcsTransId.values()) {
      if (authenticationOf(transaction)?.verdict.authenticationValue === authenticationValue) return transaction;
    }
    return undefined;
  }

  /** Lists all transactions, oldest first. */
  values(): IterableIterator<Transaction> {
    return this.#byServerTransId.values();
  }

  /** Lists the transactions with an authentication, oldest first. */
  authentications(): IterableIterator<Transaction> {
    return this.#byAcsTransId.values();
  }
}
