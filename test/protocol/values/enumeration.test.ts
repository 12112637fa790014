import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { paddedCount, twoDigitCountSchema } from '../../../src/protocol/values/enumeration.js';

const passes = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe('a count', () => {
  it.each([
    [paddedCount(4), '03', '03'],
    [paddedCount(4), '0003', '0003'],
    [paddedCount(4), '3', '3'],
    [paddedCount(4), 3, '0003'],
    [paddedCount(3), 12, '012'],
    [twoDigitCountSchema, '1', '01'],
    [twoDigitCountSchema, 1, '01'],
    [twoDigitCountSchema, '12', '12'],
  ])(
    'a count %# travels with the merchant’s own padding, or padded to the width of the field',
    (schema, given, sent) => {
      expect(schema.safeParse(given).data).toBe(sent);
    },
  );

  it.each([
    [paddedCount(3), '1234'],
    [paddedCount(3), 1234],
    [paddedCount(3), -1],
    [paddedCount(3), ''],
    [paddedCount(3), 'x'],
    [twoDigitCountSchema, '001'],
    [twoDigitCountSchema, 100],
  ])('a count %# that is too long or not a number does not pass', (schema, given) => {
    expect(passes(schema, given)).toBe(false);
  });
});
