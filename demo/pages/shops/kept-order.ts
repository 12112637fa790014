import type { OrderLine } from 'scudo-checkout/payment';
import type { Address } from '../../basket-api.js';

/** The basket of an order as its page shows it. */
export interface KeptOrder {
  /** Lines by product. */
  readonly items: Readonly<Record<string, OrderLine & { readonly quantity: number }>>;
  /** Minor units. */
  readonly total: string;
  readonly address: Address;
}

const keyOf = (id: string) => `shop order ${id}`;

/** Keeps the basket of an order in this tab, for a reload and for the thank-you page. */
export function keepOrder(id: string, order: KeptOrder): void {
  sessionStorage.setItem(keyOf(id), JSON.stringify(order));
}

export function keptOrder(id: string): KeptOrder | undefined {
  const text = sessionStorage.getItem(keyOf(id));
  return text === null ? undefined : (JSON.parse(text) as KeptOrder);
}

/** Shows an amount in minor units of EUR. A page with `data-whole-prices` shows whole amounts without decimals. */
export function showMoney(element: Element, minor: string): void {
  const isWhole = minor.endsWith('00') && document.documentElement.hasAttribute('data-whole-prices');
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'EUR',
    ...(isWhole ? { minimumFractionDigits: 0 } : {}),
  });
  element.textContent = format.format(Number(minor) / 100);
}
