import type { Outcome } from '../protocol/adapter/outcome.js';
import { payStored, type StoredPayment } from './use-cases/card/stored-payment.js';
import type { OpenCalls } from './open-calls.js';
import { orderCalls } from './options/order-calls.schema.js';
import type { Ports } from './ports/ports.js';
import { deliverChanges, withDeliveryResumed, type OnOrderChanged } from './use-cases/orders/deliver-changes.js';
import type { OrderUpdate } from './domain/record/change-order.js';
import type { NewOrder } from './domain/record/new-order.js';
import type { OrderRecord } from './domain/record/order-record.js';
import type { OrderStore } from './book/order-store.js';
import type { ListInput, OrderFilter, OrderPage, StoredOrders } from './use-cases/orders/orders.js';
import { Problem } from './domain/problems/problem.js';
import { copyOfInput } from './util/call-input.js';
import { prune, type PruneInput, type PruneReport } from './use-cases/orders/prune.js';
import {
  isElsewhereDecision,
  isOperationDecision,
  type ReopenInput,
  type SettleInput,
} from './use-cases/orders/settle-by-person.js';
import { erase, type EraseInput } from './use-cases/orders/erase.js';
import { exportRows, type ExportInput, type OrderRow } from './use-cases/orders/export-orders.js';
import { suspend, type SuspendInput, type SuspendReport } from './use-cases/orders/suspend.js';
import { shopView, type ShopView } from './domain/views/shop-view.js';
import { lookUpOrder } from './use-cases/reconciliation/look-up-order.js';
import { balance, type BalanceInput, type BalanceReport } from './use-cases/reconciliation/balance.js';
import { reportReconciliation } from './use-cases/reconciliation/report-reconciliation.js';
import { reconcile, type ReconcileInput, type ReconcileReport } from './use-cases/reconciliation/reconcile.js';
import { refund, type RefundAnswer, type RefundInput } from './use-cases/operations/refund.js';
import { cancel, type CancelAnswer, type CancelInput } from './use-cases/operations/cancel.js';
import { capture, type CaptureAnswer, type CaptureInput } from './use-cases/operations/capture.js';
import { settleElsewhere, settleOperation } from './use-cases/operations/settle-operation.js';

/**
 * The server-side API for orders. Every call checks its input before it does anything, and rejects with a
 * `MessageError` that names each field that is unknown, missing or wrong. After `close`, every call rejects with the
 * Problem `closing`.
 */
export interface Orders {
  /**
   * Creates an order.
   * @throws {MessageError} naming the field that is wrong, or `id` when another order has it or without `ownOrderIds`
   */
  create(order: NewOrder): Promise<OrderRecord>;
  /**
   * Returns undefined for an unknown id.
   * @throws {Problem} record-newer when a newer version of the package wrote the record
   */
  read(id: string): Promise<OrderRecord | undefined>;
  /**
   * Returns the order for the back office, or undefined for an unknown id.
   * @throws {Problem} record-newer
   */
  shopView(id: string): Promise<ShopView | undefined>;
  /**
   * Returns a page of orders, newest first: by their last change when the filter has `updatedFrom` or `updatedBefore`,
   * else by their creation.
   * @throws {MessageError} naming a field of the input
   * @throws {Problem} record-newer
   * @example
   * const { orders: [order] } = await backend.orders.list({ reference: '4711' });
   * const states = ['in-doubt', 'pending'] as const;
   * const { orders, next } = await backend.orders.list({ states, limit: 20 });
   * const second = next && (await backend.orders.list({ states, limit: 20, after: next }));
   */
  list(input?: ListInput): Promise<OrderPage>;
  /**
   * Returns the number of orders that meet a filter. The store counts entries of an index, one for each of these
   * orders.
   * @throws {MessageError} naming a field of the filter
   * @example
   * const unresolved = await backend.orders.count({ states: ['in-doubt', 'pending'] });
   */
  count(filter?: OrderFilter): Promise<number>;
  /**
   * Returns the orders that meet a filter as flat rows, newest first, without personal data unless `personal` is true.
   * It reads page by page: an order that changes meanwhile is in the export as it is when its page is read. Errors
   * reject the first step, or the step at which they happen.
   * @throws {MessageError} naming a field of the input
   * @throws {Problem} record-newer
   * @example
   * for await (const line of csvLines(backend.orders.export({ states: ['paid'] }))) process.stdout.write(line);
   */
  export(input?: ExportInput): AsyncIterableIterator<OrderRow>;
  /**
   * Erases the personal data and the free texts of an order, its answers, waiting changes and details of its history.
   * The facts about money stay. An order that was not paid ends as `cancelled`.
   * @throws {MessageError} naming `by` or `reason`, or `order` while anything of the order is unresolved
   * @throws {Problem} order-not-found, record-newer, store-busy
   * @example
   * await backend.orders.erase('A1', { by: 'Ada Lovelace', reason: 'Request 17 of 1 March' });
   */
  erase(id: string, input?: EraseInput): Promise<OrderRecord>;
  /**
   * Looks up every unresolved attempt of one order and returns the order.
   * @throws {GatewayError} when the gateway does not answer
   * @throws {Problem} order-not-found, record-newer
   */
  lookUp(id: string): Promise<OrderRecord>;
  /**
   * Looks up unresolved attempts of all orders and delivers waiting changes. Run it on a timer.
   * @throws {MessageError} naming `olderThan` or `limit`
   */
  reconcile(input?: ReconcileInput): Promise<ReconcileReport>;
  /**
   * Compares every order that moved money on a day with the gateway's queries and reports. Changes nothing. It asks
   * the gateway three or four times for each card payment, for five orders at once.
   * @throws {MessageError} naming `day`
   * @throws {GatewayError} when the gateway does not answer
   * @throws {Problem} record-newer
   * @example
   * const { differences } = await backend.orders.balance({ day: '2026-11-28' });
   */
  balance(input: BalanceInput): Promise<BalanceReport>;
  /**
   * Delivers the changes of an order that wait for `onOrderChanged`, also after its flag `undelivered`, and returns
   * their number. A failure is reported, and the delivery is repeated later.
   * @throws {Problem} order-not-found, record-newer, store-busy
   */
  resend(id: string): Promise<number>;
  /**
   * Deletes orders that wait for nothing and have not changed for `olderThan` milliseconds. Orders that are `in-doubt`
   * or `pending`, have a payment or refund to look up, or have undelivered changes stay. Run it on a timer, in one
   * process.
   * @throws {MessageError} naming `olderThan`, which must be at least a day
   * @example
   * const { pruned } = await backend.orders.prune({ olderThan: 400 * 86_400_000 });
   */
  prune(input: PruneInput): Promise<PruneReport>;
  /**
   * Settles a payment, a capture, a void or a refund by a person's decision, or records one that was made elsewhere.
   * The opposite decision corrects one about a capture, a void or a refund.
   * @throws {MessageError} naming `order`, or the field of the input that is wrong
   * @throws {Problem} order-not-found, record-newer, store-busy
   * @example
   * await backend.orders.settle('A1', { as: 'failed', by: 'Ada Lovelace', reason: 'Not on the statement.' });
   */
  settle(id: string, input: SettleInput): Promise<OrderRecord>;
  /**
   * Closes all older orders that are open or failed to payments, in every process, until `orders.reopen`. An older
   * order that is `in-doubt` or `pending` takes no payment either when its unresolved payment ends without success.
   * Call it after a backup was restored, before the shop opens (docs/scaling.md, "After a restore"). Another call does
   * the rest if this one fails.
   * @throws {MessageError} naming `createdBefore`
   * @throws {Problem} record-newer, store-busy
   * @example
   * const { suspended } = await backend.orders.suspend({ createdBefore: new Date() });
   */
  suspend(input: SuspendInput): Promise<SuspendReport>;
  /**
   * Opens an order for another payment by a person's decision, and resets the counts to which `limits` applies.
   * Ends a suspension.
   * @throws {MessageError} naming `order`, `attempt` after a later payment, `by` or `reason`
   * @throws {Problem} order-not-found, record-newer, store-busy
   */
  reopen(id: string, input: ReopenInput): Promise<OrderRecord>;
  /**
   * Changes an order that was not paid yet, for example its amount after the basket has changed. The order has a new
   * revision then: a page that shows the old amount cannot pay it, and shows the new one.
   * @throws {MessageError} naming the field that is wrong, `id` and `purpose` among them, or `order` after its payment
   * @throws {Problem} payment-under-way while the order is `in-doubt` or `pending`; order-not-found, record-newer,
   * store-busy
   * @example
   * await backend.orders.update('A1', { amount: '2499', description: '2 tickets' });
   */
  update(id: string, update: OrderUpdate): Promise<OrderRecord>;
  /**
   * Pays an order with a stored card, without the shopper.
   * @throws {MessageError} naming the field of the payment that is wrong, such as `card.number`
   * @throws {GatewayError} when the version check or the authentication fails
   * @throws {Problem} order-not-found, record-newer, store-busy, order-not-open, card-not-supported
   */
  payStored(id: string, payment: StoredPayment): Promise<Outcome>;
  /**
   * Captures the reserved amount of a card payment, or a part of it.
   * @throws {MessageError} naming `amount` with the amount that is left, `final`, or `order`
   * @throws {GatewayError} when the gateway does not answer a query for missing references
   * @throws {Problem} key-reused for other input; operation-under-way beside a void or refund without a known result;
   * order-not-found, record-newer, and store-busy when nothing was sent
   * @example
   * const { state, capturable } = await backend.orders.capture('A1', { amount: '500', key: 'parcel-1' });
   */
  capture(id: string, input: CaptureInput): Promise<CaptureAnswer>;
  /**
   * Ends an order that was not paid. Voids a card payment that is reserved or not settled. Refunds a settled payment.
   * A success that the gateway reports after the end makes the order `paid` with the flag `paid-after-end`.
   * @throws {MessageError} naming `order` when nothing can be cancelled, `attempt`, or `states` when the order has
   * another state
   * @throws {GatewayError} when the gateway does not answer the query before it
   * @throws {Problem} payment-under-way while the order is `in-doubt` or `pending`; key-reused; operation-under-way
   * beside another call without a known result; order-not-found, record-newer, and store-busy when nothing was sent
   * @example
   * const { way, state } = await backend.orders.cancel('A1', { key: 'cancel-17', by: 'Ada', reason: 'Out of stock' });
   */
  cancel(id: string, input: CancelInput): Promise<CancelAnswer>;
  /**
   * Refunds a payment, whole or in part.
   * @throws {MessageError} naming `amount` with the refundable amount, `attempt`, or `order`
   * @throws {GatewayError} when the gateway does not answer the query before the refund of a card
   * @throws {Problem} key-reused for other input; operation-under-way beside a capture or void without a known result;
   * order-not-found, record-newer, and store-busy when nothing was sent
   * @example
   * const { state, refundable } = await backend.orders.refund('A1', { amount: '500', key: 'return-17' });
   */
  refund(id: string, input?: RefundInput): Promise<RefundAnswer>;
}

interface OrdersApiParts {
  readonly context: Ports;
  readonly store: OrderStore;
  readonly orders: StoredOrders;
  readonly calls: OpenCalls;
  readonly listener: OnOrderChanged | undefined;
  readonly randomUuid: () => string;
}

/** The orders of a backend: every call is checked, and counted as running until it ends. */
export function createOrdersApi({ context, store, orders, calls, listener, randomUuid }: OrdersApiParts): Orders {
  /** A call of `orders`. Running work may need it until the backend has closed. */
  const call =
    <Input extends unknown[], Answer>(work: (...input: Input) => Promise<Answer>) =>
    (...input: Input): Promise<Answer> =>
      calls.ended.aborted ? Promise.reject(new Problem('closing')) : calls.run(() => work(...copyOfInput(input)));

  /** A call for one order. `check` throws for a wrong input. */
  const orderCall = <Input extends unknown[], Answer>(
    work: (id: string, ...input: Input) => Promise<Answer>,
    check?: (input: unknown) => void,
  ) =>
    call((id: string, ...input: Input) => {
      orderCalls.id(id);
      check?.(input[0]);
      return work(id, ...input);
    });

  const list = call((input: ListInput | undefined) => {
    orderCalls.list(input);
    return orders.list(input);
  });

  async function resend(id: string, receiver: OnOrderChanged): Promise<number> {
    try {
      return await deliverChanges(context.book, id, receiver);
    } catch (error) {
      context.report('listener-failed', error, id);
      return 0;
    }
  }

  async function* exported(input: ExportInput = {}) {
    orderCalls.export(input);
    yield* exportRows(list, input);
  }

  return {
    create: call((order) => orders.create(order)),
    read: orderCall((id) => orders.read(id)),
    list,
    export: exported,
    erase: orderCall((id, input = {}) => erase(context, store, id, input), orderCalls.erase),
    count: call((filter) => {
      orderCalls.count(filter);
      return orders.count(filter);
    }),
    reopen: orderCall((id, input) => orders.reopen(id, input), orderCalls.reopen),
    shopView: orderCall(async (id) => {
      const record = await orders.read(id);
      return record && shopView(record);
    }),
    lookUp: orderCall((id) => lookUpOrder(context, id)),
    resend: orderCall(async (id) => {
      await context.book.update(id, withDeliveryResumed);
      return listener === undefined ? 0 : resend(id, listener);
    }),
    prune: call((input) => {
      orderCalls.prune(input);
      return prune(context, store, input);
    }),
    suspend: call((input) => {
      orderCalls.suspend(input);
      return suspend(context.book, store, input);
    }),
    reconcile: call(async (input) => {
      orderCalls.reconcile(input);
      if (calls.closing.aborted) throw new Problem('closing');
      const began = context.now();
      const report = await reconcile(context, store, listener, input);
      await reportReconciliation(context, store, report, began);
      return report;
    }),
    balance: call((input) => {
      orderCalls.balance(input);
      return balance(context, list, input);
    }),
    settle: orderCall(
      (id, input) =>
        isOperationDecision(input)
          ? settleOperation(context.book, id, input)
          : isElsewhereDecision(input)
            ? settleElsewhere(context.book, id, input, randomUuid)
            : orders.settlePayment(id, input),
      orderCalls.settle,
    ),
    update: orderCall((id, update) => orders.update(id, update), orderCalls.update),
    payStored: orderCall((id, payment) => payStored(context, id, payment), orderCalls.payStored),
    capture: orderCall((id, input) => capture(context, id, input), orderCalls.capture),
    cancel: orderCall((id, input) => cancel(context, id, input), orderCalls.cancel),
    refund: orderCall((id, input = {}) => refund(context, id, input, randomUuid), orderCalls.refund),
  };
}
