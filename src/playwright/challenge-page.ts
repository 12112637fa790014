import type { FrameLocator, Locator } from 'playwright-core';

/** The challenge: Scudo's dialog, and the sandbox bank's page inside it. */
export class ChallengePage {
  /** The bank's page: the inner frame of the frame page. */
  readonly bank: FrameLocator;

  constructor(private readonly element: Locator) {
    this.bank = element.frameLocator('dialog iframe').frameLocator('iframe');
  }

  get dialog(): Locator {
    return this.element.getByRole('dialog');
  }

  get code(): Locator {
    return this.bank.getByLabel('One-time code');
  }

  /** Enters a one-time code and confirms; 123456 is the sandbox's right one. */
  async enterCode(code = '123456'): Promise<void> {
    await this.code.fill(code);
    await this.bank.getByRole('button', { name: 'Confirm' }).click();
  }

  /** Presses the bank's own Cancel. */
  async cancelAtBank(): Promise<void> {
    await this.bank.getByRole('button', { name: 'Cancel' }).click();
  }

  /** Presses Scudo's cancel button, and answers its question with yes. */
  async close(): Promise<void> {
    // Cancel is the last one, whatever is beside it, and then it is Yes.
    await this.dialog.getByRole('button').last().click();
    await this.dialog.getByRole('button').last().click();
  }
}
