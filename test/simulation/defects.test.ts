import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFECTS } from '../../scripts/simulation/defects.mjs';
import { INVARIANTS } from './world/sim.js';

it('plants each defect at one place of the present sources', () => {
  const changes = DEFECTS.flatMap(({ guards = [], ...defect }) => [defect, ...guards]);
  const places = changes.map(({ file, text }) => [file, readFileSync(file, 'utf8').split(text).length - 1]);
  expect(places).toEqual(changes.map(({ file }) => [file, 1]));
});

it('plants at least one defect for each invariant', () => {
  const planted = new Set(DEFECTS.map(({ invariant }) => invariant));
  expect(Object.keys(INVARIANTS).filter((invariant) => !planted.has(invariant))).toEqual([]);
});
