import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pixelsOf, windowSizeFor } from '../../src/three-d-secure/window-size.js';

describe('windowSizeFor', () => {
  for (const [width, height, size] of [
    [1280, 900, 'WINDOWED_500X600'],
    [500, 600, 'WINDOWED_500X600'],
    [640, 599, 'WINDOWED_600X400'],
    [599, 599, 'WINDOWED_390X400'],
    [499, 600, 'WINDOWED_390X400'],
    [389, 700, 'WINDOWED_250X400'],
    [250, 400, 'WINDOWED_250X400'],
    [249, 400, 'FULL_SCREEN'],
    [1000, 399, 'FULL_SCREEN'],
  ] as const) {
    it(`windowSizeFor returns ${size} for ${width} by ${height}`, () => {
      expect(windowSizeFor({ width, height })).toBe(size);
    });
  }

  it('chooses no size that is wider or higher than the available space', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (width, height) => {
        const size = pixelsOf(windowSizeFor({ width, height }));
        return !size || (size.width <= width && size.height <= height);
      }),
    );
  });
});
