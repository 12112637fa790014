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

/** A list. A message about an entry names its index and shows a right list. */
export function list(
  { isRight, ...words }: OptionRule,
  entry: Pick<OptionRule, 'expected' | 'isRight'>,
): z.ZodMiniType {
  const entries = z.array(required({ ...entry, example: words.example }));
  return z.pipe(required({ ...words, isRight: (value) => Array.isArray(value) && isRight(value) }), entries);
}

/** An object of options. Unknown keys are mistakes, unless they are undefined. */
export function optionsObject(shape: Readonly<Record<string, z.ZodMiniType>>): z.ZodMiniType {
  const names = Object.keys(shape);
  const unknown = z.custom((value) => value === undefined, {
    error: ({ path }) => wordsOfUnknown(path, names),
  });
  const object = z.custom(isOptionsObject, {
    error: ({ path, input }) => `${nameOf(path)} must be an object; got ${kindOf(input)}.`,
  });
  return z.pipe(object, z.catchall(z.object(shape), unknown));
}

/** False for objects whose content is not in their properties, such as a Map, a Date, or a Promise that was not awaited. */
function isOptionsObject(value: unknown): boolean {
  return ['Object', 'Module'].includes(tagOf(value));
}

/** The kind of an object, such as `Date`. Instances of other classes are `Object`. */
function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

/** The name of an option in messages, such as `methods[2].code`; that of the object itself is `options`. */
export function nameOf(path: readonly PropertyKey[] = []): string {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return parts.join('').replace(/^\./, '') || 'options';
}

function wordsOf(rule: OptionRule, path: readonly PropertyKey[] | undefined, input: unknown): string {
  const { expected, example, isSecret } = rule;
  const key = path?.findLast((part) => typeof part === 'string') ?? 'options';
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
  if (typeof value !== 'object') return `a ${typeof value}`;
  const tag = tagOf(value);
  return tag === 'Object' ? 'an object' : `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
}
