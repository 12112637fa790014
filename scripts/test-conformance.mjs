// The fourth suite (`npm run test:conformance`): the rules of the adapter contract against the package's backend on
// SQLite and on PostgreSQL, and against the Python backend of demo/examples, all as servers. Needs the build and Python
// 3.
import { runSuite } from './suite.mjs';

const report = '.cache/vitest-conformance.json';

await runSuite([
  {
    name: 'conformance',
    command: `vitest run --config vitest.conformance.config.ts --reporter=default --reporter=json --outputFile.json=${report}`,
    report,
    counts: 'vitest',
  },
]);
