import { describe, expect, it, vi } from 'vitest';
import type * as z from 'zod/mini';
import {
  currencyCodeSchema,
  decimalAmount,
  formatAmount,
  minorDigits,
  minorUnitsSchema,
  withoutLeadingZeros,
} from '../../../src/protocol/values/amount.js';

const passes = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe('amounts', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['BHD', 3],
  ])('an amount in %s has %i decimal digits', (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits);
  });

  it.each([
    ['1999', 'EUR', '19.99'],
    ['5', 'EUR', '0.05'],
    ['1999', 'JPY', '1999'],
    ['0', 'JPY', '0'],
    ['12', 'EUR', '0.12'],
    ['123', 'EUR', '1.23'],
    ['1', 'BHD', '0.001'],
    ['999999999999', 'EUR', '9999999999.99'],
  ])('%s minor units of %s are %s', (minor, currency, decimal) => {
    expect(decimalAmount(minor, currency)).toBe(decimal);
  });

  it('formatAmount is exact to the last digit and follows the language', () => {
    expect(formatAmount('999999999999', 'EUR', 'en')).toBe('€9,999,999,999.99');
    expect(formatAmount('1999', 'EUR', 'de').replace(/\s/u, ' ')).toBe('19,99 €');
  });

  it('formatAmount makes no formatter for the currency and language of the amount before', () => {
    formatAmount('1999', 'EUR', 'nl');
    const made = vi.spyOn(Intl, 'NumberFormat');
    expect(formatAmount('2050', 'EUR', 'nl').replace(/\s/u, ' ')).toBe('€ 20,50');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
    expect(formatAmount('2050', 'EUR', 'en')).toBe('€20.50');
    expect(formatAmount('2050', 'JPY', 'nl').replace(/\s/u, ' ')).toBe('JP¥ 2.050');
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
