import { fixture, html } from '@open-wc/testing';
import { expect, it } from 'vitest';
import { CARD_FIELDS, type FieldTexts } from '../../../src/elements/card-form/form-fields.js';
import { NEEDS } from '../../../src/elements/card-frame/card-frame-needs.js';
import { pageStyleAt } from '../../../src/elements/card-frame/page-style.js';
import type { Language } from '../../../src/elements/i18n/language.controller.js';

const LANGUAGE = {
  tag: 'en',
  direction: 'ltr',
  localize: (message: string) => message,
  knows: () => true,
} as unknown as Language;

/** Texts that are wrong in every way that a card field knows. */
const WRONG: Record<string, readonly string[]> = {
  number: ['', '9999', '4222', '4222000006285345'],
  expiry: ['', 'x', '01/20'],
  'security-code': ['', '1'],
  name: ['', 'x'.repeat(46)],
};

it('the page sends every message that a card field can show', async () => {
  const place = await fixture<HTMLElement>(html`<div></div>`);
  const { messages } = pageStyleAt(place, LANGUAGE, NEEDS);
  const shown = CARD_FIELDS.flatMap(({ name, label, hint, check }) => {
    const errors = WRONG[name]!.map((text) =>
      check({ [name]: text, number: text } as unknown as FieldTexts, new Date(0)),
    );
    return [label, hint, ...errors.map((error) => error?.message)];
  });
  // An expiry date has passed in no test of 1970.
  const others = ['card-details', 'field-refused', 'expiry-past', 'security-code-hint-front'];
  const all = new Set([...shown, ...others].filter((key) => key !== undefined));
  expect(Object.keys(messages).sort()).toEqual([...all].sort());
});
