import type { Locator, Page } from 'playwright-core';

/** A `<scudo-return>` on a page. */
export class ReturnPage {
  readonly element: Locator;

  constructor(page: Page, element: Locator = page.locator('scudo-return')) {
    this.element = element;
  }

  /** What is happening, in words. */
  get progress(): Locator {
    return this.element.getByRole('status');
  }

  /** How the payment stands; its `data-status` is the outcome's status. */
  get outcome(): Locator {
    return this.element.locator('[part=outcome]');
  }

  /** The link back to the checkout, after a failure. */
  get anotherWay(): Locator {
    return this.element.locator('a[part=button]');
  }

  /** Waits for the outcome and returns its status, such as `paid`. Playwright's limit for actions applies by default. */
  async outcomeStatus(timeout?: number): Promise<string | null> {
    await this.outcome.waitFor(timeout === undefined ? {} : { timeout });
    return this.outcome.getAttribute('data-status');
  }
}
