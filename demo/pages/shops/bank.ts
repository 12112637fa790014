import { openCheckout } from './shop-page.js';

/** The page of a bank, with labels at the left of the fields where there is space. */
await openCheckout({
  amount: '43240',
  currency: 'CHF',
  description: 'Invoice AP-2026-004711',
  methods: [{ code: 'card' }],
  payer: { email: 'ada@example.com', mobile_phone: { country_code: '41', subscriber_number: '781234567' } },
});
