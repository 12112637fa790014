import { describe, expect, it, vi } from 'vitest';
import { ENGLISH_MESSAGES } from '../../../src/elements/i18n/english.js';
import { amountsFrom, languageFile, messagesFrom } from '../../../src/elements/i18n/language-file.js';
import { LANGUAGES } from '../../../src/elements/i18n/languages.js';

const URL_OF_WELSH = new URL('https://shop.example/locales/cy.json');
const answer = (body: string, init?: ResponseInit) => () => Promise.resolve(new Response(body, init));

describe('languageFile', () => {
  it('fetches the file when the language is needed, and only once', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(answer('{ "card": "Cerdyn" }'));
    const load = languageFile('cy', () => URL_OF_WELSH, fetch);
    expect(fetch).not.toHaveBeenCalled();
    expect((await load()).messages.card).toBe('Cerdyn');
    await load();
    expect(fetch.mock.calls).toEqual([[URL_OF_WELSH]]);
  });

  it.each<[string, typeof globalThis.fetch]>([
    ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the file does not exist', answer('{ "card": "Not Found" }', { status: 404 })],
    ['the answer is a page', answer('<!doctype html><title>Shop</title>')],
    ['the answer has no message', answer('{ "error": "gone" }')],
  ])('rejects when %s, and fetches again on the next call', async (_case, failing) => {
    const fetch = vi.fn<typeof globalThis.fetch>(answer('{ "card": "Cerdyn" }')).mockImplementationOnce(failing);
    const load = languageFile('cy', () => URL_OF_WELSH, fetch);
    await expect(load()).rejects.toThrow();
    expect((await load()).messages.card).toBe('Cerdyn');
  });

  it('rejects with the path of the file when the bundle does not know the address of the module', async () => {
    const load = languageFile('cy', () => new URL('./cy.json', undefined));
    await expect(load()).rejects.toThrow('locales/cy.json has no address.');
  });

  it('loads a language of the package', async () => {
    const { messages, amounts } = await LANGUAGES['de']!();
    expect(messages.card).toBe('Karte');
    expect(amounts?.symbols['EUR']).toBe('€');
  });
});

describe('messagesFrom', () => {
  it('uses English for messages that are missing or not strings, and drops unknown keys', () => {
    const data: unknown = JSON.parse(
      '{ "card": "Cerdyn", "pay": 1, "cancel": null, "name": { "toString": "x" }, "__proto__": "x", "constructor": "x", "other": "x" }',
    );
    expect(messagesFrom(data)).toEqual({ ...ENGLISH_MESSAGES, card: 'Cerdyn' });
  });

  it.each([undefined, null, 1, 'text', [], ['text'], {}, { other: 'x' }])('throws a TypeError for %j', (data) => {
    expect(() => messagesFrom(data)).toThrow(TypeError);
  });
});

describe('amountsFrom', () => {
  const format = { pattern: '0 ¤', decimal: ',', group: '.', symbols: { EUR: '€' } };

  it('returns a format whose parts have the right types', () => {
    for (const usable of [format, { ...format, groupedFrom: 5, upperGroup: 2, digits: '٠١٢٣٤٥٦٧٨٩' }])
      expect(amountsFrom(usable)).toEqual(usable);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', '0 ¤'],
    ['an empty object', {}],
    ['a pattern without a number', { ...format, pattern: '¤' }],
    ['a pattern without a symbol', { ...format, pattern: '0' }],
    ['a pattern with two numbers', { ...format, pattern: '0 ¤ 0' }],
    ['no separator', { ...format, decimal: undefined }],
    ['a symbol that is no text', { ...format, symbols: { EUR: 1 } }],
    ['no symbols', { ...format, symbols: undefined }],
    ['groups without digits', { ...format, upperGroup: 0 }],
    ['nine digits', { ...format, digits: '012345678' }],
  ])('returns undefined for %s', (_case, data) => {
    expect(amountsFrom(data)).toBeUndefined();
  });
});
