import type { Locator, Page } from 'playwright-core';
import type { OutcomeStatus } from '../protocol/adapter/outcome-codes.js';
import { watchConsole, withConsole } from './page-console.js';

/**
 * A `<scudo-return>` on a page.
 *
 * @example
 * import { ReturnPage } from 'scudo-checkout/playwright';
 * import { expect, test } from 'playwright/test';
 *
 * test('a paid order is shown as paid', async ({ page }) => {
 *   await page.goto('/return?order=A1');
 *   expect(await new ReturnPage(page).outcomeStatus()).toBe('paid');
 * });
 */
export class ReturnPage {
  /** The element. */
  readonly element: Locator;

  /** @param element the element to use on a page with several */
  constructor(
    private readonly page: Page,
    element: Locator = page.locator('scudo-return'),
  ) {
    this.element = element;
    watchConsole(page);
  }

  /** The element that describes the current step. */
  get progress(): Locator {
    return this.element.getByRole('status');
  }

  /** The outcome panel. Its `data-status` is the status of the outcome, and its `data-code` the code. */
  get outcome(): Locator {
    return this.element.locator('[part~=outcome]');
  }

  /** The link back to the checkout, after a failure. */
  get anotherWay(): Locator {
    return this.element.locator('a[part=button]');
  }

  /**
   * Waits for the outcome and returns its status, such as `paid`.
   * @param timeout milliseconds; default: Playwright's limit for actions
   * @throws {Error} when there is no outcome in time
   */
  outcomeStatus(timeout?: number): Promise<OutcomeStatus | null> {
    return withConsole(this.page, async () => {
      await this.outcome.waitFor(timeout === undefined ? {} : { timeout });
      return (await this.outcome.getAttribute('data-status')) as OutcomeStatus | null;
    });
  }
}
