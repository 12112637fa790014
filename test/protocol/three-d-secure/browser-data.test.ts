import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { browserDataSchema } from '../../../src/protocol/three-d-secure/browser-data.js';

const passes = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe('a time zone', () => {
  const { timezone } = browserDataSchema.shape;
  it.each(['0', '-840', '840', '+720', '-60', '0060', '60'])('offset of %s minutes passes', (offset) => {
    expect(passes(timezone, offset)).toBe(true);
    expect(passes(timezone, Number(offset))).toBe(true);
  });

  it.each(['841', '-841', '9999', '', 'CET', '1.5', '00000060'])('offset of %s minutes does not pass', (offset) => {
    expect(passes(timezone, offset)).toBe(false);
  });
});
