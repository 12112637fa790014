/**
 * test/spec-coverage.md: the rows and rules of the interface documents, and the tests that they name.
 *
 *     node scripts/spec-coverage.mjs --check VITEST.json [--flows PLAYWRIGHT.json]
 *
 * Fails unless each named test exists and passed in these reports, and the file is up to date. Without the report of
 * the browser flows it checks of a flow only that a test has its title, and says so.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

/**
 * @typedef {{ readonly file: string, readonly name: string, readonly status?: string }} Test
 * @typedef {import('../test/spec-rows/row.js').SpecRow} SpecRow
 * @typedef {import('../test/spec-rows/row.js').NamedTest} NamedTest
 */

const isFlow = (file) => file.startsWith('e2e/');
/** Vitest lists these only in a browser, so that their titles are read from the source. */
const isInBrowser = (file) => /^(elements|three-d-secure)\//.test(file);

/**
 * The listed tests that a name stands for. `${…}` in it stands for any text, as in the title of a test in a loop.
 * @param {NamedTest} named
 * @param {readonly Test[]} tests
 */
export function testsNamed([file, name], tests) {
  const parts = name.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(parts.join('.*'), 's');
  return tests.filter((test) => test.file === file && pattern.test(test.name));
}

/**
 * Lists the faults of a row: a title that no test has, or a test that did not pass.
 * @param {SpecRow} row
 * @param {readonly Test[]} ran The tests of the reports, with their status.
 * @param {boolean} flowsRan True if the reports contain the browser flows.
 * @returns {string[]}
 */
export function faultsOf({ tests }, ran, flowsRan) {
  return tests.flatMap(([file, name]) => {
    const found = testsNamed([file, name], isFlow(file) && !flowsRan ? titlesIn(file) : ran);
    if (found.length === 0) return [`${file} has no test named “${name}”`];
    return found
      .filter(({ status = 'passed' }) => status !== 'passed')
      .map((test) => `${file}: “${test.name}” ${test.status}`);
  });
}

/**
 * @param {readonly SpecRow[]} rows
 * @param {readonly Test[]} listed The tests of the node project.
 */
export function coverageDocument(rows, listed) {
  const flows = rows.filter(({ tests }) => tests.some(([file]) => isFlow(file))).length;
  const lines = [
    '# Rows of the interface documents, and the tests that they name',
    '',
    `Written by \`npm run docs\` from \`test/spec-rows.ts\`: ${rows.length} rows. \`npm test\` checks that each test named here`,
    `exists and passed. Of the browser flows in \`e2e/\`, which run later and which ${flows} rows name, it checks only that a`,
    'test has this title. Neither proves that a test fails when its row is broken.',
  ];
  let heading = '';
  for (const row of rows) {
    const title = `${row.document}: ${row.section}`;
    if (title !== heading) lines.push('', `## ${title}`, '', '| row | tests |', '|---|---|');
    heading = title;
    const names = row.tests.map((named) => shown(named, listed));
    lines.push(`| ${cell(row.row)} | ${names.map(cell).join('<br>')} |`);
  }
  return `${lines.join('\n')}\n`;
}

/** `file: title`, and how many more tests the name stands for. */
function shown([file, name], listed) {
  const found = testsNamed([file, name], isFlow(file) || isInBrowser(file) ? titlesIn(file) : listed);
  const more = found.length > 1 ? ` and ${found.length - 1} more` : '';
  return `${file}: ${standingAlone(found[0]?.name ?? name)}${more}`;
}

/** A test's name without the groups around it, where the title has them. */
function standingAlone(name) {
  const [group = '', ...inner] = name.split(' > ');
  return inner.length > 0 && inner.at(-1)?.includes(group) ? inner.join(' > ') : name;
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The titles that stand in a test's source. */
function titlesIn(file) {
  const text = readFileSync(isFlow(file) ? file : `test/${file}`, 'utf8');
  return [...text.matchAll(/\b(?:test|it)(?:\.\w+)*\(\s*(['`])(.*?)\1,/gs)].map(([, , name]) => ({ file, name }));
}

/** Each test of the node project, without running it. */
function listTests() {
  const list = `.cache/test-list-${process.pid}.json`;
  // Isolated: listing loads every file and runs none, so that a module mock of one file would reach the others.
  const args = ['list', '--project', 'node', '--isolate', `--json=${list}`];
  const { status, stderr } = spawnSync('node_modules/.bin/vitest', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(stderr);
  const tests = JSON.parse(readFileSync(list, 'utf8')).map(({ name, file }) => ({
    name,
    file: relative('test', file),
  }));
  rmSync(list);
  return tests;
}

/** The tests of Vitest's JSON report. */
function vitestTests(report) {
  return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative('test', file),
      name: [...ancestorTitles, title].join(' > '),
      status,
    })),
  );
}

/** The tests of Playwright's JSON report. */
function playwrightTests(report) {
  const { suites } = JSON.parse(readFileSync(report, 'utf8'));
  const testsOf = (suite, above) => [
    ...(suite.specs ?? []).map(({ title, ok, tests }) => ({
      file: `e2e/${suite.file}`,
      name: [...above, title].join(' > '),
      status: tests.some(({ status }) => status === 'skipped') ? 'skipped' : ok ? 'passed' : 'failed',
    })),
    ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, [...above, inner.title])),
  ];
  return suites.flatMap((suite) => testsOf(suite, []));
}

/** The rows are TypeScript, which Vite reads. */
async function specRows() {
  const vite = await createServer({
    configFile: false,
    server: { middlewareMode: true, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
  const { SPEC_ROWS } = await vite.ssrLoadModule('/test/spec-rows.ts');
  await vite.close();
  return SPEC_ROWS;
}

/** The content of test/spec-coverage.md. */
export async function specCoverage() {
  return coverageDocument(await specRows(), listTests());
}

async function check(report, flows) {
  const rows = await specRows();
  const ran = [...vitestTests(report), ...(flows === undefined ? [] : playwrightTests(flows))];
  const faulty = rows.filter((row) => {
    const faults = faultsOf(row, ran, flows !== undefined);
    for (const fault of faults) console.error(`${row.document}, ${row.section}, ${row.row}: ${fault}`);
    return faults.length > 0;
  });
  const isStale = readFileSync('test/spec-coverage.md', 'utf8') !== coverageDocument(rows, ran);
  if (isStale) console.error('test/spec-coverage.md is out of date. Run npm run docs.');
  console.log(`${rows.length - faulty.length} of ${rows.length} rows of the documents name tests that passed.`);
  if (flows === undefined) {
    const untried = rows.filter(({ tests }) => tests.some(([file]) => isFlow(file))).length;
    console.log(`Of the browser flows that ${untried} of them name, only the titles were looked up.`);
  }
  return faulty.length === 0 && !isStale;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { check: { type: 'string' }, flows: { type: 'string' } } });
  if (values.check === undefined)
    throw new TypeError('--check is missing: it names the JSON report of a run of Vitest.');
  process.exitCode = (await check(values.check, values.flows)) ? 0 : 1;
}
