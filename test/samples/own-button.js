const checkout = document.querySelector('scudo-checkout');
const button = document.querySelector('#place-order');

button.addEventListener('click', () => checkout.pay());
checkout.addEventListener('scudo-step', ({ detail }) => {
  // The outcome has buttons of its own, such as "Try again".
  button.hidden = detail.step === 'outcome' || detail.step === 'pending';
  button.setAttribute('aria-busy', checkout.busy);
  button.textContent = checkout.busy ? 'Placing your order…' : 'Place order';
});
