import { describe, expect, it } from 'vitest';
import { colorDepthOf } from '../../src/three-d-secure/color-depth.js';

describe('colorDepthOf', () => {
  for (const [reported, submitted] of [
    [1, 'ONE_BIT'],
    [2, 'ONE_BIT'],
    [3, 'ONE_BIT'],
    [4, 'FOUR_BITS'],
    [7, 'FOUR_BITS'],
    [8, 'EIGHT_BITS'],
    [14, 'EIGHT_BITS'],
    [15, 'FIFTEEN_BITS'],
    [16, 'SIXTEEN_BITS'],
    [23, 'SIXTEEN_BITS'],
    [24, 'TWENTY_FOUR_BITS'],
    [30, 'TWENTY_FOUR_BITS'],
    [31, 'TWENTY_FOUR_BITS'],
    [32, 'THIRTY_TWO_BITS'],
    [47, 'THIRTY_TWO_BITS'],
    [48, 'FORTY_EIGHT_BITS'],
    [64, 'FORTY_EIGHT_BITS'],
    [0, 'ONE_BIT'],
    [-1, 'ONE_BIT'],
    [NaN, 'ONE_BIT'],
  ] as const) {
    it(`colorDepthOf returns ${submitted} for ${reported}`, () => {
      expect(colorDepthOf(reported)).toBe(submitted);
    });
  }
});
