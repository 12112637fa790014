import { MessageError } from '../../protocol/values/field-issue.js';
import { parseIsoTimestamp } from '../../protocol/values/timestamp.js';
import type { StoredPayment } from '../../server/use-cases/card/stored-payment.js';
import type { CancelInput } from '../../server/use-cases/operations/cancel.js';
import type { CaptureInput } from '../../server/use-cases/operations/capture.js';
import type { OrderUpdate } from '../../server/domain/record/change-order.js';
import type { EraseInput } from '../../server/use-cases/orders/erase.js';
import { csvLines, jsonLines, orderRow, type ExportInput } from '../../server/use-cases/orders/export-orders.js';
import type { NewOrder } from '../../server/domain/record/new-order.js';
import type { ListInput, OrderFilter } from '../../server/use-cases/orders/orders.js';
import type { PruneInput } from '../../server/use-cases/orders/prune.js';
import { DECISIONS, type ReopenInput, type SettleInput } from '../../server/use-cases/orders/settle-by-person.js';
import type { SuspendInput } from '../../server/use-cases/orders/suspend.js';
import { Problem } from '../../server/domain/problems/problem.js';
import { shopView } from '../../server/domain/views/shop-view.js';
import type { Orders } from '../../server/orders-api.js';
import type { BalanceInput } from '../../server/use-cases/reconciliation/balance.js';
import type { ReconcileInput } from '../../server/use-cases/reconciliation/reconcile.js';
import type { RefundInput } from '../../server/use-cases/operations/refund.js';
import { balanceLines } from './balance-lines.js';

/** The kind of a field, which says how the text of a query or of an option is read. */
export type FieldKind = 'text' | 'number' | 'flag' | 'list' | 'date';

/** A call of the operator API: a route, a call of `orders`, and a command. */
export interface OperatorCall {
  /** The name of the command, and that of the call in the log. */
  readonly name: string;
  /** GET reads, and POST writes. */
  readonly method: 'GET' | 'POST';
  /** The path of the route. `:id` is the id of the order. */
  readonly path: string;
  /** The purpose, for the usage of the command. */
  readonly purpose: string;
  /** The fields of the query, and the options of the command. A body has those of the call of `orders`. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Fields that the command requires. Absent for a call whose body is too large for a command. */
  readonly required?: readonly string[];
  /**
   * Fields that the API and the command require, and the call of `orders` does not: without them, a repeated call would
   * act again, or on a payment that staff have not looked at.
   */
  readonly requiredHere?: (input: Readonly<Record<string, unknown>>) => readonly string[];
  /** True for a call of `orders` that keeps no person, so that only the log has the field `by`. */
  readonly isPersonLogged?: true;
  /**
   * Calls `orders`, which checks the input. The signal aborts when the client leaves or the
   * process stops.
   * @returns the answer; lines of text are an answer that is sent while it is made
   */
  readonly run: (
    orders: Orders,
    input: never,
    id: string,
    signal: AbortSignal,
  ) => Promise<object> | AsyncIterable<string>;
}

const FILTER = {
  states: 'list',
  reference: 'text',
  gatewayOrderId: 'text',
  pasref: 'text',
  flag: 'text',
  suspended: 'flag',
  createdFrom: 'date',
  createdBefore: 'date',
  updatedFrom: 'date',
  updatedBefore: 'date',
} as const satisfies Record<keyof OrderFilter, FieldKind>;

const PERSON = { by: 'text', reason: 'text' } as const;

/** The calls of the operator API. */
export const OPERATOR_CALLS: readonly OperatorCall[] = [
  {
    name: 'create',
    method: 'POST',
    path: '/orders',
    purpose: 'creates an order',
    fields: {},
    isPersonLogged: true,
    run: async (orders, input: NewOrder) => shopView(await orders.create(input)),
  },
  {
    name: 'list',
    method: 'GET',
    path: '/orders',
    purpose: 'lists orders, newest first',
    fields: { ...FILTER, after: 'text', limit: 'number' },
    required: [],
    run: async (orders, input: ListInput) => {
      const { orders: found, next } = await orders.list(input);
      return { orders: found.map(orderRow), ...(next === undefined ? {} : { next }) };
    },
  },
  {
    name: 'count',
    method: 'GET',
    path: '/count',
    purpose: 'counts orders',
    fields: FILTER,
    required: [],
    run: async (orders, input: OrderFilter) => ({ count: await orders.count(input) }),
  },
  {
    name: 'export',
    method: 'GET',
    path: '/export',
    purpose: 'writes orders as CSV, or as JSON lines with --format jsonl',
    fields: { ...FILTER, personal: 'flag', format: 'text', by: 'text' },
    required: [],
    isPersonLogged: true,
    run: (orders, { format = 'csv', ...input }: ExportInput & { readonly format?: string }) => {
      if (format !== 'csv' && format !== 'jsonl') {
        throw new MessageError('export', [{ field: 'format', message: 'must be csv or jsonl', missing: false }]);
      }
      return format === 'csv' ? csvLines(orders.export(input), input) : jsonLines(orders.export(input));
    },
  },
  {
    name: 'show',
    method: 'GET',
    path: '/orders/:id',
    purpose: 'shows an order with its history',
    fields: {},
    required: [],
    run: async (orders, input: object, id) => {
      refuseFields('show', input);
      const view = await orders.shopView(id);
      if (!view) throw new Problem('order-not-found');
      return view;
    },
  },
  {
    name: 'capture',
    method: 'POST',
    path: '/orders/:id/captures',
    purpose: 'captures a reserved amount, or a part of it',
    fields: { amount: 'text', key: 'text', final: 'flag', by: 'text' },
    required: ['key', 'by'],
    run: (orders, input: CaptureInput, id) => orders.capture(id, input),
  },
  {
    name: 'cancel',
    method: 'POST',
    path: '/orders/:id/cancellations',
    purpose: 'ends an order, voids its payment or refunds it',
    fields: { key: 'text', attempt: 'text', states: 'list', ...PERSON },
    required: ['key', 'by'],
    run: (orders, input: CancelInput, id) => orders.cancel(id, input),
  },
  {
    name: 'refund',
    method: 'POST',
    path: '/orders/:id/refunds',
    purpose: 'refunds a payment, or a part of it',
    fields: { amount: 'text', key: 'text', attempt: 'text', comment: 'text', by: 'text' },
    required: ['key', 'by'],
    requiredHere: () => ['key'],
    run: (orders, input: RefundInput, id) => orders.refund(id, input),
  },
  {
    name: 'settle',
    method: 'POST',
    path: '/orders/:id/settlements',
    purpose: 'settles a payment, capture, void or refund by your decision',
    fields: {
      as: 'text',
      attempt: 'text',
      refund: 'text',
      capture: 'text',
      cancel: 'text',
      amount: 'text',
      key: 'text',
      ...PERSON,
    },
    required: ['as', 'by', 'reason'],
    requiredHere: ({ as }) => {
      const decision = Object.entries(DECISIONS).find(([name]) => name === as);
      return decision?.[1] === 'amount' ? ['key'] : decision?.[1] === 'attempt' ? ['attempt'] : [];
    },
    run: async (orders, input: SettleInput, id) => shopView(await orders.settle(id, input)),
  },
  {
    name: 'reopen',
    method: 'POST',
    path: '/orders/:id/reopenings',
    purpose: 'opens an order for another payment',
    fields: { attempt: 'text', ...PERSON },
    required: ['attempt', 'by', 'reason'],
    requiredHere: () => ['attempt'],
    run: async (orders, input: ReopenInput, id) => shopView(await orders.reopen(id, input)),
  },
  {
    name: 'update',
    method: 'POST',
    path: '/orders/:id/updates',
    purpose: 'changes an order that is not paid',
    fields: {},
    isPersonLogged: true,
    run: async (orders, input: OrderUpdate, id) => shopView(await orders.update(id, input)),
  },
  {
    name: 'pay-stored',
    method: 'POST',
    path: '/orders/:id/stored-payments',
    purpose: 'pays an order with a stored card',
    fields: {},
    isPersonLogged: true,
    run: (orders, input: StoredPayment, id) => orders.payStored(id, input),
  },
  {
    name: 'look-up',
    method: 'POST',
    path: '/orders/:id/look-ups',
    purpose: 'looks up the unresolved attempts of an order',
    fields: { by: 'text' },
    required: ['by'],
    isPersonLogged: true,
    run: async (orders, input: object, id) => {
      refuseFields('look-up', input);
      return shopView(await orders.lookUp(id));
    },
  },
  {
    name: 'erase',
    method: 'POST',
    path: '/orders/:id/erasures',
    purpose: 'erases the personal data of an order',
    fields: PERSON,
    required: ['by'],
    run: async (orders, input: EraseInput, id) => shopView(await orders.erase(id, input)),
  },
  {
    name: 'reconcile',
    method: 'POST',
    path: '/reconciliations',
    purpose: 'looks up unresolved attempts of all orders',
    fields: { olderThan: 'number', limit: 'number', by: 'text' },
    required: ['by'],
    isPersonLogged: true,
    run: (orders, input: ReconcileInput) => orders.reconcile(input),
  },
  {
    name: 'balance',
    method: 'GET',
    path: '/balance',
    purpose: 'compares the money of a day with the gateway; the exit code is 1 for a difference',
    fields: { day: 'text', withoutReports: 'flag' },
    required: ['day'],
    run: (orders, input: BalanceInput, _id, signal) => {
      const { day, withoutReports, ...others } = input;
      refuseFields('balance', others);
      return balanceLines(orders, { signal, day, withoutReports });
    },
  },
  {
    name: 'resend',
    method: 'POST',
    path: '/orders/:id/resends',
    purpose: 'sends the waiting webhooks of an order again',
    fields: { by: 'text' },
    required: ['by'],
    isPersonLogged: true,
    run: async (orders, input: object, id) => {
      refuseFields('resend', input);
      const delivered = await orders.resend(id);
      return { delivered, waiting: (await orders.read(id))?.changes.length ?? 0 };
    },
  },
  {
    name: 'prune',
    method: 'POST',
    path: '/prunings',
    purpose: 'deletes orders that have not changed for --older-than milliseconds',
    fields: { olderThan: 'number', by: 'text' },
    required: ['olderThan', 'by'],
    isPersonLogged: true,
    run: (orders, input: PruneInput) => orders.prune(input),
  },
  {
    name: 'suspend',
    method: 'POST',
    path: '/suspensions',
    purpose: 'closes unpaid orders to payments after a backup was restored',
    fields: { createdBefore: 'date', by: 'text' },
    required: ['createdBefore', 'by'],
    isPersonLogged: true,
    run: (orders, input: SuspendInput) => orders.suspend(input),
  },
];

/** @throws {MessageError} naming the first unknown field of a call without fields */
function refuseFields(call: string, input: object): void {
  const [field] = Object.keys(input);
  if (field !== undefined) throw new MessageError(call, [{ field, message: 'is not a field', missing: false }]);
}

/**
 * Reads a text as the value of a field. A text that cannot be converted stays text, and the call of `orders` rejects it
 * by name.
 */
export function fieldValue(kind: FieldKind | undefined, text: string): unknown {
  switch (kind) {
    case 'number':
      return /^\d+$/.test(text) ? Number(text) : text;
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'list':
      return text.split(',');
    case 'date':
      return parseIsoTimestamp(text) ?? parseIsoTimestamp(`${text}T00:00:00Z`) ?? text;
    case 'text':
    case undefined:
      return text;
  }
}
