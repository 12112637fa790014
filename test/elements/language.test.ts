import { fixture, html } from '@open-wc/testing';
import { afterEach, describe, expect, it } from 'vitest';
import '../../src/elements/checkout/checkout-element.js';
import type { ScudoCheckout } from '../../src/elements/checkout/checkout-element.js';
import { LANGUAGES } from '../../src/elements/languages.js';
import { drivenClock } from '../browser/driven-clock.js';
import { OPEN_ORDER, scriptedBackend } from '../browser/scripted-backend.js';

const button = (element: ScudoCheckout) => element.shadowRoot!.querySelector('[type=submit]')?.textContent?.trim();
const checkout = (lang: string, around = 'en', messages?: object) =>
  fixture<HTMLElement>(
    html`<div lang=${around}><scudo-checkout lang=${lang} .messages=${messages} .adapter=${scriptedBackend({ order: () => OPEN_ORDER })} .clock=${drivenClock()} order="A1"></scudo-checkout></div>`,
  ).then((place) => place.querySelector('scudo-checkout')!);

describe('the language of an element', () => {
  afterEach(() => Reflect.deleteProperty(LANGUAGES, 'xx'));

  it('is its own', async () => {
    const element = await checkout('de');
    await expect.poll(() => button(element)).toMatch(/^19,99\s€ bezahlen$/);
    expect(element.shadowRoot!.querySelector('label[for=number]')!.textContent).toBe('Kartennummer');
    expect(element.shadowRoot!.querySelector('[lang]')!.getAttribute('lang')).toBe('de');
  });

  it('is that of the page around it, where it has none', async () => {
    const element = await checkout('', 'fr-BE');
    await expect.poll(() => button(element)).toMatch(/^Payer 19,99/);
  });

  it('may be written from right to left', async () => {
    const element = await checkout('ar');
    await expect.poll(() => element.shadowRoot!.querySelector('[dir]')?.getAttribute('dir')).toBe('rtl');
    expect(getComputedStyle(element.shadowRoot!.querySelector('label')!).direction).toBe('rtl');
  });

  it('changes with its attribute, and back to English', async () => {
    const element = await checkout('es');
    await expect.poll(() => button(element)).toMatch(/^Pagar/);
    element.lang = 'en';
    await expect.poll(() => button(element)).toBe('Pay €19.99');
  });

  it('stays English where it cannot be loaded', async () => {
    LANGUAGES['xx'] = () => Promise.reject(new Error('gone'));
    const element = await checkout('xx');
    await expect.poll(() => button(element)).toBe('Pay €19.99');
    expect(element.shadowRoot!.querySelector('[lang]')!.getAttribute('lang')).toBe('en');
  });

  it('has words of the page’s own before its own', async () => {
    const element = await checkout('de', 'en', { pay: 'Jetzt {amount} zahlen' });
    await expect.poll(() => button(element)).toMatch(/^Jetzt 19,99\s€ zahlen$/);
    expect(element.shadowRoot!.querySelector('label[for=number]')!.textContent).toBe('Kartennummer');
  });
});
