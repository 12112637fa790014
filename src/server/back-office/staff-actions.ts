import { MessageError } from '../../protocol/values/field-issue.js';
import { formatAmount } from '../../protocol/values/amount.js';
import type { OrderState } from '../../protocol/adapter/outcome-codes.js';
import type { OperationStep } from '../domain/record/operation.table.js';
import type { OrderRecord } from '../domain/record/order-record.js';
import type { Orders } from '../orders-api.js';
import type { CancelInput } from '../use-cases/operations/cancel.js';
import type { SettleInput } from '../use-cases/orders/settle-by-person.js';
import { counted } from '../util/counted.js';
import { STEPS, withSpaces } from './office-words.js';

/** The fields of a form that are filled in, by name. */
export type FormFields = Readonly<Record<string, string>>;

/** The result of a form. */
export interface StaffResult {
  /** A text for staff. */
  readonly text: string;
  /** The state of the call, or of the order after a decision or look-up; absent for all orders. */
  readonly state?: OperationStep | OrderState;
}

/** Calls `orders` for a form about an order. */
type StaffAction = (orders: Orders, order: OrderRecord, fields: FormFields, by: string) => Promise<StaffResult>;

/** The calls behind the forms of an order, by the value of their field `action`. */
export const STAFF_ACTIONS = {
  async capture(orders, order, { amount = '', key = '', final }, by) {
    const input = { amount: minorUnits(order, amount), key, by, ...(final ? { final: true } : {}) };
    const { state, capturable, message, ...answer } = await orders.capture(order.id, input);
    const done = `Capture of ${money(order, answer.amount)}: ${STEPS[state]}${inBrackets(message)}.`;
    return { state, text: `${done} ${money(order, capturable)} left to capture.` };
  },

  async refund(orders, order, { amount, key = '', attempt, comment }, by) {
    const { state, refundable, message, ...answer } = await orders.refund(order.id, {
      ...(amount === undefined ? {} : { amount: minorUnits(order, amount) }),
      ...(attempt === undefined ? {} : { attempt }),
      ...(comment === undefined ? {} : { comment }),
      key,
      by,
    });
    const done = `Refund of ${money(order, answer.amount)}: ${STEPS[state]}${inBrackets(message)}.`;
    return { state, text: `${done} ${money(order, refundable)} left.` };
  },

  async cancel(orders, { id }, { key = '', states = '', reason, attempt }, by) {
    const input = {
      key,
      by,
      states: states.split(','),
      ...(reason === undefined ? {} : { reason }),
      ...(attempt === undefined ? {} : { attempt }),
    };
    const { way, state, message } = await orders.cancel(id, input as CancelInput);
    return { state, text: `Cancellation (${WAYS[way]}): ${STEPS[state]}${inBrackets(message)}.` };
  },

  async settle(orders, order, { amount, ...fields }, by) {
    const made = amount === undefined ? {} : { amount: minorUnits(order, amount) };
    const { state } = await orders.settle(order.id, { ...fields, ...made, by } as unknown as SettleInput);
    return { state, text: `Settled. The order is ${withSpaces(state)}.` };
  },

  async reopen(orders, { id }, { reason = '', attempt }, by) {
    const { state } = await orders.reopen(id, { by, reason, ...(attempt === undefined ? {} : { attempt }) });
    return { state, text: `The order is ${withSpaces(state)} again.` };
  },

  async 'look-up'(orders, { id }) {
    const { state } = await orders.lookUp(id);
    return { state, text: `Look-up ended. The order is ${withSpaces(state)}.` };
  },
} satisfies Readonly<Record<string, StaffAction>>;

/** The call of a cancellation, whose result may not be known yet. */
const WAYS = { ended: 'order ended', voided: 'void', refunded: 'refund' } as const;

/** True for the value of a field `action` that a form of an order has. */
export function isStaffAction(action: string): action is keyof typeof STAFF_ACTIONS {
  return Object.hasOwn(STAFF_ACTIONS, action);
}

/** Looks up unresolved attempts of all orders, those of this minute included. */
export async function reconcileNow(orders: Orders): Promise<StaffResult> {
  const { orders: due, lookedUp, settled, delivered, failed } = await orders.reconcile({ olderThan: 0 });
  const counts = [
    `${counted(lookedUp, 'attempt')} looked up`,
    `${counted(settled, 'order')} changed`,
    `${counted(delivered, 'change')} delivered`,
    counted(failed, 'failure'),
  ];
  return { text: `${counted(due, 'order')} due: ${counts.join(', ')}.` };
}

/** An amount of the order as staff read it, such as `€19.99`. */
export function money({ currency, exponent }: OrderRecord, amount: string): string {
  return formatAmount({ amount, currency, exponent }, 'en');
}

const inBrackets = (message: string | undefined) => (message ? ` (${message})` : '');

/**
 * Reads an amount above zero with its decimals, such as `19.9`.
 * @throws {MessageError} naming `amount`
 */
function minorUnits({ currency, exponent }: OrderRecord, text: string): string {
  const [, whole = '', decimals = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? [];
  const minor = `${whole}${decimals.padEnd(exponent, '0')}`.replace(/^0+/, '');
  if (whole === '' || decimals.length > exponent || minor === '') {
    const message =
      exponent === 0
        ? `must be a whole number above zero, such as 3 ${currency}`
        : `must be a number above zero with its decimals after a point, such as 3.${'0'.repeat(exponent)} ${currency}`;
    throw new MessageError('form', [{ field: 'amount', message, missing: false }]);
  }
  return minor;
}
