import { BackendError, fetchBackend, type Order } from 'scudo-checkout/payment';
import { shopAddress } from '../shared/shop-address.js';
import { keptOrder, showMoney } from './kept-order.js';
import { ORDER_NOTICES, NO_ORDER, UNREAD_ORDER, type OrderNotice } from './order-notices.js';

/**
 * The thank-you page of a shop. State, total and goods are those of the order at the backend. A paid order has no lines
 * and no address any more (docs/data.md), so that they come from this tab.
 */
const id = new URLSearchParams(location.search).get('order') ?? '';
const found: Order | OrderNotice = id
  ? await fetchBackend(shopAddress('scudo'))
      .readOrder(id, { signal: new AbortController().signal })
      .catch((error: unknown) =>
        error instanceof BackendError && error.fault.kind === 'problem' ? NO_ORDER : UNREAD_ORDER,
      )
  : NO_ORDER;
const order = 'state' in found ? found : undefined;
const notice = 'state' in found ? ORDER_NOTICES[found.state] : found;
const kept = order && keptOrder(id);
const goods = (order?.lines ?? Object.values(kept?.items ?? {})).filter(({ quantity = 0 }) => quantity > 0);
const at = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`)!;

const name = kept?.address.name.split(' ')[0];
const title = notice.below === 'thanks' && name ? `${notice.title}, ${name}` : notice.title;
at('title').textContent = title;
document.title = `${title} – ${document.title}`;
at('paid').hidden = notice.below !== 'thanks';
at('unpaid').hidden = notice.below !== 'checkout';
const back = at('checkout') as HTMLAnchorElement;
if (order) back.href = `${back.href}?order=${id}`;
at('reference').textContent = order?.reference ?? '';
if (kept) {
  const { name: person, line1, postal_code, city } = kept.address;
  at('address').textContent = [person, line1, `${postal_code} ${city}`].join('\n');
}
at('delivery').hidden = !kept;
const [row] = at('items').querySelectorAll('li');
at('items').replaceChildren(
  ...goods.map(({ text, quantity, amount }) => {
    const line = row!.cloneNode(true) as HTMLElement;
    line.querySelector('.count')!.textContent = String(quantity);
    line.querySelector('.product')!.textContent = text;
    showMoney(line.querySelector('.money')!, amount);
    return line;
  }),
);
for (const total of document.querySelectorAll('[data-total]')) showMoney(total, order?.amount ?? '0');
at('receipt').hidden = goods.length === 0;
document.documentElement.dataset['ready'] = 'true';
