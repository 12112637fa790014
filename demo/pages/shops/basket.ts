import 'scudo-checkout';
import type { ScudoCheckout } from 'scudo-checkout';
import { LARGEST_QUANTITY, type Address, type Basket, type PricedBasket } from '../../basket-api.js';
import { createBasket, readBasket, ShopError, updateBasket } from '../shared/shop-client.js';
import { keepOrder, keptOrder, showMoney } from './kept-order.js';

/**
 * Opens the checkout of a shop with the basket of its page. A row with `data-product` has a quantity between two
 * buttons, and a form has the address. The server has the prices. A change of basket or address changes the order. An
 * address with an order of another shop gets a new one.
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
  await open();
  return checkout;

  /** Shows the basket of the order in the address, or else sends that of the page. */
  async function open(): Promise<void> {
    if (!order) return send();
    try {
      show(await readBasket(shop, order));
    } catch (error) {
      if (error instanceof ShopError && error.status === 404) {
        order = '';
        return send();
      }
      wrong.textContent = `The basket cannot be read. ${(error as Error).message}`;
    }
  }

  /** Sends the basket. A change during the call is sent after it. */
  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    wrong.textContent = '';
    try {
      let isSent = false;
      while (!isSent) {
        const basket = currentBasket();
        const priced = order ? await updateBasket(shop, order, basket) : await createBasket(shop, basket);
        order = priced.id;
        isSent = JSON.stringify(basket) === JSON.stringify(currentBasket());
        if (isSent) show(priced, basket.address);
      }
    } catch (error) {
      // Without an answer the order may have changed, and the amount that is charged with it.
      const isRefused = error instanceof ShopError && error.status < 500;
      const present = order ? await readBasket(shop, order).catch(() => undefined) : undefined;
      if (present) show(present);
      const advice = present ? 'This is the basket now.' : 'Please reload this page.';
      wrong.textContent = isRefused
        ? `The basket was not changed. ${error.message}`
        : `The shop did not answer, and the basket may have changed. ${advice}`;
    } finally {
      isSending = false;
    }
  }

  function show({ id, quantities, amounts, total }: PricedBasket, address?: Address): void {
    order = id;
    query.set('order', id);
    history.replaceState(null, '', `?${query.toString()}`);
    const kept = keptOrder(id);
    const items = Object.fromEntries(
      rows.map(({ product, text }) => {
        const [quantity, amount] = [quantities[product], amounts[product]];
        if (quantity !== undefined && amount !== undefined) return [product, { text, quantity, amount }];
        return [product, kept?.items[product] ?? { text, quantity: 0, amount: '0' }];
      }),
    );
    keepOrder(id, { items, total, address: address ?? kept?.address ?? currentBasket().address });
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
    text: row.querySelector('.product')!.textContent,
    row,
    buttons,
    count,
    setCount,
  };
}
