import type { Locator, Page } from 'playwright-core';

/** A `<scudo-return>` on a page. */
export class ReturnPage {
  readonly element: Locator;

  constructor(page: Page, element: Locator = page.locator('scudo-return')) {
    this.element = element;
  }

  /** The element that describes the current step. */
  get progress(): Locator {
    return this.element.getByRole('status');
  }

  /** The outcome panel. Its `data-status` is the status of the outcome. */
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
