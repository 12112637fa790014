import { fixture, html } from '@open-wc/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import '../../../src/elements/checkout/checkout-element.js';
import type { ScudoCheckout } from '../../../src/elements/checkout/checkout-element.js';
import { securityCodeText } from '../../../src/elements/card-form/security-code-text.js';
import { insertedText, type CaretText } from '../../../src/elements/card-form/text-edit.js';
import { digitsOf } from '../../../src/protocol/values/card-number.js';
import { settle, stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { scriptedBackend } from '../../browser/scripted-backend.js';
import { at, edit, edited, shown } from './typing.js';

async function form() {
  const element = await fixture<ScudoCheckout>(
    html`<scudo-checkout .adapter=${scriptedBackend()} .clock=${stillClock()} order="A1"></scudo-checkout>`,
  );
  await expect.poll(() => element.shadowRoot?.querySelector('#number')).toBeTruthy();
  const field = (id: string) => element.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`)!;
  return {
    element,
    field,
    async type(id: string, keys: string) {
      field(id).focus();
      await userEvent.keyboard(keys);
      await element.updateComplete;
    },
    async paste(id: string, text: string) {
      const copied = Object.assign(document.createElement('textarea'), { value: text });
      document.body.append(copied);
      copied.select();
      await userEvent.copy();
      copied.remove();
      field(id).focus();
      await userEvent.paste();
      await element.updateComplete;
    },
    error: (id: string) => element.shadowRoot!.querySelector(`#${id}-error`)!.textContent,
    async leave(id: string) {
      field(id).blur();
      await settle();
      await element.updateComplete;
    },
  };
}

const UNDO = '{Control>}z{/Control}';
const REDO = '{Control>}{Shift>}z{/Shift}{/Control}';

describe('securityCodeText', () => {
  it.each([
    ['123', '', '1234|', '123|'],
    ['', '4222', '1234|', '123|'],
    ['', '37', '1234|', '1234|'],
    ['123', '37', '12345|', '1234|'],
    ['123', '4222', '1239|', '123|'],
    ['123', '4222', '19|23', '1|23'],
    ['1234', '4222', '123|', '123|'],
    ['', '4222', 'cvv: 123|', '123|'],
    ['', '4222', '١٢٣|', '123|'],
    ['', '4222', 'a|', '|'],
    ['', '4222', '|12345', '123|'],
  ])('after %j, with the card number %j, writes %s as %s', (before, number, text, becomes) => {
    const known = number === '' ? '4' : number;
    expect(shown(securityCodeText({ ...at(text), before }, known))).toBe(becomes);
  });

  it('a security code has up to four digits while the brand is unknown', () => {
    expect(shown(securityCodeText({ ...at('12345|'), before: '1234' }, ''))).toBe('1234|');
  });

  it('no sequence of edits invents a digit, or loses one except beyond the longest code', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), fc.constantFrom('4222', '37', ''), (edits, number) => {
        edits.reduce<CaretText>((before, one) => {
          const raw = edited(before, one);
          const after = securityCodeText(raw, number);
          const inserted = digitsOf(insertedText(raw));
          const kept = digitsOf(raw.text.slice(0, raw.caret - insertedText(raw).length));
          const behind = digitsOf(raw.text.slice(raw.caret));
          const most = number === '4222' ? 3 : 4;
          const taken = inserted.slice(0, Math.max(most - kept.length - behind.length, 0));
          expect(after).toEqual({ text: kept + taken + behind, caret: kept.length + taken.length });
          return after;
        }, at('|'));
      }),
      { numRuns: 500 },
    );
  });
});

describe('undo', () => {
  it('undo restores the earlier card numbers after the form has grouped the digits, and redo the later ones', async () => {
    const { field, type } = await form();
    await type('number', '42220');
    field('number').setSelectionRange(2, 2);
    await type('number', '99');
    const texts = [field('number').value];
    for (const keys of [UNDO, UNDO, REDO, REDO]) {
      await type('number', keys);
      texts.push(field('number').value);
    }
    expect(texts).toEqual(['4299 220', '4292 20', '4222 0', '4292 20', '4299 220']);
  });

  it('undo restores the card number that a pasted one replaced', async () => {
    const { field, type, paste } = await form();
    await type('number', '37828');
    await paste('number', 'Card: 4222000006285344 exp 12/28 cvv 123');
    expect(field('number').value).toBe('4222 0000 0628 5344');
    await type('number', UNDO);
    expect(field('number').value).toBe('3782 8');
  });

  it('undo ends at the empty field, and the form has the restored text', async () => {
    const { field, type, error, leave } = await form();
    await type('expiry', '1228');
    const texts = [field('expiry').value];
    while (field('expiry').value !== '' && texts.length < 10) {
      await type('expiry', UNDO);
      texts.push(field('expiry').value);
    }
    expect(texts.at(-1)).toBe('');
    expect(texts).not.toContain('122');
    await type('expiry', `${REDO}${REDO}${REDO}${REDO}`);
    expect(field('expiry').value).toBe('12 / 28');
    await leave('expiry');
    expect(error('expiry')).toBe('');
  });

  it('a key that has no effect is no step of undo', async () => {
    const { field, type } = await form();
    await type('security-code', '12');
    await type('number', '4');
    await type('security-code', '3');
    await type('security-code', 'x4');
    expect(field('security-code').value).toBe('123');
    await type('security-code', UNDO);
    expect(field('security-code').value).toBe('12');
  });
});

describe('the fields of the card', () => {
  it('typing four digits into the expiry date writes month and year', async () => {
    const { field, type } = await form();
    await type('expiry', '4');
    expect([field('expiry').value, field('expiry').selectionStart]).toEqual(['04 / ', 5]);
    await type('expiry', '28');
    expect(field('expiry').value).toBe('04 / 28');
    await type('expiry', '{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(field('expiry').value).toBe('');
  });

  it.each(['12/2028', '2028-12', '1228', '12 2028'])(
    'an expiry date that a password manager fills in as %s is written as 12 / 28',
    async (value) => {
      const { element, field } = await form();
      field('expiry').value = value;
      field('expiry').dispatchEvent(new Event('change', { bubbles: true }));
      await element.updateComplete;
      expect(field('expiry').value).toBe('12 / 28');
    },
  );

  it('an expiry date that was typed with four digits of the year is written with two after leaving it', async () => {
    const { field, type, leave } = await form();
    await type('expiry', '122028');
    expect(field('expiry').value).toBe('12 / 2028');
    await leave('expiry');
    expect(field('expiry').value).toBe('12 / 28');
  });

  it('a pasted number that is too long is kept, and the error says so', async () => {
    const { field, paste, leave, error } = await form();
    await paste('number', '53545600000000041');
    expect(field('number').value).toBe('5354 5600 0000 0004 1');
    await leave('number');
    expect(error('number')).toBe('This card number is too long.');
  });

  it('a year that no card has is an error', async () => {
    const { type, leave, error } = await form();
    await type('expiry', '1299');
    await leave('expiry');
    expect(error('expiry')).toBe('Check the year: no card is valid that long.');
  });

  it('a security code of four digits is no error while the brand is unknown', async () => {
    const { type, leave, error } = await form();
    await type('security-code', '1234');
    await leave('security-code');
    expect(error('security-code')).toBe('');
    await type('number', '4');
    await type('security-code', '{End}{Backspace}4');
    await leave('security-code');
    expect(error('security-code')).toBe('');
  });

  it.each([
    ['expiry', ['４', '４２８'], '04 / 28'],
    ['number', ['3', '37828'], '3782 8'],
    ['security-code', ['x', 'x12'], '12'],
  ])('the text of the field %s is written at the end of a composition, and read before', async (id, steps, becomes) => {
    const { element, field } = await form();
    field(id).focus();
    for (const text of steps) {
      await cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      await element.updateComplete;
      expect(field(id).value).toBe(text);
    }
    if (id === 'number')
      expect(element.shadowRoot!.querySelector('#number-hint')!.textContent).toBe('American Express');
    await cdp().send('Input.insertText', { text: steps.at(-1)! });
    await element.updateComplete;
    expect(field(id).value).toBe(becomes);
  });

  it('the key of a screen keyboard is Next, and Go in the last field', async () => {
    const { field } = await form();
    expect(['number', 'expiry', 'security-code', 'name'].map((id) => field(id).enterKeyHint)).toEqual([
      'next',
      'next',
      'next',
      'go',
    ]);
  });
});
