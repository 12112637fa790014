import type { StoreListOptions } from '../orders/book/order-store.js';

/**
 * Query of `list` in SQL. `parameter` takes an argument and returns its placeholder. Each state has a part, which reads
 * its index in order: with one condition for all states the planner may read, or sort, all orders.
 */
export function listQuery(
  table: string,
  { limit, states, ...range }: StoreListOptions,
  parameter: (value: string | number) => string,
): string {
  const inOrder = () => `ORDER BY created_at DESC, id LIMIT ${parameter(limit)}`;
  const part = (conditions: readonly string[]) => {
    const all = [...conditions, ...rangeConditions(range, parameter)];
    const where = all.length > 0 ? `WHERE ${all.join(' AND ')}` : '';
    return `SELECT * FROM (SELECT document, created_at, id FROM ${table} ${where} ${inOrder()}) AS part`;
  };
  const parts = states?.length
    ? [...new Set(states)].map((state) => part([`state = ${parameter(state)}`]))
    : [part(states ? [NONE] : [])];
  return `SELECT document FROM (${parts.join(' UNION ALL ')}) AS found ${inOrder()}`;
}

function rangeConditions(
  { updatedBefore, after }: Pick<StoreListOptions, 'updatedBefore' | 'after'>,
  parameter: (value: string) => string,
): readonly string[] {
  return [
    ...(updatedBefore === undefined ? [] : [`updated_at < ${parameter(updatedBefore)}`]),
    // The first part alone is a range of the index.
    ...(after === undefined
      ? []
      : [
          `created_at <= ${parameter(after.createdAt)}`,
          `(created_at < ${parameter(after.createdAt)} OR id > ${parameter(after.id)})`,
        ]),
  ];
}

/** A condition that no order meets. */
const NONE = '1 = 0';

/** An empty list of states matches no order. */
export function stateCondition(states: readonly string[], parameter: (value: string) => string): string {
  return states.length === 0 ? NONE : `state IN (${states.map(parameter).join(', ')})`;
}
