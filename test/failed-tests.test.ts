import { describe, expect, it } from 'vitest';
import { failedTests, unstableFlows } from '../scripts/failed-tests.mjs';

describe('the summary of failed tests', () => {
  it('names the tests that failed in Vitest, without the stack of its own files, and a file that does not load', () => {
    const failureMessages = [
      'AssertionError: expected 1 to be 2\n    at a.test.ts:2:64\n    at /x/node_modules/vitest/y.js:1',
    ];
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'outer fails', status: 'failed', failureMessages },
          { fullName: 'outer passes', status: 'passed', failureMessages: [] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ];
    expect(failedTests('vitest', { testResults })).toEqual([
      'outer fails\n    AssertionError: expected 1 to be 2\n        at a.test.ts:2:64',
      'b.test.ts\n    Cannot find module',
    ]);
  });

  const red = (text: string) => `\u001B[31m${text}\u001B[39m`;
  const errors = [{ message: red('Expected: "b"\n\nReceived: "a"') }];
  const flow = (title: string, status: string, results: object[]) => ({
    title,
    ok: status !== 'unexpected',
    tests: [{ status, results }],
  });
  const specs = [
    flow('fails', 'unexpected', [{ errors }, { errors: [{ message: 'another' }] }]),
    flow('takes too long', 'unexpected', [{ errors: [{ message: 'Test timeout' }, { message: 'waiting for A' }] }]),
    flow('is repeated', 'flaky', [{ errors }, { errors: [] }]),
    flow('passes', 'expected', [{ errors: [] }]),
  ];
  const suites = [{ title: 'x.spec.ts', specs: [], suites: [{ title: 'outer', specs }] }];

  it('names the flows that failed in Playwright, with the errors of their first try', () => {
    expect(failedTests('playwright', { suites })).toEqual([
      'x.spec.ts › outer › fails\n    Expected: "b"\n    Received: "a"',
      'x.spec.ts › outer › takes too long\n    Test timeout\n    waiting for A',
    ]);
  });

  it('names the flows that passed only when they were repeated', () => {
    expect(unstableFlows({ suites })).toEqual([
      'x.spec.ts › outer › is repeated\n    Expected: "b"\n    Received: "a"',
    ]);
  });
});
