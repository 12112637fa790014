import 'scudo-checkout';
import { orderInStudio } from './shared/studio-address.js';

/** The page to which the shopper returns from a redirect payment. */
const element = document.querySelector('scudo-return')!;
const query = new URLSearchParams(location.search);
const order = query.get('order') ?? '';
element.checkout = orderInStudio(order);
element.patience = Number(query.get('patience') ?? 60);
element.order = order;
const link = document.querySelector<HTMLAnchorElement>('#studio-link')!;
link.href = orderInStudio(order);
if (order === '') {
  link.hidden = true;
  document.querySelector('#missing')!.textContent =
    'The address has no order. Add ?order=ID to the address, with the id of an order.';
}
