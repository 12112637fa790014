import { expect, it } from 'vitest';
import { isSameAmount } from '../../../../src/server/domain/record/same-amount.js';

it.each([
  ['1999', '1999', true],
  ['1999', '0001999', true],
  ['0', '000', true],
  ['999999999999999', '999999999999999', true],
  ['1999', '1998', false],
  ['1999', '19.99', false],
  ['19.99', '19.99', false],
  ['', '', false],
  ['', '0', false],
  ['0', '', false],
  ['1e3', '1000', false],
  ['1000', '1e3', false],
  ['-1', '-1', false],
  ['a1', 'a1', false],
  ['1 ', '1', false],
  ['1', ' 1', false],
  ['1', '1a', false],
  ['9999999999999999', '9999999999999999', false],
])('“%s” and “%s” are the same amount in minor units: %s', (one, other, same) => {
  expect(isSameAmount(one, other)).toBe(same);
  expect(isSameAmount(other, one)).toBe(same);
});
