// Runs parts of the checks. A failing part does not stop the next one unless that needs its result. The last line
// counts tests of Vitest and Playwright one by one. A script with counts counts by its last line, every other part as
// one.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { failedTests, unstableFlows } from './failed-tests.mjs';
import { isPrepared } from './prepare.mjs';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} command a file for `node`, a tool of node_modules/.bin, or the path of a program, with its
 * arguments
 * @property {Record<string, string>} [env]
 * @property {string} [needs] what setup.mjs prepares for it
 * @property {string} [after] the part whose result this one needs
 * @property {'vitest' | 'playwright' | 'lines'} [counts] the runner whose JSON report has the counts, or `lines` when
 * the last line of the output has them
 * @property {boolean} [together] runs beside its neighbours that have it, too: tools that use one core
 *
 * @typedef {{ name: string, seconds: number, passed: number, failed: number }} Result
 */

/** The options that make a runner write its report, and the counts in it. */
const RUNNERS = {
  vitest: {
    options: (report) => ` --reporter=default --reporter=json --outputFile.json=${report}`,
    env: () => ({}),
    countsOf: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  },
  playwright: {
    options: () => ' --reporter=list,json',
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    countsOf: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  },
};

/** @param {readonly Part[]} parts */
export async function runParts(parts) {
  process.chdir(new URL('..', import.meta.url).pathname);
  mkdirSync('.cache/reports', { recursive: true });
  const began = performance.now();
  /** @type {Result[]} */
  const results = [];
  for (const group of groupsOf(parts)) {
    const failed = failedOf(results);
    const titleOf = (part) => `${parts.indexOf(part) + 1} of ${parts.length}: ${part.name}`;
    // The output of parts that run together appears when each has ended.
    if (group.length > 1) console.log(`\n${group.map(titleOf).join(', ')} …`);
    results.push(...(await Promise.all(group.map((part) => resultOf(part, titleOf(part), failed, group.length > 1)))));
  }

  const failed = failedOf(results);
  if (failed.length > 0) {
    console.log(`\nFailed: ${failed.join(', ')}`);
    for (const part of parts) for (const test of failedTests(part.counts, readReport(part))) console.log(test);
  }
  const unstable = parts.flatMap((part) => (part.counts === 'playwright' ? unstableFlows(readReport(part)) : []));
  if (unstable.length > 0) console.log(`\nPassed only when repeated:\n${unstable.join('\n')}`);

  console.log('\nSeconds of each part:');
  for (const { name, seconds } of results) console.log(`${seconds.toFixed(1).padStart(8)}  ${name}`);
  console.log(`${secondsSince(began).toFixed(1).padStart(8)}  all together`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

const failedOf = (results) => results.filter(({ failed }) => failed > 0).map(({ name }) => name);

/** Neighbours that run together, and every other part alone. */
function groupsOf(parts) {
  const groups = [];
  for (const part of parts) {
    if (part.together && groups.at(-1)?.[0].together) groups.at(-1).push(part);
    else groups.push([part]);
  }
  return groups;
}

/** @returns {Promise<Result>} */
async function resultOf(part, heading, failedParts, beside) {
  const { name, needs, after, counts } = part;
  const runner = RUNNERS[counts];
  const title = `\n── ${heading} ──`;
  const began = performance.now();
  const result = (passed, failed) => ({ name, seconds: secondsSince(began), passed, failed });
  if (!beside) console.log(title);
  if (runner) rmSync(reportOf(part), { force: true }); // A report of an earlier run is no result of this one.
  if (failedParts.includes(after)) {
    console.log(`${beside ? `${title}\n` : ''}not possible without ${after}`);
    return result(0, 1);
  }
  if (needs && !isPrepared(needs)) return result(0, 1);

  const { code, output } = await run(part, runner, beside);
  if (beside) console.log(`${title}\n${output.trimEnd()}`);
  if (!counts) return code === 0 ? result(1, 0) : result(0, 1);
  const { passed, failed } = (runner ? countsOfReport(part, runner) : countsOfLastLine(output)) ?? NONE;
  // A file that does not load, an error outside any test, or no test at all: nothing was counted, and something is
  // wrong.
  if (passed + failed === 0) console.error('No test ran.');
  return result(passed, code !== 0 || passed + failed === 0 ? Math.max(failed, 1) : failed);
}

const NONE = { passed: 0, failed: 0 };
const reportOf = ({ name }) => `.cache/reports/${name}.json`;

/** Returns the report of a part; undefined when the part has none, or ended before it wrote one. */
function readReport(part) {
  const file = reportOf(part);
  return RUNNERS[part.counts] && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function countsOfReport(part, { countsOf }) {
  const report = readReport(part);
  return report && countsOf(report);
}

function countsOfLastLine(output) {
  const [, passed, failed] = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return passed === undefined ? undefined : { passed: Number(passed), failed: Number(failed) };
}

/** Runs a command. Its output appears at once, or later where parts run beside each other. */
function run(part, runner, beside) {
  const report = reportOf(part);
  const [tool, ...args] = `${part.command}${runner?.options(report) ?? ''}`.split(' ');
  const path = tool === 'node' ? process.execPath : tool.includes('/') ? tool : `node_modules/.bin/${tool}`;
  // A runner that writes to a terminal shows its progress there.
  const output = runner ? 'inherit' : 'pipe';
  return new Promise((resolve) => {
    let text = '';
    const child = spawn(path, args, {
      stdio: ['inherit', output, output],
      env: { ...process.env, ...part.env, ...runner?.env(report) },
    });
    const add = (chunk) => {
      text += String(chunk);
      if (!beside) process.stdout.write(chunk);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', add);
    child.on('error', ({ message }) => {
      add(`${message}\n`);
      resolve({ code: 1, output: text });
    });
    child.on('close', (code) => resolve({ code: code ?? 1, output: text }));
  });
}

function secondsSince(began) {
  return (performance.now() - began) / 1000;
}
