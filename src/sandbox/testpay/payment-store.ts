import { BoundedMap } from '../core/bounded-map.js';
import type { SandboxFile } from '../core/sandbox-file.js';
import type { RedirectTransaction, Refund } from './model.js';

/** Redirect payments and their refunds, in memory and, if there is one, in a file. */
export class PaymentStore {
  readonly #transactions: BoundedMap<string, RedirectTransaction>;
  readonly #byOrder = new Map<string, RedirectTransaction>();
  readonly #refunds: BoundedMap<string, Refund>;

  constructor(
    private readonly file?: SandboxFile,
    capacity = 20_000,
  ) {
    this.#transactions = new BoundedMap(capacity, ({ id, orderId }) => {
      this.#byOrder.delete(orderId);
      void this.file?.remove('transaction', id);
    });
    this.#refunds = new BoundedMap(capacity, ({ id }) => void this.file?.remove('refund', id));
  }

  /** Loads the payments and refunds of the file. */
  async load(): Promise<void> {
    const transactions = (await this.file?.load('transaction')) as readonly RedirectTransaction[] | undefined;
    for (const transaction of transactions ?? []) this.#keep(transaction);
    const refunds = (await this.file?.load('refund')) as readonly Refund[] | undefined;
    for (const refund of refunds ?? []) this.#refunds.set(refund.id, refund);
  }

  hasOrder(orderId: string): boolean {
    return this.#byOrder.has(orderId);
  }

  get(id: string): RedirectTransaction | undefined {
    return this.#transactions.get(id);
  }

  ofOrder(orderId: string): RedirectTransaction | undefined {
    return this.#byOrder.get(orderId);
  }

  /**
   * Stores a new or changed payment: in memory at once, so that its order id is taken; resolves when the file has it.
   */
  async save(transaction: RedirectTransaction): Promise<void> {
    this.#keep(transaction);
    await this.file?.put('transaction', transaction.id, transaction);
  }

  /** Stores a new or changed refund in the same way. */
  async saveRefund(refund: Refund): Promise<void> {
    this.#refunds.set(refund.id, refund);
    await this.file?.put('refund', refund.id, refund);
  }

  /** Lists the values, oldest first. */
  transactions(): IterableIterator<RedirectTransaction> {
    return this.#transactions.values();
  }

  /** Lists the values, oldest first. */
  refunds(): IterableIterator<Refund> {
    return this.#refunds.values();
  }

  #keep(transaction: RedirectTransaction): void {
    this.#transactions.set(transaction.id, transaction);
    this.#byOrder.set(transaction.orderId, transaction);
  }
}
