import 'scudo-checkout';

const checkout = document.querySelector('scudo-checkout');
checkout.messages = { pay: 'Buy now for {amount}' };
checkout.addEventListener('scudo-outcome', ({ detail }) => {
  if (detail.status === 'paid') document.querySelector('h1').textContent = 'Thank you';
});

const response = await fetch('/orders', { method: 'POST' });
const { id } = await response.json();
checkout.order = id;
