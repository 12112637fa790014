import type { OrderRecord } from '../../../src/server.js';
import { isCharge, orderOf, type Booked, type GatewayWithBooks } from './gateway.js';
import type { Sim } from './sim.js';

/** Compares what the gateway has charged and returned with what shoppers, the shop and its clerk have done. */
export interface Charges {
  /**
   * The backend receives a call that begins a payment of the order, from a page or from the shop. A repeated call has
   * the key of the first one, and a late call was sent before: neither is a later choice.
   */
  begun(order: string, key: string, sentAt: number): void;
  /** The call with this key has recorded a redirect payment. */
  recorded(gatewayOrderId: string, key: string): void;
  /** A person ends the payments of the order so far. */
  ended(order: string): void;
  booked(entry: Booked): void;
  /**
   * True for a redirect payment that may be a second charge: after it another payment was chosen, or a call that was
   * repeated has begun another one, or a person has ended it.
   */
  wasLeft(charge: Booked): boolean;
  /** Checks charges and flags of an order at the end of a world. */
  check(record: OrderRecord): void;
}

export function watchCharges(sim: Sim, booksOf: () => GatewayWithBooks): Charges {
  const { scheduler } = sim;
  /** By order and idempotency key, the time at which the first call that begins the payment was sent. */
  const begun = new Map<string, Map<string, number>>();
  /** By idempotency key, the time at which the newest copy of the call was sent. */
  const newest = new Map<string, number>();
  /** By order, its redirect payments, each with the time at which the newest copy of its call was sent. */
  const redirects = new Map<string, { readonly gatewayOrderId: string; readonly sentAt: number }[]>();
  const ended = new Map<string, number[]>();

  function wasLeft({ kind, gatewayOrderId, begunAt }: Booked): boolean {
    // A card is charged while its payment lasts. Only requests that arrive later than promised can break that.
    if (kind === 'card') return sim.isBeyond;
    const order = orderOf(gatewayOrderId);
    const others = (redirects.get(order) ?? []).filter((one) => one.gatewayOrderId !== gatewayOrderId);
    const times = [
      ...(begun.get(order)?.values() ?? []),
      ...others.map(({ sentAt }) => sentAt),
      ...(ended.get(order) ?? []),
    ];
    return times.some((time) => time > begunAt);
  }

  return {
    begun(order, key, sentAt) {
      const times = begun.get(order) ?? new Map<string, number>();
      times.set(key, Math.min(sentAt, times.get(key) ?? Infinity));
      begun.set(order, times);
      newest.set(key, Math.max(sentAt, newest.get(key) ?? 0));
    },
    recorded(gatewayOrderId, key) {
      const order = orderOf(gatewayOrderId);
      const sentAt = newest.get(key);
      if (sentAt !== undefined) redirects.set(order, [...(redirects.get(order) ?? []), { gatewayOrderId, sentAt }]);
    },
    ended: (order) => void ended.set(order, [...(ended.get(order) ?? []), scheduler.now()]),
    wasLeft,
    booked(entry) {
      const { gatewayOrderId, at } = entry;
      if (!isCharge(entry)) return;
      const order = orderOf(gatewayOrderId);
      const charges = booksOf().charges(order, at);
      if (charges.length > (begun.get(order)?.size ?? 0))
        sim.violate('charged-once', `${order} is charged ${charges.length} times, by fewer calls`);
      if (sim.isBeyond) return;
      const others = charges.filter((one) => one.gatewayOrderId !== gatewayOrderId);
      if (others.length > 0 && !wasLeft(entry) && !others.every(wasLeft))
        sim.violate('charged-once', `${order} is charged by ${gatewayOrderId} and ${others[0]?.gatewayOrderId}`);
    },
    check(record) {
      const { id, flags } = record;
      const charged = booksOf()
        .charges(id)
        .map(({ gatewayOrderId }) => gatewayOrderId);
      const flagged = flags.filter(({ kind }) => kind === 'second-payment').map(({ attempt }) => attempt ?? '');
      const unflagged = charged.filter((one) => !flagged.includes(one));
      if (unflagged.length > 1)
        sim.violate('charged-once', `${id} is charged by ${unflagged.join(' and ')} without a flag`);
      for (const one of flagged) {
        if (!charged.includes(one))
          sim.violate('settles', `${id}: ${one} is flagged as a second payment and took nothing`);
      }
    },
  };
}
