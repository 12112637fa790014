import type { CardAuthorization } from '../../server/gateway/card-authorizations.js';
import type { CardPaymentReferences } from '../../server/gateway/card-operations.js';
import type { Gateway } from '../../server/gateway/gateway.js';

type MoneyOfOrder = Pick<CardAuthorization, 'orderId' | 'amount' | 'currency'>;

interface MovedPayment extends Omit<MoneyOfOrder, 'amount'> {
  /** Minor units that are not returned yet. */
  amount: string;
  /** The captured part of it, which a refund can return; absent when all was captured. */
  captured?: string;
  readonly kind: 'card' | 'redirect';
  /** The references of the payment; unknown until its answer has come. */
  references?: Partial<CardPaymentReferences>;
}

/** Payments that may have moved money and are not returned yet. */
export class MovedMoney {
  #open: MovedPayment[] = [];
  readonly #returned = new Set<string>();

  /** @param send sends a call, and repeats it while the gateway refuses its rate */
  constructor(private readonly send: <Answer>(call: (gateway: Gateway) => Promise<Answer>) => Promise<Answer>) {}

  /** Notes a payment before its request is sent. */
  begin(kind: MovedPayment['kind'], { orderId, amount, currency }: MoneyOfOrder): void {
    this.#open.push({ kind, orderId, amount, currency });
  }

  /** Notes the references of the last payment of an order. A gateway may accept one order id twice. */
  know(orderId: string, references: Partial<CardPaymentReferences>): void {
    const payment = this.#last(orderId);
    if (payment) payment.references = references;
  }

  /** Notes that a part of a payment is captured. The rest is only reserved. */
  captured(orderId: string, part: string): void {
    const payment = this.#open.find((one) => one.orderId === orderId);
    if (payment) payment.captured = part;
  }

  /** Notes that a part of a payment is returned. */
  returned(orderId: string, part: string): void {
    const payment = this.#open.find((one) => one.orderId === orderId);
    if (!payment) return;
    const without = (amount: string) => String(BigInt(amount) - BigInt(part));
    payment.amount = without(payment.amount);
    if (payment.captured !== undefined) payment.captured = without(payment.captured);
  }

  /** Drops a payment that has moved nothing, or is returned: the one with the reference, or the last without one. */
  end(orderId: string, pasref?: string): void {
    const payment = this.#last(orderId, pasref);
    this.#open = this.#open.filter((one) => one !== payment);
    if (pasref !== undefined) this.#returned.add(pasref);
  }

  #last(orderId: string, pasref?: string): MovedPayment | undefined {
    return this.#open.findLast((one) => one.orderId === orderId && one.references?.pasref === pasref);
  }

  /** Returns everything that is not returned yet. Resolves with the payments that stay. */
  async returnAll(): Promise<readonly MoneyOfOrder[]> {
    for (const payment of [...this.#open].reverse()) {
      const isReturned = await (payment.kind === 'card' ? this.#card(payment) : this.#redirect(payment));
      if (isReturned) this.end(payment.orderId, payment.references?.pasref);
    }
    return this.#open.map(({ orderId, amount, currency }) => ({ orderId, amount, currency }));
  }

  async #card({ orderId, amount, captured = amount, currency, references }: MovedPayment): Promise<boolean> {
    try {
      // The answer of an interrupted call is not known.
      const known = references ?? (await this.send((gateway) => approvedPayment(gateway, orderId)));
      if (known === undefined) return true;
      const { pasref = '', authcode = '' } = known;
      if (this.#returned.has(pasref)) return true;
      const input = { orderId, pasref, authcode };
      if ((await this.#result(({ cardOperations }) => cardOperations.void(input))) === '00') return true;
      const refund = { ...input, amount: captured, currency };
      return (await this.#result(({ cardOperations }) => cardOperations.rebate(refund))) === '00';
    } catch {
      return false;
    }
  }

  async #redirect({ orderId, amount, currency, references }: MovedPayment): Promise<boolean> {
    const { pasref = '' } = references ?? {};
    const input = { orderId, pasref, amount, currency, method: 'testpay' };
    return ['00', '01'].includes((await this.#result(({ paymentCredits }) => paymentCredits.create(input))) ?? '');
  }

  /** The result of a call; undefined without an answer. */
  async #result(call: (gateway: Gateway) => Promise<{ readonly result: string }>): Promise<string | undefined> {
    return this.send(call).then(
      ({ result }) => result,
      () => undefined,
    );
  }
}

/** The references of a payment as the gateway knows it; undefined when it has moved nothing. */
async function approvedPayment(gateway: Gateway, orderId: string): Promise<Partial<CardPaymentReferences> | undefined> {
  const found = await gateway.cardAuthorizations.query(orderId);
  return found?.result === '00' ? found : undefined;
}
