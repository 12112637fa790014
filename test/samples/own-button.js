const checkout = document.querySelector('scudo-checkout');
const button = document.querySelector('#place-order');

button.addEventListener('click', () => checkout.pay());
checkout.addEventListener('scudo-step', () => {
  button.setAttribute('aria-busy', checkout.busy);
  button.textContent = checkout.busy ? 'Placing your order…' : 'Place order';
});
checkout.addEventListener('scudo-outcome', ({ detail }) => {
  button.hidden = !detail.retryable;
});
