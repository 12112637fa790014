import { amountsOf, type OrderRecord } from '../../../src/server.js';
import type { Message } from '../engine/network.js';
import type { Owner } from '../engine/scheduler.js';
import { isCharge, legOf, moveOf, orderOf, type Booked, type GatewayWithBooks } from './gateway.js';
import type { Setup } from './setup.js';
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
  /** A request leaves a process of the backend. */
  requested(message: Message, process: Owner): void;
  /** The gateway carries out a capture, a void or a refund. */
  booked(entry: Booked): void;
  written(record: OrderRecord, before: OrderRecord | undefined, process: Owner): void;
  /** Checks the amounts and the state of an order at the end of a world. */
  check(record: OrderRecord): void;
}

export type Operation = Extract<OrderRecord['attempts'][number], { readonly key: string }>;

/** The captures, voids and refunds of a payment, or of a whole order. */
export function operationsOf({ attempts }: Pick<OrderRecord, 'attempts'>, gatewayOrderId?: string): Operation[] {
  return attempts.filter(
    (one): one is Operation => 'key' in one && (gatewayOrderId ?? one.gatewayOrderId) === one.gatewayOrderId,
  );
}

/** True while the result of a call is not known. */
export const isOpen = ({ progress: { step } }: Operation) => step !== 'done' && step !== 'refused';

/** True when the whole payment was voided. */
const isVoidDone = (one: Operation) => one.kind === 'void' && !one.rest && one.progress.step === 'done';

/** Milliseconds after which a query shows a call. */
const LEG_DELAY = 1000;
/** Percentage of the authorization that the records and calls of one kind have at most, whatever the account allows. */
const RECORD_CEILING = 115;
/** Longest time between the question of a process and the call that it stores, in milliseconds. */
const LONGEST_RUN = 300_000;

const sumOf = (some: readonly { readonly amount: number | string }[]) =>
  some.reduce((all, { amount }) => all + Number(amount), 0);

/** The money of a payment by the gateway's books, in minor units. */
interface BookedMoney {
  readonly authorized: number;
  /** The most that the account lets its staff capture, and refund. */
  readonly limit: number;
  readonly captured: number;
  readonly refunded: number;
  readonly isVoided: boolean;
  /** True when something is left to capture. */
  readonly isReserved: boolean;
}

/** True when the shopper has the whole amount back. */
export const isReturned = ({ captured, refunded, isVoided }: BookedMoney) =>
  isVoided || (captured > 0 && refunded >= captured);

export function bookedMoney({ ceiling }: Setup, entries: readonly Booked[], gatewayOrderId: string): BookedMoney {
  const ofPayment = entries.filter((one) => one.gatewayOrderId === gatewayOrderId);
  const of = (kind: Booked['kind']) => ofPayment.filter((one) => one.kind === kind);
  const authorized = sumOf(ofPayment.filter(isCharge));
  const needsCapture = ofPayment.some((one) => one.isReserved);
  const [captures, isVoided] = [of('capture'), of('void').length > 0];
  const taken = needsCapture ? sumOf(captures) : authorized;
  return {
    authorized,
    limit: Math.floor((authorized * ceiling) / 100),
    captured: isVoided ? 0 : taken,
    refunded: sumOf(of('refund')),
    isVoided,
    isReserved: !isVoided && taken < authorized && !captures.some(({ isLast }) => isLast),
  };
}

/** The calls of one kind, by an order and by the gateway's books. */
interface Comparison {
  /** Calls of the shop whose result is not known, with the result by the books. */
  readonly results: readonly { readonly call: Operation; readonly isDone: boolean }[];
  /** Calls of the books that the order does not have. */
  readonly missing: readonly Booked[];
  /** Calls of the back office that were taken for one of the shop with another amount. */
  readonly taken: ReadonlyMap<Booked, Operation>;
}

/** Compares the calls of a payment as a person does, who sees the reference, the amount and the author of each. */
export function compareCalls(
  record: Pick<OrderRecord, 'attempts'>,
  entries: readonly Booked[],
  gatewayOrderId: string,
  kind: Operation['kind'],
): Comparison {
  const missing = new Set(entries.filter((one) => one.gatewayOrderId === gatewayOrderId && one.kind === kind));
  const calls = operationsOf(record, gatewayOrderId).filter((one) => one.kind === kind);
  const left = new Set(calls.filter(({ progress }) => progress.step === 'done'));
  type IsSame = (call: Operation, one: Booked) => boolean;
  const isSameAmount: IsSame = (call, one) => Number(call.amount) === one.amount;
  const isSameReference: IsSame = (call, one) => call.pasref === one.pasref;
  const isSameAuthor: IsSame = (call, one) => (call.elsewhere !== undefined) === (one.isOfPortal ?? false);
  const match = (call: Operation, ...conditions: readonly IsSame[]) => {
    const found = [...missing].find((one) => conditions.every((isSame) => isSame(call, one)));
    if (!found) return undefined;
    missing.delete(found);
    left.delete(call);
    return found;
  };
  for (const conditions of [[isSameReference], [isSameAuthor], []])
    for (const call of left) match(call, isSameAmount, ...conditions);
  const results = calls
    .filter(isOpen)
    .map((call) => ({ call, isDone: match(call, isSameAmount, isSameAuthor) !== undefined }));
  const taken = new Map<Booked, Operation>();
  for (const call of left) {
    const found = match(call, isSameReference);
    if (found) taken.set(found, call);
  }
  return { results, missing: [...missing], taken };
}

/** The books with the amount of the shop's call where a call of the back office was taken for it. */
export function readable(
  record: Pick<OrderRecord, 'attempts'>,
  entries: readonly Booked[],
  gatewayOrderId: string,
): readonly Booked[] {
  const taken = (['capture', 'refund'] as const).flatMap((kind) => [
    ...compareCalls(record, entries, gatewayOrderId, kind).taken,
  ]);
  const calls = new Map(taken);
  return entries.map((entry) => {
    const call = calls.get(entry);
    if (!call) return entry;
    const isLast = entry.isLast === true || (call.kind === 'capture' && call.final);
    return { ...entry, amount: Number(call.amount), isLast };
  });
}

export function watchMoney(
  sim: Sim,
  booksOf: () => GatewayWithBooks,
  recordOf: (order: string) => OrderRecord | undefined,
): Money {
  const { scheduler } = sim;
  /** By payment and kind, the keys of all calls that were stored, and the number of requests that have left. */
  const keys = new Map<string, Set<string>>();
  const left = new Map<string, number>();
  /** The number of calls that were stored when the void of their payment was recorded. */
  const storedAtVoid = new Map<string, number>();
  /** By process, payment and kind, the time at which the process has asked for the leg. */
  const asked = new Map<string, number>();
  /** By payment, kind and key, the time at which the call was stored, and at which its process had asked before. */
  const begun = new Map<string, { readonly at: number; readonly askedAt: number }>();
  const nameOf = ({ gatewayOrderId, kind }: Pick<Booked, 'gatewayOrderId' | 'kind'>) => `${kind} of ${gatewayOrderId}`;

  /**
   * A call of the back office is taken for one of the shop only where the two cannot be told apart: the process has
   * asked for it before it could see it (docs/capture-cancel-refund.md, Changes in the gateway's back office).
   */
  function checkReference({ id }: OrderRecord, call: Operation): void {
    if (call.elsewhere !== undefined || call.kind === 'void' || call.pasref === undefined) return;
    const found = booksOf()
      .of(id)
      .find((one) => one.isOfPortal && one.pasref === call.pasref);
    const { at = 0, askedAt = 0 } = begun.get(`${nameOf(call)} ${call.key}`) ?? {};
    if (found && (found.at + LEG_DELAY <= askedAt || at - askedAt > LONGEST_RUN))
      sim.violate('amounts', `${id}: the ${call.kind} ${call.key} has the reference of the back office`);
  }

  function stateOf({ captured, refunded, isVoided, isReserved }: BookedMoney): OrderRecord['state'] {
    if (isVoided) return 'voided';
    if (isReserved) return captured === 0 ? 'authorized' : 'partly-captured';
    if (refunded === 0) return 'paid';
    return refunded < captured ? 'partly-refunded' : 'refunded';
  }

  function checkPayment(record: OrderRecord, gatewayOrderId: string): void {
    const { id, payment, state, attempts } = record;
    const entries = booksOf().of(id);
    const found = bookedMoney(sim.setup, readable(record, entries, gatewayOrderId), gatewayOrderId);
    // A call of the back office that was taken for a larger one of the shop lets no other one be recorded.
    const most = Math.floor((found.authorized * RECORD_CEILING) / 100);
    if (found.captured > most || found.refunded > most) {
      const { captured, refunded } = bookedMoney(sim.setup, entries, gatewayOrderId);
      if (captured <= most && refunded <= most) return;
    }
    const done = operationsOf(record, gatewayOrderId).filter(({ progress }) => progress.step === 'done');
    const sum = (kind: Operation['kind']) => sumOf(done.filter((one) => one.kind === kind));
    const known = attempts.find((one) => !('key' in one) && one.gatewayOrderId === gatewayOrderId);
    const needsCapture = known?.kind === 'card' && known.capture !== undefined;
    const isVoided = done.some(isVoidDone);
    const captured = isVoided ? 0 : needsCapture ? sum('capture') : found.authorized;
    if (captured !== found.captured || isVoided !== found.isVoided)
      sim.violate('amounts', `${id} has ${captured} captured${isVoided ? ' (void)' : ''}, the books ${show(found)}`);
    if (sum('refund') !== found.refunded)
      sim.violate('refunds', `${id}: ${found.refunded} were returned, and the order has ${sum('refund')}`);
    if (gatewayOrderId === payment?.gatewayOrderId && state !== stateOf(found))
      sim.violate('amounts', `${id} is ${state}, and should be ${stateOf(found)} by the books ${show(found)}`);
  }

  /** At any time the amounts that the shop reads are those of the calls whose success is known. */
  function checkAmounts(record: OrderRecord): void {
    const { id, state, payment, attempts } = record;
    const paid = attempts.find((one) => !('key' in one) && one.gatewayOrderId === payment?.gatewayOrderId);
    if (!paid) return;
    const done = operationsOf(record, paid.gatewayOrderId).filter(({ progress }) => progress.step === 'done');
    const of = (kind: Operation['kind']) => done.filter((one) => one.kind === kind);
    const isVoided = done.some(isVoidDone);
    const needsCapture = paid.kind === 'card' && paid.capture !== undefined;
    const captured = isVoided ? 0 : needsCapture ? sumOf(of('capture')) : Number(paid.amount);
    const refunded = isVoided ? 0 : sumOf(of('refund'));
    const shown = amountsOf(record);
    if (Number(shown.captured) !== captured || Number(shown.refunded) !== refunded)
      sim.violate('amounts', `${id}: ${captured} captured, ${refunded} refunded, shown as ${JSON.stringify(shown)}`);
    const isOnce = paid.kind === 'card' && paid.capture === 'once' && captured > 0;
    const isEnded =
      isOnce || captured >= Number(paid.amount) || done.some((one) => one.kind === 'capture' && one.final);
    if (state === 'paid' && needsCapture && !isEnded && of('void').length === 0)
      sim.violate('amounts', `${id} is paid, and a part of its amount is still reserved`);
  }

  return {
    requested(message, process) {
      const leg = legOf(message);
      if (leg) asked.set(`${process.name} ${nameOf(leg)}`, scheduler.now());
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
        // A process that stands still sends what it had stored before the void was known.
        if (isVoidDone(one) && count > (storedAtVoid.get(name) ?? 0))
          sim.violate('one-request', `a ${name} leaves after the void ${one.key}`);
      }
    },
    booked(entry) {
      const { gatewayOrderId } = entry;
      const entries = booksOf().of(orderOf(gatewayOrderId));
      const { authorized, limit, captured, refunded } = bookedMoney(sim.setup, entries, gatewayOrderId);
      const own = bookedMoney(
        sim.setup,
        entries.filter((one) => !one.isOfPortal),
        gatewayOrderId,
      );
      // A capture of the back office counts with the amount of the shop's call for which it was taken.
      const record = recordOf(orderOf(gatewayOrderId));
      const read = record && bookedMoney(sim.setup, readable(record, entries, gatewayOrderId), gatewayOrderId);
      const refundable = sim.isBeyond ? authorized : Math.max(captured, read?.captured ?? 0);
      const isAboveOwn = own.captured > authorized || own.refunded > refundable;
      if (captured > limit || refunded > limit || (isAboveOwn && !entry.isOfPortal))
        sim.violate('amounts', `${gatewayOrderId}: ${authorized}, captured ${captured}, refunded ${refunded}`);
    },
    written(record, before, process) {
      for (const one of operationsOf(record)) {
        const name = nameOf(one);
        if (one.elsewhere === undefined) keys.set(name, (keys.get(name) ?? new Set()).add(one.key));
        if (!begun.has(`${name} ${one.key}`))
          begun.set(`${name} ${one.key}`, {
            at: scheduler.now(),
            askedAt: asked.get(`${process.name} ${name}`) ?? -Infinity,
          });
        checkReference(record, one);
      }
      for (const { gatewayOrderId } of operationsOf(record).filter(isVoidDone)) {
        if (storedAtVoid.has(nameOf({ kind: 'void', gatewayOrderId }))) continue;
        for (const kind of ['capture', 'void', 'refund'] as const) {
          const name = nameOf({ kind, gatewayOrderId });
          storedAtVoid.set(name, keys.get(name)?.size ?? 0);
        }
      }
      checkAmounts(record);
      const { id, state, payment } = record;
      if (state !== 'paid' || before?.state === 'paid' || !payment) return;
      // The void of the back office may be read after the capture before it.
      const known = booksOf()
        .of(id)
        .filter((one) => one.kind !== 'void' || !one.isOfPortal);
      const { captured } = bookedMoney(sim.setup, known, payment.gatewayOrderId);
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
