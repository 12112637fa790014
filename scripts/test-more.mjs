// The second suite (`npm run test:more`): the packed package, types and components for frameworks, pictures, axe over
// every combination, and flows with long waits.
import { runSuite } from './suite.mjs';

const vitestReport = '.cache/vitest-more.json';
const flowsReport = '.cache/flows-more.json';

await runSuite([
  {
    name: 'more unit tests',
    command: `vitest run --project more --project react-18 --project react-19 --reporter=default --reporter=json --outputFile.json=${vitestReport}`,
    report: vitestReport,
    counts: 'vitest',
  },
  {
    name: 'more browser flows',
    command: 'playwright test --grep @more --reporter=list,json',
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: flowsReport },
    report: flowsReport,
    counts: 'playwright',
  },
]);
