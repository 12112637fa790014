// The third suite (`npm run test:postgres`): the stores against a real PostgreSQL server, in several processes that are
// killed, and on Node 24. Needs the build.
import { runSuite } from './suite.mjs';

const report = '.cache/vitest-postgres.json';

await runSuite([
  {
    name: 'stores',
    command: `vitest run --config vitest.postgres.config.ts --reporter=default --reporter=json --outputFile.json=${report}`,
    report,
    counts: 'vitest',
  },
]);
