const { id } = await (await fetch('/orders', { method: 'POST' })).json();
const checkout = document.querySelector('scudo-checkout');
checkout.messages = { pay: 'Buy now for {amount}' };
checkout.order = id;
checkout.addEventListener('scudo-outcome', ({ detail }) => {
  if (detail.status === 'paid') document.querySelector('h1').textContent = 'Thank you';
});
