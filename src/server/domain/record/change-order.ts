import type { Exponents } from '../input/exponents.js';
import type { MethodOffer } from '../input/method-offer.js';
import { mayTakePayment, paymentAttempts, refuseUnderWay, withEntry, type OrderRecord } from './order-record.js';
import { checkLines, newOrder, orderFieldError, type NewOrder } from './new-order.js';

/**
 * Changes of an order that was not paid yet, such as of a basket. A field that is absent or undefined stays as it is.
 * Id, key and purpose of an order never change.
 */
export type OrderUpdate = Partial<Omit<NewOrder, 'id' | 'key' | 'purpose'>>;

interface ChangeDefaults {
  /** The backend's methods, whose brands a changed method without brands has. */
  readonly methods: readonly MethodOffer[];
  readonly exponents?: Exponents | undefined;
  readonly randomUuid: () => string;
}

/** Fields that an order keeps for good. */
const FIXED = ['id', 'key', 'purpose'];

/**
 * Checks a change before the order is read.
 * @throws {MessageError} naming the field that is wrong
 */
export function checkUpdate(update: OrderUpdate, defaults: ChangeDefaults): void {
  const fixed = FIXED.find((name) => (update as Readonly<Record<string, unknown>>)[name] !== undefined);
  if (fixed !== undefined) throw orderFieldError(fixed, 'of an order cannot change');
  checkedOrder({ amount: '1', currency: 'EUR' }, update, defaults, new Date(0));
}

/** The fields of a change after the checks of a new order. */
function checkedOrder(
  { amount, currency, purpose = 'pay' }: Pick<NewOrder, 'amount' | 'currency' | 'purpose'>,
  update: OrderUpdate,
  defaults: ChangeDefaults,
  at: Date,
): OrderRecord {
  const given = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined));
  return newOrder({ amount, currency, purpose, ...given }, { ...defaults, ownOrderIds: false }, at);
}

/**
 * The record with other fields and another revision; undefined when nothing differs. A payment of the order as it was
 * before ends as `order-changed`, before anything is sent.
 * @throws {MessageError} naming `order` in a state without changes, `amount` of a purpose that needs one, `lines` with
 * another sum, or `currency` after a payment was sent
 * @throws {Problem} payment-under-way while the order is `in-doubt` or `pending`
 */
export function withUpdate(
  record: OrderRecord,
  update: OrderUpdate,
  defaults: ChangeDefaults,
  at: Date,
): OrderRecord | undefined {
  const { state } = record;
  refuseUnderWay(record);
  if (!mayTakePayment(record)) throw orderFieldError('order', `is ${state} and cannot be changed`);
  // The lines that stay have to fit another amount.
  const checked = checkedOrder(
    record,
    update.lines === undefined ? { ...update, lines: record.lines } : update,
    defaults,
    at,
  );
  checkLines(checked);
  const given = Object.keys(update).filter((name) => update[name as keyof OrderUpdate] !== undefined);
  // A payment that was sent can succeed late. Its amount has the currency and the exponent of that time. An amount that
  // stays keeps its exponent as well, also when the option has another one now.
  const isSent = paymentAttempts(record).length > 0;
  const hasNewPrice = given.includes('amount') || given.includes('currency');
  const names = (hasNewPrice && !isSent ? [...given, 'exponent'] : given) as (keyof OrderRecord)[];
  const changed = names.filter((name) => JSON.stringify(checked[name]) !== JSON.stringify(record[name]));
  if (isSent && changed.includes('currency'))
    throw orderFieldError('currency', 'cannot change after a payment was sent: create another order');
  if (changed.length === 0) return undefined;
  const fields = Object.fromEntries(changed.map((name) => [name, checked[name]]));
  const { lines, expiresAt, ...others } = { ...record, ...fields, revision: defaults.randomUuid() };
  const revised = { ...others, ...(lines && { lines }), ...(expiresAt && { expiresAt }) };
  const isPriceChanged = changed.some((name) => ['amount', 'currency', 'exponent'].includes(name));
  return withEntry(revised, at, 'updated', {
    fields: changed.filter((name) => name !== 'exponent'),
    ...(isPriceChanged ? { before: amountOf(record), after: amountOf(revised) } : {}),
  });
}

function amountOf({ amount, currency, exponent }: OrderRecord) {
  return { amount, currency, exponent };
}
