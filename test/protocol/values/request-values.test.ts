import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  accountIdSchema,
  cardNumberSchema,
  dateSchema,
  dateTimeSchema,
  merchantIdSchema,
} from '../../../src/protocol/values/request-values.js';

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

describe('a card number', () => {
  it.each(['1'.repeat(12), '4222000006285344', '9'.repeat(19)])('a card number %s passes', (text) => {
    expect(passes(cardNumberSchema, text)).toBe(true);
  });

  it.each([
    '',
    '1'.repeat(11),
    '1'.repeat(20),
    `x${'1'.repeat(12)}`,
    `${'1'.repeat(12)}x`,
    ` ${'1'.repeat(16)}`,
    '٤'.repeat(16),
  ])('a card number “%s” does not pass', (text) => {
    expect(passes(cardNumberSchema, text)).toBe(false);
  });
});

describe('the identifiers of a merchant', () => {
  it.each(['m', 'scudo', 'Scudo.7', 'm'.repeat(50)])('the identifier of a merchant or account can be %s', (text) => {
    expect(passes(merchantIdSchema, text)).toBe(true);
    expect(passes(accountIdSchema, text)).toBe(true);
  });

  it.each(['', ' a', 'a ', 'a b', 'a_b', 'a-b', 'a/b', 'ä', 'a\n', 'm'.repeat(51)])(
    'the identifier of a merchant or account cannot be %j',
    (text) => {
      expect(passes(merchantIdSchema, text)).toBe(false);
      expect(passes(accountIdSchema, text)).toBe(false);
    },
  );
});
