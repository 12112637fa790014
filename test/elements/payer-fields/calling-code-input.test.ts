import { describe, expect, it } from 'vitest';
import { takeCallingCode } from '../../../src/elements/payer-fields/calling-code-input.js';
import { PHONE_DATA } from '../../../src/elements/payer-fields/data-files.js';

const PLANS = await PHONE_DATA();

function taken(text: string, event: Event) {
  const input = Object.assign(document.createElement('input'), { type: 'tel', value: text });
  return [takeCallingCode(input, event, { 'phone-country': 'GB' }, PLANS), input.value];
}
const edit = (inputType: string) => new InputEvent('input', { inputType });

describe('takeCallingCode', () => {
  it.each([
    ['a paste', edit('insertFromPaste')],
    ['autofill', edit('insertReplacementText')],
    ['an event without a type', new Event('change')],
  ])('takes the code out after %s', (_name, event) => {
    expect(taken('+49 1512 3456789', event)).toEqual([{ 'phone-country': 'DE' }, '1512 3456789']);
  });

  it.each(['insertText', 'insertCompositionText', 'deleteContentBackward'])(
    'leaves the code while the shopper types (%s)',
    (inputType) => {
      expect(taken('+49 15', edit(inputType))).toEqual([{ 'phone-country': 'DE' }, '+49 15']);
    },
  );

  it.each(['+999 1234567', '020 7946 0000', ''])('changes nothing for the text “%s”', (text) => {
    expect(taken(text, new Event('change'))).toEqual([{}, text]);
  });
});
