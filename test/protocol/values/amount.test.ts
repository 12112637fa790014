import { describe, expect, it, vi } from 'vitest';
import type * as z from 'zod/mini';
import {
  currencyCodeSchema,
  decimalAmount,
  formatAmount,
  exponentOf,
  isExponent,
  minorUnitsSchema,
  signedMinorUnitsSchema,
  withoutLeadingZeros,
} from '../../../src/protocol/values/amount.js';
import { LANGUAGES } from '../../../src/elements/i18n/languages.js';
import { digitsOf, ISO_4217 } from './iso-4217.js';

const passes = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe('amounts', () => {
  it('every code of ISO 4217 has its exponent, and an unknown code has 2', () => {
    for (const [code, exponent] of ISO_4217) expect([code, exponentOf(code)]).toEqual([code, exponent]);
    expect(formatAmount({ amount: '1999', currency: 'jpy' }, 'en')).toBe('¥1,999');
    for (const odd of ['', 'F', ' ', 'BIF CLP', 'toString']) expect(exponentOf(odd)).toBe(2);
  });

  it('every code of ISO 4217 is formatted with its decimals in every language of the elements', () => {
    for (const language of ['en', ...Object.keys(LANGUAGES)]) {
      for (const [currency, exponent] of ISO_4217) {
        const shown = digitsOf(formatAmount({ amount: '7', currency }, language));
        expect([language, currency, shown]).toEqual([language, currency, '7'.padStart(exponent + 1, '0')]);
      }
    }
  });

  it.each([
    ['HUF', 'hu', '199900', '1999,00 Ft'],
    ['RSD', 'sr-Latn', '199900', '1.999,00 RSD'],
    ['COP', 'es-CO', '1999900', '$ 19.999,00'],
    ['IDR', 'id', '1999900', 'Rp 19.999,00'],
    ['PKR', 'en', '199900', 'PKR 1,999.00'],
    ['MGA', 'en', '199900', 'MGA 1,999.00'],
    ['IQD', 'en', '1999', 'IQD 1.999'],
    ['CLF', 'en', '19990', 'CLF 1.9990'],
    ['UYW', 'en', '19990', 'UYW 1.9990'],
  ])('an amount in %s is written in %s with the decimals of ISO 4217', (currency, language, amount, text) => {
    expect(formatAmount({ amount, currency }, language).replace(/\s/gu, ' ')).toBe(text);
  });

  it.each([
    ['HUF', 0, '199900', 'HUF 199,900'],
    ['EUR', 3, '1999', '€1.999'],
    ['JPY', 2, '199900', '¥1,999.00'],
    ['KWD', 4, '5', 'KWD 0.0005'],
    ['EUR', undefined, '1999', '€19.99'],
  ])('an amount in %s with the exponent %s of its order has those decimals', (currency, exponent, amount, text) => {
    expect(formatAmount({ amount, currency, exponent }, 'en').replace(/\s/gu, ' ')).toBe(text);
  });

  it.each([
    ['1999', 2, '19.99'],
    ['5', 2, '0.05'],
    ['1999', 0, '1999'],
    ['0', 0, '0'],
    ['12', 2, '0.12'],
    ['1', 3, '0.001'],
    ['1', 4, '0.0001'],
    ['999999999999', 2, '9999999999.99'],
  ])('%s minor units with %s decimals are %s', (minor, exponent, decimal) => {
    expect(decimalAmount(minor, exponent)).toBe(decimal);
  });

  it('an exponent is a whole number from 0 to 4', () => {
    for (const right of [0, 2, 4]) expect(isExponent(right)).toBe(true);
    for (const wrong of [-1, 5, 1.5, NaN, '2', null, undefined]) expect(isExponent(wrong)).toBe(false);
  });

  it('formatAmount is exact to the last digit and follows the language', () => {
    expect(formatAmount({ amount: '999999999999', currency: 'EUR' }, 'en')).toBe('€9,999,999,999.99');
    expect(formatAmount({ amount: '1999', currency: 'EUR' }, 'de').replace(/\s/u, ' ')).toBe('19,99 €');
  });

  it('formatAmount makes no Intl.NumberFormat for English, and for a language with a format', () => {
    const order = { amount: '123456789', currency: 'EUR' };
    const format = { pattern: '0 ¤', decimal: ',', group: '.', upperGroup: 2, groupedFrom: 5, symbols: { EUR: '€' } };
    const made = vi.spyOn(Intl, 'NumberFormat');
    expect(formatAmount(order, 'en')).toBe('€1,234,567.89');
    expect(formatAmount({ ...order, exponent: 0 }, 'en')).toBe('€123,456,789');
    expect(formatAmount(order, 'xx', format)).toBe('12.34.567,89 €');
    expect(formatAmount({ ...order, amount: '123456' }, 'xx', format)).toBe('1234,56 €');
    expect(formatAmount({ ...order, currency: 'usd' }, 'xx', { ...format, pattern: '¤0' })).toBe(
      'USD\u00a012.34.567,89',
    );
    expect(formatAmount(order, 'xx', { ...format, digits: '٠١٢٣٤٥٦٧٨٩' })).toBe('١٢.٣٤.٥٦٧,٨٩ €');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  it.each(['EURO', 'E', ''])('formatAmount throws a RangeError for the currency “%s” in every language', (currency) => {
    for (const language of ['en', 'de'])
      expect(() => formatAmount({ amount: '1', currency }, language)).toThrow(RangeError);
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
    ['500', true],
    ['0', true],
    ['-500', true],
    ['-050', true],
    ['-0', false],
    ['-00', false],
    ['--5', false],
    ['1234567890123', false],
  ])('an amount of a line of “%s” passes: %s', (amount, expected) => {
    expect(passes(signedMinorUnitsSchema, amount)).toBe(expected);
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
