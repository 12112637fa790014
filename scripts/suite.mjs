// Runs the steps of a suite. A failing step does not stop the next one unless that needs its result; the last line
// counts: tests of Vitest and Playwright one by one, every other step as one.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { failedTests, unstableFlows } from './failed-tests.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command a file for `node`, a tool of node_modules/.bin, or the path of a program, with its
 * arguments
 * @property {string} [after] the step whose result this one needs
 * @property {Record<string, string>} [env]
 * @property {'vitest' | 'playwright'} [counts] whose JSON report has the counts
 * @property {string} [report] the path of that report
 * @property {boolean} [together] runs beside its neighbours that have it, too: tools that use one core
 */

/** Counts of a report, by runner. */
const COUNTS = {
  vitest: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  playwright: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
};

/** @param {readonly Step[]} steps */
export async function runSuite(steps) {
  process.chdir(new URL('..', import.meta.url).pathname);
  mkdirSync('.cache', { recursive: true });
  const began = performance.now();
  const total = { passed: 0, failed: 0 };
  const failedSteps = new Set();

  for (const group of groupsOf(steps)) {
    const results = await Promise.all(group.map((step) => resultOf(step, failedSteps, group.length > 1)));
    for (const [index, { passed, failed }] of results.entries()) {
      total.passed += passed;
      total.failed += failed;
      if (failed > 0) failedSteps.add(group[index].name);
    }
  }

  if (failedSteps.size > 0) {
    console.log(`\nFailed: ${[...failedSteps].join(', ')}`);
    for (const step of steps) for (const test of failedTests(step.counts, reportOf(step))) console.log(test);
  }
  const unstable = steps.flatMap((step) => (step.counts === 'playwright' ? unstableFlows(reportOf(step)) : []));
  if (unstable.length > 0) console.log(`\nPassed only when repeated:\n${unstable.join('\n')}`);
  console.log(`\nThe suite took ${seconds(began)} s.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/** Neighbours that run together, and every other step alone. */
function groupsOf(steps) {
  const groups = [];
  for (const step of steps) {
    if (step.together && groups.at(-1)?.[0].together) groups.at(-1).push(step);
    else groups.push([step]);
  }
  return groups;
}

async function resultOf(step, failedSteps, beside) {
  if (step.report) rmSync(step.report, { force: true }); // A report of an earlier run is no result of this one.
  if (failedSteps.has(step.after)) {
    console.log(`\n── ${step.name} ──\nnot possible without ${step.after}`);
    return { passed: 0, failed: 1 };
  }
  if (!beside) console.log(`\n── ${step.name} ──`);
  const began = performance.now();
  const { code, output } = await run(step, beside);
  if (beside) console.log(`\n── ${step.name} ──\n${output}${seconds(began)} s`);
  else console.log(`${seconds(began)} s`);

  if (!step.report) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const report = reportOf(step);
  const { passed, failed } = report ? COUNTS[step.counts](report) : { passed: 0, failed: 0 };
  // A file that does not load, an error outside any test, or no test at all: nothing was counted, and something is
  // wrong.
  if (passed + failed === 0) console.error('No test ran.');
  return { passed, failed: code !== 0 || passed + failed === 0 ? Math.max(failed, 1) : failed };
}

/** The report of a step; undefined when the step has none, or ended before it wrote one. */
function reportOf({ report }) {
  return report && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
}

/** Runs a command; its output appears at once, or is kept where steps run beside each other. */
function run({ command, env }, keep) {
  const [tool, ...args] = command.split(' ');
  const path = tool === 'node' ? process.execPath : tool.includes('/') ? tool : `node_modules/.bin/${tool}`;
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(path, args, {
      stdio: ['inherit', keep ? 'pipe' : 'inherit', keep ? 'pipe' : 'inherit'],
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => {
      if (!keep) console.error(error.message);
      resolve({ code: 1, output: `${output}${error.message}\n` });
    });
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function seconds(began) {
  return ((performance.now() - began) / 1000).toFixed(1);
}
