import type { StoreListOptions } from '../orders/book/order-store.js';

/** Condition of `list` in SQL, and its arguments. `parameter` returns the placeholder of an argument. */
export function listCondition(
  { states, updatedBefore, after }: StoreListOptions,
  parameter: (value: string) => string,
): string {
  const conditions = [
    ...(states ? [stateCondition(states, parameter)] : []),
    ...(updatedBefore === undefined ? [] : [`updated_at < ${parameter(updatedBefore)}`]),
    // The first part alone is a range of the index.
    ...(after === undefined
      ? []
      : [
          `created_at <= ${parameter(after.createdAt)}`,
          `(created_at < ${parameter(after.createdAt)} OR id > ${parameter(after.id)})`,
        ]),
  ];
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

/** An empty list of states matches no order. */
export function stateCondition(states: readonly string[], parameter: (value: string) => string): string {
  return states.length === 0 ? '1 = 0' : `state IN (${states.map(parameter).join(', ')})`;
}
