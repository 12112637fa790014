// @vitest-environment jsdom
import 'scudo-checkout';
import { fetchBackend, type BackendClient, type Order } from 'scudo-checkout/payment';
import { expect, it } from 'vitest';

const order: Order = { id: 'A1', amount: '1999', currency: 'EUR', state: 'open', methods: [{ code: 'card' }], ask: [] };
const client: BackendClient = { ...fetchBackend('https://shop.example/scudo'), readOrder: async () => order };

it('the checkout shows the amount of the order', async () => {
  const checkout = document.createElement('scudo-checkout');
  checkout.adapter = client;
  checkout.order = order.id;
  document.body.append(checkout);
  await expect.poll(() => checkout.shadowRoot?.textContent).toContain('€19.99');
  checkout.remove();
});
