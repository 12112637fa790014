import { formatAmount } from '../protocol/amount.js';
import type { Order } from '../payment/merchant-backend.js';

/** An order's amount in the language of the page around the element. */
export function amountOf(element: Element, order: Order | undefined): string {
  const language = (element.closest<HTMLElement>('[lang]')?.lang ?? '') || undefined;
  return order ? formatAmount(order.amount, order.currency, language) : '';
}
