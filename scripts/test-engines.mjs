// The sixth suite (`npm run test:engines`): the flows of `npm test` in Firefox, whole payments in WebKitGTK, and the
// unit tests and a payment on other versions of Node. Needs the build.
import { runSuite } from './suite.mjs';

const VERSIONS = ['22', '24'];

await runSuite([
  flows('Firefox', '--config playwright.firefox.config.ts'),
  flows('WebKitGTK', '--config playwright.webkit.config.ts'),
  ...VERSIONS.flatMap((version) => {
    const node = `.cache/runtimes/node_modules/node-${version}/bin/node`;
    const report = `.cache/vitest-node-${version}.json`;
    const unitTests = 'vitest run --project node --reporter=default --reporter=json';
    return [
      {
        name: `unit tests on Node ${version}`,
        command: `${node} node_modules/.bin/${unitTests} --outputFile.json=${report}`,
        report,
        counts: 'vitest',
      },
      // The runner, the shop and the sandbox are processes of that Node.
      flows(`Node ${version}`, 'e2e/challenge.spec.ts -g right.code.pays', `${node} node_modules/.bin/`),
    ];
  }),
]);

/** A step that runs flows with Playwright. */
function flows(name, options, prefix = '') {
  const report = `.cache/flows-${name.replace(' ', '-').toLowerCase()}.json`;
  return {
    name: `payments with ${name}`,
    command: `${prefix}playwright test ${options} --reporter=list,json`,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
    counts: 'playwright',
  };
}
