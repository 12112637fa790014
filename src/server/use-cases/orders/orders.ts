import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import type { Fingerprint } from '../../domain/identifiers/fingerprint-key.js';
import { isPossibleOrderId, MAX_ORDER_ID_LENGTH } from '../../domain/identifiers/gateway-order-id.js';
import { searchTerm, type SearchValues, type StoreFilter } from '../../book/order-filter.js';
import type { OrderStore, StoreListOptions } from '../../book/order-store.js';
import { readableRecord } from '../../domain/record/record-version.js';
import { checkUpdate, withUpdate, type OrderUpdate } from '../../domain/record/change-order.js';
import { checkLines, newOrder, orderFieldError, type NewOrder } from '../../domain/record/new-order.js';
import { lastPaymentOf, type OrderRecord } from '../../domain/record/order-record.js';
import type { Exponents } from '../../domain/input/exponents.js';
import type { MethodOffer } from '../../domain/input/method-offer.js';
import type { OrderBook } from '../../book/order-book.js';
import { isPlainObject } from '../../util/plain-object.js';
import type { Given } from '../../util/with-defaults.js';
import {
  attemptToSettle,
  withPaymentSettled,
  withReopened,
  type ReopenInput,
  type SettleInput,
} from './settle-by-person.js';

/** The orders that a call finds: those that meet every given condition. */
export interface OrderFilter extends Given<SearchValues> {
  /** Only orders in one of these states. */
  readonly states?: readonly OrderState[] | undefined;
  /** Only orders that were created at this time or later. */
  readonly createdFrom?: Date | undefined;
  /** Only orders that were created before this time. */
  readonly createdBefore?: Date | undefined;
  /** Only orders whose last change was at this time or later. */
  readonly updatedFrom?: Date | undefined;
  /** Only orders whose last change was before this time. */
  readonly updatedBefore?: Date | undefined;
}

/** Filter and range of `orders.list`. */
export interface ListInput extends OrderFilter {
  /** Cursor `next` of the previous page. */
  readonly after?: string | undefined;
  /** 1 to 1,000. Default: 50. */
  readonly limit?: number | undefined;
}

/** One page of orders. */
export interface OrderPage {
  /** Newest first: by their last change when the filter has a time of the last change, else by their creation. */
  readonly orders: readonly OrderRecord[];
  /** The cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/** The part of the orders' API that needs the store only. */
export interface StoredOrders {
  create(order: NewOrder): Promise<OrderRecord>;
  read(id: string): Promise<OrderRecord | undefined>;
  list(input?: ListInput): Promise<OrderPage>;
  count(filter?: OrderFilter): Promise<number>;
  settlePayment(id: string, input: Extract<SettleInput, { as: 'paid' | 'failed' }>): Promise<OrderRecord>;
  reopen(id: string, input: ReopenInput): Promise<OrderRecord>;
  update(id: string, update: OrderUpdate): Promise<OrderRecord>;
}

interface OrdersOptions {
  readonly store: OrderStore;
  readonly book: OrderBook;
  readonly fingerprint: Fingerprint;
  readonly randomUuid: () => string;
  readonly methods: readonly MethodOffer[];
  readonly exponents?: Exponents | undefined;
  readonly ownOrderIds: boolean;
}

const DEFAULT_LIMIT = 50;

export function createOrders({ store, book, fingerprint, ...defaults }: OrdersOptions): StoredOrders {
  /** The id of the order of a key. A client that knows the key cannot compute it. */
  async function idOfKey(order: NewOrder): Promise<string | undefined> {
    const key = (order as Partial<NewOrder> | undefined)?.key;
    return typeof key === 'string' ? uuidOf(await fingerprint(`order ${key}`)) : undefined;
  }

  /** Fingerprint of all fields of a keyed call, by which a repeated call is known. */
  function inputFingerprint(id: string, order: NewOrder): Promise<string> {
    return fingerprint(JSON.stringify([id, order], sortedByName));
  }

  async function read(id: string): Promise<OrderRecord | undefined> {
    const found = isPossibleOrderId(id) ? await store.read(id) : undefined;
    return found && readableRecord(found.record);
  }

  return {
    async create(order) {
      const id = await idOfKey(order);
      const randomUuid = id === undefined ? defaults.randomUuid : () => id;
      const known = id === undefined ? undefined : await read(id);
      // A repeated call is checked as of the first one: its `expiresAt` may have passed since then.
      const at = known ? new Date(known.createdAt) : await store.now();
      const checked = newOrder(order, { ...defaults, randomUuid }, at);
      checkLines(checked);
      const record = id === undefined ? checked : { ...checked, inputFingerprint: await inputFingerprint(id, order) };
      if (!known && (await store.insert(record))) return record;
      const first = known ?? (id === undefined ? undefined : await read(id));
      if (!first) throw orderFieldError('id', 'is the id of another order');
      return sameOrder(first, record);
    },
    read,
    async list({ after, limit = DEFAULT_LIMIT, ...filter } = {}) {
      const isByChange = filter.updatedFrom !== undefined || filter.updatedBefore !== undefined;
      const sort = isByChange ? 'updatedAt' : 'createdAt';
      // One more than the page, to know whether there is another page.
      const found = await store.list({
        ...storeFilter(filter),
        limit: limit + 1,
        ...(isByChange ? { sort } : {}),
        ...(after === undefined ? {} : { after: readCursor(after, sort) }),
      });
      const orders = found.slice(0, limit).map(readableRecord);
      const last = orders.at(-1);
      return { orders, ...(found.length > limit && last ? { next: cursorOf(last, sort) } : {}) };
    },
    count: (filter = {}) => store.countOrders(storeFilter(filter)),
    async settlePayment(id, input) {
      // The person has decided about the order as the call finds it: a payment that begins meanwhile is another one.
      let { attempt } = input;
      const settled = await book.update(id, (record, at) => {
        attempt ??= attemptToSettle(record).gatewayOrderId;
        return withPaymentSettled(record, { ...input, attempt }, at);
      });
      return settled.record;
    },
    async update(id, update) {
      checkUpdate(update, defaults);
      return (await book.update(id, (record, at) => withUpdate(record, update, defaults, at))).record;
    },
    async reopen(id, input) {
      let { attempt } = input;
      const reopened = await book.update(id, (record, at) => {
        attempt ??= lastPaymentOf(record);
        return withReopened(record, { ...input, attempt }, at);
      });
      return reopened.record;
    },
  };
}

type Sort = NonNullable<StoreListOptions['sort']>;

/** The first letters of a cursor, so that a cursor of a list in another order is refused. */
const CURSORS: Readonly<Record<Sort, string>> = { createdAt: '', updatedAt: 'updated_' };

function cursorOf(record: OrderRecord, sort: Sort): string {
  return `${CURSORS[sort]}${record[sort]}_${record.id}`;
}

function readCursor(cursor: string, sort: Sort): NonNullable<StoreListOptions['after']> {
  const [, start, time, id] = /^(updated_)?(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_([A-Za-z0-9_-]+)$/.exec(cursor) ?? [];
  if (!time || !id || id.length > MAX_ORDER_ID_LENGTH || (start ?? '') !== CURSORS[sort])
    throw orderFieldError('after', 'must be the cursor of the page before');
  return { time, id };
}

/** The search values, those with the fewest orders first. */
const SEARCH_NAMES = [
  'gatewayOrderId',
  'pasref',
  'reference',
  'flag',
  'suspended',
] as const satisfies (keyof SearchValues)[];

function storeFilter(filter: OrderFilter): StoreFilter {
  const { states } = filter;
  const terms = SEARCH_NAMES.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [searchTerm(name, value as never)];
  });
  return {
    ...(states ? { states } : {}),
    ...(terms.length > 0 ? { terms } : {}),
    ...timesOf(filter),
  };
}

function timesOf(filter: OrderFilter): Pick<StoreFilter, (typeof TIMES)[number]> {
  const times = TIMES.flatMap((name) => {
    const time = filter[name];
    return time === undefined ? [] : [[name, isoText(time)] as const];
  });
  return Object.fromEntries(times);
}

const TIMES = ['createdFrom', 'createdBefore', 'updatedFrom', 'updatedBefore'] as const;

/** Text of a time that sorts by time. Years of other than four digits do not, and no order has one. */
function isoText(time: Date): string {
  if (time.getTime() < FIRST) return new Date(FIRST).toISOString();
  return new Date(Math.min(time.getTime(), LAST)).toISOString();
}

const [FIRST, LAST] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** A UUID of the digest of a fingerprint (version 8 of RFC 9562). */
function uuidOf(fingerprint: string): string {
  const digest = fingerprint.slice(fingerprint.indexOf('.') + 1);
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

/** Replacer of JSON that sorts the fields of an object, so that the same input is the same text. */
function sortedByName(_name: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value as object).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns the first order of a key.
 * @throws {MessageError} naming `key` when the repeated call has other fields, or when the order was erased
 */
function sameOrder(first: OrderRecord, repeated: OrderRecord): OrderRecord {
  if (first.inputFingerprint !== repeated.inputFingerprint) {
    throw orderFieldError('key', 'belongs to an order that was created with other fields');
  }
  return first;
}
