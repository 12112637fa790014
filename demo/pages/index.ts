import 'scudo-checkout';
import { createOrder, demoFacts, readOrder, watchMessages } from './shop-client.js';
import { typeCard } from './type-card.js';

/** The demo page: an order, the element, the test cards, and what reached the gateway. */
const checkout = document.querySelector('scudo-checkout')!;
const form = document.querySelector<HTMLFormElement>('#order-form')!;
const orderState = document.querySelector('#order-state')!;
let watching = new AbortController();

async function begin(id: string): Promise<void> {
  watching.abort();
  watching = new AbortController();
  checkout.order = id;
  history.replaceState(null, '', `?order=${encodeURIComponent(id)}`);
  await showState(id);
  void watchMessages(id, document.querySelector('#messages')!, watching.signal);
}

async function showState(id: string): Promise<void> {
  const { state, liability_shift, authentication } = await readOrder(id);
  const eci = authentication?.eci ? `, ECI ${authentication.eci}` : '';
  const liability = liability_shift === null ? '' : `, liability ${liability_shift ? 'shifted to the bank' : 'stays with the shop'}`;
  orderState.textContent = `The shop has order ${id} as ${state}${eci}${liability}.`;
}

const value = (selector: string) => form.querySelector<HTMLInputElement>(selector)!.value.trim();

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void createOrder({ amount: value('#amount'), currency: value('#currency') }).then(begin, (error: unknown) => {
    orderState.textContent = String(error);
  });
});
checkout.addEventListener('scudo-outcome', ({ detail }) => void showState(detail.order.id));

const { test_cards, sandbox } = await demoFacts();
document.querySelector<HTMLAnchorElement>('#sandbox-link')!.href = sandbox;
document.querySelector('#cards')!.append(
  ...test_cards.map((card) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const number = document.createElement('code');
    number.textContent = card.number;
    button.type = 'button';
    button.append(card.label, number);
    button.addEventListener('click', () => typeCard(checkout, card.number));
    item.append(button);
    return item;
  }),
);

await begin(new URLSearchParams(location.search).get('order') ?? (await createOrder({ amount: '1999', currency: 'EUR' })));
