import { readOrder } from '../shared/shop-client.js';
import { keptOrder, showMoney } from './kept-order.js';

/** The thank-you page of a shop. The server says if the order is paid; basket and address are those of this tab. */
const id = new URLSearchParams(location.search).get('order') ?? '';
const order = id ? await readOrder(id).catch(() => undefined) : undefined;
const kept = keptOrder(id);
const isPaid = order?.state === 'paid' || order?.state === 'authorized';
const at = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`)!;

const name = kept?.address.name.split(' ')[0];
const title = isPaid
  ? `Thank you${name ? `, ${name}` : ''}`
  : order
    ? 'This order is not paid yet'
    : 'There is no such order';
at('title').textContent = title;
document.title = `${title} – ${document.title}`;
at('paid').hidden = !isPaid;
at('unpaid').hidden = isPaid;
const back = at('checkout') as HTMLAnchorElement;
if (order) back.href = `${back.href}?order=${id}`;
at('reference').textContent = order?.reference ?? '';
if (kept) {
  const { name: person, line1, postal_code, city } = kept.address;
  at('address').textContent = [person, line1, `${postal_code} ${city}`].join('\n');
  const [row] = at('items').querySelectorAll('li');
  const items = Object.values(kept.items).filter(({ quantity }) => quantity > 0);
  at('items').replaceChildren(
    ...items.map((item) => {
      const line = row!.cloneNode(true) as HTMLElement;
      line.querySelector('.count')!.textContent = String(item.quantity);
      line.querySelector('.product')!.textContent = item.name;
      showMoney(line.querySelector('.money')!, item.amount);
      return line;
    }),
  );
  for (const total of document.querySelectorAll('[data-total]')) showMoney(total, kept.total);
}
at('receipt').hidden = !order || !kept;
document.documentElement.dataset['ready'] = 'true';
