import { fixture, html } from '@open-wc/testing';
import { expect, it } from 'vitest';
import { CARD_FIELDS, hintOf } from '../../../src/elements/card-form/form-fields.js';
import type { FieldTexts } from '../../../src/elements/fields/form-field.js';
import { NEEDS } from '../../../src/elements/card-frame/card-frame-needs.js';
import { pageStyleAt } from '../../../src/elements/card-frame/page-style.js';
import type { Language } from '../../../src/elements/i18n/language.controller.js';

const LANGUAGE = {
  tag: 'en',
  direction: 'ltr',
  localize: (message: string) => message,
  knows: () => true,
  withDigits: (text: string) => text.replaceAll('0', '۰'),
} as unknown as Language;

/** Texts that are wrong in every way that a card field knows. */
const WRONG: Record<string, readonly string[]> = {
  number: ['', '9999', '4222', '4222000006285345', '42220000062853440000', '37'],
  expiry: ['', 'x', '01/20', '01/99'],
  'security-code': ['', '1'],
  name: ['', 'x'.repeat(46)],
};

it('the page sends every message that a card field can show', async () => {
  const place = await fixture<HTMLElement>(html`<div></div>`);
  const { digits, ...messages } = pageStyleAt(place, LANGUAGE, NEEDS).messages;
  expect(digits).toBe('۰123456789');
  const shown = CARD_FIELDS.flatMap((field) => {
    const errors = WRONG[field.name]!.map((text) => {
      const texts = { [field.name]: text, number: text } as unknown as FieldTexts;
      return field.check(texts, new Date(2026, 10, 21), ['visa'])?.message;
    });
    const hints = ['4222', '37'].map((number) => hintOf(field, { number } as FieldTexts));
    return [field.label, field.example, ...hints, ...errors];
  });
  const all = new Set(
    [...shown, 'card-details', 'field-refused', 'errors-summary', 'accepted-cards', 'code-again'].filter(
      (key) => key !== undefined,
    ),
  );
  expect(Object.keys(messages).sort()).toEqual([...all].sort());
});

it('the page sends what its rules change for a part, and for the parts that the same element has besides', async () => {
  const host = await fixture<HTMLElement>(html`<div class="themed"></div>`);
  const place = document.createElement('div');
  host.attachShadow({ mode: 'open' }).append(place);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .themed::part(input) { background-color: rgb(1, 1, 1); }
    .themed::part(input-invalid) { background-color: rgb(2, 2, 2); }
    .themed::part(field-focused) { color: rgb(3, 3, 3); }
    .themed::part(field-expiry) { grid-column: 1 / -1; }
    .themed::part(control) { padding-top: 4px; }
    .themed::part(field-mark) { color: rgb(5, 5, 5); }
  `);
  document.adoptedStyleSheets.push(sheet);
  const { parts } = pageStyleAt(place, LANGUAGE, NEEDS);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  expect(parts).toEqual({
    input: { 'background-color': 'rgb(1, 1, 1)' },
    'input-invalid': { 'background-color': 'rgb(2, 2, 2)' },
    'field-focused': { color: 'rgb(3, 3, 3)' },
    'field-expiry': { 'grid-column-start': '1', 'grid-column-end': '-1' },
    control: { 'padding-top': '4px' },
    'field-mark': { color: 'rgb(5, 5, 5)' },
  });
});
