// Everything that has to hold, in one go. A failing step does not stop the next one unless that needs its result;
// the last line counts: Vitest's and Playwright's tests one by one, every other step as one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

process.chdir(new URL('..', import.meta.url).pathname);

const vitestReport = '.cache/vitest.json';
const flowsReport = '.cache/flows.json';

const steps = [
  { name: 'formatting', command: 'biome format .' },
  { name: 'types', command: 'tsc -b --pretty' },
  { name: 'lint', command: 'eslint --max-warnings 0 .' },
  { name: 'templates', command: 'lit-analyzer --strict --maxWarnings 0 --rules.no-invalid-css off src/elements' },
  {
    name: 'unit tests',
    command: `vitest run --reporter=default --reporter=json --outputFile.json=${vitestReport}`,
    report: vitestReport,
    count: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  },
  { name: 'spec coverage', command: `node scripts/spec-coverage.mjs --check ${vitestReport}`, after: 'unit tests' },
  { name: 'build', command: 'node scripts/build.mjs' },
  { name: 'size', command: 'size-limit', after: 'build' },
  { name: 'theming reference', command: 'node scripts/theming-reference.mjs --check', after: 'build' },
  { name: 'package', command: 'publint --strict', after: 'build' },
  {
    name: 'package types',
    command:
      'attw --pack . --profile esm-only --exclude-entrypoints scudo.js custom-elements.json --no-summary --format table-flipped',
    after: 'build',
  },
  {
    name: 'browser flows',
    command: 'playwright test --reporter=list,json',
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: flowsReport },
    report: flowsReport,
    count: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
    after: 'build',
  },
];

let passed = 0;
let failed = 0;
const failedSteps = new Set();

mkdirSync('.cache', { recursive: true });
for (const step of steps) {
  console.log(`\n── ${step.name} ──`);
  const result = failedSteps.has(step.after) ? { passed: 0, failed: 1, skipped: true } : perform(step);
  if (result.skipped) console.log(`not possible without ${step.after}`);
  if (result.failed > 0) failedSteps.add(step.name);
  passed += result.passed;
  failed += result.failed;
}

if (failedSteps.size > 0) console.log(`\nFailed: ${[...failedSteps].join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function perform({ command, env, report, count }) {
  if (report) rmSync(report, { force: true }); // last time's is no result of this time
  const [tool, ...args] = command.split(' ');
  const began = performance.now();
  const path = tool === 'node' ? process.execPath : `node_modules/.bin/${tool}`;
  const { status, error } = spawnSync(path, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) console.error(error.message);
  console.log(`${((performance.now() - began) / 1000).toFixed(1)} s`);

  if (!report) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  // A file that does not load, an error outside any test, or no test at all: nothing was counted, something is wrong.
  if (counted.passed + counted.failed === 0) console.error('No test ran.');
  const wrong = status !== 0 || counted.passed + counted.failed === 0;
  return { passed: counted.passed, failed: wrong ? Math.max(counted.failed, 1) : counted.failed };
}
