import { openCheckout } from './shop-page.js';

/** The page of a fashion house, which is white also on a system in dark mode. */
const checkout = await openCheckout({
  amount: '220000',
  currency: 'EUR',
  description: 'Two pieces',
  payer: { email: 'ada@example.com', mobile_phone: { country_code: '44', subscriber_number: '7400123456' } },
});
checkout.messages = {
  pay: 'Place the order',
  'pay-note': 'Your card is charged today.',
};
