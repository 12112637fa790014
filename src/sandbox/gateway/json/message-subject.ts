import type { MessageSubject } from '../../log/message-log.js';
import type { TransactionStore } from '../../issuer/transaction-store.js';

/**
 * Returns the order that a call is about: the order that it names, or that of its transaction. Before the
 * authentication it is the last segment of the method notification URL, where merchants put the order.
 */
export function subjectOf(transactions: TransactionStore, request: unknown, response: unknown): MessageSubject {
  const order = textOf(fieldOf(request, 'order'), 'id') ?? textOf(request, 'order_id');
  if (order !== undefined) return { order };
  const id = textOf(request, 'server_trans_id') ?? textOf(response, 'server_trans_id');
  const transaction = id === undefined ? undefined : transactions.get(id);
  return transaction ?? { order: orderInAddress(textOf(request, 'method_notification_url')) };
}

export function orderInAddress(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  try {
    return decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '') || undefined;
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function textOf(value: unknown, key: string): string | undefined {
  const field = fieldOf(value, key);
  return typeof field === 'string' ? field : undefined;
}
