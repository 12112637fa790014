import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  enumeration,
  paddedCount,
  stringBooleanSchema,
  stringNumeric,
  twoDigitCountSchema,
} from '../../../src/protocol/values/enumeration.js';

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

describe('an enumeration', () => {
  const plain = enumeration(['YES', 'NO']);
  const spelled = enumeration(['YES', 'NO'], { Y: 'YES', AYE: 'YES' });

  it('an enumeration passes its values, and another spelling as the value of the documents', () => {
    for (const value of ['YES', 'NO']) {
      expect(plain.parse(value)).toBe(value);
      expect(spelled.parse(value)).toBe(value);
    }
    expect(spelled.parse('Y')).toBe('YES');
    expect(spelled.parse('AYE')).toBe('YES');
  });

  it.each(['', 'yes', 'N', 'MAYBE', 'toString', 1, true, null, ['Y']])('an enumeration does not pass %j', (value) => {
    expect(passes(plain, value)).toBe(false);
    expect(passes(spelled, value)).toBe(false);
  });
});

describe('a value that is sent as text', () => {
  it.each([
    [true, 'true'],
    [false, 'false'],
    ['true', 'true'],
    ['false', 'false'],
  ])('the boolean %j is sent as the text %s', (given, sent) => {
    expect(stringBooleanSchema.parse(given)).toBe(sent);
  });

  it.each(['', 'TRUE', 'yes', 0, 1, null])('the value %j is not sent as a boolean', (given) => {
    expect(passes(stringBooleanSchema, given)).toBe(false);
  });

  it('a number is sent as the text of its digits, if it has the form of the field', () => {
    const schema = stringNumeric(/^\d{1,3}$/, 'a number of three digits');
    expect(schema.parse(7)).toBe('7');
    expect(schema.parse('007')).toBe('007');
    for (const wrong of [1000, -1, 1.5, Number.NaN, '1000', '', 'x', true, null, [7]])
      expect(passes(schema, wrong)).toBe(false);
    expect(schema.safeParse(1000).error?.issues.map(({ message }) => message)).toEqual(['a number of three digits']);
  });
});
