import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  holdsCardNumber,
  maskedError,
  withoutCardData,
  safeId,
  withoutCard,
} from '../../../src/server/util/card-data.js';
import { digitsOfAnyScript, NOTATIONS, spellingOf, surrounding } from '../card-spelling.js';

const NUMBER = '4222000006285344';
const CODE = '9876';
const card = { number: NUMBER, securityCode: CODE };

describe('a free text', () => {
  it.each(NOTATIONS)('a card number %s is masked, also one that no call has sent', (_notation, write) => {
    const masked = withoutCardData(`Refused: ${write('5555555555554444')}.`);
    expect(digitsOfAnyScript(masked)).not.toContain('5555555555554444');
    expect(masked).toMatch(/^Refused: .*\.$/);
  });

  it('a masked number keeps its first six and its last four digits', () => {
    expect(withoutCardData('Your card 4222 0000 0628 5344 is blocked.')).toBe(
      'Your card 4222 00** **** 5344 is blocked.',
    );
    expect(withoutCardData(`PAN_４${NUMBER.slice(1)}`)).toBe('PAN_４22200******5344');
  });

  it('the number that was sent in any script, with anything between its digits and any text around it, is masked', () => {
    fc.assert(
      fc.property(surrounding, spellingOf(NUMBER), surrounding, (before, number, after) => {
        expect(digitsOfAnyScript(withoutCardData(before + number + after, card))).not.toContain(NUMBER);
      }),
      { seed: 20_261_121, numRuns: 1_000 },
    );
  });

  it.each([
    ['in dingbats', Array.from(NUMBER, (digit) => '⓿❶❷❸❹❺❻❼❽❾'[Number(digit)]).join('')],
    ['in Hangzhou numerals', Array.from(NUMBER, (digit) => '〇〡〢〣〤〥〦〧〨〩'[Number(digit)]).join(' ')],
    ['beside more than nine other digits', `1234567890${NUMBER}1234567890`],
    ['after an ampersand', `&${NUMBER}`],
    ['after the beginning of a reference', `&#${NUMBER}; &#x${NUMBER}`],
    ['in references of references', Array.from(NUMBER, (digit) => `&amp;amp;#38;#x3${digit};`).join('')],
    [
      'in references with many zeros',
      Array.from(NUMBER, (digit) => `&#${'0'.repeat(40)}${48 + Number(digit)};`).join(''),
    ],
    ['in the form of a telephone number', `+${NUMBER.slice(0, 15)} ${NUMBER.slice(15)}`],
    ['in the form of a UUID', '42220000-0628-5344-8000-000000000018'],
  ])('the number that was sent %s is masked', (_how, text) => {
    const masked = digitsOfAnyScript(withoutCardData(text, card).replaceAll(/#38;|amp;/g, ''));
    expect(masked).not.toContain(NUMBER);
    expect(withoutCardData(text, card)).toContain('*');
  });

  it.each([
    'id 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'at 2026-11-21T12:00:00.123456, at 20261121120000',
    'ref 16898444372586159',
    'Call +44 20 7946 0000 or (800) 555-0199.',
    '11 digits: 12345678901',
  ])('the text “%s” stays as it is', (text) => {
    expect(withoutCardData(text, card)).toBe(text);
  });

  it.each([
    [`cvn=${CODE}`, 'cvn=****'],
    [`The security code is ${CODE}.`, 'The security code is ****.'],
    [`${NUMBER}, Ada ${CODE}`, '422200******5344, Ada ****'],
    ['CVC ９８７６', 'CVC ****'],
    ['Declined cvn=123 exp 12/28', 'Declined cvn=*** exp 12/28'],
    [`batch 1${CODE}`, `batch 1${CODE}`],
  ])('a security code in “%s” is hidden: “%s”', (text, masked) => {
    expect(withoutCardData(text, card)).toBe(masked);
  });

  it.each(['4', ' ', '４', '①', '12345678-1234-', '2026-11-21 ', '\u0301\u0323', '&#0', '&amp;', '&#38;', '&a1'])(
    'a card number at the end of 256 kB of “%s” is masked',
    (unit) => {
      const text = `${unit.repeat(262_144 / unit.length)} x ${NUMBER}`;
      expect(withoutCardData(text, card)).not.toContain(NUMBER);
    },
  );
});

describe('an answer of the gateway', () => {
  it('an answer keeps codes, ids and encoded values, and loses those that have the number', () => {
    const answer = {
      result: '987',
      pasref: '4567890123456789012',
      challenge_request_url: 'https://acs.example/challenge?cid=9876',
      encoded_creq: 'eyJ0aHCvn9876xQ',
      ds_trans_id: `4222-0000-0628-5344`,
      acs_info_indicator: [NUMBER, 'DATA_SHARE_ONLY'],
      message: `${NUMBER} (9876)`,
    };
    expect(withoutCard(answer, { number: NUMBER, securityCode: '9876' })).toEqual({
      ...answer,
      ds_trans_id: undefined,
      acs_info_indicator: ['422200******5344', 'DATA_SHARE_ONLY'],
      message: '422200********** (****)',
    });
  });

  it('an answer to a query loses the number by its first six and last four digits', () => {
    expect(withoutCard({ srd: NUMBER, batchid: '12' }, { number: '422200******5344' })).toEqual({ batchid: '12' });
  });

  it.each(['4222000006285344', '6500000000000000002', '36227206271667'])(
    'data of an extension has no number %s as a number of JSON',
    (number) => {
      const extension = JSON.parse(`{"id": "A1", "data": {"pan": ${number}, "code": ${CODE}}}`) as object;
      const text = JSON.stringify(withoutCard({ list: [extension] }, { number, securityCode: CODE }));
      expect(text).toContain(`${number.slice(0, 6)}****`);
      expect(text).not.toContain(number.slice(0, 15));
      expect(text).not.toContain(CODE);
    },
  );

  it('data of an extension with the number in a name, or nested too deeply, is dropped', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}"${NUMBER}"${']'.repeat(50_000)}`) as object;
    for (const data of [{ [`PAN_${NUMBER}`]: 1 }, deep])
      expect(withoutCard({ id: 'A1', data }, card)).toEqual({ id: 'A1' });
  });
});

it('an id is masked in a log only if it has the number of a scheme', () => {
  expect(safeId('4222000006285344')).toBe('422200******5344');
  for (const id of ['100000000123', '202611281234567', 'A-4222000006285345', '3f2504e0-4f89-41d3-9a0c-030582c33012']) {
    expect(safeId(id)).toBe(id);
    expect(holdsCardNumber(id)).toBe(false);
  }
  expect(holdsCardNumber('key-4111-1111-1111-1111-1')).toBe(true);
});

it.each(NOTATIONS)('an id with a card number %s holds one, and is masked in a log', (_notation, write) => {
  const id = write(NUMBER);
  expect(holdsCardNumber(id)).toBe(true);
  expect(digitsOfAnyScript(safeId(id))).not.toContain(NUMBER);
});

it.each([
  'key-3f2504e0-4f89-41d3-9a0c-030582c33012',
  '40041234-0628-4344-8000-000000000000',
  '2026-11-28 12:34:56.789',
  'A.2026_11_28.0001',
  '20261128123456_A',
  '+44 20 7946 0000',
  '16898444372586159',
  '4222.0000.0628.5345',
])('the id %s holds no card number', (id) => {
  expect(holdsCardNumber(id)).toBe(false);
  expect(safeId(id)).toBe(id);
});

it('an error of a listener keeps message, stack and class, which are masked', () => {
  class StoreError extends Error {
    readonly code = 'SQLITE_BUSY';
  }
  const plain = new StoreError('database is locked');
  expect(maskedError(plain)).toBe(plain);
  const masked = maskedError(new StoreError(`order of ${NUMBER}`)) as StoreError;
  expect(masked).toBeInstanceOf(StoreError);
  expect(masked).toMatchObject({ code: 'SQLITE_BUSY', message: 'order of 422200******5344' });
  expect(masked.stack).toMatch(/order of 422200\*{6}5344\n {4}at /);
});
