/**
 * `scudo-checkout/playwright`: page objects for tests of a merchant's own. They find everything by
 * its accessible name, as a shopper does.
 */
export { CheckoutPage, type CardTexts } from './playwright/checkout-page.js';
export { ChallengePage } from './playwright/challenge-page.js';
export { ReturnPage } from './playwright/return-page.js';
export { TestpayPage } from './playwright/testpay-page.js';
