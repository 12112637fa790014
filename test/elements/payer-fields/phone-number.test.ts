import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PHONE_DATA } from '../../../src/elements/payer-fields/data-files.js';
import { leftPhone, readPhoneNumber } from '../../../src/elements/payer-fields/phone-number.js';

const PLANS = await PHONE_DATA();
const read = (text: string, country = 'GB') => readPhoneNumber(text, country, PLANS);
const wire = (text: string, country?: string) => {
  const { number } = read(text, country);
  return number && `+${number.country_code} ${number.subscriber_number}`;
};

describe('readPhoneNumber', () => {
  it.each([
    ['GB', '020 7946 0000', '+44 2079460000'],
    ['GB', '07700 900123', '+44 7700900123'],
    ['DE', '0151 23456789', '+49 15123456789'],
    ['US', '(202) 555-0143', '+1 2025550143'],
    ['US', '1 202 555 0143', '+1 2025550143'],
    ['RU', '8 (912) 345-67-89', '+7 9123456789'],
    ['HU', '06 20 123 4567', '+36 201234567'],
    ['BY', '8 029 491-19-11', '+375 294911911'],
    ['AR', '011 15-2345-6789', '+54 91123456789'],
    ['IN', '011 2345 6789', '+91 1123456789'],
    ['US', '011 44 20 7946 0000', '+44 2079460000'],
    ['CA', '(011) 44 20 7946 0000', '+44 2079460000'],
    ['JM', '011 44 20 7946 0000', '+44 2079460000'],
    ['GB', '011 44 20 7946 0000', undefined],
    ['IN', '011 44 20 7946 0000', undefined],
    ['', '011 44 20 7946 0000', undefined],
    ['AR', '11 2345-6789', '+54 1123456789'],
    ['IT', '06 1234 5678', '+39 0612345678'],
    ['SM', '0549 886377', '+378 0549886377'],
    ['CI', '07 07 12 34 56', '+225 0707123456'],
    ['BJ', '01 95 12 34 56', '+229 0195123456'],
    ['CG', '06 123 4567', '+242 061234567'],
    ['GB', '٠٢٠ ٧٩٤٦ ٠٠٠٠', '+44 2079460000'],
    ['IN', '०९८७६५४३२१०', '+91 9876543210'],
    ['GB', '447700900123', '+44 7700900123'],
    ['FR', '33 6 12 34 56 78', '+33 612345678'],
  ])('in %s the national number %s is %s', (country, text, number) => {
    expect(wire(text, country)).toBe(number);
  });

  it.each([
    ['+44 (0)20 7946 0000', '+44 2079460000'],
    ['(+44) 20 7946 0000', '+44 2079460000'],
    ['tel:+442079460000', '+44 2079460000'],
    ['0044 20 7946 0000', '+44 2079460000'],
    ['+1 202 555 0143', '+1 2025550143'],
    ['\u202a+44 7700 900123\u202c', '+44 7700900123'],
    ['\u200e\u2066+447700900123', '+44 7700900123'],
    ['+४४ ७७०० ९००१२३', '+44 7700900123'],
    ['+39 06 1234 5678', '+39 0612345678'],
    ['+39 (0)6 1234 5678', '+39 0612345678'],
    ['+225 07 07 12 34 56', '+225 0707123456'],
    ['+54 9 11 2345 6789', '+54 91123456789'],
  ])('the international number %s is %s, whatever country is chosen', (text, number) => {
    expect(['GB', 'US', 'IT', 'AR', ''].map((country) => wire(text, country))).toEqual(Array(5).fill(number));
  });

  it.each([
    '',
    '+',
    '+44',
    '020',
    '+999 1234567',
    '+44 20 7946 0000 ext 4',
    '020 7946 0000 x4',
    '011 44',
    '4420',
    '33612345678',
    '07700 900123#4',
    'phone',
  ])('text “%s” is no phone number', (text) => {
    expect(wire(text)).toBeUndefined();
  });

  it('splits a number with a calling code into its country and its national part', () => {
    expect(read('+1 202 555 0143')).toMatchObject({ country: 'US', national: '202 555 0143' });
    expect(read('(+44) 20 7946 0000', 'US')).toMatchObject({ country: 'GB', national: '20 7946 0000' });
  });

  it('keeps the chosen country if it has the calling code of the number', () => {
    expect(read('+1 604 555 0143', 'CA').country).toBe('CA');
  });

  it('a number has no country for a calling code that is not assigned', () => {
    expect(read('+999 1234567').country).toBeUndefined();
  });

  it.each(Object.entries(PLANS))('reads the example of %s, national and international', (country, plan) => {
    const [callingCode, , lengths, example] = plan;
    const number = wire(example, country);
    expect(number).toMatch(new RegExp(`^\\+${callingCode} \\d+$`));
    expect(lengths).toContain(number!.split(' ')[1]!.length);
    expect(wire(number!, country)).toBe(number);
  });

  it('accepts any text, and returns numbers that the interface accepts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'+0123456789 ()-x') }),
        fc.constantFrom('GB', 'IT', 'US', 'AR', ''),
        (text, country) => {
          const { number } = read(text, country);
          if (number) expect(number.subscriber_number).toMatch(/^\d{3,15}$/);
        },
      ),
    );
  });
});

it.each([
  ['2125550143', 'US', '(212) 555-0143'],
  ['07400123456', 'GB', '07400 123456'],
  ['7400123456', 'GB', '7400123456'],
  ['0740 0123456', 'GB', '0740 0123456'],
  ['2125550143', 'nowhere', '2125550143'],
])('writes the phone number %s of %s as %s when the field is left', (typed, country, text) => {
  expect(leftPhone({ phone: typed, 'phone-country': country }, PLANS).phone).toBe(text);
});
