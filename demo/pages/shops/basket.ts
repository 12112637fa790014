import 'scudo-checkout';
import type { ScudoCheckout } from 'scudo-checkout';
import { createBasket, newReference, updateBasket, type Basket, type PricedBasket } from '../shared/shop-client.js';
import { keepOrder, keptOrder, showMoney } from './kept-order.js';

const LARGEST_QUANTITY = 9;

/**
 * Opens the checkout of a shop with the basket of its page: rows with `data-product`, which have a quantity between two
 * buttons, and a form with the address. The server has the prices. A change of basket or address changes the order.
 */
export async function openBasket(shop: string): Promise<ScudoCheckout> {
  const checkout = document.querySelector('scudo-checkout')!;
  const wrong = document.querySelector<HTMLElement>('.wrong')!;
  const details = document.querySelector<HTMLDetailsElement>('details.address')!;
  const form = details.querySelector('form')!;
  const rows = Array.from(document.querySelectorAll<HTMLElement>('[data-product]'), rowOf);
  const query = new URLSearchParams(location.search);
  let order = query.get('order') ?? '';
  let isSending = false;

  restore();
  for (const { buttons } of rows) for (const button of buttons) button.addEventListener('click', () => void send());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    details.open = false;
    details.querySelector('summary')!.focus();
    void send();
  });
  checkout.addEventListener('scudo-step', () => void checkout.updateComplete.then(lock));
  // A reload finds the basket of the order as it was.
  if (order && keptOrder(order)) checkout.order = order;
  else await send();
  return checkout;

  /** Sends the basket. A change during the call is sent after it. */
  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    wrong.textContent = '';
    try {
      let basket: Basket;
      do {
        basket = currentBasket();
        show(
          basket,
          order ? await updateBasket(shop, order, basket) : await createBasket(shop, newReference(), basket),
        );
      } while (JSON.stringify(basket) !== JSON.stringify(currentBasket()));
    } catch (error) {
      wrong.textContent = `The basket was not changed. ${(error as Error).message}`;
      restore();
      checkout.order = order;
    } finally {
      isSending = false;
    }
  }

  function show({ address }: Basket, { id, lines, total }: PricedBasket): void {
    order = id;
    query.set('order', id);
    history.replaceState(null, '', `?${query.toString()}`);
    const items = Object.fromEntries(
      rows.map(({ product, name, count }) => [product, { name, quantity: count(), amount: lines[product] ?? '0' }]),
    );
    keepOrder(id, { items, total, address });
    restore();
    if (checkout.order === id) checkout.refresh();
    else checkout.order = id;
  }

  /** Shows basket and address of the order as this tab has kept them. */
  function restore(): void {
    const kept = keptOrder(order);
    for (const { product, row, setCount } of rows) {
      const item = kept?.items[product];
      if (!item) continue;
      setCount(item.quantity);
      showMoney(row.querySelector('.money')!, item.amount);
    }
    if (kept) for (const total of document.querySelectorAll('[data-total]')) showMoney(total, kept.total);
    for (const [name, value] of Object.entries(kept?.address ?? {})) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
    const { address } = currentBasket();
    details.querySelector('.to')!.textContent = `${address.name}, ${address.line1}, ${address.city}`;
    checkout.customer = address.name.split(' ')[0] ?? '';
    checkout.next = { text: 'Your order', href: new URL(`./${shop}-order.html?order=${order}`, location.href).href };
  }

  function currentBasket(): Basket {
    const field = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value.trim();
    return {
      items: Object.fromEntries(rows.map(({ product, count }) => [product, count()])),
      address: { name: field('name'), line1: field('line1'), postal_code: field('postal_code'), city: field('city') },
    };
  }

  /** While a payment runs, and after its end, the basket stays as it is. */
  function lock(): void {
    const isLocked = checkout.busy || !checkout.matches(':state(ready)');
    form.querySelector('fieldset')!.disabled = isLocked;
    for (const { buttons } of rows) for (const button of buttons) button.disabled = isLocked;
  }
}

function rowOf(row: HTMLElement) {
  const quantity = row.querySelector('.count')!;
  const buttons = [...row.querySelectorAll('button')] as [HTMLButtonElement, HTMLButtonElement];
  const count = () => Number(quantity.textContent);
  const setCount = (value: number) => {
    quantity.textContent = String(value);
    row.toggleAttribute('data-none', value === 0);
  };
  const [less, more] = buttons;
  less.addEventListener('click', () => setCount(Math.max(0, count() - 1)));
  more.addEventListener('click', () => setCount(Math.min(LARGEST_QUANTITY, count() + 1)));
  return {
    product: row.dataset['product']!,
    name: row.querySelector('.product')!.textContent,
    row,
    buttons,
    count,
    setCount,
  };
}
