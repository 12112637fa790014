import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFECTS } from '../../scripts/simulation/defects.mjs';

it('plants each defect at one place of the present sources', () => {
  const places = DEFECTS.map(({ name, file, text }) => [name, readFileSync(file, 'utf8').split(text).length - 1]);
  expect(places).toEqual(DEFECTS.map(({ name }) => [name, 1]));
});
