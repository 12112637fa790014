/**
 * test/spec-coverage.md: each row of the documents' tables, and the test that fails when it is
 * broken. The tests are looked for in what Vitest lists, and those that run in a browser in their
 * own text. `--check REPORT` says of Vitest's JSON report of a run whether every row has a test that
 * passed, and whether the file is what it should be.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { relative } from 'node:path';

/** Every test of the node project, as `file` and full name. */
function listTests() {
  const list = `.cache/test-list-${process.pid}.json`;
  const { status, stderr } = spawnSync('node_modules/.bin/vitest', ['list', '--project', 'node', `--json=${list}`], {
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

/** The tests that passed in a run. */
function passedTests(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ ancestorTitles, title }) => ({
        file: relative('test', file),
        name: [...ancestorTitles, title].join(' > '),
      })),
  );
}

/** The rows are TypeScript, and Vite reads it. */
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

/** The names of the tests that prove a row; none is a row that is empty. */
function proofsOf({ test: [file, name] }, tests) {
  const inBrowser = /^(e2e|elements|three-d-secure)\//.test(file);
  if (!inBrowser)
    return tests.filter((test) => test.file === file && test.name.includes(name)).map((test) => test.name);
  const text = readFileSync(file.startsWith('e2e/') ? file : `test/${file}`, 'utf8');
  return [...text.matchAll(/\b(?:test|it)(?:\.\w+)*\((['`])(.*?)\1,/g)]
    .map(([, , title]) => title)
    .filter((title) => title.includes(name));
}

/** @param {readonly import('../test/spec-rows.ts').SpecRow[]} rows */
function coverageDocument(rows, tests) {
  const lines = [
    '# What of the documents is tested',
    '',
    `Made by \`npm run docs\` from test/spec-rows.ts and the tests: ${rows.length} rows, each with a test that fails when the row is broken.`,
  ];
  let heading = '';
  for (const row of rows) {
    const title = `${row.document}: ${row.table}`;
    if (title !== heading) lines.push('', `## ${title}`, '', '| row | test |', '|---|---|');
    heading = title;
    const [first = '', ...others] = proofsOf(row, tests);
    lines.push(
      `| ${cell(row.row)} | ${cell(`${row.test[0]}: ${first}`)}${others.length > 0 ? ` and ${others.length} more` : ''} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').slice(0, 220);

/** test/spec-coverage.md as it should be. */
export async function specCoverage() {
  return coverageDocument(await specRows(), listTests());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = await specRows();
  const tests = passedTests(process.argv.at(-1));
  const empty = rows.filter((row) => proofsOf(row, tests).length === 0);
  for (const { document, table, row, test } of empty)
    console.error(`${document}, ${table}, ${row}: no test passed that is called ${test.join(': ')}`);
  const stale = readFileSync('test/spec-coverage.md', 'utf8') !== coverageDocument(rows, tests);
  if (stale) console.error('test/spec-coverage.md is stale: npm run docs');
  console.log(`${rows.length - empty.length} of ${rows.length} rows of the documents have a test that passed.`);
  process.exitCode = empty.length > 0 || stale ? 1 : 0;
}
