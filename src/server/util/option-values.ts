import { isSafeAddress } from '../../protocol/values/web-address.js';
import type { OptionRule } from './option-rule.js';

/** Rules that several options share. */

/** The longest time that a timer of the platform accepts, about 24 days. A longer one ends at once. */
const MAX_MS = 2 ** 31 - 1;

export const milliseconds = (example: string, { min = 0 } = {}): OptionRule => ({
  expected: `a whole number of milliseconds, ${min} to ${MAX_MS}`,
  example,
  isRight: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= MAX_MS,
});

export const count = (example: string, { min = 0 } = {}): OptionRule => ({
  expected: `a whole number, at least ${min}`,
  example,
  isRight: (value) => Number.isSafeInteger(value) && Number(value) >= min,
});

export const flag = (example = 'true'): OptionRule => ({
  expected: 'true or false',
  example,
  isRight: (value) => typeof value === 'boolean',
});

export const text = (example: string): OptionRule => ({
  expected: 'a text that is not empty',
  example,
  isRight: (value) => typeof value === 'string' && value !== '',
});

export const secretText = (example: string): OptionRule => ({ ...text(example), isSecret: true });

export const oneOf = (values: readonly string[]): OptionRule => ({
  expected: values.map((value) => `'${value}'`).join(' or '),
  example: `'${values[0] ?? ''}'`,
  isRight: (value) => values.some((one) => one === value),
});

export const func = (example: string): OptionRule => ({
  expected: 'a function',
  example,
  isRight: (value) => typeof value === 'function',
});

/** A timer whose callback can be cancelled. */
export const timer = func(
  '(ms, callback) => { const timer = setTimeout(callback, ms); return () => clearTimeout(timer); }',
);

/** An address to which a shopper or card data may be sent. A query or hash would end up inside longer addresses. */
export const serviceAddress = (example: string): OptionRule => ({
  expected: 'an https: URL (or http: on localhost) without user, query and hash',
  example,
  isRight: (value) => typeof value === 'string' && isSafeAddress(value) && !/[?#]/.test(value),
});

/** The address of a page, which may have a query. */
export const pageAddress = (example: string): OptionRule => ({
  expected: 'an https: URL (or http: on localhost)',
  example,
  isRight: (value) => typeof value === 'string' && isSafeAddress(value),
});

/** A path that stays on its host. */
export const path = (example: string): OptionRule => ({
  expected: 'a path that starts with one slash, without host, query, hash and ..',
  example,
  isRight: (value) =>
    typeof value === 'string' && /^\/(?!\/)[^?#\\\s]*$/.test(value) && !/(^|\/)\.\.?(\/|$)/.test(value),
});
