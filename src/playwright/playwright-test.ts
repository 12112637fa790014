import type * as PlaywrightTest from 'playwright/test';

/**
 * Playwright's test runner, a package that only projects with tests install.
 * @throws {Error} naming the package when it is not installed
 */
export const { expect, test } = await import('playwright/test').catch((error: unknown): typeof PlaywrightTest => {
  throw new Error('scudo-checkout/playwright needs the package playwright. Run: npm install --save-dev playwright', {
    cause: error,
  });
});
