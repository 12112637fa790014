import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { minorUnitsSchema, currencyCodeSchema, withoutLeadingZeros } from '../../../src/protocol/values/amount.js';
import { browserDataSchema } from '../../../src/protocol/three-d-secure/browser-data.js';
import { paddedCount, twoDigitCountSchema } from '../../../src/protocol/values/enumeration.js';
import { dateSchema, dateTimeSchema } from '../../../src/protocol/values/request-values.js';
import { compactDateTimeSchema } from '../../../src/protocol/values/xml-values.js';

const passes = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe('a date', () => {
  it.each(['2026-11-20', '2024-02-29'])('a date %s passes', (text) => {
    expect(passes(dateSchema, text)).toBe(true);
  });

  it.each(['2020-00-00', '2026-02-29', '2026-13-01', '2026-11-31', '20261120', '2026-11-20T00:00'])(
    'a date %s does not pass, because it does not exist or has another form',
    (text) => {
      expect(passes(dateSchema, text)).toBe(false);
    },
  );
});

describe('a date-time', () => {
  it.each(['2026-11-20T22:24', '2026-11-20T22:24:10.123456', '2026-11-20T22:24:10Z', '2026-11-20T22:24:10.000+00:00'])(
    'a date-time %s passes',
    (text) => {
      expect(passes(dateTimeSchema, text)).toBe(true);
    },
  );

  it.each(['2026-99-99T99:99', '2026-11-20T24:00:00', '2026-02-30T00:00:00', '2026-11-20', 'nonsense'])(
    'a date-time %s does not pass, because it does not exist or has another form',
    (text) => {
      expect(passes(dateTimeSchema, text)).toBe(false);
    },
  );
});

it.each([
  ['20261120222410', true],
  ['99999999999999', false],
  ['20260230000000', false],
])('the compact date-time %s passes: %s', (text, expected) => {
  expect(passes(compactDateTimeSchema, text)).toBe(expected);
});

describe('a time zone', () => {
  const { timezone } = browserDataSchema.shape;
  it.each(['0', '-840', '840', '+720', '-60', '0060', '60'])('offset of %s minutes passes', (offset) => {
    expect(passes(timezone, offset)).toBe(true);
    expect(passes(timezone, Number(offset))).toBe(true);
  });

  it.each(['841', '-841', '9999', '', 'CET', '1.5', '00000060'])('offset of %s minutes does not pass', (offset) => {
    expect(passes(timezone, offset)).toBe(false);
  });
});

describe('an amount', () => {
  it.each([
    ['1999', '1999'],
    ['0001999', '1999'],
    ['000', '0'],
    ['0', '0'],
    ['1000', '1000'],
    ['0100', '100'],
  ])('an amount of %s is %s without leading zeros', (amount, plain) => {
    expect(passes(minorUnitsSchema, amount)).toBe(true);
    expect(withoutLeadingZeros(amount)).toBe(plain);
  });

  it.each(['', '1.5', '-1', '1 ', ' 1', 'x', '1234567890123'])('an amount of “%s” does not pass', (amount) => {
    expect(passes(minorUnitsSchema, amount)).toBe(false);
  });

  it.each([
    // The documents list no currencies: the form decides.
    ['XXX', true],
    ['EUR', true],
    ['eur', false],
    ['EU', false],
    ['EURO', false],
    ['1EUR', false],
    ['E', false],
  ])('an amount in the currency %s passes: %s', (currency, expected) => {
    expect(passes(currencyCodeSchema, currency)).toBe(expected);
  });
});

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
