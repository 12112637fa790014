import { cleanText } from '../../protocol/values/clean-text.js';
import type { OrderState } from '../../protocol/adapter/outcome-codes.js';
import type { FlagKind } from '../domain/record/history.js';
import type { OrderRecord } from '../domain/record/order-record.js';

/** Conditions that an order of a list or a count meets, all of them. Times are ISO 8601 in UTC. */
export interface StoreFilter {
  /** Only orders in one of these states. */
  readonly states?: readonly OrderState[];
  /** Only orders with each of these search terms. The first one has the fewest orders. */
  readonly terms?: readonly string[];
  /** Only orders that were created at this time or later. */
  readonly createdFrom?: string;
  /** Only orders that were created before this time. */
  readonly createdBefore?: string;
  /** Only orders whose last change was at this time or later. */
  readonly updatedFrom?: string;
  /** Only orders whose last change was before this time. */
  readonly updatedBefore?: string;
}

/** The values of an order by which it is found, each with the name of its field in the filter of `orders.list`. */
export interface SearchValues {
  /** The shop's own number for the order. */
  readonly reference: string;
  /** Gateway order id of a payment. */
  readonly gatewayOrderId: string;
  /** Payments reference of a payment, a capture, a void or a refund. */
  readonly pasref: string;
  /** Kind of a flag. */
  readonly flag: FlagKind;
  /** Only orders that are closed to payments until a person reopens them. */
  readonly suspended: true;
}

/** Returns the search term of a value. The same text is the same term, with or without invisible characters. */
export function searchTerm<Name extends keyof SearchValues>(name: Name, value: SearchValues[Name]): string {
  // A database may refuse or change other characters.
  return `${name}:${cleanText(String(value)).replace(/\p{C}/gu, '')}`;
}

/** Values that many orders have. */
export const SHARED_VALUES = ['flag', 'suspended'] as const satisfies readonly (keyof SearchValues)[];

/**
 * Returns the texts by which an order is found. A store keeps them with the record, in the same write, and finds the
 * orders of a term by an index. No card number, name or other data of a person is a term.
 * @param record the order, as `insert` and `replace` receive it
 * @returns the terms, each once
 * @example
 * const record = await backend.orders.read('A1');
 * const terms = record && searchTerms(record); // ['reference:4711', 'gatewayOrderId:A1-b2c3d4e5f6', 'pasref:16999']
 */
export function searchTerms(record: OrderRecord): readonly string[] {
  const { reference, attempts, payment, earlyRefundMessages, flags, suspended } = record;
  const pasrefs = [
    ...attempts.flatMap((attempt) => [
      'pasref' in attempt ? attempt.pasref : undefined,
      'pasref' in attempt.progress ? attempt.progress.pasref : undefined,
    ]),
    payment?.pasref,
    ...earlyRefundMessages.map(({ pasref }) => pasref),
  ].filter((pasref) => pasref !== undefined);
  return [
    ...new Set([
      ...(reference ? [searchTerm('reference', reference)] : []),
      ...attempts.map(({ gatewayOrderId }) => searchTerm('gatewayOrderId', gatewayOrderId)),
      ...pasrefs.map((pasref) => searchTerm('pasref', pasref)),
      ...flags.map(({ kind }) => searchTerm('flag', kind)),
      ...(suspended ? [searchTerm('suspended', suspended)] : []),
    ]),
  ];
}

/**
 * Returns true for an order that meets every condition of a filter. For stores that read all orders.
 * @param record the order
 * @param filter the conditions of `list` or `countOrders`
 * @returns true when the order meets all of them
 * @example
 * const { orders } = await backend.orders.list();
 * const paid = orders.filter((record) => matchesFilter(record, { states: ['paid'] }));
 */
export function matchesFilter(record: OrderRecord, filter: StoreFilter): boolean {
  const { states, terms = [], createdFrom, createdBefore, updatedFrom, updatedBefore } = filter;
  const { state, createdAt, updatedAt } = record;
  if (states && !states.includes(state)) return false;
  if (!isBetween(createdAt, createdFrom, createdBefore) || !isBetween(updatedAt, updatedFrom, updatedBefore)) {
    return false;
  }
  const own = terms.length > 0 ? searchTerms(record) : [];
  return terms.every((term) => own.includes(term));
}

function isBetween(time: string, from: string | undefined, before: string | undefined): boolean {
  return (from === undefined || time >= from) && (before === undefined || time < before);
}
