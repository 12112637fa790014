import type { CardAuthorization } from '../../server/gateway/card-authorizations.js';
import type { CardPaymentReferences } from '../../server/gateway/card-operations.js';
import type { Gateway } from '../../server/gateway/gateway.js';
import { GatewayError } from '../../server/gateway/gateway-error.js';

type MoneyOfOrder = Pick<CardAuthorization, 'orderId' | 'amount' | 'currency'>;

/** A payment that the command could not return. */
export interface LeftMoney extends MoneyOfOrder {
  readonly kind: MovedPayment['kind'];
  /** False when no answer shows that the payment moved money. */
  readonly isMoved: boolean;
}

interface MovedPayment extends Omit<MoneyOfOrder, 'amount'> {
  /** Minor units that are not returned yet. */
  amount: string;
  /** The captured part of it, which a refund can return; absent when all was captured. */
  captured?: string;
  readonly kind: 'card' | 'redirect';
  /** Its number in the journal. */
  readonly number: number;
  /** The references of the payment; unknown until its answer has come. */
  references?: Partial<CardPaymentReferences>;
  /** True after a call without an answer. The gateway may process it later. */
  isUnanswered?: boolean;
  /** True when the return message of a redirect payment says that it is paid. */
  isPaid?: boolean;
}

/** Results that refuse a refund for another reason than its payment: wrong hash or password, and the limit. */
const REFUSED_REFUND: readonly string[] = ['503', '505', '512'];

/** Payments that may have moved money and are not returned yet. */
export class MovedMoney {
  #open: MovedPayment[] = [];
  readonly #returned = new Set<string>();

  #begun = 0;

  /**
   * @param send sends a call, and repeats it while the gateway refuses its rate
   * @param journal writes a line to where the operator finds it after a crash
   */
  constructor(
    private readonly send: <Answer>(call: (gateway: Gateway) => Promise<Answer>) => Promise<Answer>,
    private readonly journal: (line: string) => void = () => undefined,
  ) {}

  /**
   * Notes a payment before its request is sent.
   * @throws when the journal cannot be written, so that no request is sent
   */
  begin(kind: MovedPayment['kind'], { orderId, amount, currency }: MoneyOfOrder): void {
    const number = ++this.#begun;
    this.journal(`${number}  ${orderId}  ${kind}  ${amount} ${currency} in minor units: may be at the gateway`);
    this.#open.push({ kind, orderId, amount, currency, number });
  }

  /** Notes the references of the last payment of an order. A gateway may accept one order id twice. */
  know(orderId: string, references: Partial<CardPaymentReferences>): void {
    const payment = this.#last(orderId);
    if (payment) payment.references = references;
  }

  /** Notes that the call of a payment got no answer. */
  unanswered(orderId: string): void {
    const payment = this.#last(orderId);
    if (payment) payment.isUnanswered = true;
  }

  /** Notes that the shopper returned from a redirect payment and that it is paid. */
  paid(orderId: string, pasref: string): void {
    const payment = this.#last(orderId, pasref);
    if (payment) payment.isPaid = true;
  }

  /** Notes that a part of a payment is captured. The rest is only reserved. */
  captured(orderId: string, part: string): void {
    const payment = this.#open.find((one) => one.orderId === orderId);
    if (payment) payment.captured = part;
  }

  /** Notes that a part of a redirect payment is returned. */
  returned(orderId: string, part: string): void {
    const payment = this.#open.find((one) => one.orderId === orderId);
    if (!payment) return;
    payment.amount = String(BigInt(payment.amount) - BigInt(part));
  }

  /** Drops a payment that has moved nothing, or is returned: the one with the reference, or the last without one. */
  end(orderId: string, pasref?: string): void {
    const payment = this.#last(orderId, pasref);
    this.#open = this.#open.filter((one) => one !== payment);
    if (pasref !== undefined) this.#returned.add(pasref);
    if (!payment) return;
    try {
      this.journal(`${payment.number}  ${orderId}  nothing is left of it`);
    } catch {
      // The operator looks up one payment more. The others are returned.
    }
  }

  #last(orderId: string, pasref?: string): MovedPayment | undefined {
    return this.#open.findLast((one) => one.orderId === orderId && one.references?.pasref === pasref);
  }

  /** Returns everything that is not returned yet. Resolves with the payments that stay. */
  async returnAll(): Promise<readonly LeftMoney[]> {
    for (const payment of [...this.#open].reverse()) {
      const isReturned = await (payment.kind === 'card' ? this.#card(payment) : this.#redirect(payment));
      if (isReturned) this.end(payment.orderId, payment.references?.pasref);
    }
    return this.left;
  }

  /** The payments that are not returned yet. */
  get left(): readonly LeftMoney[] {
    return this.#open.map(({ kind, orderId, amount, currency, references, isPaid = false }) => {
      return { kind, orderId, amount, currency, isMoved: kind === 'card' ? references !== undefined : isPaid };
    });
  }

  async #card(payment: MovedPayment): Promise<boolean> {
    const { orderId, amount, captured = amount, currency, isUnanswered = false } = payment;
    try {
      if (payment.references === undefined) {
        const found = await this.send((gateway) => gateway.cardAuthorizations.query(orderId));
        // A gateway may process a call after the query for it.
        if (found === undefined) return !isUnanswered;
        if (found.result !== '00') return true;
        payment.references = found;
      }
      const { pasref = '', authcode = '' } = payment.references;
      if (this.#returned.has(pasref)) return true;
      const input = { orderId, pasref, authcode };
      if ((await this.#result(({ cardOperations }) => cardOperations.void(input))) === '00') return true;
      const refund = { ...input, amount: captured, currency };
      return (await this.#result(({ cardOperations }) => cardOperations.rebate(refund))) === '00';
    } catch {
      return false;
    }
  }

  /** A refund. The gateway refuses one of a payment that the shopper has not paid. */
  async #redirect({ orderId, amount, currency, references, isPaid = false }: MovedPayment): Promise<boolean> {
    const { pasref = '' } = references ?? {};
    const input = { orderId, pasref, amount, currency, method: 'testpay' };
    const result = (await this.#result(({ paymentCredits }) => paymentCredits.create(input))) ?? '';
    if (result === '00' || result === '01') return true;
    return !isPaid && result.startsWith('5') && !REFUSED_REFUND.includes(result);
  }

  /** The result of a call, which may refuse it; undefined without an answer. */
  async #result(call: (gateway: Gateway) => Promise<{ readonly result: string }>): Promise<string | undefined> {
    return this.send(call).then(
      ({ result }) => result,
      (error: unknown) =>
        error instanceof GatewayError && error.failure.kind === 'refused' ? error.failure.result : undefined,
    );
  }
}
