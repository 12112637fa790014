/**
 * `npm test`: types, lint, unit tests, build with size budget, browser flows. Every step runs whatever
 * the others say, except that without a build there are no flows. The last line sums up.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

const RESULTS = '.cache/results';
let passed = 0;
let failed = 0;

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

step('Types', 'node_modules/typescript/bin/tsc', '-b');
step('Lint', 'scripts/lint.mjs');
runner('Unit tests', `${RESULTS}/unit.json`, vitestCounts, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${RESULTS}/unit.json`);
if (step('Build', 'scripts/build.mjs')) {
  step('Size budget and package', 'scripts/check-package.mjs');
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = `${RESULTS}/flows.json`;
  runner('Browser flows', `${RESULTS}/flows.json`, playwrightCounts, 'node_modules/playwright/cli.js', 'test', '--reporter=list,json');
} else failed += 1;

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function run(title, command) {
  console.log(`\n# ${title}`);
  const begun = Date.now();
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  console.log(`# ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  return status === 0;
}

function step(title, ...command) {
  const good = run(title, command);
  if (good) passed += 1;
  else failed += 1;
  return good;
}

/** A test runner counts for its tests; one that ran none, or broke beside them, has failed. */
function runner(title, file, countsOf, ...command) {
  const good = run(title, command);
  let counts = { passed: 0, failed: 0 };
  try {
    counts = countsOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    console.log(`# ${title}: no results`);
  }
  passed += counts.passed;
  failed += counts.failed || (good && counts.passed > 0 ? 0 : 1);
}

function vitestCounts({ numPassedTests, numFailedTests }) {
  return { passed: numPassedTests, failed: numFailedTests };
}

function playwrightCounts({ stats: { expected, unexpected, flaky } }) {
  return { passed: expected, failed: unexpected + flaky };
}
