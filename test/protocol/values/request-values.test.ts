import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { dateSchema, dateTimeSchema } from '../../../src/protocol/values/request-values.js';

const passes = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

describe('a date', () => {
  it.each(['2026-11-20', '2024-02-29'])('a date %s passes', (text) => {
    expect(passes(dateSchema, text)).toBe(true);
  });

  it.each(['2020-00-00', '2026-02-29', '2026-13-01', '2026-11-31', '20261120', '2026-11-20T00:00'])(
    'a date %s does not pass, because it does not exist or has another form',
    (text) => {
      expect(passes(dateSchema, text)).toBe(false);
    },
  );
});

describe('a date-time', () => {
  it.each(['2026-11-20T22:24', '2026-11-20T22:24:10.123456', '2026-11-20T22:24:10Z', '2026-11-20T22:24:10.000+00:00'])(
    'a date-time %s passes',
    (text) => {
      expect(passes(dateTimeSchema, text)).toBe(true);
    },
  );

  it.each(['2026-99-99T99:99', '2026-11-20T24:00:00', '2026-02-30T00:00:00', '2026-11-20', 'nonsense'])(
    'a date-time %s does not pass, because it does not exist or has another form',
    (text) => {
      expect(passes(dateTimeSchema, text)).toBe(false);
    },
  );
});
