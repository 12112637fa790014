import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passesLuhn } from '../../../src/protocol/values/card-number.js';
import { masked, maskedText } from '../../../src/sandbox/log/masking.js';

const checkDigit = (digits: string) =>
  Array.from({ length: 10 }, (_, digit) => String(digit)).find((last) => passesLuhn(digits + last))!;
/** Card numbers as the schemes give them: first digits and a length that belong together. */
const cardNumber = fc
  .oneof(
    ...(
      [
        ['4', 13],
        ['4', 16],
        ['4', 19],
        ['55', 16],
        ['2720', 16],
        ['37', 15],
        ['36', 14],
        ['3528', 16],
        ['6011', 16],
        ['65', 19],
      ] as const
    ).map(([prefix, length]) =>
      fc.stringMatching(new RegExp(`^\\d{${length - prefix.length - 1}}$`)).map((middle) => prefix + middle),
    ),
  )
  .map((digits) => digits + checkDigit(digits));

/** Text beside a card number. Digits are the hard case, because they hide its first digit. */
const around = fc.oneof(fc.string({ maxLength: 12 }), fc.stringMatching(/^\d{0,12}$/));

describe('masking', () => {
  test('a card number is masked in every place of a message', () => {
    fc.assert(
      fc.property(
        cardNumber,
        around,
        around,
        fc.constantFrom('a', 'accountholdername', 'user_agent', '#text', '@currency'),
        (number, before, after, key) => {
          const message = {
            [key]: before + number + after,
            list: [{ number }, number, [before + number]],
            [number]: 'a key',
            card: { number, cvn: { number: 'hush', presind: '1' } },
            url: `https://shop.example/${number}/return`,
          };
          const text = JSON.stringify(masked(message));
          expect(text).not.toContain(number);
          expect(text).not.toContain('hush');
          expect(text).toContain(`${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`);
        },
      ),
      { seed: 1 },
    );
  });

  test('a card number in groups, as a number or inside more digits is not logged', () => {
    expect(maskedText('card 4222 0000 0628 5344.')).toBe('card 4222 00** **** 5344.');
    expect(maskedText('4222-0000-0628-5344')).toBe('4222-00**-****-5344');
    expect(masked({ amount: 4222000006285344 })).toEqual({ amount: '422200******5344' });
    expect(maskedText('994222000006285344')).not.toContain('4222000006285344');
  });

  test('masks a number in a field for card numbers, also with a wrong check digit', () => {
    expect(masked({ card_detail: { number: '4222000006285345' } })).toEqual({
      card_detail: { number: '422200******5345' },
    });
    expect(masked({ number: '42220000' })).toEqual({ number: '********' });
  });

  test('hides names of cardholders and authentication values', () => {
    const message = {
      card: { chname: 'Ada Lovelace' },
      card_detail: { full_name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' },
      mpi: { authentication_value: 'ODQzNjgwNjU0ZjM3N2JmYTg0NTM=', cavv: 'AJk=', eci: '05' },
    };
    expect(masked(message)).toEqual({
      card: { chname: '***' },
      card_detail: { full_name: '***', first_name: '***', last_name: '***' },
      mpi: { authentication_value: '***', cavv: '***', eci: '05' },
    });
    expect(masked({ authentication_value: '', chname: null })).toEqual({ authentication_value: '', chname: null });
  });

  test('hashes and secrets are left out, security codes hidden', () => {
    expect(
      masked({
        sha1hash: 'x',
        sha256hash: 'x',
        refundhash: 'x',
        Authorization: 'x',
        secret: 'x',
        cvn: { number: '123', presind: '1' },
        cvv: '123',
      }),
    ).toEqual({
      cvn: { number: '***', presind: '1' },
      cvv: '***',
    });
  });

  test('times, identifiers, references and phone numbers stay readable', () => {
    const message = {
      '@timestamp': '20261120120000',
      server_trans_id: '00000000-0000-4000-8000-000000000018',
      at: '2026-11-20T12:00:00.000000',
      pasref: '16898444372586159',
      amount: '1999',
    };
    expect(masked(message)).toEqual(message);
  });

  test('masks a number of JCB that begins with 1800, and leaves a payments reference that begins so', () => {
    expect(maskedText('1800 0000 0000 002')).toBe('1800 00** ***0 002');
    expect(maskedText('18000000000000000')).toBe('18000000000000000');
  });

  test('a deeply nested or very long message is masked', () => {
    const nest = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
    expect(JSON.stringify(masked(nest)).length).toBeLessThan(200);
    expect((masked('x'.repeat(100_000)) as string).length).toBeLessThan(5_000);
  });
});
