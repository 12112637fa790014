// The checks: `npm test` before each change, `.ci/run` for each change, `npm run test:all` before an issue is resolved.
// Arguments name parts: `npm test -- stores`. Only Node's own modules at the top: this file runs before `npm ci`.
import { readArguments } from './arguments.mjs';
import { isPrepared } from './prepare.mjs';
import { runParts } from './suite.mjs';

const LEVELS = ['test', 'ci', 'all'];
/** Typed linting makes many short-lived objects: small young generations cost a fifth of its time. */
const LINT = { NODE_OPTIONS: '--max-semi-space-size=64' };
/** The flows of `npm test`. The flows of a page of docs/ have no tag. */
const CORE = '@core|own-shop-faults';
const NODE = '.cache/runtimes/node_modules/node-';

/**
 * Each part, with the first level that runs it. The parts of a level run at the later levels, too. `whole` is what the
 * level all changes in a part.
 */
const PARTS = [
  { name: 'formatting', level: 'test', command: 'biome format .', together: true },
  { name: 'unused-code', level: 'test', command: 'knip', together: true },
  { name: 'types', level: 'test', command: 'tsc -b --pretty', together: true },
  { name: 'prose', level: 'test', command: 'node scripts/prose.mjs', together: true },
  {
    name: 'lint',
    level: 'test',
    command: 'eslint --max-warnings 0 . --ignore-pattern test --ignore-pattern e2e',
    env: LINT,
    together: true,
  },
  // A process of its own, because the types of the tests are a program of their own.
  { name: 'lint-tests', level: 'test', command: 'eslint --max-warnings 0 test e2e', env: LINT, together: true },
  {
    name: 'templates',
    level: 'test',
    command: 'lit-analyzer --strict --maxWarnings 0 --rules.no-invalid-css off src/elements',
    together: true,
  },
  {
    name: 'unit-tests',
    level: 'test',
    command: 'vitest run --project node --project simulation --project browser',
    counts: 'vitest',
  },
  {
    name: 'spec-coverage',
    level: 'test',
    command: 'node scripts/spec-coverage.mjs --check .cache/reports/unit-tests.json',
    after: 'unit-tests',
  },
  { name: 'build', level: 'test', command: 'node scripts/build.mjs' },
  { name: 'size', level: 'test', command: 'size-limit', after: 'build', together: true },
  {
    name: 'theming-reference',
    level: 'test',
    command: 'node scripts/theming-reference.mjs --check',
    after: 'build',
    together: true,
  },
  { name: 'package', level: 'test', command: 'publint --strict', after: 'build', together: true },
  { name: 'declarations', level: 'test', command: 'tsc -p test/declarations', after: 'build', together: true },
  {
    name: 'package-types',
    level: 'test',
    command:
      'attw --pack . --profile esm-only --exclude-entrypoints scudo.js fields.js form.css custom-elements.json vscode.html-custom-data.json web-types.json --no-summary --format table-flipped',
    after: 'build',
    together: true,
  },
  {
    name: 'flows',
    level: 'test',
    command: `playwright test --grep ${CORE} --grep-invert @more`,
    needs: 'built',
    after: 'build',
    counts: 'playwright',
  },
  {
    name: 'frameworks',
    level: 'ci',
    command: 'vitest run --project more --project react-18 --project react-19',
    needs: 'built',
    counts: 'vitest',
  },
  // More cases of the properties that `npm test` plays.
  {
    name: 'properties',
    level: 'ci',
    command: 'vitest run --project node --project simulation property.test.ts --testTimeout=600000',
    env: { SCUDO_RUNS: '10' },
    whole: { env: { SCUDO_RUNS: '30' } },
    counts: 'vitest',
  },
  // All others in Chromium, with a sample of the fault table.
  {
    name: 'more-flows',
    level: 'ci',
    command: `playwright test --grep ^(?!.*(${CORE}|@faults))|@more`,
    needs: 'built',
    counts: 'playwright',
  },
  {
    name: 'stores',
    level: 'ci',
    command: 'vitest run --config vitest.postgres.config.ts',
    needs: 'stores',
    counts: 'vitest',
  },
  {
    name: 'conformance',
    level: 'ci',
    command: 'vitest run --config vitest.conformance.config.ts',
    needs: 'conformance',
    counts: 'vitest',
  },
  {
    name: 'simulation',
    level: 'ci',
    command: 'node scripts/simulate.mjs fixed --payments 450',
    whole: { command: 'node scripts/simulate.mjs fixed' },
    counts: 'lines',
  },
  {
    name: 'firefox',
    level: 'ci',
    command: 'playwright test --config playwright.firefox.config.ts e2e/challenge e2e/keyboard e2e/redirect',
    whole: { command: 'playwright test --config playwright.firefox.config.ts' },
    needs: 'firefox',
    counts: 'playwright',
  },
  {
    name: 'examples',
    level: 'ci',
    command: 'node scripts/examples.mjs node-http react',
    whole: { command: 'node scripts/examples.mjs' },
    counts: 'lines',
  },
  {
    name: 'webkit',
    level: 'all',
    command: 'playwright test --config playwright.webkit.config.ts',
    needs: 'webkit',
    counts: 'playwright',
  },
  ...['22', '24'].flatMap((version) => [
    {
      name: `unit-tests-node-${version}`,
      level: 'all',
      command: `${NODE}${version}/bin/node node_modules/.bin/vitest run --project node --project simulation`,
      needs: 'runtimes',
      counts: 'vitest',
    },
    // The runner, the shop and the sandbox are processes of that Node.
    {
      name: `payment-node-${version}`,
      level: 'all',
      command: `${NODE}${version}/bin/node node_modules/.bin/playwright test e2e/challenge.spec.ts -g right.code.pays`,
      needs: 'runtimes',
      counts: 'playwright',
    },
  ]),
  {
    name: 'fault-table',
    level: 'all',
    command: 'playwright test fault-table --grep @faults',
    needs: 'built',
    counts: 'playwright',
  },
  { name: 'fuzz', level: 'all', command: 'node scripts/fuzz.mjs --cases 200000', counts: 'lines' },
  { name: 'soak', level: 'all', command: 'node scripts/soak.mjs --payments 400 --orders 10000', counts: 'lines' },
];

const { values, names } = readArguments({
  name: 'test',
  purpose:
    'Runs the parts of a level, or the parts that are named, and prints the time of each. `.ci/run` runs the level ci,\n' +
    '`npm run test:all` the level all. The last line is `N passed, N failed`.',
  names: { one: 'part', several: 'parts', choices: PARTS.map(({ name }) => name) },
  options: {
    level: { meaning: 'parts that run when none is named', kind: { oneOf: LEVELS }, default: 'test' },
  },
});

const isChosen = ({ name, level }) =>
  names.length > 0 ? names.includes(name) : LEVELS.indexOf(level) <= LEVELS.indexOf(values.level);
const isWhole = values.level === 'all';
if (!isPrepared('test')) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
await runParts(PARTS.filter(isChosen).map((part) => (isWhole ? { ...part, ...part.whole } : part)));
