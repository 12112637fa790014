import { fixture, html } from '@open-wc/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/elements/checkout/checkout-element.js';
import {
  cardNumberIn,
  cardNumberText,
  groupedDigits,
  isCardNumber,
  longestCardNumber,
} from '../../../src/elements/card-form/card-number-text.js';
import { insertedText, type CaretText } from '../../../src/elements/card-form/text-edit.js';
import type { ScudoCheckout } from '../../../src/elements/checkout/checkout-element.js';
import { digitsOf, passesLuhn } from '../../../src/protocol/values/card-number.js';
import { CARD_BRANDS } from '../../../src/protocol/values/card-scheme.js';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { scriptedBackend } from '../../browser/scripted-backend.js';
import { at, edit, edited, shown } from './typing.js';

/** First digits of each scheme. */
const FIRST_DIGITS = {
  VISA: ['4'],
  MASTERCARD: ['51', '2221', '2720'],
  AMEX: ['34', '37'],
  DINERS: ['300', '3095', '36', '39'],
  DISCOVER: ['6011', '65'],
  JCB: ['3528', '2131', '1800'],
};

describe('cardNumberText', () => {
  const after = (text: string, before = '', forward = false) => shown(cardNumberText({ ...at(text), before, forward }));

  it.each([
    ['4222|', '4222|'],
    ['42220|', '4222 0|'],
    ['4222000006285344|', '4222 0000 0628 5344|'],
    ['378282246310005|', '3782 822463 10005|'],
    ['30569309025904|', '3056 930902 5904|'],
    ['213100000000001|', '2131 0000 0000 001|'],
    ['4222-0000-0628-5344|', '4222 0000 0628 5344|'],
    ['٤٢٢٢٠|', '4222 0|'],
    ['４２２２０|', '4222 0|'],
    ['422|2 0000', '422|2 0000'],
    ['4222 9|000 0628', '4222 9|000 0628'],
    ['42229| 0000', '4222 9|000 0'],
    ['|', '|'],
  ])('writes %s as %s', (text, becomes) => {
    expect(after(text)).toBe(becomes);
  });

  it('deletes the digit beside a space that was deleted', () => {
    expect(after('4222|0000', '4222 0000')).toBe('422|0 000');
    expect(after('4222|0000', '4222 0000', true)).toBe('4222| 000');
  });

  it.each([
    ['a Mastercard', '5354 5600 0000 0004', '5354 5600 0000 00049|'],
    ['an American Express card', '3782 822463 10005', '3782 822463 100059|'],
    ['a Visa card', '4222 0000 0628 5344 999', '4222 0000 0628 5344 9999|'],
    ['a card of JCB that begins with 2131', '2131 0000 0000 0008', '2131 0000 0000 00089|'],
    ['a card of no known brand', '9999 9999 9999 9999 999', '9999 9999 9999 9999 9999|'],
  ])('a typed digit beyond the longest number of %s has no effect', (_card, before, text) => {
    expect(after(text, before)).toBe(`${before}|`);
  });

  it.each([
    ['a complete number of 16 digits', '4222 0000 0628 5344', '4222 0000 0628 5344|'],
    ['16 digits that are no valid number', '4222 0000 0628 5345', '4222 0000 0628 5345 9|'],
  ])('typing a digit after %s of a brand that also has 19 gives the right text', (_what, before, text) => {
    expect(after(`${before}9|`, before)).toBe(text);
  });

  it('a digit that is typed in the middle of a complete number removes none at its end', () => {
    expect(after('5354 59|600 0000 0004', '5354 5600 0000 0004')).toBe('5354 5|600 0000 0004');
  });

  it('a typed first digit that makes the number one of a longer brand is kept', () => {
    expect(after('4|5354 5600 0000 0004', '5354 5600 0000 0004')).toBe('4|535 4560 0000 0000 4');
  });

  it('keeps a longer text that was pasted', () => {
    expect(after('53545600000000041234567|')).toBe('5354 5600 0000 0004 1234 567|');
  });

  it('a pasted card number replaces all other digits', () => {
    expect(after('4222 Card: 378282246310005 12/28|', '4222')).toBe('3782 822463 10005|');
  });

  it('no sequence of edits loses or invents a digit, except beyond the longest number', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        edits.reduce<CaretText>((before, one) => {
          const raw = edited(before, one);
          const written = cardNumberText(raw);
          const digits = digitsOf(raw.text);
          const place = digitsOf(raw.text.slice(0, raw.caret)).length;
          const inserted = insertedText(raw);
          const isFull = digits.length > longestCardNumber(digits) && digitsOf(inserted).length === 1;
          const isSpace = inserted === '' && raw.text.length < before.text.length && digits === digitsOf(before.text);
          const removed = isFull || (isSpace && !raw.forward) ? place - 1 : isSpace ? place : -1;
          const expected =
            removed < 0
              ? { digits, place }
              : { digits: digits.slice(0, removed) + digits.slice(removed + 1), place: removed };
          const found = digitsOf(inserted).length > 1 ? cardNumberIn(inserted) : undefined;
          expect({
            digits: digitsOf(written.text),
            place: digitsOf(written.text.slice(0, written.caret)).length,
          }).toEqual(found === undefined ? expected : { digits: found, place: found.length });
          expect(written.text).toBe(groupedDigits(digitsOf(written.text)));
          return written;
        }, at('|'));
      }),
      { numRuns: 500 },
    );
  });
});

describe('cardNumberIn', () => {
  it.each([
    ['Card: 4222000006285344 exp 12/28 cvv 123', '4222000006285344'],
    ['Card: 4222 0000 0628 5344 exp 12/28 cvv 123', '4222000006285344'],
    ['4222 0000 0628 5344 12/28 123', '4222000006285344'],
    ['4222000006285344, 12/28, 123', '4222000006285344'],
    ['Order 4711 of 2026-11-21: 3782-822463-10005', '378282246310005'],
    ['4222000006285345 or 5354560000000004', '5354560000000004'],
    ['٤٢٢٢ ٠٠٠٠ ٠٦٢٨ ٥٣٤٤', '4222000006285344'],
    ['４２２２００００ ０６２８５３４４', '4222000006285344'],
    ['4222\u00a00000\u00a00628\u00a05344', '4222000006285344'],
    ['4222–0000–0628–5344', '4222000006285344'],
    ['6011 0000 0000 0000 126', '6011000000000000126'],
  ])('finds the number in %s', (text, number) => {
    expect(cardNumberIn(text)).toBe(number);
  });

  it.each(['', '4222', '4222 0000 0628 5345', '9999999999999995', 'Call 020 7946 0000', '422200000628534412'])(
    'finds no number in %j',
    (text) => {
      expect(cardNumberIn(text)).toBeUndefined();
    },
  );

  it('finds the number of every brand and length, in groups and between words', () => {
    const number = fc
      .constantFrom(...CARD_BRANDS.flatMap(({ scheme, lengths }) => lengths.map((length) => ({ scheme, length }))))
      .chain(({ scheme, length }) =>
        fc.tuple(fc.constantFrom(...FIRST_DIGITS[scheme]), fc.stringMatching(/^\d{19}$/)).map(([first, rest]) => {
          const digits = (first + rest).slice(0, length - 1);
          return digits + String([...Array(10).keys()].find((digit) => passesLuhn(digits + String(digit))));
        }),
      )
      .filter(isCardNumber);
    fc.assert(
      fc.property(number, fc.constantFrom('', ' ', '-'), (digits, gap) => {
        const written = groupedDigits(digits).replaceAll(' ', gap);
        expect(cardNumberIn(written)).toBe(digits);
        expect(cardNumberIn(`No. ${digits} (A1)`)).toBe(digits);
      }),
    );
  });
});

describe('the field of the card number', () => {
  async function field(): Promise<{ input: HTMLInputElement; brand: () => string }> {
    const element = await fixture<ScudoCheckout>(
      html`<scudo-checkout .adapter=${scriptedBackend()} .clock=${stillClock()} order="A1"></scudo-checkout>`,
    );
    await expect.poll(() => element.shadowRoot?.querySelector('#number')).toBeTruthy();
    const input = element.shadowRoot!.querySelector<HTMLInputElement>('#number')!;
    input.focus();
    return { input, brand: () => element.shadowRoot!.querySelector('[part=brand]')?.textContent?.trim() ?? '' };
  }

  it('groups the digits while the shopper types, and shows the brand', async () => {
    const { input, brand } = await field();
    await userEvent.keyboard('37828');
    expect(input.value).toBe('3782 8');
    expect(brand()).toBe('American Express');
    await userEvent.keyboard('2246310005');
    expect(input.value).toBe('3782 822463 10005');
  });

  it('deletes and inserts in the middle like any other field', async () => {
    const { input } = await field();
    await userEvent.keyboard('4222000006285344');
    input.setSelectionRange(5, 5);
    await userEvent.keyboard('{Backspace}');
    expect([input.value, input.selectionStart]).toEqual(['4220 0000 6285 344', 3]);
    await userEvent.keyboard('2');
    expect([input.value, input.selectionStart]).toEqual(['4222 0000 0628 5344', 4]);
    await userEvent.keyboard('{Delete}');
    expect([input.value, input.selectionStart]).toEqual(['4222 0000 6285 344', 4]);
  });

  it('the field of the card number can be emptied', async () => {
    const { input, brand } = await field();
    await userEvent.keyboard('42220{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}');
    expect([input.value, brand()]).toEqual(['', '']);
  });
});
