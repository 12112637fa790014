import { MessageError } from '../../../protocol/values/field-issue.js';
import { parseIsoTimestamp } from '../../../protocol/values/timestamp.js';
import { GatewayError, type GatewayFailure } from '../../gateway/gateway-error.js';
import { CLOCK_MARGIN, type PaymentRecord, type RefundRecord } from '../../gateway/report-records.js';
import { readLeg } from '../operations/card-operations.js';
import { callsOfLeg } from '../../domain/operations/legs.js';
import type { ListInput, OrderPage } from '../orders/orders.js';
import type { Uses } from '../../ports/ports.js';
import {
  hasSucceeded,
  type CardAttempt,
  type OperationAttempt,
  type PaymentAttempt,
} from '../../domain/record/attempts.js';
import { operationAttempts, paymentAttempts, type OrderRecord } from '../../domain/record/order-record.js';
import {
  authorized,
  callsNotShown,
  eachOnce,
  isPaid,
  isUnreadable,
  listed,
  NOTHING,
  shownMoney,
  shopOperations,
  shopPayment,
  shownLeg,
  shownRefunds,
  timesOf,
  UNRESOLVED,
  withReference,
} from './balance-records.js';
import { movedOrders, type Day } from './moved-orders.js';
import { withoutCardData } from '../../util/card-data.js';
import { rangeOf } from '../redirect/report-findings.js';
import { isRefundDone } from '../../domain/operations/refund-report.js';

/** Input of `orders.balance`. */
export interface BalanceInput {
  /** The day in UTC, such as `2026-11-28`. */
  readonly day: string;
  /**
   * True for an account without reports: card payments are compared with the gateway's queries only, and each redirect
   * payment that may have moved money is a difference. Default: false.
   */
  readonly withoutReports?: boolean | undefined;
  /** Called after each order with its differences, mostly none. */
  readonly onCompared?: ((differences: readonly BalanceDifference[]) => void) | undefined;
  /** Ends the call when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** One payment, or one kind of call about it, about which the shop and the gateway differ. */
export interface BalanceDifference {
  /** Id of the order; null for a payment that the shop does not know. */
  readonly order: string | null;
  /** Gateway order id of the payment. */
  readonly attempt: string;
  /** The subject of the difference: the payment itself, or its captures, its void or its refunds. */
  readonly kind: 'payment' | OperationAttempt['kind'];
  /** The shop's side: `nothing`, `unresolved`, or amounts in minor units, such as `1999 EUR`. */
  readonly shop: string;
  /** The gateway's side: the same, with the payments reference of a call that the shop does not know. */
  readonly gateway: string;
}

/** Answer of `orders.balance`. */
export interface BalanceReport {
  /** The day in UTC. */
  readonly day: string;
  /** Number of orders that were compared. */
  readonly orders: number;
  /** One entry for each difference. */
  readonly differences: readonly BalanceDifference[];
  /**
   * Number of captures, voids and refunds that the gateway does not show, so that nothing compares them: each capture
   * and refund of a card payment after the first, and those whose result is not known.
   */
  readonly notShown: number;
  /** Number of records of the gateway's reports that could not be read. Above zero, the balance is incomplete. */
  readonly unread: number;
  /** The refusals of the reports that the gateway did not serve. Absent when it served both. */
  readonly notRead?: readonly string[];
  /** True when the reports were not compared on request. Otherwise absent. */
  readonly withoutReports?: true;
}

const DAY = 86_400_000;

/** Orders that are compared at the same time. */
const AT_ONCE = 5;
/** Maximum comparisons of an order that has differences. */
const MAX_TRIES = 3;
/** Age at which the gateway lists a capture, void or refund for certain, in milliseconds. */
const LISTED_AFTER = 60_000;

/**
 * Compares every order that moved money on a day with the gateway, a few at a time. Changes nothing. A comparison that
 * the gateway refuses is a difference, and the others follow.
 * @throws {MessageError} naming `day` when it has not begun in the store's time
 * @throws {GatewayError} when the gateway does not answer
 * @throws the reason of `signal` when it aborts
 */
export async function balance(
  ports: Uses<'book' | 'gateway'>,
  list: (input: ListInput) => Promise<OrderPage>,
  { day, withoutReports = false, onCompared, signal }: BalanceInput,
): Promise<BalanceReport> {
  const { book, gateway } = ports;
  const from = new Date(`${day}T00:00:00.000Z`);
  const range: Day = { from, before: new Date(from.getTime() + DAY) };
  if ((await book.now()) < from) {
    const message = `must not be after today (UTC); got ${JSON.stringify(day)}`;
    throw new MessageError('balance', [{ field: 'day', message, missing: false }]);
  }
  let unread = 0;
  const onIncomplete = (missing: number) => {
    unread += missing;
  };
  const reported = {
    startedFrom: new Date(from.getTime() - CLOCK_MARGIN),
    startedTo: new Date(range.before.getTime() + CLOCK_MARGIN),
  };
  const notRead: string[] = [];
  const served = async <Entry>(report: AsyncIterable<Entry>) =>
    withoutReports ? undefined : allIfServed(report, notRead, signal);
  const reading = { onIncomplete, ...(signal && { signal }) };
  const payments = await served(gateway.payments.list(reported, reading));
  const refunds = await served(gateway.refunds.list(reported, reading));
  unread += [...(payments ?? []), ...(refunds ?? [])].filter(isUnreadable).length;
  const ids = new Set(await movedOrders(list, range, book, signal));
  const unknown: BalanceDifference[] = [];
  for (const record of payments?.filter(isPaid) ?? []) await withOwner(record, 'payment');
  for (const record of refunds?.filter(isRefundDone) ?? []) await withOwner(record, 'refund');
  const differences: BalanceDifference[] = [];
  const add = (found: readonly BalanceDifference[]) => {
    differences.push(...found);
    onCompared?.(found);
  };
  let notShown = 0;
  const lists = { payments, refunds, reported, onIncomplete };
  for (let index = 0; index < ids.size; index += AT_ONCE) {
    signal?.throwIfAborted();
    const few = [...ids].slice(index, index + AT_ONCE);
    await Promise.all(
      few.map(async (id) => {
        const { found, record } = await differencesOf(ports, id, lists);
        notShown += callsNotShown(record);
        add(found);
      }),
    );
  }
  const others = eachOnce(unknown, (one) => JSON.stringify(one));
  if (others.length > 0) add(others);
  return {
    day,
    orders: ids.size,
    differences,
    notShown,
    unread,
    ...(notRead.length > 0 && { notRead }),
    ...(withoutReports && { withoutReports }),
  };

  /** The shop's order of a gateway order id; undefined for an id that no order of the shop can have. */
  async function ownerOf(gatewayOrderId: string): Promise<OrderRecord | undefined> {
    try {
      return (await list({ gatewayOrderId, limit: 1 })).orders[0];
    } catch (error) {
      if (error instanceof MessageError) return undefined;
      throw error;
    }
  }

  /** A success that the gateway lists belongs to an order of the shop, or to none. */
  async function withOwner(record: PaymentRecord | RefundRecord, kind: 'payment' | 'refund'): Promise<void> {
    const { orderId, createdAt, pasref, amount, currency } = record;
    const at = createdAt === undefined ? undefined : parseIsoTimestamp(createdAt);
    if (at && (at < range.from || at >= range.before)) return;
    const owner = orderId ? await ownerOf(orderId) : undefined;
    if (owner) ids.add(owner.id);
    else {
      const attempt = orderId ?? record.merchantTransactionId ?? 'unknown';
      unknown.push({
        order: null,
        attempt: withoutCardData(attempt),
        kind,
        shop: NOTHING,
        gateway: withReference(shownMoney(amount, currency), pasref),
      });
    }
  }
}

/** The records of the reports for the day; undefined for a report that the gateway refuses, or that is left out. */
interface Reported {
  readonly payments: readonly PaymentRecord[] | undefined;
  readonly refunds: readonly RefundRecord[] | undefined;
  readonly reported: { readonly startedFrom: Date; readonly startedTo: Date };
  /** Called with the number of records that could not be read. */
  readonly onIncomplete: (missing: number) => void;
}

/** The differences of one order. It is compared again when it has some, because it may have changed meanwhile. */
async function differencesOf(
  ports: Uses<'book' | 'gateway'>,
  id: string,
  lists: Reported,
): Promise<{ readonly found: readonly BalanceDifference[]; readonly record: OrderRecord }> {
  for (let tries = 1; ; tries++) {
    const record = await ports.book.read(id);
    const found = await compared(ports, record, lists, tries > 1);
    if (found.length === 0) return { found, record };
    const isUnchanged = (await ports.book.read(id)).updatedAt === record.updatedAt;
    if (tries === MAX_TRIES || (isUnchanged && tries > 1)) return { found, record };
  }
}

async function compared(
  { book, gateway }: Uses<'book' | 'gateway'>,
  record: OrderRecord,
  lists: Reported,
  isRetry: boolean,
): Promise<readonly BalanceDifference[]> {
  const found: BalanceDifference[] = [];
  const { onIncomplete } = lists;
  for (const payment of paymentAttempts(record)) {
    const shop = shopPayment(payment);
    if (payment.kind === 'redirect') {
      if (lists.payments) {
        await compare(payment, 'payment', shop, async () => listed(await paymentRecords(payment), payment));
      } else noteUnknown(payment, 'payment', shop);
      await compareListedRefunds(payment);
      continue;
    }
    let hasLegs = hasSucceeded(payment);
    await compare(payment, 'payment', shop, async () => {
      const records = await paymentRecords(payment);
      const answer = await gateway.cardAuthorizations.query(payment.gatewayOrderId, { card: { number: payment.card } });
      if (answer?.result === '00') return authorized(payment, answer, records);
      hasLegs = false;
      return listed(records, payment);
    });
    if (!hasLegs) {
      await compareListedRefunds(payment);
      continue;
    }
    for (const kind of payment.capture ? (['capture', 'void', 'refund'] as const) : (['void', 'refund'] as const)) {
      await compareLeg(payment, kind);
    }
  }
  return found;

  function note(
    { gatewayOrderId }: PaymentAttempt,
    kind: BalanceDifference['kind'],
    shop: string,
    gatewayHas: string,
  ): void {
    // A call that is unresolved in the shop, and unknown to the gateway, has moved no money.
    if (shop === gatewayHas || (shop === UNRESOLVED && gatewayHas === NOTHING)) return;
    found.push({ order: record.id, attempt: gatewayOrderId, kind, shop, gateway: gatewayHas });
  }

  /** Notes what the gateway has. Its refusal is a difference, so that the other comparisons follow. */
  async function compare(
    payment: PaymentAttempt,
    kind: BalanceDifference['kind'],
    shop: string,
    read: () => Promise<string | undefined>,
  ): Promise<void> {
    const gatewayHas = await read().catch((error: unknown) => `not compared: ${refusalOf(error)}`);
    if (gatewayHas !== undefined) note(payment, kind, shop, gatewayHas);
  }

  /** Only a report knows a redirect payment and its refunds. */
  function noteUnknown(payment: PaymentAttempt, kind: BalanceDifference['kind'], shop: string): void {
    if (shop !== NOTHING) note(payment, kind, shop, 'not known without its reports');
  }

  /** The report lists a payment by the time at which it began. Cards are listed by some accounts only. */
  async function paymentRecords(payment: PaymentAttempt): Promise<readonly PaymentRecord[]> {
    const { sentAt, gatewayOrderId } = payment;
    const at = new Date(sentAt);
    const isOfDay = at >= lists.reported.startedFrom && at < lists.reported.startedTo;
    if (payment.kind === 'card' && !(isOfDay && lists.payments)) return [];
    const known = isOfDay && !isRetry ? lists.payments : undefined;
    const source = known ?? (await all(gateway.payments.list(rangeOf([payment]), { onIncomplete })));
    return source.filter(({ orderId }) => orderId === gatewayOrderId);
  }

  async function compareListedRefunds(payment: PaymentAttempt): Promise<void> {
    const { gatewayOrderId, currency } = payment;
    const operations = operationAttempts(record, gatewayOrderId).filter(({ kind }) => kind === 'refund');
    const shop = shopOperations(operations, currency);
    if (payment.kind === 'redirect' && !lists.refunds) return noteUnknown(payment, 'refund', shop);
    const isNeeded = payment.kind === 'redirect' && hasSucceeded(payment) && (isRetry || operations.length > 0);
    await compare(payment, 'refund', shop, () => listedRefunds(payment, isNeeded));
  }

  /** The refunds of a payment in the report; undefined when the report of the day has none and they are not needed. */
  async function listedRefunds(
    { gatewayOrderId: orderId, currency }: PaymentAttempt,
    isNeeded: boolean,
  ): Promise<string | undefined> {
    const isListed = lists.refunds?.some((one) => one.orderId === orderId && isRefundDone(one)) ?? false;
    if (!isListed && !isNeeded) return undefined;
    const records = await all(gateway.refunds.list({ orderId }, { onIncomplete }));
    return shownRefunds(records.filter(isRefundDone), currency);
  }

  /** The gateway has one leg of each kind, with the reference of the first call and mostly without an amount. */
  async function compareLeg(payment: CardAttempt, kind: OperationAttempt['kind']): Promise<void> {
    const { gatewayOrderId, currency } = payment;
    const operations = callsOfLeg(record, gatewayOrderId, kind);
    // The gateway lists newer calls later, so that the next run compares them.
    const settled = (await book.now()).getTime() - LISTED_AFTER;
    if (operations.some((one) => timesOf(one).some((time) => Date.parse(time) > settled))) return;
    const shop = shopOperations(operations, currency);
    await compare(payment, kind, shop, async () => {
      const legHas = shownLeg(record, operations, currency, await readLeg({ gateway }, payment, kind));
      // The leg shows the first refund only, and the report may show others.
      const reportHas = kind === 'refund' && legHas === shop ? await listedRefunds(payment, false) : undefined;
      return reportHas ?? legHas;
    });
  }
}

/** Failures of a call that the gateway has refused. */
const REFUSALS: ReadonlySet<GatewayFailure['kind']> = new Set([
  'refused',
  'invalid',
  'unauthorized',
  'not-found',
  'method',
  'http',
]);

/** The whole report; undefined when the gateway refuses it, which adds to `notRead`. */
async function allIfServed<Entry>(
  list: AsyncIterable<Entry>,
  notRead: string[],
  signal: AbortSignal | undefined,
): Promise<readonly Entry[] | undefined> {
  try {
    return await all(list);
  } catch (error) {
    signal?.throwIfAborted();
    notRead.push(refusalOf(error));
    return undefined;
  }
}

/**
 * Returns the message of a refusal. A server error of the gateway, or of a proxy before it, is none.
 * @throws every other error
 */
function refusalOf(error: unknown): string {
  if (!(error instanceof GatewayError) || !REFUSALS.has(error.failure.kind)) throw error;
  if (error.failure.kind === 'http' && error.failure.status >= 500) throw error;
  return error.message;
}

async function all<Entry>(list: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of list) entries.push(entry);
  return entries;
}
