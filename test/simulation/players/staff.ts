import type { OrderRecord } from '../../../src/server.js';
import type { FaultOf } from '../engine/hops.js';
import type { Booked, GatewayWithBooks } from '../world/gateway.js';
import { bookedMoney, compareCalls, isOpen, operationsOf } from '../world/money.js';
import type { Monitor } from '../world/monitor.js';
import type { Processes } from '../world/processes.js';
import { partsOf } from '../world/setup.js';
import type { Sim } from '../world/sim.js';
import { WEIGHTS } from '../engine/weights.js';

/**
 * People of the shop who move the money of one order after its payment (docs/capture-cancel-refund.md), by the shop's
 * system and in the gateway's own back office.
 */
export interface Staff {
  /** Plans the acts that need no payment. */
  begin(): void;
  /** The order was written. */
  written(record: OrderRecord, before: OrderRecord | undefined): void;
  /** Records what the documents leave to a person: true when there was something. */
  settleLeft(): boolean;
}

export interface StaffOptions {
  readonly sim: Sim;
  readonly order: string;
  readonly monitor: Monitor;
  readonly books: () => GatewayWithBooks;
  readonly processes: () => Processes;
}

type Api = Parameters<Parameters<Processes['call']>[0]>[0]['orders'];
type Kind = 'capture' | 'void' | 'refund';

const SECOND = 1000;
/** Acts of an order after its payment, at most. */
const ACTS = 6;
const KINDS: readonly Kind[] = ['capture', 'void', 'refund'];
const inputOf = (amount: string) => (amount === 'rest' ? {} : { amount });
const DECISION = { by: 'staff@shop.example', reason: 'Seen in the back office of the gateway' };

export function employStaff({ sim, order, monitor, books, processes }: StaffOptions): Staff {
  const { scheduler, faults } = sim;
  /** Amounts in minor units; `rest` stands for what is left. */
  const amounts = [...partsOf(sim.setup, order), 'rest'];
  const owner = { name: 'staff', isAlive: true };
  const dice = (label: string) => sim.dice(`${order} staff ${label}`);

  const draw = (label: string, weight: number, among: readonly FaultOf<'staff'>[]) =>
    faults.draw('staff', `${order} ${label}`, { weight, among });

  function later(ms: number, work: () => void): void {
    scheduler.after(owner, ms, () => {
      if (!faults.isHealed) work();
    });
  }

  /** Calls the shop's system, and now and then a second time with the same key. */
  function call(text: string, work: (orders: Api) => Promise<unknown>): void {
    const once = () => {
      sim.note('staff', `${text} ${order}`);
      void processes().call(({ orders }) => work(orders));
    };
    once();
    const again = dice('again');
    if (again.chance(0.4)) later(again.pick([1, 300, 20 * SECOND, 100 * SECOND]), once);
  }

  function capture(): void {
    const chosen = dice('capture');
    const [amount, key, final] = [chosen.pick(amounts), `capture-${chosen.below(4)}`, chosen.chance(0.2)];
    call(`captures ${amount} of`, (orders) =>
      orders.capture(order, { ...inputOf(amount), key, ...(final ? { final } : {}) }),
    );
    // Two persons capture at the same time: one a part, the other the rest as the last one.
    if (dice('capture beside').chance(0.5))
      later(dice('capture beside').between(1, 300), () =>
        call('captures the last of', (orders) => orders.capture(order, { key: 'capture-last', final: true })),
      );
  }

  function refund(): void {
    const chosen = dice('refund');
    const [amount, key] = [chosen.pick(amounts), `refund-${chosen.below(4)}`];
    if (chosen.chance(0.8)) void books().act('send-batch');
    call(`refunds ${amount} of`, (orders) => orders.refund(order, { ...inputOf(amount), key }));
  }

  function cancel(): void {
    const key = `cancel-${dice('cancel').below(2)}`;
    if (dice('batch').chance(0.3)) void books().act('send-batch');
    call('cancels', (orders) => orders.cancel(order, { key, ...DECISION }));
  }

  /** Acts in the gateway's back office, also while a call of the shop's system has no result. */
  function actInPortal(kind: Kind): void {
    const payment = monitor.record(order)?.payment;
    if (payment?.method !== 'card') return;
    const { gatewayOrderId } = payment;
    const money = bookedMoney(sim.setup, books().of(order), gatewayOrderId);
    const { authorized, limit, captured, refunded, isReserved } = money;
    const chosen = dice('portal amount');
    const part = (most: number) => (chosen.chance(0.5) ? most : Math.ceil(most / 3));
    const sendsBatch = chosen.chance(0.8);
    const isAbove = dice('portal above').chance(0.5);
    switch (kind) {
      case 'capture': {
        const most = (isAbove ? limit : authorized) - captured;
        if (most > 0 && (isReserved || isAbove))
          void books().act({ gatewayOrderId, action: 'settle', amount: part(most) });
        return;
      }
      case 'void':
        void books().act({ gatewayOrderId, action: 'void', amount: authorized });
        return;
      default: {
        const most = (isAbove ? limit : captured) - refunded;
        if (captured === 0 || most <= 0) return;
        if (sendsBatch) void books().act('send-batch');
        void books().act({ gatewayOrderId, action: 'rebate', amount: part(most) });
      }
    }
  }

  const ACT = { capture, refund, cancel, portal: () => actInPortal(dice('portal').pick(KINDS)) };

  function planActs(): void {
    if (draw('portal', WEIGHTS.staff.portal, ['portal']))
      later(dice('portal time').between(2 * SECOND, 240 * SECOND), ACT.portal);
    for (let count = 0; count < ACTS; count++) {
      const act = draw(`act ${count}`, WEIGHTS.staff.act, ['capture', 'capture', 'refund', 'refund', 'cancel']);
      const ms = dice('act time').between(100, 200 * SECOND);
      if (act) later(ms, ACT[act]);
    }
  }

  /** Plans an act in the back office of the kind that the shop's system has just sent, or whose answer was lost. */
  function planActBeside(kind: Kind): void {
    if (draw('portal beside', WEIGHTS.staff.portalBeside, ['portal']))
      later(dice('portal beside').between(100, 100 * SECOND), () => actInPortal(kind));
  }

  /** Records the results that no query shows, and the calls of the back office that the order does not have. */
  async function settle(record: OrderRecord, orders: Api): Promise<void> {
    const ids = new Set(operationsOf(record).map(({ gatewayOrderId }) => gatewayOrderId));
    if (record.payment) ids.add(record.payment.gatewayOrderId);
    for (const id of ids) {
      const entries = books()
        .of(order)
        .filter((one) => one.gatewayOrderId === id);
      // A record of what was done elsewhere waits for the result of every call of the shop.
      const elsewhere: Booked[] = [];
      for (const kind of KINDS) {
        const { results, missing } = compareCalls(record, entries, id, kind);
        for (const { call: one, isDone } of results) await settleOne(orders, one, isDone);
        // A void has a leg, so that reconciliation has seen it. It takes back what was captured before.
        if (kind !== 'void' && !entries.some((one) => one.kind === 'void')) elsewhere.push(...missing);
      }
      checkFlagOf(record, elsewhere);
      for (const { kind, amount } of elsewhere) {
        const as = kind === 'capture' ? 'captured-elsewhere' : 'refunded-elsewhere';
        await orders.settle(order, { as, amount: String(amount), attempt: id, ...DECISION });
      }
    }
  }

  /** An act that the gateway shows has a flag, unless the shop's system has made another one of its kind. */
  function checkFlagOf(record: OrderRecord, [entry, another]: readonly Booked[]): void {
    if (!entry || another || (entry.kind === 'refund' && books().hidesRefunds)) return;
    const isOnly = operationsOf(record, entry.gatewayOrderId).every(
      ({ kind, progress }) => kind !== entry.kind || (progress.step === 'refused' && !('by' in progress)),
    );
    if (!isOnly || record.flags.some((one) => one.kind === 'changed-elsewhere')) return;
    sim.violate('settles', `${order}: the ${entry.kind} of ${entry.amount} in the back office has no flag`);
  }

  async function settleOne(
    orders: Api,
    { kind, key }: { readonly kind: string; readonly key: string },
    isDone: boolean,
  ) {
    switch (kind) {
      case 'capture':
        return orders.settle(order, { as: isDone ? 'captured' : 'not-captured', capture: key, ...DECISION });
      case 'void':
        return orders.settle(order, { as: isDone ? 'voided' : 'not-voided', cancel: key, ...DECISION });
      default:
        return orders.settle(order, { as: isDone ? 'refunded' : 'not-refunded', refund: key, ...DECISION });
    }
  }

  return {
    begin() {
      // An order whose goods are gone is withdrawn while the shopper pays.
      if (draw('withdrawal', WEIGHTS.staff.withdrawal, ['cancel']))
        later(dice('withdrawal').between(SECOND, 200 * SECOND), cancel);
    },
    written(record, before) {
      const { id, payment, attempts } = record;
      if (id !== order || payment?.method !== 'card') return;
      if (!before?.payment) planActs();
      const earlier = operationsOf(before ?? { attempts: [] });
      for (const { kind, key, elsewhere, progress } of operationsOf({ attempts })) {
        const known = earlier.find((one) => one.kind === kind && one.key === key);
        const isUnresolved = progress.step === 'unresolved' && known?.progress.step !== 'unresolved';
        if (elsewhere === undefined && (!known || isUnresolved)) planActBeside(kind);
      }
    },
    settleLeft() {
      const record = monitor.record(order);
      if (!record) return false;
      const isCard = (id: string) => record.attempts.some((one) => one.kind === 'card' && one.gatewayOrderId === id);
      const open = operationsOf(record).filter((one) => isOpen(one) && isCard(one.gatewayOrderId));
      if (
        open.length === 0 &&
        !books()
          .of(order)
          .some(({ isOfPortal }) => isOfPortal)
      )
        return false;
      void processes().call(({ orders }) => settle(record, orders));
      return true;
    },
  };
}
