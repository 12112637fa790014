/**
 * The two time formats of the interface, both in UTC: ISO 8601 with fractional seconds and without a zone in JSON, and
 * YYYYMMDDHHMMSS in XML, hashes and reports.
 */
export const COMPACT_TIMESTAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

const ISO_TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;

/** `2026-11-20T22:24:10.123000`: six fraction digits, as clients of this gateway send them. */
export function isoTimestamp(date: Date): string {
  return `${date.toISOString().slice(0, -1)}000`;
}

/** `20261120222410`. */
export function compactTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace(/\D/g, '');
}

/**
 * Parses the ISO date-times that real clients send: with or without seconds, fraction and zone; no zone is UTC. Returns
 * undefined for every other text and for dates that do not exist.
 */
export function parseIsoTimestamp(text: string): Date | undefined {
  const match = ISO_TIMESTAMP.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = match;
  const date = fromParts([year, month, day, hour, minute, second]);
  if (!date) return undefined;
  return new Date(date.getTime() + Number(fraction.padEnd(3, '0').slice(0, 3)) - zoneOffset(zone));
}

/** Returns true for an ISO date-time with a zone. */
export function hasZone(text: string): boolean {
  return ISO_TIMESTAMP.exec(text)?.[8] !== undefined;
}

/** Parses YYYYMMDDHHMMSS as UTC. Returns undefined for every other text and for dates that do not exist. */
export function parseCompactTimestamp(text: string): Date | undefined {
  const match = COMPACT_TIMESTAMP.exec(text);
  return match ? fromParts(match.slice(1)) : undefined;
}

function fromParts(parts: readonly (string | undefined)[]): Date | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Parts that are too large change the next one, and years from 0 to 99 would be those of the 20th century.
  return compactTimestamp(date) === parts.join('') ? date : undefined;
}

function zoneOffset(zone: string): number {
  if (zone === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
