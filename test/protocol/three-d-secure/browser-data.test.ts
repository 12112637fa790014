import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { browserDataSchema, collectedBrowserDataSchema } from '../../../src/protocol/three-d-secure/browser-data.js';
import { BROWSER_DATA } from '../samples.js';

const passes = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe('a time zone', () => {
  const { timezone } = browserDataSchema.shape;
  it.each(['0', '-840', '840', '+720', '-60', '0060', '60', '800', '839', '-799'])(
    'offset of %s minutes passes',
    (offset) => {
      expect(passes(timezone, offset)).toBe(true);
      expect(passes(timezone, Number(offset))).toBe(true);
    },
  );

  it.each(['841', '-841', '9999', '', 'CET', '1.5', '00000060'])('offset of %s minutes does not pass', (offset) => {
    expect(passes(timezone, offset)).toBe(false);
  });
});

describe('the browser data of the page', () => {
  const { accept_header, ip, language, user_agent, ...known } = BROWSER_DATA;
  const added = { accept_header, ip, language, user_agent };

  it('the browser data of the page need none of the fields that the server adds, and can have them', () => {
    expect(collectedBrowserDataSchema.parse(known)).toEqual(known);
    expect(collectedBrowserDataSchema.parse(BROWSER_DATA)).toEqual(BROWSER_DATA);
    expect(Object.keys(added)).toHaveLength(4);
  });

  it.each([
    ['language', '-', null],
    ['language', '_', null],
    ['language', 'de-', null],
  ])('the %s “%s” of the page counts as unusable: %s', (field, value, travels) => {
    expect(collectedBrowserDataSchema.parse({ ...BROWSER_DATA, [field]: value })).toMatchObject({ [field]: travels });
  });

  it.each(Object.keys(BROWSER_DATA))(
    'a %s of the page that does not fit is null, and one that is absent is absent',
    (field) => {
      for (const value of [null, '', '\u0007', 'x'.repeat(3000), Number.NaN, Infinity, {}, [[]], '😀\ud83d'])
        expect(collectedBrowserDataSchema.parse({ ...BROWSER_DATA, [field]: value })).toEqual({
          ...BROWSER_DATA,
          [field]: null,
        });
      const { [field as keyof typeof BROWSER_DATA]: _value, ...others } = BROWSER_DATA;
      expect(collectedBrowserDataSchema.parse(others)).toEqual(others);
    },
  );
});
