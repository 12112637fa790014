// The tests that failed, and those that passed when they were repeated, from the JSON reports of the runners. Each has
// the beginning of its error.
import { stripVTControlCharacters } from 'node:util';

/** Lines of an error that say what was expected, what came, and where. */
const LINES = 12;

/**
 * Failed tests of a report.
 * @param {'vitest' | 'playwright' | undefined} runner
 * @param {any} report undefined for a step without one
 * @returns {string[]} title and error, indented
 */
export function failedTests(runner, report) {
  if (!report) return [];
  return runner === 'vitest'
    ? failedUnitTests(report)
    : flows(report).flatMap(({ title, spec }) => (spec.ok ? [] : [entry(title, errorOf(spec))]));
}

/**
 * Flows of a report that passed only when they were repeated. They wait for the wrong thing, or a browser's driver
 * does.
 * @param {any} report of Playwright; undefined for a step without one
 * @returns {string[]} title and the error of the first try, indented
 */
export function unstableFlows(report) {
  return flows(report).flatMap(({ title, spec }) =>
    spec.tests.some(({ status }) => status === 'flaky') ? [entry(title, errorOf(spec))] : [],
  );
}

function failedUnitTests({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    // A file that does not load has no tests.
    if (failed.length === 0) return status === 'failed' ? [entry(name, message)] : [];
    return failed.map(({ fullName, failureMessages }) => entry(fullName, failureMessages[0]));
  });
}

function flows(report) {
  return (report?.suites ?? []).flatMap((suite) => flowsOf(suite, []));
}

function flowsOf({ title, suites = [], specs = [] }, above) {
  const path = [...above, title];
  return [
    ...specs.map((spec) => ({ title: [...path, spec.title].join(' › '), spec })),
    ...suites.flatMap((suite) => flowsOf(suite, path)),
  ];
}

/** The errors of the first try. A flow that takes too long has two: the limit, and the call that was waiting. */
function errorOf({ tests }) {
  const failed = tests.flatMap(({ results }) => results).find(({ errors }) => errors.length > 0);
  return failed?.errors.map(({ message }) => message).join('\n');
}

function entry(title, error = 'no message') {
  const lines = stripVTControlCharacters(error).split('\n');
  const own = lines.filter((line) => line.trim() !== '' && !/^\s*at .*node_modules/.test(line));
  return [title, ...own.slice(0, LINES).map((line) => `    ${line}`)].join('\n');
}
