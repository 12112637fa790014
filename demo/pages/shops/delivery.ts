import { openBasket } from './basket.js';

/** The page of a delivery service. Its own button, in a bar that is always in view, pays. */
const checkout = await openBasket('delivery');
const button = document.querySelector<HTMLButtonElement>('#place-order')!;
const bar = document.querySelector<HTMLElement>('.bar')!;
button.addEventListener('click', () => void checkout.pay());
checkout.addEventListener('scudo-step', ({ detail: { step } }) => {
  button.ariaBusy = String(checkout.busy);
  button.textContent = checkout.busy ? 'Placing your order…' : 'Place order';
  const hasEnded = step === 'outcome' || step === 'pending' || step === 'unreachable';
  // After a refused payment the form is there again, and the bar with it.
  void checkout.updateComplete.then(() => (bar.hidden = hasEnded && !checkout.matches(':state(ready)')));
});
