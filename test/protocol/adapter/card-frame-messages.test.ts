import { describe, expect, it } from 'vitest';
import { cardFrameCommandSchema } from '../../../src/protocol/adapter/card-frame-commands.js';
import { cardFrameMessageSchema } from '../../../src/protocol/adapter/card-frame-messages.js';

const STYLE = {
  language: 'de',
  direction: 'ltr',
  ring_space: 5,
  root_font_size: '16px',
  inherited: { color: 'rgb(0, 0, 0)', 'line-height': '1.5' },
  properties: { '--scudo-radius': '2px' },
  parts: { input: { 'border-top-width': '0px', 'line-height': '24px' } },
  messages: { number: 'Kartennummer' },
};

/** Each message, and wrong values of its fields. */
const COMMANDS: Record<string, [right: object, wrong: object]> = {
  'card-open': [
    { order: 'A1', style: STYLE },
    { order: '..', style: {} },
  ],
  'card-style': [{ style: STYLE }, { style: 'dark' }],
  'card-fonts': [
    { fonts: [{ family: 'Inter', data: new ArrayBuffer(8), weight: '100 900' }] },
    { fonts: [{ family: 'Inter', data: 'https://fonts.example/inter.woff2' }] },
  ],
  'card-lock': [{ locked: true }, { locked: 'true' }],
  'card-check': [{ call: 1 }, { call: 'x' }],
  'card-focus': [{ field: 'expiry' }, { field: 'phone' }],
  'card-refuse': [
    { call: 1, fields: ['card.number'] },
    { call: 'x', fields: [1] },
  ],
  'card-end': [{ next_try: 'another-card' }, { next_try: 'any' }],
  'card-call': [
    { call: 1, path: 'authentications', reference: 'r', body: {}, idempotency_key: 'k' },
    { call: '1', path: '../elsewhere', reference: {}, body: 'text', idempotency_key: 7 },
  ],
  'card-abort': [{ call: 2 }, { call: null }],
};
const MESSAGES: Record<string, [right: object, wrong: object]> = {
  'card-size': [{ height: 300 }, { height: '300px' }],
  'card-state': [
    {
      reference: 'r',
      brand: 'Visa',
      typed: true,
      complete: false,
      invalid: ['name'],
    },
    {
      reference: 7,
      brand: 1,
      typed: 'yes',
      complete: 1,
      invalid: ['phone'],
    },
  ],
  'card-checked': [
    { call: 1, valid: true },
    { call: '1', valid: 1 },
  ],
  'card-answer': [
    { call: 1, status: 200, unsent: false, retry_after: '3', body: '{}' },
    { call: {}, status: '200', unsent: 'no', retry_after: 3, body: {} },
  ],
};

const everyField = (messages: typeof COMMANDS) =>
  Object.entries(messages).flatMap(([scudo, [right, wrong]]) =>
    Object.entries(wrong).map(([field, value]) => ({
      scudo,
      field,
      right: { scudo, ...right },
      value: value as unknown,
    })),
  );

describe.each([
  ['a message of the page to the frame', cardFrameCommandSchema, COMMANDS],
  ['a message of the frame to the page', cardFrameMessageSchema, MESSAGES],
])('%s', (what, schema, messages) => {
  it.each(Object.entries(messages))(`the message ${what} is accepted as %s`, (scudo, [right]) => {
    expect(schema.safeParse({ scudo, ...right }).data).toEqual({ scudo, ...right });
  });

  it.each(everyField(messages))(
    `the message ${what} with a wrong $field in $scudo is refused`,
    ({ right, field, value }) => {
      expect(schema.safeParse({ ...right, [field]: value }).success).toBe(false);
    },
  );
});

describe('the style of a page', () => {
  const accepts = (change: object) =>
    cardFrameCommandSchema.safeParse({ scudo: 'card-style', style: { ...STYLE, ...change } }).success;

  it.each([
    ['an inherited style that changes the layout of a text', { inherited: { 'writing-mode': 'vertical-lr' } }],
    ['a style of a part that follows its text', { parts: { input: { 'field-sizing': 'content' } } }],
    ['an inherited line height that follows the fonts', { inherited: { 'line-height': 'normal' } }],
    ['a line height of a part that follows the fonts', { parts: { input: { 'line-height': 'normal' } } }],
    ['a part that is not one of the card fields', { parts: { button: { color: 'red' } } }],
    ['a custom property that is not one of the fields', { properties: { '--scudo-width': '10px' } }],
    ['more space than a focus ring needs', { ring_space: 6 }],
    ['a direction that does not exist', { direction: 'up' }],
  ])('a style with %s is refused, because the page could read digits from the height of the frame', (_what, change) => {
    expect(accepts({})).toBe(true);
    expect(accepts(change)).toBe(false);
  });
});
