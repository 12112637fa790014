import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compactTimestamp,
  isoTimestamp,
  parseCompactTimestamp,
  parseIsoTimestamp,
} from '../../../src/protocol/values/timestamp.js';

const SEED = { seed: 20261121 };
const AT = new Date('2026-11-20T22:24:10.123Z');
const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

describe('timestamps', () => {
  it('timestamps are written in UTC, with six fraction digits or without a fraction', () => {
    expect(isoTimestamp(AT)).toBe('2026-11-20T22:24:10.123000');
    expect(compactTimestamp(AT)).toBe('20261120222410');
  });

  it('timestamps are read as they are written', () => {
    fc.assert(
      fc.property(dates, (date) => parseIsoTimestamp(isoTimestamp(date))?.getTime() === date.getTime()),
      SEED,
    );
    fc.assert(
      fc.property(
        dates,
        (date) => parseCompactTimestamp(compactTimestamp(date))?.getTime() === Math.floor(date.getTime() / 1000) * 1000,
      ),
      SEED,
    );
  });

  it.each([
    ['2026-11-20T22:24:10.123456', '2026-11-20T22:24:10.123Z'],
    ['2026-11-20T22:24:10', '2026-11-20T22:24:10.000Z'],
    ['2026-11-20T22:24Z', '2026-11-20T22:24:00.000Z'],
    ['2026-11-20T22:24:10.5+01:00', '2026-11-20T21:24:10.500Z'],
    ['2026-11-20T22:24:10-0530', '2026-11-21T03:54:10.000Z'],
    ['2026-11-20T22:24:10.123456789Z', '2026-11-20T22:24:10.123Z'],
    ['2026-11-20T22:24+00:45', '2026-11-20T21:39:00.000Z'],
    ['2024-02-29T00:00', '2024-02-29T00:00:00.000Z'],
  ])('reads the ISO timestamp %s', (text, iso) => {
    expect(parseIsoTimestamp(text)?.toISOString()).toBe(iso);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30T00:00:00',
    '2026-13-01T00:00',
    '2026-11-20',
    '2026-11-20T24:00',
    '2026-11-20T22:24:00+99:99',
    '2026-11-20T22:24:00-15:00',
    '2026-11-20T22:60',
    '2026-11-20T22:24:60',
    '2026-00-20T22:24',
    '2026-11-00T22:24',
    '0026-11-20T22:24',
    ' 2026-11-20T22:24',
    '2026-11-20T22:24 ',
    '2026-11-20T22:24:10.',
    '2026-11-20T22:24:10.1234567890',
    '2026-11-20T22:24Zulu',
    '2026-11-20T22:24+1:00',
  ])('does not read “%s” as an ISO timestamp', (text) => {
    expect(parseIsoTimestamp(text)).toBeUndefined();
  });

  it.each([
    '',
    '2026112022241',
    '202611202224100',
    ' 20261120222410',
    '20260230000000',
    '20261120240000',
    '20261120226000',
    '20261120222460',
    '00261120222410',
    '2026-11-20',
  ])('does not read “%s” as a compact timestamp', (text) => {
    expect(parseCompactTimestamp(text)).toBeUndefined();
  });
});
