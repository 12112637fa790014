import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addRuns, keepSlice, readRuns } from '../../scripts/simulation/runs.mjs';
import { runWorlds } from './report/run.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'runs-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const play = (from: number, to: number) => runWorlds({ seed: 'kept', from, to });

it('keeps two slices of a program as one run of all their worlds, with the day of the last one', async () => {
  keepSlice(await play(0, 2), 'abc', '2026-11-20', folder);
  keepSlice(await play(2, 5), 'abc', '2026-11-21', folder);
  const { cpuSeconds: _time, ...whole } = await play(0, 5);
  expect(readdirSync(folder)).toEqual(['kept-0.json']);
  expect(readRuns(folder)).toEqual([expect.objectContaining({ ...whole, program: 'abc', day: '2026-11-21' })]);
});

it('keeps the slices of two programs apart', async () => {
  keepSlice(await play(0, 1), 'abc', '2026-11-20', folder);
  keepSlice(await play(1, 2), 'def', '2026-11-20', folder);
  expect(readRuns(folder).map(({ program, from, to }) => [program, from, to])).toEqual([
    ['abc', 0, 1],
    ['def', 1, 2],
  ]);
});

const NO_TOTALS = {
  runs: [],
  failures: [],
  faults: {},
  pageTransitions: {},
  orderTransitions: {},
  outcomes: {},
  states: {},
};

it('adds runs to the totals in two steps as in one', async () => {
  const [first, second] = [await play(0, 2), await play(2, 4)].map((run) => ({
    ...run,
    program: 'abc',
    day: '2026-11-20',
  }));
  const inTwoSteps = addRuns(addRuns(NO_TOTALS, [second!]), [first!]);
  expect(inTwoSteps).toEqual(addRuns(NO_TOTALS, [first!, second!]));
  expect(inTwoSteps.runs.map(({ from, to }) => [from, to])).toEqual([
    [0, 2],
    [2, 4],
  ]);
  expect(inTwoSteps.faults).toEqual((await play(0, 4)).faults);
});

it('refuses to add worlds that the totals have already', async () => {
  const run = { ...(await play(0, 2)), program: 'abc', day: '2026-11-20' };
  const totals = addRuns(NO_TOTALS, [run]);
  expect(() => addRuns(totals, [{ ...run, from: 1, program: 'def' }])).toThrow(
    'Worlds 0 to 2 of seed kept were counted twice.',
  );
});
