import { expect, it } from 'vitest';
import { shop } from './scripted-gateway.js';

it('checkoutHtml has the form of an order without data of the shopper, and rejects for an unknown id', async () => {
  const { backend } = shop();
  const payer = { email: 'ada@example.com', mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } };
  const { id } = await backend.orders.create({ amount: '1999', currency: 'EUR', payer });
  const text = await backend.checkoutHtml(id, { backend: '/scudo' });
  expect(text).toContain(`<scudo-checkout backend="/scudo" order="${id}" lang="en">`);
  expect(text).toContain('Pay €19.99');
  expect(text).not.toMatch(/ada@|2079460000/);
  expect(await backend.checkoutHtml(id, { backend: undefined } as object)).toContain('backend="https://');
  await expect(backend.checkoutHtml('unknown')).rejects.toMatchObject({ code: 'order-not-found' });
});
