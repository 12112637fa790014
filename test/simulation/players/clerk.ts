import type { OrderRecord } from '../../../src/server.js';
import type { FaultOf } from '../engine/hops.js';
import { isCharge, orderOf, type Booked, type GatewayWithBooks } from '../world/gateway.js';
import type { Monitor } from '../world/monitor.js';
import type { Processes } from '../world/processes.js';
import type { Sim } from '../world/sim.js';
import { chooseCard } from './cards.js';
import type { Shopper } from './shopper.js';
import { WEIGHTS } from '../engine/weights.js';

/** A person of the shop, who settles and reopens one order (docs/orders.md, Settle and reopen by a person). */
export interface Clerk {
  /** Plans the visits that the seed has. */
  begin(): void;
  /** The order was written. */
  written(record: OrderRecord, before: OrderRecord | undefined): void;
  /** The gateway has taken or returned money for the order. */
  booked(entry: Booked): void;
  /** Settles what the documents leave to a person (docs/orders.md): true when there was something. */
  settleLeft(): boolean;
}

export interface ClerkOptions {
  readonly sim: Sim;
  readonly shopper: Shopper;
  readonly monitor: Monitor;
  readonly books: () => GatewayWithBooks;
  readonly processes: () => Processes;
}

/**
 * Milliseconds after which a payment without a result is overdue. The request of a card payment may reach the gateway
 * late. The shopper has said not to want the redirect payment any more.
 */
const OVERDUE = { card: 300_000, redirect: 60_000, capture: 300_000, void: 300_000, refund: 300_000 } as const;
const WAITING: readonly OrderRecord['state'][] = ['in-doubt', 'pending'];
const PAYABLE: readonly OrderRecord['state'][] = ['open', 'failed', ...WAITING];
const DECISION = { by: 'clerk@shop.example', reason: 'Seen in the back office' };

export function employClerk({ sim, shopper, monitor, books, processes }: ClerkOptions): Clerk {
  const { scheduler, faults } = sim;
  const { order } = shopper;
  const clerk = { name: 'clerk', isAlive: true };
  const dice = (label: string) => sim.dice(`${order} clerk ${label}`);
  /** Calls of `payStored`, which has no idempotency key: each is a payment of its own. */
  let storedPayments = 0;

  function visit(act: FaultOf<'clerk'> | undefined, ms: number): void {
    if (act === undefined) return;
    scheduler.after(clerk, ms, () => {
      const record = monitor.record(order);
      if (faults.isHealed || !record) return;
      if (act === 'pay-stored') return payStored();
      if (act === 'reopen') return reopen(record);
      return settle(record);
    });
  }

  const draw = (label: string, weight: number, among: readonly FaultOf<'clerk'>[]) =>
    faults.draw('clerk', `${order} ${label}`, { weight, among });

  function call(text: string, work: Parameters<Processes['call']>[0]): void {
    sim.note('clerk', `${text} ${order}`);
    void processes().call(work);
  }

  /** Ends the payments of the order so far. */
  function end(text: string, work: Parameters<Processes['call']>[0]): void {
    monitor.charges.ended(order);
    call(text, work);
  }

  /** Records what the gateway's back office shows; nothing when it shows no payment and one may still be on its way. */
  function settle(record: OrderRecord): void {
    if (!PAYABLE.includes(record.state)) return settleRefund(record);
    const charged = books().charges(order)[0]?.gatewayOrderId;
    if (charged !== undefined && record.attempts.some((one) => one.gatewayOrderId === charged))
      return call('settles as paid', ({ orders }) =>
        orders.settle(order, { as: 'paid', attempt: charged, ...DECISION }),
      );
    if (charged === undefined && WAITING.includes(record.state) && isOverdue(record))
      end('settles as failed', ({ orders }) => orders.settle(order, { as: 'failed', ...DECISION }));
  }

  /** Decides the only refund of an order. */
  function settleRefund({ attempts }: OrderRecord): void {
    const [refund, another] = attempts.filter((one) => one.kind === 'refund');
    if (!refund || another || sim.isBeyond || !isOverdue({ attempts: [refund] })) return;
    const as = books()
      .of(order)
      .some(({ kind, isOfPortal }) => kind === 'refund' && !isOfPortal)
      ? 'refunded'
      : 'not-refunded';
    call(`settles a refund as ${as}`, ({ orders }) => orders.settle(order, { as, refund: refund.key, ...DECISION }));
  }

  /** Opens the order for another payment, and asks the shopper to pay again. */
  function reopen(record: OrderRecord): void {
    if (!PAYABLE.includes(record.state) || books().charges(order).length > 0) return;
    if (WAITING.includes(record.state) && !isOverdue(record)) return;
    // As the back office does: a payment that begins before the call arrives was not seen.
    const attempt = record.attempts.findLast(({ kind }) => kind === 'card' || kind === 'redirect')?.gatewayOrderId;
    end('reopens', ({ orders }) => orders.reopen(order, { ...DECISION, attempt: attempt ?? 'none' }));
    scheduler.after(clerk, dice('call').between(1000, 20_000), () => shopper.invite());
  }

  /** Charges a stored card, as a shop does for a subscription. */
  function payStored(): void {
    const { number, expiryMonth, expiryYear, fullName } = chooseCard(dice);
    monitor.cards.usesCard(number);
    monitor.charges.begun(order, `stored card ${++storedPayments}`, scheduler.now());
    call('charges a stored card for', async ({ orders }) => {
      const card = { number, expiryMonth, expiryYear, fullName };
      const { status, code } = await orders.payStored(order, { card });
      if (status === 'paid' && books().charges(order).length === 0)
        sim.violate('no-false-success', `payStored returns ${code} and nothing was charged`);
    });
  }

  /** True when no request of an attempt can arrive any more. */
  function isOverdue({ attempts }: Pick<OrderRecord, 'attempts'>): boolean {
    return attempts.every(({ kind, sentAt }) => scheduler.now() - Date.parse(sentAt) > OVERDUE[kind]);
  }

  return {
    begin() {
      for (let count = 0; count < 2; count++) {
        const act = draw('visit', WEIGHTS.clerk.visit, ['settle', 'reopen', 'pay-stored']);
        visit(act, dice('visit').between(10_000, act === 'pay-stored' ? 200_000 : 500_000));
      }
    },
    written({ id, state }, before) {
      if (id !== order || state === before?.state) return;
      const later = dice('overdue').between(1000, 90_000);
      if (state === 'in-doubt')
        visit(draw('overdue', WEIGHTS.clerk.inDoubt, ['settle', 'reopen']), OVERDUE.card + later);
      if (state === 'pending')
        visit(draw('overdue', WEIGHTS.clerk.pending, ['settle', 'reopen']), OVERDUE.redirect + later);
      // The shopper calls about a payment that has failed.
      if (state === 'failed')
        visit(draw('failed', WEIGHTS.clerk.failed, ['reopen']), dice('failed').between(1000, 60_000));
    },
    settleLeft() {
      const record = monitor.record(order);
      if (record?.state !== 'in-doubt' || !record.attempts.some(isDuplicate)) return false;
      settle(record);
      return true;
    },
    booked(entry) {
      const { gatewayOrderId, at } = entry;
      if (!isCharge(entry) || orderOf(gatewayOrderId) !== order) return;
      const act = draw('complaint', WEIGHTS.clerk.complaint, ['answer-complaint']);
      visit(act, at - scheduler.now() + dice('complaint').between(100, 20_000));
    },
  };
}

/** True for a request that the gateway got twice, whose second answer was a 501, and that no query has found. */
function isDuplicate({ kind, progress }: OrderRecord['attempts'][number]): boolean {
  return kind === 'card' && progress.step === 'unresolved' && progress.cause === 'duplicate';
}
