import type { OrderRecord } from '../../../src/server.js';
import type { Message } from '../engine/network.js';
import { isCharge, moveOf, orderOf, type Booked, type GatewayWithBooks } from './gateway.js';
import type { Sim } from './sim.js';

/** States of an order whose payment has taken or reserved money. */
export const PAID: readonly OrderRecord['state'][] = [
  'authorized',
  'partly-captured',
  'paid',
  'partly-refunded',
  'refunded',
  'voided',
];

/** Compares the captures, voids and refunds of orders with the requests of the backend and with the gateway's books. */
export interface Money {
  /** A request leaves the backend. */
  requested(message: Message): void;
  /** The gateway carries out a capture, a void or a refund. */
  booked(entry: Booked): void;
  written(record: OrderRecord, before: OrderRecord | undefined): void;
  /** Checks the amounts and the state of an order at the end of a world. */
  check(record: OrderRecord): void;
}

type Operation = Extract<OrderRecord['attempts'][number], { readonly key: string }>;

/** The captures, voids and refunds of a payment, or of a whole order. */
export function operationsOf({ attempts }: Pick<OrderRecord, 'attempts'>, gatewayOrderId?: string): Operation[] {
  return attempts.filter(
    (one): one is Operation => 'key' in one && (gatewayOrderId ?? one.gatewayOrderId) === one.gatewayOrderId,
  );
}

/** True while the result of a call is not known. */
export const isOpen = ({ progress: { step } }: Operation) => step !== 'done' && step !== 'refused';

const sumOf = (some: readonly { readonly amount: number | string }[]) =>
  some.reduce((all, { amount }) => all + Number(amount), 0);

/** The money of a payment by the gateway's books, in minor units. */
interface BookedMoney {
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  readonly isVoided: boolean;
  /** True when something is left to capture. */
  readonly isReserved: boolean;
}

/** True when the shopper has the whole amount back. */
export const isReturned = ({ captured, refunded, isVoided }: BookedMoney) =>
  isVoided || (captured > 0 && refunded >= captured);

export function bookedMoney(entries: readonly Booked[], gatewayOrderId: string): BookedMoney {
  const ofPayment = entries.filter((one) => one.gatewayOrderId === gatewayOrderId);
  const of = (kind: Booked['kind']) => ofPayment.filter((one) => one.kind === kind);
  const authorized = sumOf(ofPayment.filter(isCharge));
  const needsCapture = ofPayment.some((one) => one.isReserved);
  const [captures, isVoided] = [of('capture'), of('void').length > 0];
  const taken = needsCapture ? sumOf(captures) : authorized;
  return {
    authorized,
    captured: isVoided ? 0 : taken,
    refunded: sumOf(of('refund')),
    isVoided,
    isReserved: !isVoided && taken < authorized && !captures.some(({ isLast }) => isLast),
  };
}

export function watchMoney(
  sim: Sim,
  booksOf: () => GatewayWithBooks,
  recordOf: (order: string) => OrderRecord | undefined,
): Money {
  /** By payment and kind, the keys of all calls that were stored, and the number of requests that have left. */
  const keys = new Map<string, Set<string>>();
  const left = new Map<string, number>();
  const nameOf = ({ gatewayOrderId, kind }: Pick<Booked, 'gatewayOrderId' | 'kind'>) => `${kind} of ${gatewayOrderId}`;

  function stateOf({ captured, refunded, isVoided, isReserved }: BookedMoney): OrderRecord['state'] {
    if (isVoided) return 'voided';
    if (isReserved) return captured === 0 ? 'authorized' : 'partly-captured';
    if (refunded === 0) return 'paid';
    return refunded < captured ? 'partly-refunded' : 'refunded';
  }

  function checkPayment(record: OrderRecord, gatewayOrderId: string): void {
    const { id, payment, state, attempts } = record;
    const found = bookedMoney(booksOf().of(id), gatewayOrderId);
    const done = operationsOf(record, gatewayOrderId).filter(({ progress }) => progress.step === 'done');
    const sum = (kind: Operation['kind']) => sumOf(done.filter((one) => one.kind === kind));
    const known = attempts.find((one) => !('key' in one) && one.gatewayOrderId === gatewayOrderId);
    const needsCapture = known?.kind === 'card' && known.capture !== undefined;
    const isVoided = done.some((one) => one.kind === 'void' && !one.rest);
    const captured = isVoided ? 0 : needsCapture ? sum('capture') : found.authorized;
    if (captured !== found.captured || isVoided !== found.isVoided)
      sim.violate('amounts', `${id} has ${captured} captured${isVoided ? ' (void)' : ''}, the books ${show(found)}`);
    if (sum('refund') !== found.refunded)
      sim.violate('refunds', `${id}: ${found.refunded} were returned, and the order has ${sum('refund')}`);
    if (gatewayOrderId === payment?.gatewayOrderId && state !== stateOf(found))
      sim.violate('amounts', `${id} is ${state}, and should be ${stateOf(found)} by the books ${show(found)}`);
  }

  return {
    requested(message) {
      const move = moveOf(message);
      if (!move) return;
      const name = nameOf(move);
      const count = (left.get(name) ?? 0) + 1;
      left.set(name, count);
      const stored = keys.get(name)?.size ?? 0;
      if (count > stored)
        sim.violate('one-request', `request ${count} for a ${name} leaves, and ${stored} were stored`);
      const record = recordOf(orderOf(move.gatewayOrderId));
      for (const one of operationsOf(record ?? { attempts: [] }, move.gatewayOrderId)) {
        if (one.kind !== move.kind && isOpen(one))
          sim.violate('one-request', `a ${name} leaves, and the ${one.kind} ${one.key} has no result`);
        if (one.kind === 'void' && !one.rest && one.progress.step === 'done')
          sim.violate('one-request', `a ${name} leaves after the void ${one.key}`);
      }
    },
    booked(entry) {
      const { authorized, captured, refunded } = bookedMoney(
        booksOf().of(orderOf(entry.gatewayOrderId)),
        entry.gatewayOrderId,
      );
      if (captured > authorized || refunded > (entry.isOfPortal || sim.isBeyond ? authorized : captured))
        sim.violate('amounts', `${entry.gatewayOrderId}: ${authorized}, captured ${captured}, refunded ${refunded}`);
    },
    written(record, before) {
      for (const one of operationsOf(record)) {
        const name = nameOf(one);
        keys.set(name, (keys.get(name) ?? new Set()).add(one.key));
      }
      const { id, state, payment } = record;
      if (state !== 'paid' || before?.state === 'paid' || !payment) return;
      const { captured } = bookedMoney(booksOf().of(id), payment.gatewayOrderId);
      if (captured === 0 && booksOf().charges(id).length > 0)
        sim.violate('amounts', `${id} is paid, and its amount is only reserved`);
    },
    check(record) {
      // A contradiction, which only a person can solve, needs a request that arrives later than promised.
      if (sim.isBeyond && record.flags.some(({ kind }) => kind === 'contradiction')) return;
      for (const { gatewayOrderId } of booksOf().of(record.id).filter(isCharge)) checkPayment(record, gatewayOrderId);
      for (const one of operationsOf(record).filter(isOpen))
        sim.violate('settles', `${record.id}: the ${one.kind} ${one.key} stays ${one.progress.step}`);
    },
  };
}

function show({ authorized, captured, refunded, isVoided }: BookedMoney): string {
  return `${captured} of ${authorized}${isVoided ? ' (void)' : ''}, ${refunded} refunded`;
}
