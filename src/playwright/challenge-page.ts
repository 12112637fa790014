import type { FrameLocator, Locator } from 'playwright-core';
import { withConsole } from './page-console.js';

/**
 * The challenge: the dialog of the element, and the page of the sandbox's issuer inside it. Create a `CheckoutPage` and
 * use its `challenge`.
 *
 * @example
 * import { CheckoutPage } from 'scudo-checkout/playwright';
 * import { test } from 'playwright/test';
 *
 * test('a challenge is confirmed', async ({ page }) => {
 *   const { challenge } = new CheckoutPage(page);
 *   await challenge.enterCode();
 * });
 */
export class ChallengePage {
  /** The issuer's page: the inner frame of the frame page. */
  readonly issuerPage: FrameLocator;

  constructor(private readonly element: Locator) {
    this.issuerPage = element.frameLocator('dialog iframe:visible').frameLocator('iframe');
  }

  /** The dialog of the element. */
  get dialog(): Locator {
    return this.element.getByRole('dialog');
  }

  /** The field for the one-time code. */
  get code(): Locator {
    return this.issuerPage.getByLabel('One-time code');
  }

  /**
   * Enters a one-time code and confirms it.
   * @param code default: 123456, which the sandbox accepts unless its option `challengeCode` names another one
   */
  enterCode(code = '123456'): Promise<void> {
    return this.#named(async () => {
      await this.code.fill(code);
      await this.#press('Confirm');
    });
  }

  /** Presses Cancel on the issuer's page. */
  cancelAtIssuer(): Promise<void> {
    return this.#named(() => this.#press('Cancel'));
  }

  /** Presses the cancel button of the dialog, and confirms it. */
  close(): Promise<void> {
    return this.#named(async () => {
      // The last button is Cancel, and then Yes.
      await this.dialog.getByRole('button').last().click();
      await this.dialog.getByRole('button').last().click();
    });
  }

  /** Presses a button of the issuer's page. The dialog slides in, and a click on a frame that moves may be lost. */
  async #press(name: string): Promise<void> {
    const button = this.issuerPage.getByRole('button', { name });
    await button.waitFor();
    await this.dialog.evaluate(async (dialog) => {
      const ending = dialog
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    await button.click();
  }

  /** Runs an action, whose error names the lines on the console. */
  #named(action: () => Promise<void>): Promise<void> {
    return withConsole(this.element.page(), action);
  }
}
