import 'scudo-checkout';

const heading = document.querySelector('h1')!;
const checkout = document.querySelector('scudo-checkout')!;
checkout.messages = { pay: 'Buy now for {amount}' };
checkout.addEventListener('scudo-outcome', ({ detail }) => {
  if (detail.status === 'paid') heading.textContent = 'Thank you';
});

const response = await fetch('/orders', { method: 'POST' });
const { id } = (await response.json()) as { readonly id: string };
checkout.order = id;
