import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decimalAmount, formatAmount, minorDigits } from '../../../src/protocol/values/amount.js';
import { digitsOf, maskCardNumber, passesLuhn } from '../../../src/protocol/values/card-number.js';
import { cardBrand } from '../../../src/protocol/values/card-scheme.js';
import { NUMERIC_COUNTRY_CODES } from '../../../src/protocol/values/numeric-country.js';
import { shortLanguage } from '../../../src/protocol/values/language-tag.js';
import { parsePhoneNumber } from '../../../src/protocol/values/phone-number.js';
import { isSafeAddress } from '../../../src/protocol/values/web-address.js';
import { TEST_CARDS } from '../../../src/sandbox.js';

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
});

it('a card number of JCB that begins with 2131 or 1800 has 15 or 16 digits', () => {
  for (const digits of ['2131', '1800']) expect(cardBrand(digits)?.lengths).toEqual([15, 16]);
});

describe('phone numbers', () => {
  it.each([
    ['+44 (0)20 7946 0000', '44', '2079460000'],
    ['0049 30 123456', '49', '30123456'],
    ['+1 (212) 555-0100', '1', '2125550100'],
    ['(+44) 20 7946 0000', '44', '2079460000'],
    ['tel:+442079460000', '44', '2079460000'],
    ['+225 07 07 12 34 56', '225', '0707123456'],
    ['+229 01 95 12 34 56', '229', '0195123456'],
    ['+242 06 123 4567', '242', '061234567'],
    ['+39 06 1234 5678', '39', '0612345678'],
    ['+7 495 1234567', '7', '4951234567'],
    ['+353 1 234 5678', '353', '12345678'],
    ['+٤٤ ٢٠٧٩٤٦٠٠٠٠', '44', '2079460000'],
    ['TEL:+44 20 7946 0000', '44', '2079460000'],
    ['  +44 1234 ', '44', '1234'],
    ['+441234567890123', '44', '1234567890123'],
    ['(0044) 20 7946 0000', '44', '2079460000'],
  ])('phone number %s has calling code %s and subscriber number %s', (text, country_code, subscriber_number) => {
    expect(parsePhoneNumber(text)).toEqual({ country_code, subscriber_number });
  });

  it.each([
    '',
    '020 7946 0000',
    '+',
    '+44',
    '+0 123456',
    '+999 1234567',
    '+44 20 7946 0000 0000 0000',
    '+44 20 7946 0000 ext 4',
    '+44 123',
    '+44 20 7946 0000#4',
    '+44 20 7946 0000,4',
    '+44 20 7946 0000;4',
    '+44 20 7946 0000*4',
    '1 +44 20 7946 0000',
    'x tel:+442079460000',
    '((+44 20 7946 0000',
    'phone',
  ])('text “%s” is no phone number', (text) => {
    expect(parsePhoneNumber(text)).toBeUndefined();
  });
});

describe('calling codes', () => {
  // The list of assigned codes (ITU-T E.164): at both ends of each group of two digits, and beside it.
  it.each([
    ...['1', '7', '20', '27', '30', '31', '33', '34', '36', '39', '40', '41', '43', '44', '49', '51', '58', '60', '66'],
    ...['81', '82', '84', '86', '90', '95', '98'],
    ...['211', '212', '218', '220', '260', '269', '290', '298', '350', '359', '370', '389', '420', '423', '500', '509'],
    ...['590', '599', '670', '692', '800', '808', '850', '856', '870', '880', '886', '960', '979', '992', '998'],
  ])('a number that begins with +%s has this calling code', (code) => {
    expect(parsePhoneNumber(`+${code} 345678`)).toEqual({ country_code: code, subscriber_number: '345678' });
  });
});

describe('addresses', () => {
  it.each([
    'https://shop.example/a?b#c',
    'http://localhost:4173/x',
    'http://127.0.0.1:4174',
    'http://[::1]/',
    'http://shop.localhost/',
  ])('address %s is safe to open', (address) => {
    expect(isSafeAddress(address)).toBe(true);
  });

  it.each([
    'http://shop.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@bank.example/',
    'https://a:b@bank.example/',
    '//x',
    '',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'ftp://localhost/',
  ])('address “%s” is not safe to open', (address) => {
    expect(isSafeAddress(address)).toBe(false);
  });
});

describe('languages and countries', () => {
  it.each([
    ['en', 'en'],
    ['en-GB-oxendict', 'en-GB'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['abcdefgh', 'abcdefgh'],
    ['abcdefgh-x', 'abcdefgh'],
    ['sl-rozaj-biske-1994', 'sl-rozaj'],
    ['-abcdefghi', undefined],
    ['d!', undefined],
    ['!d', undefined],
    ['abcdefghi', undefined],
    ['', undefined],
    ['de_DE', undefined],
  ])('language tag “%s” is sent as %s', (tag, short) => {
    expect(shortLanguage(tag)).toBe(short);
  });

  it('each country has one two-letter code and one three-digit code', () => {
    expect(NUMERIC_COUNTRY_CODES.size).toBe(249);
    expect([...NUMERIC_COUNTRY_CODES.keys()]).toEqual([...NUMERIC_COUNTRY_CODES.keys()].sort());
    expect(new Set(NUMERIC_COUNTRY_CODES.values()).size).toBe(249);
    for (const [letters, digits] of NUMERIC_COUNTRY_CODES) {
      expect(letters).toMatch(/^[A-Z]{2}$/);
      expect(digits).toMatch(/^\d{3}$/);
    }
    expect(['GB', 'US', 'DE', 'AF'].map((code) => NUMERIC_COUNTRY_CODES.get(code))).toEqual([
      '826',
      '840',
      '276',
      '004',
    ]);
  });
});
