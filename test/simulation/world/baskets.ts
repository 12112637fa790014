import type { OrderRecord } from '../../../src/server.js';
import type { Message } from '../engine/network.js';
import type { Page } from '../players/page.js';
import type { Tab } from '../players/browser.js';
import { isCharge, orderOf, type Booked } from './gateway.js';
import type { Sim } from './sim.js';

/** Compares what is charged with the amounts that the shop has set and the shopper has read, and with ended orders. */
export interface Baskets {
  /** The shop sets an amount. */
  set(order: string, amount: string): void;
  /** The shopper begins a payment of the amount that a page shows. */
  read(page: Page): void;
  /** A tab sends the authentication of a card. */
  authenticates(tab: Tab, transaction: string): void;
  /** A page leaves for a redirect payment. */
  leaves(page: Page, url: string): void;
  /** A request leaves the backend. */
  requested(message: Message): void;
  booked(entry: Booked): void;
  written(record: OrderRecord, before: OrderRecord | undefined): void;
  /** Checks an order at the end of a world. */
  check(record: OrderRecord): void;
}

/** Steps at which a press of Pay begins a payment. */
const BEGINS: readonly string[] = ['entering', 'correcting-redirect', 'choosing-another', 'pending'];
/** Milliseconds that a challenge has, which was begun before its order expired, and the margin of a wrong clock. */
const LAST_CHALLENGE = 600_000;
const MARGIN = 1_000_000;
/** Stages of an authentication that has begun and not ended. */
const BEGUN: readonly string[] = ['requested', 'challenge', 'decoupled', 'authorizing'];

export function watchBaskets(sim: Sim, recordOf: (order: string) => OrderRecord | undefined): Baskets {
  const { scheduler } = sim;
  const amounts = new Map<string, Set<string>>();
  const readAmount = new Map<Tab, string | undefined>();
  /** By transaction, the amount that the shopper has read. */
  const ofTransaction = new Map<string, string | undefined>();

  const amountsOf = (order: string) => amounts.get(order) ?? new Set([sim.setup.of(order).amount]);

  function attemptOf(gatewayOrderId: string) {
    const { attempts = [] } = recordOf(orderOf(gatewayOrderId)) ?? {};
    return attempts.find((one) => !('key' in one) && one.gatewayOrderId === gatewayOrderId);
  }

  function checkRead(gatewayOrderId: string, amount: string, shown: string | undefined): void {
    if (shown !== undefined && shown !== amount)
      sim.violate('amount-read', `${gatewayOrderId} is about ${amount}, and the shopper has read ${shown}`);
  }

  /** Checks a payment that begins. */
  function checkBegun(record: OrderRecord, { kind, ...attempt }: OrderRecord['attempts'][number]): void {
    const { id, amount, currency, expiresAt, purpose } = record;
    if ((kind !== 'card' && kind !== 'redirect') || purpose === 'add-card') return;
    if (attempt.amount !== amount || attempt.currency !== currency || !amountsOf(id).has(amount))
      sim.violate('amount-read', `${attempt.gatewayOrderId} is about ${attempt.amount} instead of ${amount}`);
    const last = Date.parse(expiresAt ?? '') + (kind === 'card' ? LAST_CHALLENGE : 0);
    if (Date.parse(attempt.sentAt) >= last)
      sim.violate('ended', `${attempt.gatewayOrderId} begins at ${attempt.sentAt}, and ${id} expired at ${expiresAt}`);
  }

  /** A challenge that was begun in time has ten minutes more (docs/orders.md, Withdraw an order). */
  function checkExpired({ id, updatedAt }: OrderRecord, { authentications, expiresAt = '' }: OrderRecord): void {
    const isBegun = authentications.some(({ stage }) => BEGUN.includes(stage));
    if (isBegun && Date.parse(updatedAt) < Date.parse(expiresAt) + LAST_CHALLENGE)
      sim.violate('ended', `${id} expires at ${updatedAt} during an authentication that was begun in time`);
  }

  return {
    set: (order, amount) => void amounts.set(order, amountsOf(order).add(amount)),
    read({ tab, checkout: { snapshot } }) {
      if (BEGINS.includes(snapshot.step)) readAmount.set(tab, snapshot.order?.amount);
    },
    authenticates: (tab, transaction) => void ofTransaction.set(transaction, readAmount.get(tab)),
    leaves({ tab }, url) {
      const records = [...amounts.keys()].map(recordOf);
      for (const { attempts = [] } of records.flatMap((one) => one ?? [])) {
        const left = attempts.find((one) => one.kind === 'redirect' && one.redirectUrl === url);
        if (left) checkRead(left.gatewayOrderId, left.amount, readAmount.get(tab));
      }
    },
    requested({ body = '' }) {
      if (sim.isBeyond || !body.includes('type="auth"')) return;
      const [, gatewayOrderId = ''] = /<orderid>([^<]*)</.exec(body) ?? [];
      const { state } = recordOf(orderOf(gatewayOrderId)) ?? {};
      if (state === 'cancelled') sim.violate('ended', `the authorization ${gatewayOrderId} leaves after the end`);
    },
    booked(entry) {
      const { gatewayOrderId, amount, currency } = entry;
      const attempt = isCharge(entry) ? attemptOf(gatewayOrderId) : undefined;
      if (!attempt) return;
      if (String(amount) !== attempt.amount || currency !== attempt.currency) {
        const right = `${attempt.amount} ${attempt.currency}`;
        sim.violate('charged-by-right', `${gatewayOrderId} is charged ${amount} ${currency} instead of ${right}`);
      }
      if (attempt.kind === 'card')
        checkRead(gatewayOrderId, String(amount), ofTransaction.get(attempt.serverTransId ?? ''));
    },
    written(record, before) {
      if (!amounts.has(record.id)) amounts.set(record.id, amountsOf(record.id));
      for (const attempt of record.attempts.slice(before?.attempts.length ?? 0)) checkBegun(record, attempt);
      if (before && record.ended === 'expired' && before.ended === undefined) checkExpired(record, before);
    },
    check({ id, amount, state, ended, expiresAt, payment, flags }) {
      const isFlagged = (flag: string) => flags.some(({ kind }) => kind === flag);
      const isOver = expiresAt !== undefined && scheduler.now() > Date.parse(expiresAt) + MARGIN;
      if (isOver && (state === 'open' || state === 'failed'))
        sim.violate('ended', `${id} is ${state}, and has expired at ${expiresAt}`);
      if (!payment) return;
      if (ended && !isFlagged('paid-after-end')) sim.violate('ended', `${id} was paid after its end without a flag`);
      if (attemptOf(payment.gatewayOrderId)?.amount !== amount && !isFlagged('amount-differs'))
        sim.violate('amount-read', `${id} was paid with another amount without a flag`);
    },
  };
}
