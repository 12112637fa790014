import type { Locator, Page } from 'playwright-core';
import { DELAYS, RESPONSES, type TestpayDelay, type TestpayResponse } from '../sandbox/testpay/testpay-choices.js';
import { checkChoice } from './choice.js';

/**
 * The sandbox's simulator of a redirect payment method.
 *
 * @example
 * import { CheckoutPage, TestpayPage } from 'scudo-checkout/playwright';
 * import { test } from 'playwright/test';
 *
 * test('a redirect payment is declined', async ({ page }) => {
 *   await page.goto('/checkout?order=A1');
 *   await new CheckoutPage(page).payWith('Testpay');
 *   await new TestpayPage(page).answer('Failed RemoteDecline');
 * });
 */
export class TestpayPage {
  constructor(private readonly page: Page) {}

  /** The list of responses. */
  get response(): Locator {
    return this.page.getByLabel('Response');
  }

  /** The list of delays of the status message. */
  get delay(): Locator {
    return this.page.getByLabel('Delay');
  }

  /**
   * Chooses a response and the delay of its status message, and submits. Resolves when the browser has left the
   * simulator.
   * @param response the result of the payment, such as `Failed LocalDecline`
   * @param delay the time of the status message, such as `1h after submit`
   * @throws {RangeError} for another response or delay, at once
   */
  async answer(response: TestpayResponse = 'Succeeded', delay: TestpayDelay = 'No delay'): Promise<void> {
    checkChoice('The response', response, Object.keys(RESPONSES));
    checkChoice('The delay', delay, Object.keys(DELAYS));
    await this.response.selectOption(response);
    await this.delay.selectOption(delay);
    await this.page.getByRole('button', { name: 'Submit' }).click();
  }
}
