import { fixture, html } from '@open-wc/testing';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ScudoCheckout } from '../../../src/index.js';
import '../../../src/index.js';
import { BackendError } from '../../../src/payment/backend-client/backend-error.js';
import { stillClock, settle } from '../../../demo/pages/gallery/still-clock.js';
import { OPEN_ORDER, PAID, scriptedBackend } from '../../browser/scripted-backend.js';

async function form(answers: Parameters<typeof scriptedBackend>[0] = {}) {
  const backend = scriptedBackend({ authenticate: () => PAID, ...answers });
  const element = await fixture<ScudoCheckout>(
    html`<scudo-checkout order="A1" .adapter=${backend} .clock=${stillClock()}></scudo-checkout>`,
  );
  const shown = async () => {
    await settle();
    await element.updateComplete;
    await settle();
  };
  await shown();
  const field = (id: string) => element.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`)!;
  return {
    element,
    backend,
    shown,
    field,
    error: (id: string) => element.shadowRoot!.querySelector(`#${id}-error`)!.textContent,
    hint: (id: string) => element.shadowRoot!.querySelector(`#${id}-hint`)?.textContent,
    /** Fills a field as browsers and password managers do: sets the value and fires one event. */
    async fill(id: string, value: string, event = 'change') {
      field(id).value = value;
      field(id).dispatchEvent(new Event(event, { bubbles: true }));
      await shown();
    },
    async pay() {
      element.shadowRoot!.querySelector<HTMLElement>('[part~=pay-button]')!.click();
      await shown();
      await shown();
    },
  };
}

describe('the card fields', () => {
  describe.each(['a paste over all', 'autofill'])('%s', (way) => {
    it.each([
      ['number', '4222 0000 0628 5344', '4222000006285344 5354560000000004', '4222 0000 0628 5344'],
      ['number', '4222 0000 0628 5344', '4222-0000-0628-5344 12/28 123', '4222 0000 0628 5344'],
      ['number', '4222 0000 0628 5345', '4222000006285344 12/28 123', '4222 0000 0628 5344'],
      ['number', '5', '5354560000000004 exp 12/28', '5354 5600 0000 0004'],
      ['number', '4000 1200 0000 1154', '4222000006285344, exp 12/28', '4222 0000 0628 5344'],
      ['expiry', '12 / 27', '15/28', '15 / 28'],
      ['expiry', '11 / 46', '13/28', '13 / 28'],
      ['expiry', '12 / 27', '11/28', '11 / 28'],
    ])('in the field %s with %s: %s is %s, as in an empty field', async (id, before, text, written) => {
      const { fill, field, shown } = await form();
      // fill() of userEvent selects all and inserts the text, as a paste does.
      const replace = (value: string) =>
        way === 'autofill' ? fill(id, value, 'input') : userEvent.fill(field(id), value);
      await replace(before);
      await replace(text);
      await shown();
      expect(field(id).value).toBe(written);
    });
  });

  it.each([
    ['4', 'Visa', '3 digits on the back of your card'],
    ['2720 99', 'Mastercard', '3 digits on the back of your card'],
    ['37', 'American Express', '4 digits on the front of your card'],
    ['36', 'Diners Club', '3 digits on the back of your card'],
    ['6011', 'Discover', '3 digits on the back of your card'],
    ['3528', 'JCB', '3 digits on the back of your card'],
    ['9', '', '3 digits on the back of your card'],
    ['2131', 'JCB', '3 digits on the back of your card'],
  ])(
    'the card fields show the brand of %s, and the length and place of its security code',
    async (digits, brand, hint) => {
      const { fill, hint: hintOf } = await form();
      await fill('number', digits, 'input');
      expect([hintOf('number'), hintOf('security-code')]).toEqual([brand, hint]);
    },
  );

  it('the card fields accept a pasted number with other text around its digits', async () => {
    const { field, shown } = await form();
    field('number').focus();
    const copied = Object.assign(document.createElement('textarea'), { value: 'Card no.: 4222-0000-0628-5344 (test)' });
    document.body.append(copied);
    copied.focus();
    copied.select();
    await userEvent.copy();
    copied.remove();
    field('number').focus();
    await userEvent.paste();
    await shown();
    expect(field('number').value).toBe('4222 0000 0628 5344');
  });

  it('the card fields accept and send values that a browser or a password manager fills in', async () => {
    const { fill, pay, backend } = await form();
    for (const [id, value] of Object.entries({
      number: '374245455400126',
      expiry: '2027-04',
      'security-code': '1234',
      name: 'Ada Lovelace',
    }))
      await fill(id, value);
    await pay();
    expect(backend.calls.find(({ call }) => call === 'authenticate')?.input).toMatchObject({
      card: {
        number: '374245455400126',
        expiryMonth: '04',
        expiryYear: '27',
        securityCode: '1234',
        fullName: 'Ada Lovelace',
      },
    });
  });

  it.each([
    ['number', '4222000006285345', 'Check the card number. It has a typing mistake.'],
    ['number', '422200000628534412345', 'This card number is too long.'],
    ['number', '42220000', 'This card number is too short.'],
    ['number', '9999000006285344', 'This kind of card is not accepted here.'],
    ['expiry', '01/20', 'This card has expired.'],
    ['expiry', '12/60', 'Check the year: no card is valid that long.'],
    ['expiry', '13/30', 'Enter the month and year, such as 04 / 29.'],
    ['security-code', '12', 'The security code has 3 digits.'],
    ['name', 'A', 'Enter the name as it is on your card.'],
    ['name', 'Ada 4222 0000 0628 5344', 'Enter the name as it is on your card.'],
  ])(
    'the card fields show and announce the error of %s with %s on leaving it, and remove it when the text is valid',
    async (id, value, words) => {
      const { element, fill, field, error, shown } = await form();
      await fill(id, value, 'input');
      expect(error(id)).toBe('');
      field(id).dispatchEvent(new Event('blur'));
      await shown();
      expect(error(id)).toBe(words);
      expect(element.shadowRoot!.querySelector('form > [aria-live]')!.textContent).toBe(words);
      expect(field(id).getAttribute('aria-describedby')).toContain(`${id}-error`);
      await fill(
        id,
        { number: '4222000006285344', expiry: '12/30', 'security-code': '123', name: 'Ada' }[id]!,
        'input',
      );
      expect([error(id), field(id).ariaInvalid]).toEqual(['', 'false']);
    },
  );

  it('the card fields keep the focus when a field is complete, instead of moving to the next one', async () => {
    const { element, field, shown } = await form();
    field('number').focus();
    await userEvent.keyboard('4222000006285344');
    await shown();
    expect(element.shadowRoot!.activeElement).toBe(field('number'));
  });

  it('auto-advance focuses the field after a complete and valid one, and keeps a shopper who returns where they are', async () => {
    const { element, field, shown } = await form();
    element.autoAdvance = true;
    await shown();
    const focused = () => element.shadowRoot!.activeElement?.id;
    const type = async (text: string) => {
      await userEvent.keyboard(text);
      return focused();
    };
    field('number').focus();
    expect(await type('4222000006285345')).toBe('number');
    expect(await type('{Backspace}4')).toBe('expiry');
    expect(await type('12')).toBe('expiry');
    expect(await type('{Shift>}{Tab}{/Shift}{End}{Backspace}4')).toBe('number');
    expect(await type('{Tab}{End}40')).toBe('security-code');
    expect(await type('12')).toBe('security-code');
    // A composition and autofill do not move the focus.
    for (const event of [new InputEvent('input', { inputType: 'insertText', isComposing: true }), new Event('input')]) {
      field('security-code').value = '123';
      field('security-code').dispatchEvent(event);
      expect(focused()).toBe('security-code');
    }
    expect(await type('{Backspace}3')).toBe('name');
    expect(await type('Ada Lovelace')).toBe('name');
  });

  it('auto-advance stays in a card field before an email address', async () => {
    const { element, field, fill } = await form({ order: () => ({ ...OPEN_ORDER, ask: ['email'] }) });
    Object.assign(element, { autoAdvance: true, fieldOrder: ['name', 'number', 'expiry', 'security-code', 'email'] });
    await fill('number', '4222000006285344');
    field('security-code').focus();
    await userEvent.keyboard('123');
    expect(element.shadowRoot!.activeElement).toBe(field('security-code'));
  });

  it('the card fields mark a refused field until its text changes', async () => {
    const refused = new BackendError(
      {
        kind: 'problem',
        code: 'invalid-request',
        retryable: false,
        fields: [{ field: 'card.full_name', message: 'no' }],
      },
      'no',
    );
    const { fill, pay, field, error, shown } = await form({ authenticate: () => Promise.reject(refused) });
    for (const [id, value] of Object.entries({
      number: '4222000006285344',
      expiry: '12/30',
      'security-code': '123',
      name: 'Ada Lovelace',
    }))
      await fill(id, value);
    await pay();
    expect(error('name')).toBe('This was not accepted. Please check it.');
    field('name').dispatchEvent(new Event('blur'));
    await shown();
    expect(error('name')).toBe('This was not accepted. Please check it.');
    await fill('name', 'Ada King', 'input');
    expect(error('name')).toBe('');
  });
});

it('an inline challenge has the largest size that fits inside the padding of the element', async () => {
  const sized = async (padding: string) => {
    const { element, fill, pay, shown, backend } = await form();
    element.challenge = 'inline';
    element.style.cssText = `width: 430px; --scudo-padding: ${padding}`;
    await shown();
    for (const [id, value] of Object.entries({
      number: '4222000006285344',
      expiry: '12/30',
      'security-code': '123',
      name: 'Ada Lovelace',
    }))
      await fill(id, value);
    await pay();
    return (
      backend.calls.find(({ call }) => call === 'authenticate')!.input as {
        browserData: { challengeWindowSize: string };
      }
    ).browserData.challengeWindowSize;
  };
  expect([await sized('0px'), await sized('24px')]).toEqual(['WINDOWED_390X400', 'WINDOWED_250X400']);
});
