import { expect, it } from 'vitest';
import { coverageDocument, faultsOf, testsNamed } from '../scripts/spec-coverage.mjs';
import { SPEC_ROWS, type SpecRow } from './spec-rows.js';

const FILE = 'protocol/a.test.ts';
const row = (...tests: SpecRow['tests']): SpecRow => ({
  document: 'Non-Card Payment Methods Interface',
  section: 'Limits',
  row: 'pageSize',
  tests,
});
const ran = (name: string, status: string, file = FILE) => ({ file, name, status });

it('a row is proven by a passing test of its file and name only', () => {
  const proven = row([FILE, 'accepts 100']);
  expect(faultsOf(proven, [ran('pages > accepts 100 records', 'passed')], true)).toEqual([]);
  expect(faultsOf(proven, [ran('accepts 100', 'passed', 'protocol/b.test.ts')], true)).toHaveLength(1);
  expect(faultsOf(proven, [ran('accepts 10', 'passed')], true)).toHaveLength(1);
  expect(faultsOf(proven, [], true)).toEqual([`${FILE} has no test named “accepts 100”`]);
});

it('a row is not proven while a test that it names failed or was skipped, whichever others passed', () => {
  for (const status of ['failed', 'skipped', 'pending', 'todo']) {
    expect(faultsOf(row([FILE, 'accepts']), [ran('accepts 1', 'passed'), ran('accepts 2', status)], true)).toEqual([
      `${FILE}: “accepts 2” ${status}`,
    ]);
    const both = row([FILE, 'accepts'], [FILE, 'refuses']);
    expect(faultsOf(both, [ran('accepts', 'passed'), ran('refuses', status)], true)).toHaveLength(1);
  }
});

it('a browser flow is looked up by its title, and by its result where the report of the flows is given', () => {
  const flow = row(['e2e/challenge.spec.ts', 'three wrong codes end the challenge without a payment']);
  expect(faultsOf(flow, [], false)).toEqual([]);
  expect(faultsOf(row(['e2e/challenge.spec.ts', 'a flow that does not exist']), [], false)).toHaveLength(1);
  expect(faultsOf(flow, [], true)).toHaveLength(1);
  expect(
    faultsOf(
      flow,
      [ran('challenge > three wrong codes end the challenge without a payment', 'skipped', 'e2e/challenge.spec.ts')],
      true,
    ),
  ).toHaveLength(1);
  expect(
    faultsOf(
      flow,
      [ran('challenge > three wrong codes end the challenge without a payment', 'passed', 'e2e/challenge.spec.ts')],
      true,
    ),
  ).toEqual([]);
});

it('a placeholder in a name stands for any text, and other signs for themselves', () => {
  const tests = [ran('submits ONE_BIT for 3', 'passed'), ran('takes {"a":1}. ', 'passed')];
  expect(testsNamed([FILE, 'submits ${submitted} for ${reported}'], tests)).toHaveLength(1);
  expect(testsNamed([FILE, 'takes {"a":1}.'], tests)).toHaveLength(1);
  expect(testsNamed([FILE, 'submits .* for'], tests)).toHaveLength(0);
});

it('each row of the documents names at least one test, and has a name of its own in its section', () => {
  expect(SPEC_ROWS.filter(({ tests }) => tests.length === 0)).toEqual([]);
  const names = SPEC_ROWS.map((one) => `${one.document}, ${one.section}, ${one.row}`);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

it('the list says what it does not prove', () => {
  const text = coverageDocument([row([FILE, 'accepts'])], [ran('accepts', 'passed')]);
  expect(text).toContain('| pageSize | protocol/a.test.ts: accepts |');
  expect(text).toContain('Neither proves that a test fails when its row is broken.');
});
