// The first suite (`npm test`): everything that must pass before a change is finished. test-more.mjs has the long
// checks.
import { runSuite } from './suite.mjs';

const vitestReport = '.cache/vitest.json';
const flowsReport = '.cache/flows.json';

await runSuite([
  { name: 'formatting', command: 'biome format .', together: true },
  { name: 'unused code', command: 'knip', together: true },
  { name: 'types', command: 'tsc -b --pretty', together: true },
  { name: 'prose', command: 'node scripts/prose.mjs', together: true },
  { name: 'lint', command: 'eslint --max-warnings 0 --concurrency 2 .', together: true },
  {
    name: 'templates',
    command: 'lit-analyzer --strict --maxWarnings 0 --rules.no-invalid-css off src/elements',
    together: true,
  },
  {
    name: 'unit tests',
    command: `vitest run --project node --project browser --reporter=default --reporter=json --outputFile.json=${vitestReport}`,
    report: vitestReport,
    counts: 'vitest',
  },
  { name: 'spec coverage', command: `node scripts/spec-coverage.mjs --check ${vitestReport}`, after: 'unit tests' },
  { name: 'build', command: 'node scripts/build.mjs' },
  { name: 'size', command: 'size-limit', after: 'build', together: true },
  {
    name: 'theming reference',
    command: 'node scripts/theming-reference.mjs --check',
    after: 'build',
    together: true,
  },
  { name: 'package', command: 'publint --strict', after: 'build', together: true },
  { name: 'declarations', command: 'tsc -p test/declarations', after: 'build', together: true },
  {
    name: 'package types',
    command:
      'attw --pack . --profile esm-only --exclude-entrypoints scudo.js fields.js custom-elements.json vscode.html-custom-data.json web-types.json --no-summary --format table-flipped',
    after: 'build',
    together: true,
  },
  {
    name: 'browser flows',
    command: 'playwright test --grep-invert @more|@faults --reporter=list,json',
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: flowsReport },
    report: flowsReport,
    counts: 'playwright',
    after: 'build',
  },
]);
