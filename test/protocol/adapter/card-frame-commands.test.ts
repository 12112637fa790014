import { describe, expect, it } from 'vitest';
import { cardFrameCommandSchema } from '../../../src/protocol/adapter/card-frame-commands.js';
import { cardFrameMessageSchema } from '../../../src/protocol/adapter/card-frame-messages.js';

const COLORS = ['brand', 'text', 'quiet', 'placeholder', 'field', 'line', 'accent', 'focus', 'error'];
const SIZES = ['small-size', 'label-weight', 'title-weight', 'radius', 'line-width', 'space', 'control-size'];
const INSETS = ['control-inset', 'field-inset', 'field-gap', 'label-gap', 'field-shadow', 'invalid-shadow'];

/** docs/isolated-fields.md, Style. */
const PROPERTIES = [...COLORS.map((name) => `color-${name}`), ...SIZES, ...INSETS].map((name) => `--scudo-${name}`);
const FONT = ['font-family', 'font-size', 'font-style', 'font-weight', 'letter-spacing', 'line-height'];
const INHERITED = ['color', 'color-scheme', 'accent-color', ...FONT, 'font-stretch', 'word-spacing'];
const PARTS = [
  ...['group', 'group-card-details', 'legend', 'fields', 'field', 'field-number', 'field-expiry', 'field-name'],
  ...['field-security-code', 'field-focused', 'label', 'control', 'input', 'input-invalid', 'field-head', 'field-mark'],
  ...['accepted-cards', 'icon', 'field-foot', 'hint', 'brand', 'error'],
];
const SIDES = ['top', 'right', 'bottom', 'left'];
const PART_STYLES = [
  ...['color', 'background-color', 'box-shadow', ...FONT, 'text-align', 'text-transform'],
  ...['min-height', 'row-gap', 'column-gap', 'grid-column-start', 'grid-column-end'],
  ...SIDES.flatMap((side) => [`margin-${side}`, `padding-${side}`]),
  ...['width', 'style', 'color'].flatMap((what) => SIDES.map((side) => `border-${side}-${what}`)),
  ...['top-left', 'top-right', 'bottom-left', 'bottom-right'].map((corner) => `border-${corner}-radius`),
];
const FIELDS = ['number', 'expiry', 'security-code', 'name'];

const STYLE = {
  language: 'de',
  direction: 'rtl',
  ring_space: 0,
  root_font_size: '16px',
  inherited: {},
  properties: {},
  parts: {},
  messages: { 'number-missing': 'Enter the number.' },
};

const valueOf = (property: string) => (property === 'line-height' ? '1.5' : 'x');
const all = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, valueOf(name)]));
const read = (message: object) => cardFrameCommandSchema.safeParse(message).data;
const readStyle = (change: object) => read({ scudo: 'card-style', style: { ...STYLE, ...change } });

describe('the style of the card frame', () => {
  it('the style of the card frame can have each documented property and each documented part', () => {
    const style = {
      ...STYLE,
      inherited: all(INHERITED),
      properties: all(PROPERTIES),
      parts: Object.fromEntries(PARTS.map((part) => [part, all(PART_STYLES)])),
      field_order: FIELDS,
    };
    for (const labels of ['above', 'floating', 'inset'])
      for (const layout of ['accordion', 'tabs', 'compact']) {
        const message = { scudo: 'card-style', style: { ...style, labels, layout } };
        expect(read(message)).toEqual(message);
      }
  });

  it.each(['1', '1.5', '24px', '24.25px'])('the style of the card frame can have the line height %s', (height) => {
    expect(readStyle({ inherited: { 'line-height': height } })).toBeDefined();
  });

  it.each(['normal', '', 'px', '1.', '.5', '1em', '1pxx', 'x1px', '1.5.5', '1'.repeat(21)])(
    'the style of the card frame cannot have the line height “%s”',
    (height) => {
      expect(readStyle({ inherited: { 'line-height': height } })).toBeUndefined();
      expect(readStyle({ parts: { label: { 'line-height': height } } })).toBeUndefined();
    },
  );

  it.each([
    ...['language', 'direction', 'ring_space', 'root_font_size', 'inherited', 'properties', 'parts', 'messages'].map(
      (field) => ({ [field]: undefined }),
    ),
    { language: 'x'.repeat(36) },
    { ring_space: -1 },
    { ring_space: '5' },
    { root_font_size: 'x'.repeat(21) },
    { inherited: { color: 'x'.repeat(1001) } },
    { labels: 'below' },
    { layout: 'grid' },
    { field_order: ['phone'] },
    { field_order: [...FIELDS, 'number'] },
    { messages: { number: 'x'.repeat(501) } },
    { messages: { ['x'.repeat(41)]: 'x' } },
  ])('the style of the card frame cannot have %j', (change) => {
    expect(readStyle({})).toBeDefined();
    expect(readStyle(change)).toBeUndefined();
  });
});

describe('a command to the card frame', () => {
  it.each([
    { scudo: 'card-icons', icons: { visa: { d: 'M0 0' } } },
    { scudo: 'card-focus' },
    ...FIELDS.map((field) => ({ scudo: 'card-focus', field })),
    { scudo: 'card-forget' },
    { scudo: 'card-fonts', fonts: Array.from({ length: 20 }, () => ({ family: 'Inter', data: new ArrayBuffer(1) })) },
    { scudo: 'card-fonts', fonts: [{ family: 'Inter', data: new ArrayBuffer(5_000_000) }] },
    ...['protocol-versions', 'authentications', 'authorizations'].map((path) => ({
      scudo: 'card-call',
      call: 1,
      path,
      reference: 'r',
      body: { a: 1 },
    })),
    { scudo: 'card-open', order: '.a', style: STYLE },
  ])('a command to the card frame is read with all its fields: %#', (message) => {
    expect(read(message)).toEqual(message);
  });

  it.each([
    { scudo: 'card-icons' },
    { scudo: 'card-lock' },
    { scudo: 'card-check' },
    { scudo: 'card-refuse' },
    { scudo: 'card-end' },
    { scudo: 'card-abort' },
    { scudo: 'card-open', order: 'A1' },
    { scudo: 'card-open', order: '...', style: STYLE },
    { scudo: 'card-open', order: 'x'.repeat(201), style: STYLE },
    { scudo: 'card-fonts', fonts: Array.from({ length: 21 }, () => ({ family: 'Inter', data: new ArrayBuffer(1) })) },
    { scudo: 'card-fonts', fonts: [{ family: 'Inter', data: new ArrayBuffer(5_000_001) }] },
    { scudo: 'card-fonts', fonts: [{ data: new ArrayBuffer(1) }] },
    { scudo: 'card-call', call: 1, path: 'redirects', reference: 'r', body: {} },
    { scudo: 'card-call', call: 1, path: 'authentications', body: {} },
    { scudo: 'card-ready' },
    {},
  ])('a command to the card frame is refused when a field is absent or wrong: %#', (message) => {
    expect(read(message)).toBeUndefined();
  });
});

describe('a message of the card frame', () => {
  const needs = { inherited: ['color'], properties: [], part_styles: [], messages: ['number'], icons: [] };
  const state = { scudo: 'card-state', typed: false, complete: false, invalid: FIELDS };

  it.each([
    { scudo: 'card-ready', needs },
    { scudo: 'card-submit' },
    state,
    { ...state, focused: true },
    { scudo: 'card-answer', call: 1, status: 0, body: 'x'.repeat(60_000) },
  ])('a message of the card frame is read with all its fields: %#', (message) => {
    expect(cardFrameMessageSchema.parse(message)).toEqual(message);
  });

  it.each([
    { scudo: 'card-ready' },
    ...Object.keys(needs).map((name) => ({ scudo: 'card-ready', needs: { ...needs, [name]: undefined } })),
    { scudo: 'card-ready', needs: { ...needs, icons: Array.from({ length: 201 }, () => 'x') } },
    { scudo: 'card-ready', needs: { ...needs, icons: ['x'.repeat(61)] } },
    { scudo: 'card-size' },
    { ...state, focused: 'yes' },
    { ...state, reference: 'x'.repeat(41) },
    { scudo: 'card-checked', call: 1 },
    { scudo: 'card-answer', call: 1, status: 200 },
    { scudo: 'card-answer', call: 1, status: 200, body: 'x'.repeat(60_001) },
    { scudo: 'card-forget' },
    {},
  ])('a message of the card frame is refused when a field is absent or wrong: %#', (message) => {
    expect(cardFrameMessageSchema.safeParse(message).success).toBe(false);
  });
});
