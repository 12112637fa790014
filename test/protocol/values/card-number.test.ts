import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOf, maskCardNumber, passesLuhn } from '../../../src/protocol/values/card-number.js';
import { TEST_CARDS } from '../../../src/sandbox.js';

describe('card numbers', () => {
  it('digitsOf finds the digits of pasted text, Arabic-Indic and Persian ones included', () => {
    expect(digitsOf('Card: 4222-0000 0628.5344!')).toBe('4222000006285344');
    expect(digitsOf('٤٢٢٢ ۰۰۰۰ ０６２８')).toBe('422200000628');
    expect(digitsOf('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹')).toBe('01234567890123456789');
    // The characters before and after the digits of both scripts.
    expect(digitsOf('\u065f\u066a\u06ef\u06fa')).toBe('');
  });

  it('each test card passes the Luhn check, and fails it with any one digit changed', () => {
    for (const { number } of TEST_CARDS) {
      expect(passesLuhn(number)).toBe(true);
      for (let place = 0; place < number.length; place++) {
        const other = String((Number(number[place]) + 1) % 10);
        expect(passesLuhn(number.slice(0, place) + other + number.slice(place + 1))).toBe(false);
      }
    }
    expect(passesLuhn('')).toBe(false);
  });

  // ISO/IEC 7812-1 annex B: a doubled digit from 5 on counts as its digits' sum.
  it.each(['18', '26', '34', '42', '59', '67', '75', '83', '91', '00'])(
    'the number %s passes the Luhn check',
    (digits) => {
      expect(passesLuhn(digits)).toBe(true);
    },
  );

  it('a masked card number shows at most its first six and last four digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12,19}$/), (number) => {
        const masked = maskCardNumber(number);
        return (
          masked.length === number.length &&
          masked.replace(/\*/g, '').length === 10 &&
          masked.startsWith(number.slice(0, 6)) &&
          masked.endsWith(number.slice(-4))
        );
      }),
    );
    expect(maskCardNumber('12345678901')).toBe('***********');
    expect(maskCardNumber('123456789012')).toBe('123456**9012');
  });
});
