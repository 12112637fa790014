import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import { MAX_ORDER_ID_LENGTH } from '../identifiers/gateway-order-id.js';
import type { OrderStore } from '../book/order-store.js';
import { readableRecord } from '../book/record-version.js';
import { checkUpdate, withUpdate, type OrderUpdate } from './change-order.js';
import { newOrder, orderFieldError, type NewOrder } from './new-order.js';
import type { OrderRecord } from '../record/order-record.js';
import type { Exponents } from '../input/exponents.js';
import type { MethodOffer } from '../input/method-offer.js';
import type { OrderBook } from '../book/order-book.js';
import { withPaymentSettled, withReopened, type ReopenInput, type SettleInput } from './settle-by-person.js';

/** Filter and range of `orders.list`. */
export interface ListInput {
  /** Only orders in one of these states. */
  readonly states?: readonly OrderState[] | undefined;
  /** Only orders whose last change was before this time. */
  readonly updatedBefore?: Date | undefined;
  /** Cursor `next` of the previous page. */
  readonly after?: string | undefined;
  /** 1 to 1,000. Default: 50. */
  readonly limit?: number | undefined;
}

/** One page of orders. */
export interface OrderPage {
  /** Newest first. */
  readonly orders: readonly OrderRecord[];
  /** The cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/** The part of the orders' API that needs the store only. */
export interface StoredOrders {
  create(order: NewOrder): Promise<OrderRecord>;
  read(id: string): Promise<OrderRecord | undefined>;
  list(input?: ListInput): Promise<OrderPage>;
  settlePayment(id: string, input: Extract<SettleInput, { as: 'paid' | 'failed' }>): Promise<OrderRecord>;
  reopen(id: string, input: ReopenInput): Promise<OrderRecord>;
  update(id: string, update: OrderUpdate): Promise<OrderRecord>;
}

interface OrdersOptions {
  readonly store: OrderStore;
  readonly book: OrderBook;
  readonly randomUuid: () => string;
  readonly methods: readonly MethodOffer[];
  readonly exponents?: Exponents | undefined;
  readonly ownOrderIds: boolean;
}

const DEFAULT_LIMIT = 50;

export function createOrders({ store, book, ...defaults }: OrdersOptions): StoredOrders {
  return {
    async create(order) {
      const record = newOrder(order, defaults, await store.now());
      if (!(await store.insert(record))) throw orderFieldError('id', 'is the id of another order');
      return record;
    },
    async read(id) {
      const found = await store.read(id);
      return found && readableRecord(found.record);
    },
    async list({ states, updatedBefore, after, limit = DEFAULT_LIMIT } = {}) {
      // One more than the page, to know whether there is another page.
      const found = await store.list({
        limit: limit + 1,
        ...(states ? { states } : {}),
        ...(updatedBefore ? { updatedBefore: updatedBefore.toISOString() } : {}),
        ...(after === undefined ? {} : { after: readCursor(after) }),
      });
      const orders = found.slice(0, limit).map(readableRecord);
      const last = orders.at(-1);
      return { orders, ...(found.length > limit && last ? { next: cursorOf(last) } : {}) };
    },
    async settlePayment(id, input) {
      return (await book.update(id, (record, at) => withPaymentSettled(record, input, at))).record;
    },
    async update(id, update) {
      checkUpdate(update, defaults);
      return (await book.update(id, (record, at) => withUpdate(record, update, defaults, at))).record;
    },
    async reopen(id, input) {
      return (await book.update(id, (record, at) => withReopened(record, input, at))).record;
    },
  };
}

function cursorOf({ createdAt, id }: OrderRecord): string {
  return `${createdAt}_${id}`;
}

function readCursor(cursor: string): { readonly createdAt: string; readonly id: string } {
  const [, createdAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_([A-Za-z0-9_-]+)$/.exec(cursor) ?? [];
  if (!createdAt || !id || id.length > MAX_ORDER_ID_LENGTH)
    throw orderFieldError('after', 'must be the cursor of the page before');
  return { createdAt, id };
}
