import { fixture, html } from '@open-wc/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../../../src/elements/checkout/checkout-element.js';
import type { ScudoCheckout } from '../../../src/elements/checkout/checkout-element.js';
import { LANGUAGES } from '../../../src/elements/i18n/languages.js';
import type { LoadMessages, Messages } from '../../../src/elements/i18n/messages.js';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { OPEN_ORDER, scriptedBackend } from '../../browser/scripted-backend.js';

const button = (element: ScudoCheckout) => element.shadowRoot!.querySelector('[type=submit]')?.textContent?.trim();
const language = (element: ScudoCheckout) => element.shadowRoot!.querySelector('[lang]')!.getAttribute('lang');
const checkout = (lang: string, around = 'en', messages?: object, clock = stillClock()) =>
  fixture<HTMLElement>(
    html`<div lang=${around}><scudo-checkout lang=${lang} .messages=${messages} .adapter=${scriptedBackend({ order: () => OPEN_ORDER })} .clock=${clock} order="A1"></scudo-checkout></div>`,
  ).then((place) => place.querySelector('scudo-checkout')!);

describe('an element', () => {
  afterEach(() => Reflect.deleteProperty(LANGUAGES, 'xx'));

  it('an element that was removed loads no language', async () => {
    const load = vi.fn<LoadMessages>(() => Promise.reject(new Error('no connection')));
    const element = await checkout('xx');
    element.remove();
    LANGUAGES['xx'] = load;
    element.requestUpdate();
    await element.updateComplete;
    expect(load).not.toHaveBeenCalled();
  });

  it('an element has the language of its attribute', async () => {
    const element = await checkout('de');
    await expect.poll(() => button(element)).toMatch(/^19,99\s€ bezahlen$/);
    expect(element.shadowRoot!.querySelector('label[for=number]')!.textContent).toBe('Kartennummer');
    expect(language(element)).toBe('de');
  });

  it('an element has the language of the page around it when it has no attribute', async () => {
    const element = await checkout('', 'fr-BE');
    await expect.poll(() => button(element)).toMatch(/^Payer 19,99/);
  });

  it.each<[string, PropertyDescriptor]>([
    ['undefined', { value: undefined }],
    ['null', { value: null }],
    ['empty', { value: [] }],
    ['odd', { value: [1, undefined, 'fr_CA'] }],
    [
      'throwing',
      {
        get: () => {
          throw new Error('not for you');
        },
      },
    ],
  ])('shows the form when the languages of the browser are %s', async (_kind, languages) => {
    Object.defineProperty(navigator, 'languages', { ...languages, configurable: true });
    Object.defineProperty(navigator, 'language', { value: undefined, configurable: true });
    const element = await checkout('', '');
    Reflect.deleteProperty(navigator, 'languages');
    Reflect.deleteProperty(navigator, 'language');
    await expect.poll(() => button(element)).toBe('Pay €19.99');
  });

  it('runs from right to left in Arabic', async () => {
    const element = await checkout('ar');
    await expect.poll(() => element.shadowRoot!.querySelector('[dir]')?.getAttribute('dir')).toBe('rtl');
    expect(getComputedStyle(element.shadowRoot!.querySelector('label')!).direction).toBe('rtl');
  });

  it.each(['ar', 'fa', 'he'])('the example of the expiry date in %s has the month where it is typed', async (lang) => {
    const element = await checkout(lang);
    const input = () => element.shadowRoot!.querySelector<HTMLInputElement>('#expiry');
    await expect.poll(() => input()?.placeholder).toMatch(/[\u0590-\u06ff]/);
    const expiry = input()!;
    const shown = document.createElement('p');
    shown.style.unicodeBidi = getComputedStyle(expiry, '::placeholder').unicodeBidi;
    shown.textContent = expiry.placeholder;
    document.body.append(shown);
    const leftOf = (from: number, to: number) => {
      const range = new Range();
      range.setStart(shown.firstChild!, from);
      range.setEnd(shown.firstChild!, to);
      return range.getBoundingClientRect().left;
    };
    const separator = expiry.placeholder.indexOf('/');
    expect(leftOf(0, separator)).toBeLessThan(leftOf(separator + 1, expiry.placeholder.length));
    shown.remove();
  });

  it('follows its attribute, also back to English', async () => {
    const element = await checkout('es');
    await expect.poll(() => button(element)).toMatch(/^Pagar/);
    element.lang = 'en';
    await expect.poll(() => button(element)).toBe('Pay €19.99');
  });

  it.each<[string, LoadMessages]>([
    ['cannot be loaded', () => Promise.reject(new Error('gone'))],
    [
      'fails at once',
      () => {
        throw new Error('no address');
      },
    ],
    ['has no messages', () => Promise.resolve({ messages: { other: 'x' } as unknown as Messages })],
  ])('stays English when its language %s', async (_case, load) => {
    LANGUAGES['xx'] = load;
    const element = await checkout('xx');
    await expect.poll(() => button(element)).toBe('Pay €19.99');
    expect(language(element)).toBe('en');
  });

  it('loads its language again after ten seconds, though nothing else renders it', async () => {
    const clock = stillClock();
    let tries = 0;
    LANGUAGES['xx'] = () =>
      ++tries === 1 ? Promise.reject(new Error('gone')) : Promise.resolve({ messages: { pay: 'Xx' } as Messages });
    const element = await checkout('xx', 'en', undefined, clock);
    await expect.poll(() => button(element)).toBe('Pay €19.99');
    await expect.poll(() => clock.waiting).toBeGreaterThan(0);
    await clock.advance(10_000);
    await expect.poll(() => button(element)).toBe('Xx');
  });

  it.each([-3_600_000, 3_600_000])(
    'loads its language again after ten seconds when the clock is set by %d ms',
    async (ms) => {
      const clock = stillClock();
      const load = vi.fn<LoadMessages>(() => Promise.reject(new Error('no connection')));
      LANGUAGES['xx'] = load;
      const element = await checkout('xx', 'en', undefined, clock);
      await expect.poll(() => button(element)).toBe('Pay €19.99');
      clock.set(ms);
      element.requestUpdate();
      await element.updateComplete;
      await clock.advance(9_999);
      expect(load).toHaveBeenCalledTimes(1);
      await clock.advance(1);
      await expect.poll(() => load.mock.calls.length).toBe(2);
    },
  );

  it('loads its language again with a later rendering, at most every ten seconds', async () => {
    const load = vi.fn<LoadMessages>(() => Promise.reject(new Error('no connection')));
    LANGUAGES['xx'] = load;
    const clock = stillClock();
    const element = await checkout('xx', 'en', undefined, clock);
    await expect.poll(() => button(element)).toBe('Pay €19.99');
    element.requestUpdate();
    await element.updateComplete;
    expect(load).toHaveBeenCalledOnce();

    load.mockImplementation(() => Promise.resolve({ messages: { pay: 'Talu {amount}' } as Messages }));
    await clock.advance(10_000);
    element.requestUpdate();
    await expect.poll(() => button(element)).toMatch(/^Talu /);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('shows English for messages that its language does not have', async () => {
    LANGUAGES['xx'] = () => Promise.resolve({ messages: { card: 'Cerdyn', pay: 1 } as unknown as Messages });
    const element = await checkout('xx');
    await expect.poll(() => language(element)).toBe('xx');
    expect(button(element)).toMatch(/^Pay /);
  });

  it('prefers messages of the page', async () => {
    const element = await checkout('de', 'en', { pay: 'Jetzt {amount} zahlen' });
    await expect.poll(() => button(element)).toMatch(/^Jetzt 19,99\s€ zahlen$/);
    expect(element.shadowRoot!.querySelector('label[for=number]')!.textContent).toBe('Kartennummer');
  });
});
