import { expect, it } from 'vitest';
import { vscodeData, webTypes } from '../scripts/editor-data.mjs';

const manifest = {
  modules: [
    { path: 'dist/index.js' },
    {
      path: 'dist/checkout.js',
      declarations: [
        { kind: 'class', name: 'Base' },
        {
          kind: 'class',
          name: 'Checkout',
          tagName: 'scudo-checkout',
          description: 'A checkout.',
          attributes: [
            { name: 'challenge', type: { text: "'dialog' | 'inline' | undefined" }, description: 'The place.' },
            { name: 'accept-pending', type: { text: 'boolean' } },
            { name: 'lang' },
          ],
          members: [
            { kind: 'field', name: 'challenge', type: { text: "'dialog' | 'inline' | undefined" } },
            { kind: 'field', name: 'trace', readonly: true },
            { kind: 'method', name: 'focus' },
          ],
          events: [{ name: 'scudo-outcome', description: 'Fires once.' }],
          slots: [{ name: 'footer', description: 'Content below.' }],
          cssProperties: [{ name: '--scudo-radius', description: 'Corner radius.' }],
          cssParts: [{ name: 'button' }],
        },
      ],
    },
  ],
};

it('the data for VS Code have each attribute of an element with its values', () => {
  expect(vscodeData(manifest).tags).toEqual([
    {
      name: 'scudo-checkout',
      description: 'A checkout.',
      attributes: [
        { name: 'challenge', description: 'The place.', values: [{ name: 'dialog' }, { name: 'inline' }] },
        { name: 'accept-pending', valueSet: 'v' },
        { name: 'lang' },
      ],
    },
  ]);
});

it('the data for JetBrains have attributes, properties, events, slots, custom properties and parts', () => {
  const { version, contributions } = webTypes(manifest, { name: 'scudo-checkout', version: '1.2.3' });
  expect(version).toBe('1.2.3');
  expect(contributions.html.elements).toMatchObject([
    {
      name: 'scudo-checkout',
      attributes: [{ name: 'challenge' }, { name: 'accept-pending' }, { name: 'lang', value: { type: 'string' } }],
      slots: [{ name: 'footer' }],
      js: { properties: [{ name: 'challenge' }], events: [{ name: 'scudo-outcome', description: 'Fires once.' }] },
      css: { properties: [{ name: '--scudo-radius' }], parts: [{ name: 'button' }] },
    },
  ]);
  expect(contributions.html.elements[0].js.properties).toHaveLength(1);
});
