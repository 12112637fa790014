import type { NewOrder } from '../../../src/server.js';
import type { Owner } from '../engine/scheduler.js';
import { partsOf } from '../world/setup.js';
import type { Monitor } from '../world/monitor.js';
import type { Processes } from '../world/processes.js';
import type { SharedStore } from '../world/store.js';
import type { Sim } from '../world/sim.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The merchant's own programs: they create orders, refund payments, and reconcile. */
export interface Shop {
  /** Creates an order, and repeats the call until the order is stored. */
  createOrder(id: string): Promise<void>;
  /** Plans refunds of an order, if the seed has any. */
  planRefunds(order: string): void;
  /** Reconciles on a timer, as docs/orders.md shows it, in one of the processes, or in several at once. */
  reconcileEachMinute(): void;
  /** Ends the timer. */
  close(): void;
}

export function openShop({
  sim,
  store,
  monitor,
  processes,
}: {
  readonly sim: Sim;
  readonly store: SharedStore;
  readonly monitor: Monitor;
  readonly processes: Processes;
}): Shop {
  const { scheduler } = sim;
  const timer: Owner = { name: 'the timer of the shop', isAlive: true };

  function orderOf(id: string): NewOrder {
    const dice = sim.dice(`${id} decoupled`);
    const isDecoupled = dice.chance(0.3);
    const timeout = dice.chance(0.2) ? { decoupleFlowTimeout: '1' } : {};
    const isAddCard = sim.dice(`${id} purpose`).chance(0.06);
    const { amount, brands, ...fields } = sim.setup.of(id);
    return {
      id,
      ...fields,
      payer: { mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
      methods: [{ code: 'card', ...(brands ? { brands } : {}) }, { code: 'testpay' }, { code: 'sofort' }],
      accountHolderName: 'Ada Lovelace',
      country: 'GB',
      ...(isAddCard ? { purpose: 'add-card' } : { amount }),
      ...(isDecoupled ? { authentication: { decoupleFlowRequest: 'DECOUPLED_PREFERRED', ...timeout } } : {}),
    } as NewOrder;
  }

  function refundLater(order: string): void {
    const dice = sim.dice(`${order} refunds`);
    const amounts = partsOf(sim.setup, order).filter((_amount, index) => index !== 1);
    for (let count = 0; count < dice.between(1, 4); count++) {
      const [amount, key] = [dice.pick(amounts), `refund-${dice.below(3)}`];
      scheduler.after(SHOP_OWNER, dice.between(MINUTE, 400 * SECOND), () => {
        // Staff refund cards.
        if (monitor.record(order)?.payment?.method === 'card') return;
        void processes.call(({ orders }) => orders.refund(order, { amount, key }));
      });
    }
  }

  function reconcileEachMinute(): void {
    scheduler.after(timer, MINUTE, () => {
      for (let count = 0; count < (sim.dice('reconcile').chance(0.2) ? 2 : 1); count++)
        void processes.call(({ orders }) => orders.reconcile({ limit: sim.setup.limit }));
      reconcileEachMinute();
    });
  }

  return {
    async createOrder(id) {
      const order = orderOf(id);
      for (let tries = 0; tries < 30; tries++) {
        const created = { isDone: false };
        void processes.call(({ orders }) => orders.create(order)).then(() => (created.isDone = true));
        await scheduler.runUntil(scheduler.now() + 10 * SECOND);
        if (created.isDone && (await store.inner.read(id))) return;
      }
      throw new Error(`The order ${id} was not created.`);
    },
    planRefunds(order) {
      if (sim.dice(`${order} refund`).chance(0.6)) refundLater(order);
    },
    reconcileEachMinute,
    close: () => void (timer.isAlive = false),
  };
}

const SHOP_OWNER: Owner = { name: 'shop', isAlive: true };
