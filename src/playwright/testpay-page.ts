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
   * Chooses a response and the delay of its status message, with the names of the interface document, and submits.
   * Resolves when the browser has left the simulator.
   */
  async answer(response = 'Succeeded', delay = 'No delay'): Promise<void> {
    await this.response.selectOption(response);
    await this.delay.selectOption(delay);
    await this.page.getByRole('button', { name: 'Submit' }).click();
  }
}
