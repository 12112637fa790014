import { fixture, html } from '@open-wc/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/elements/checkout/checkout-element.js';
import { grouped } from '../../../src/elements/card-form/card-number-text.js';
import type { ScudoCheckout } from '../../../src/elements/checkout/checkout-element.js';
import { digitsOf } from '../../../src/protocol/values/card-number.js';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { scriptedBackend } from '../../browser/scripted-backend.js';

/** Returns a text with its caret, which `|` marks. */
const at = (text: string) => ({ text: text.replace('|', ''), caret: text.indexOf('|') });
const shown = ({ text, caret }: { text: string; caret: number }) => `${text.slice(0, caret)}|${text.slice(caret)}`;

describe('grouped', () => {
  it.each([
    ['4222|', '4222|'],
    ['42220|', '4222 0|'],
    ['4222000006285344|', '4222 0000 0628 5344|'],
    ['378282246310005|', '3782 822463 10005|'],
    ['30569309025904|', '3056 930902 5904|'],
    ['4222-0000-0628-5344|', '4222 0000 0628 5344|'],
    ['Card: 4222 0000 0628 5344.|', '4222 0000 0628 5344|'],
    ['٤٢٢٢٠|', '4222 0|'],
    ['422|2 0000', '422|2 0000'],
    ['4222 9|000 0628', '4222 9|000 0628'],
    ['42229| 0000', '4222 9|000 0'.slice(0, 12)],
    ['4222000006285344999999|', '4222 0000 0628 5344 999|'],
    ['|', '|'],
  ])('turns %s into %s', (typed, becomes) => {
    expect(shown(grouped(at(typed)))).toBe(becomes);
  });

  it('deletes the digit beside a space that was deleted', () => {
    expect(shown(grouped(at('4222|0000'), '4222 0000'))).toBe('422|0 000');
    expect(shown(grouped(at('4222|0000'), '4222 0000', true))).toBe('4222| 000');
  });

  it('keeps every digit, and the caret behind the same digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d -]{0,24}$/), fc.nat(24), (text, place) => {
        const caret = Math.min(place, text.length);
        const after = grouped({ text, caret });
        expect(digitsOf(after.text)).toBe(digitsOf(text).slice(0, 19));
        expect(digitsOf(after.text.slice(0, after.caret))).toBe(digitsOf(text.slice(0, caret)).slice(0, 19));
        expect(grouped(after)).toEqual(after);
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
