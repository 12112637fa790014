// The sixth suite (`npm run test:engines`): the flows of `npm test` in Firefox, and whole payments in WebKitGTK. Needs the
// build.
import { runSuite } from './suite.mjs';

await runSuite([
  flows('Firefox', '--config playwright.firefox.config.ts'),
  flows('WebKitGTK', '--config playwright.webkit.config.ts'),
]);

/** A step that runs flows with Playwright. */
function flows(name, options) {
  const report = `.cache/flows-${name.toLowerCase()}.json`;
  return {
    name: `payments with ${name}`,
    command: `playwright test ${options} --reporter=list,json`,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
    counts: 'playwright',
  };
}
