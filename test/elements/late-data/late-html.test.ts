import { html as litHtml, nothing as litNothing } from 'lit';
import { expect, it } from 'vitest';
import { html, nothing } from '../../../src/elements/late-data/late-html.js';

it('a template in late.js is one of Lit', () => {
  const make = (tag: typeof litHtml) => tag`<p title=${'a'}>${1}</p>`;
  expect(make(html)).toEqual(make(litHtml));
  expect(nothing).toBe(litNothing);
});
