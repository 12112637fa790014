import { SHARED_VALUES, type StoreFilter } from '../../book/order-filter.js';
import type { OrderRecord } from '../../domain/record/order-record.js';
import type { StoreDueOptions, StoreListOptions } from '../../book/order-store.js';

/** The tables of a store, as they are named in SQL. */
export interface OrderTables {
  /** A row for each order. */
  readonly orders: string;
  /** A row for each search term of each order, with the order's time of creation, and `termChangedAt`. */
  readonly terms: string;
}

/** Takes an argument and returns its placeholder. */
type Parameter = (value: string | number) => string;

const COLUMNS = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  dueAt: 'due_at',
  deliverAt: 'deliver_at',
  checkAt: 'check_at',
  unresolvedSince: 'unresolved_since',
} as const;

/** The values of the columns `due_at`, `deliver_at`, `check_at` and `unresolved_since`, in this order. */
export function timeColumns(record: OrderRecord): readonly (string | null)[] {
  const { dueAt = null, deliverAt = null, checkAt = null, unresolvedSince = null } = record;
  return [dueAt, deliverAt, checkAt, unresolvedSince];
}

/**
 * The column `updated_at` of a search term, in SQL: the last change of the order, for terms that many orders have. All
 * other terms have none, so that a change of their order does not write them.
 */
export function termChangedAt(term: string, updatedAt: string): string {
  const isShared = SHARED_VALUES.map((name) => `${term} LIKE '${name}:%'`).join(' OR ');
  return `CASE WHEN ${isShared} THEN ${updatedAt} END`;
}

/** Query of `due` in SQL. */
export function dueQuery({ orders }: OrderTables, { by, at, limit }: StoreDueOptions, parameter: Parameter): string {
  const time = COLUMNS[by];
  return `SELECT id FROM ${orders} WHERE ${time} <= ${parameter(at)} ORDER BY ${time}, id LIMIT ${parameter(limit)}`;
}

/**
 * Query of `list` in SQL. A list with search terms reads the index of the first term. In another list each state has a
 * part, which reads its index in order: with one condition for all states the planner may read, or sort, all orders.
 */
export function listQuery(
  tables: OrderTables,
  { limit, sort = 'createdAt', after, ...filter }: StoreListOptions,
  parameter: Parameter,
): string {
  const time = COLUMNS[sort];
  const inOrder = (sorted: string, id: string) => `ORDER BY ${sorted} DESC, ${id} LIMIT ${parameter(limit)}`;
  const part = (one: StoreFilter) => {
    const { source, conditions, column, id } = matching(tables, one, parameter);
    const range = after ? [placeCondition(column(time), id, after, parameter)] : [];
    const where = whereAll([...conditions, ...range]);
    const columns = `orders.document, ${column(time)} AS sorted, ${id} AS id`;
    return `SELECT * FROM (SELECT ${columns} FROM ${source} ${where} ${inOrder(column(time), id)}) AS part`;
  };
  const isByState = !filter.terms?.length && filter.states !== undefined && filter.states.length > 1;
  const parts = isByState
    ? [...new Set(filter.states)].map((state) => part({ ...filter, states: [state] }))
    : [part(filter)];
  return `SELECT document FROM (${parts.join(' UNION ALL ')}) AS found ${inOrder('sorted', 'id')}`;
}

/** Query of `countOrders` in SQL, with the column `number`. */
export function countQuery(tables: OrderTables, filter: StoreFilter, parameter: Parameter): string {
  const { source, conditions } = matching(tables, filter, parameter);
  return `SELECT count(*) AS number FROM ${source} ${whereAll(conditions)}`;
}

/** The orders that meet a filter: a source of rows, its conditions, and the columns to sort by. */
function matching({ orders, terms }: OrderTables, filter: StoreFilter, parameter: Parameter) {
  const [first, ...others] = filter.terms ?? [];
  const isShared = SHARED_VALUES.some((name) => first?.startsWith(`${name}:`));
  const termColumns = first === undefined ? [] : isShared ? ['created_at', 'updated_at'] : ['created_at'];
  const column = (name: string) => `${termColumns.includes(name) ? 'term' : 'orders'}.${name}`;
  const id = first === undefined ? 'orders.id' : 'term.id';
  const bound = (name: string, comparison: string, value: string | undefined) =>
    value === undefined ? [] : [`${column(name)} ${comparison} ${parameter(value)}`];
  const conditions = [
    ...(first === undefined ? [] : ['orders.id = term.id', `term.term = ${parameter(first)}`]),
    ...others.map(
      (other) => `EXISTS (SELECT 1 FROM ${terms} AS other WHERE other.id = ${id} AND other.term = ${parameter(other)})`,
    ),
    ...(filter.states ? [stateCondition(filter.states, parameter)] : []),
    ...bound('created_at', '>=', filter.createdFrom),
    ...bound('created_at', '<', filter.createdBefore),
    ...bound('updated_at', '>=', filter.updatedFrom),
    ...bound('updated_at', '<', filter.updatedBefore),
  ];
  // SQLite reads the tables of a CROSS JOIN in this order (https://sqlite.org/optoverview.html#crossjoin).
  const source = first === undefined ? `${orders} AS orders` : `${terms} AS term CROSS JOIN ${orders} AS orders`;
  return { source, conditions, column, id };
}

function placeCondition(
  time: string,
  id: string,
  after: NonNullable<StoreListOptions['after']>,
  parameter: Parameter,
): string {
  // The first part alone is a range of the index.
  return `${time} <= ${parameter(after.time)} AND (${time} < ${parameter(after.time)} OR ${id} > ${parameter(after.id)})`;
}

function whereAll(conditions: readonly string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** An empty list of states matches no order. */
export function stateCondition(states: readonly string[], parameter: (value: string) => string): string {
  if (states.length === 0) return '1 = 0';
  return states.length === 1
    ? `state = ${parameter(states[0] ?? '')}`
    : `state IN (${states.map(parameter).join(', ')})`;
}
