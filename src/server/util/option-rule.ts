import * as z from '../../protocol/zod.js';
import { issuesOf } from './call-input.js';
import { counted } from './counted.js';
import { isPlainObject, tagOf } from './plain-object.js';
import { isLike } from '../../protocol/values/similar-name.js';

/** The right values of one option, in words. Messages begin after the option's name. */
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
  const entriesSchema = z.array(required({ ...entry, example: words.example }));
  return z.pipe(required({ ...words, isRight: (value) => Array.isArray(value) && isRight(value) }), entriesSchema);
}

/**
 * An option that is a field of a call as well, so that one schema describes both.
 * @param example the option with a right value
 */
export function optionOf(field: z.ZodMiniType, example: string): z.ZodMiniType {
  return z.optional(
    z.unknown().check(({ value, issues }) => {
      const found = issuesOf(field, value);
      for (const { field: name, message } of found.issues) {
        const path = name === '' ? [] : name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
        const input = path.reduce<unknown>(propertyOf, value);
        // The value of an unknown field may be a secret that belongs elsewhere.
        const got = input === undefined || found.kind === 'unknown' ? '' : `; got ${shown(input)}`;
        issues.push({ code: 'custom', input, path, message: `${message}${got}. Example: ${example}` });
      }
    }),
  );
}

function propertyOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[name] : undefined;
}

/**
 * An object of options. Unknown keys are mistakes, unless they are undefined.
 * @param example the option with a right value; absent for the options of a function
 */
export function optionsObject(shape: Readonly<Record<string, z.ZodMiniType>>, example?: string): z.ZodMiniType {
  const names = Object.keys(shape);
  const unknownSchema = z.custom((value) => value === undefined, {
    error: ({ path }) => wordsOfUnknown(path, names),
  });
  return z.pipe(plainObject(example), z.catchall(z.object(shape), unknownSchema));
}

/**
 * An object whose keys the merchant chooses. A message names the key.
 * @param example the option with a right value
 */
export function optionsByKey(
  key: Pick<OptionRule, 'expected' | 'isRight'>,
  rule: OptionRule,
  example: string,
): z.ZodMiniType {
  const entriesSchema = z.unknown().check(({ value, issues }) => {
    for (const [name, input] of Object.entries(value as object)) {
      if (!key.isRight(name)) {
        const message = `is not ${key.expected}. Example: ${example}`;
        issues.push({ code: 'custom', input, path: [name], message });
      } else if (input !== undefined && !rule.isRight(input)) {
        issues.push({ code: 'custom', input, path: [name], message: wordsOf(rule, [name], input) });
      }
    }
  });
  return z.pipe(plainObject(example), entriesSchema);
}

function plainObject(example: string | undefined): z.ZodMiniType {
  return z.custom(isPlainObject, {
    error: ({ input }) => `must be an object; got ${kindOf(input)}.${example ? ` Example: ${example}` : ''}`,
  });
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
  if (input === undefined) return `is missing. It must be ${expected}. ${advice}`;
  return `must be ${expected}; got ${isSecret ? kindOf(input) : shown(input)}. ${advice}`;
}

function wordsOfUnknown(path: readonly PropertyKey[] | undefined, names: readonly string[]): string {
  const key = String(path?.at(-1));
  const meant = names.find((name) => isLike(key, name));
  const advice = meant ? `Did you mean ${meant}?` : `The options are ${names.join(', ')}.`;
  return `is not an option. ${advice}`;
}

const MAX_SHOWN = 80;

/** A long text that is neither an address nor a path may be a secret whose variable was swapped with another. */
const LIKE_SECRET = /^(?!https?:\/\/|\/[a-z/._-]*$).{16,}/is;

/** A value for a message, without what may be a secret. User information of a URL may hold a password. */
export function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || LIKE_SECRET.test(value)) return kindOf(value);
  const text = value.replace(/\/\/[^/?#]*@/, '//');
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

/** The kind of a value, without the value. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (value === '') return 'an empty text';
  if (typeof value === 'string') return `a text of ${counted(value.length, 'character')}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const tag = tagOf(value);
  return tag === 'Object' ? 'an object' : `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
}
