import type { Locator, Page } from 'playwright-core';

/** The sandbox's simulator of a method that the shopper is sent to. */
export class TestpayPage {
  constructor(private readonly page: Page) {}

  get response(): Locator {
    return this.page.getByLabel('Response');
  }

  get delay(): Locator {
    return this.page.getByLabel('Delay');
  }

  /**
   * Chooses a response and when its status message is sent, in the document's words, and submits.
   * Resolves when the shopper is on the way back.
   */
  async answer(response = 'Succeeded', delay = 'No delay'): Promise<void> {
    await this.response.selectOption(response);
    await this.delay.selectOption(delay);
    await this.page.getByRole('button', { name: 'Submit' }).click();
  }
}
