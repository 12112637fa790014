import * as z from 'zod/mini';
import { isLike } from './similar-name.js';

/** The right values of one option, in words. */
export interface OptionRule {
  /** Completes "must be", such as `a whole number of milliseconds`. */
  readonly expected: string;
  /** Source text of a right value, such as `20_000`. */
  readonly example: string;
  readonly isRight: (value: unknown) => boolean;
  /** True for values that must not reach a log. */
  readonly isSecret?: true;
}

/** The schemas of an object's options: one for each key of its interface. */
export type OptionShape<Options> = { readonly [Key in keyof Required<Options>]: z.ZodMiniType };

export function required(rule: OptionRule): z.ZodMiniType {
  return z.custom((value) => rule.isRight(value), { error: ({ path, input }) => wordsOf(rule, path, input) });
}

/** An option that is undefined counts as absent. */
export function optional(rule: OptionRule): z.ZodMiniType {
  return z.optional(required(rule));
}

/** An object of options. Unknown keys are mistakes, unless they are undefined. */
export function optionsObject(shape: Readonly<Record<string, z.ZodMiniType>>): z.ZodMiniType {
  const names = Object.keys(shape);
  const unknown = z.custom((value) => value === undefined, {
    error: ({ path }) => wordsOfUnknown(path, names),
  });
  return z.catchall(
    z.object(shape, { error: ({ path, input }) => `${nameOf(path)} must be an object; got ${kindOf(input)}.` }),
    unknown,
  );
}

/** The name of an option in messages; that of the object itself is `options`. */
export function nameOf(path: readonly PropertyKey[] | undefined): string {
  return path && path.length > 0 ? path.map(String).join('.') : 'options';
}

function wordsOf(rule: OptionRule, path: readonly PropertyKey[] | undefined, input: unknown): string {
  const { expected, example, isSecret } = rule;
  const key = String(path?.at(-1) ?? 'options');
  const advice = `Example: ${key}: ${example}`;
  if (input === undefined) return `${nameOf(path)} is missing. It must be ${expected}. ${advice}`;
  return `${nameOf(path)} must be ${expected}; got ${isSecret ? kindOf(input) : shown(input)}. ${advice}`;
}

function wordsOfUnknown(path: readonly PropertyKey[] | undefined, names: readonly string[]): string {
  const key = String(path?.at(-1));
  const meant = names.find((name) => isLike(key, name));
  const advice = meant ? `Did you mean ${meant}?` : `The options are ${names.join(', ')}.`;
  return `${nameOf(path)} is not an option. ${advice}`;
}

const MAX_SHOWN = 80;

/** A value for a message. User information of a URL is left out, because it may hold a password. */
export function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return kindOf(value);
  const text = value.replace(/\/\/[^/?#]*@/, '//');
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

/** The kind of a value, without the value. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (value === '') return 'an empty text';
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
