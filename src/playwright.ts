/**
 * `scudo-checkout/playwright`: fixtures and page objects for tests of a merchant's own. Page objects find fields and
 * buttons by their ids and parts, in every language.
 */
export { CheckoutPage, type AddressTexts, type CardTexts } from './playwright/checkout-page.js';
export { cards, testCard } from './playwright/cards.js';
export { ChallengePage } from './playwright/challenge-page.js';
export { expect } from './playwright/expect.js';
export { freePort } from './playwright/free-port.js';
export { ReturnPage } from './playwright/return-page.js';
export {
  startSandbox,
  type NewSiteOrder,
  type RunningServer,
  SANDBOX_ACCOUNT,
  type SampleShop,
  type Site,
  type SiteOrder,
  type SiteOrders,
} from './playwright/sample-shop.js';
export { SandboxClient, type SandboxMessage } from './playwright/sandbox-client.js';
export { SandboxClockClient } from './playwright/sandbox-clock.js';
export { startShop, type ShopCommand } from './playwright/start-shop.js';
export { test, type ShopFixtures, type WorkerFixtures } from './playwright/shop-test.js';
export { TestpayPage } from './playwright/testpay-page.js';
export type { OrderState, OutcomeStatus } from './protocol/adapter/outcome-codes.js';
export type { BehaviourName } from './sandbox/cards/behaviours.js';
export type { TestCard } from './sandbox/cards/test-cards.js';
export type { MessageKind } from './sandbox/core/message-kind.js';
export type { TestpayDelay, TestpayResponse } from './sandbox/testpay/testpay-choices.js';
