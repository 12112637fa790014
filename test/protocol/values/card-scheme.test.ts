import { describe, expect, it } from 'vitest';
import { cardBrand } from '../../../src/protocol/values/card-scheme.js';
import { TEST_CARDS } from '../../../src/sandbox.js';

describe('card schemes', () => {
  it.each(TEST_CARDS.map(({ number, scheme }) => [number, scheme]))('card %s belongs to %s', (number, scheme) => {
    const brand = cardBrand(number);
    expect(brand?.scheme).toBe(scheme);
    expect(brand?.lengths).toContain(number.length);
  });

  it.each([
    ['4', 'Visa', 3, [13, 16, 19], undefined],
    ['51', 'Mastercard', 3, [16], undefined],
    ['34', 'American Express', 4, [15], [4, 6, 5]],
    ['37', 'American Express', 4, [15], [4, 6, 5]],
    ['36', 'Diners Club', 3, [14, 16, 19], [4, 6]],
    ['35', 'JCB', 3, [16, 17, 18, 19], undefined],
    ['1800', 'JCB', 3, [15, 16], undefined],
    ['65', 'Discover', 3, [16, 19], undefined],
  ])(
    'card numbers that begin with %s are those of %s, with %i digits of the security code and numbers of %j digits',
    (digits, name, securityCodeLength, lengths, groups) => {
      const brand = cardBrand(digits.padEnd(4, '3'));
      expect(brand).toMatchObject({ name, securityCodeLength, lengths });
      expect(brand?.groups).toEqual(groups);
    },
  );

  it.each([
    ['50', undefined],
    ['51', 'MASTERCARD'],
    ['55', 'MASTERCARD'],
    ['56', undefined],
    ['222', undefined],
    ['2229', 'MASTERCARD'],
    ['223', 'MASTERCARD'],
    ['229', 'MASTERCARD'],
    ['23', 'MASTERCARD'],
    ['26', 'MASTERCARD'],
    ['270', 'MASTERCARD'],
    ['271', 'MASTERCARD'],
    ['272', undefined],
    ['28', undefined],
    ['33', undefined],
    ['34', 'AMEX'],
    ['37', 'AMEX'],
    ['300', 'DINERS'],
    ['305', 'DINERS'],
    ['306', undefined],
    ['3095', 'DINERS'],
    ['3096', undefined],
    ['38', 'DINERS'],
    ['39', 'DINERS'],
    ['3529', 'JCB'],
    ['353', 'JCB'],
    ['358', 'JCB'],
    ['359', undefined],
    ['6010', undefined],
    ['649', 'DISCOVER'],
    ['65', 'DISCOVER'],
    ['66', undefined],
    ['14', undefined],
    ['134', undefined],
    ['136', undefined],
    ['13528', undefined],
    ['12131', undefined],
    ['16011', undefined],
    ['151', undefined],
    ['2221', 'MASTERCARD'],
    ['2720', 'MASTERCARD'],
    ['2721', undefined],
    ['2220', undefined],
    ['36', 'DINERS'],
    ['3528', 'JCB'],
    ['3527', undefined],
    ['2131', 'JCB'],
    ['2132', undefined],
    ['1800', 'JCB'],
    ['1801', undefined],
    ['6011', 'DISCOVER'],
    ['644', 'DISCOVER'],
    ['643', undefined],
    ['9', undefined],
  ])('card numbers that begin with %s belong to %s', (digits, scheme) => {
    expect(cardBrand(digits)?.scheme).toBe(scheme);
  });

  it('a card number of JCB that begins with 2131 or 1800 has 15 or 16 digits', () => {
    for (const digits of ['2131', '1800']) expect(cardBrand(digits)?.lengths).toEqual([15, 16]);
  });
});
