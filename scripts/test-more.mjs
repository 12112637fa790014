// The second suite (`npm run test:more`): pictures, axe over every combination, and flows with long waits.
import { runSuite } from './suite.mjs';

const flowsReport = '.cache/flows-more.json';

await runSuite([
  {
    name: 'more browser flows',
    command: 'playwright test --grep @more --reporter=list,json',
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: flowsReport },
    report: flowsReport,
    counts: 'playwright',
  },
]);
