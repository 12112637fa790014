import * as z from '../../protocol/zod.js';
import { checkMessage, MessageError, type FieldIssue } from '../../protocol/values/field-issue.js';
import { personText } from '../../protocol/values/plain-text.js';
import { holdsCardNumber, withoutCardData } from './card-data.js';
import { isPlainObject } from './plain-object.js';
import { isLike } from '../../protocol/values/similar-name.js';

/** The schemas of the fields of a call's input: one for each key of its interface. */
export type InputShape<Input> = { readonly [Key in Keys<Input>]: z.ZodMiniType };

/** The keys of all members of a union. */
type Keys<Input> = Input extends unknown ? keyof Input : never;

/** The schema of an input object. */
export function inputObject<Shape extends Readonly<Record<string, z.ZodMiniType>>>(shape: Shape) {
  return z.pipe(z.custom<object>(isPlainObject, { error: 'an object' }), z.object(shape));
}

/** Maximum nesting that is copied: two levels more than any input has. */
const COPIED_DEPTH = 6;

/**
 * Copies the objects and lists of an input. A caller that changes its object while the call waits for the store would
 * otherwise change an amount after its check.
 */
export function copyOfInput<Input>(input: Input, depth = COPIED_DEPTH): Input {
  if (typeof input !== 'object' || input === null || depth === 0) return input;
  if (Array.isArray(input)) return input.map((item: unknown) => copyOfInput(item, depth - 1)) as Input;
  // An instance of a class can have fields that are not its own.
  if (![Object.prototype, null].includes(Object.getPrototypeOf(input) as object | null)) return input;
  const fields = Object.entries(input).map(([name, value]) => [name, copyOfInput<unknown>(value, depth - 1)]);
  return Object.fromEntries(fields) as Input;
}

/** A field that a function checks. `expected` completes "must be". */
export function field(expected: string, isRight: (value: unknown) => boolean): z.ZodMiniType {
  return z.custom(isRight, { error: expected });
}

/** True for a text that is not blank, without a card number. */
export const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most && !holdsCardNumber(value);

/** A field with a text. */
export const givenText = (most: number) =>
  field(`a text of at most ${most} characters that is not blank, without a card number`, (value) =>
    isText(value, most),
  );

/** A person or a reason, for the audit. */
export const auditText = givenText(500);

/** Characters that people do not see, and spaces and dashes that look like those of ASCII. */
const LOOKALIKE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u2212]|(?! )\p{Z}|(?!-)\p{Pd}| {2}/u;

/**
 * Idempotency key. The calls of `c1` and `c1 ` would both act, so that a key has one way to write its spaces, dashes
 * and composed characters. Letters of two scripts that look alike are different keys.
 */
export const key = field(
  'a text of 1 to 255 characters in Unicode form NFKC without a card number, control, format and invisible characters, ' +
    'dashes other than -, and spaces other than single ones between other characters',
  (value) =>
    isText(value, 255) && value === value.trim() && value === value.normalize('NFKC') && !LOOKALIKE.test(value),
);

/** A text of the shop, cleaned. The store, exports and webhooks keep it, so that it has no card number. */
export const shopText = (most: number) =>
  z.pipe(
    personText(most, 0),
    z.string().check(z.refine((text) => !holdsCardNumber(text), 'a text without a card number')),
  );

/**
 * Checks the input of a public call, before the call does anything.
 * @throws {MessageError} naming every field that is unknown, or every field that is missing or wrong
 */
export function checkInput(what: string, schema: z.ZodMiniType, input: unknown): void {
  const { issues } = issuesOf(schema, input);
  if (issues.length > 0) throw new MessageError(what, issues);
}

/** The fields of an input that are not right, all of one kind. */
interface InputIssues {
  /** `wrong` has the missing fields as well. */
  readonly kind: 'unknown' | 'wrong';
  readonly issues: readonly FieldIssue[];
}

/** Returns the unknown fields of an input; if there are none, the missing and wrong ones. */
export function issuesOf(schema: z.ZodMiniType, input: unknown): InputIssues {
  const unknown = unknownFields(fieldsOf(schema), input, (name) => name, []);
  if (unknown.length > 0) return { kind: 'unknown', issues: unknown };
  return { kind: 'wrong', issues: checkMessage(schema, input).issues ?? [] };
}

/**
 * Refuses fields that the schema does not describe, at every depth, because a misspelled field would have no effect.
 * Fields that are undefined count as absent, and objects with arbitrary keys are not checked.
 * @param nameOf the caller's name of a field of the schema
 * @throws {MessageError} naming every unknown field
 */
export function refuseUnknownFields(
  what: string,
  schema: z.ZodMiniType,
  input: unknown,
  nameOf: (field: string) => string,
): void {
  const issues = unknownFields(fieldsOf(schema), input, nameOf, []);
  if (issues.length > 0) throw new MessageError(what, issues);
}

/** The fields of an object, or of the objects in a list; undefined for other values. */
type Fields = ReadonlyMap<string, z.core.$ZodType> | undefined;

function unknownFields(
  fields: Fields,
  value: unknown,
  nameOf: (field: string) => string,
  path: readonly string[],
): FieldIssue[] {
  if (!fields || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    // A list in a list fits no schema. The check of the schema refuses it, however deep it is.
    return value.flatMap((item, index) =>
      Array.isArray(item) ? [] : unknownFields(fields, item, nameOf, [...path, String(index)]),
    );
  }
  const known = new Map([...fields].map(([name, schema]) => [nameOf(name), schema]));
  return Object.entries(value).flatMap(([key, inner]) => {
    if (inner === undefined) return [];
    const schema = known.get(key);
    if (schema) return unknownFields(fieldsOf(schema), inner, nameOf, [...path, key]);
    return [{ field: [...path, shown(key)].join('.'), message: wordsOf(key, [...known.keys()]), missing: false }];
  });
}

function fieldsOf(schema: z.ZodMiniType | z.core.$ZodType): Fields {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return new Map(Object.entries(def.shape));
    case 'optional':
    case 'nullable':
      return fieldsOf(def.innerType);
    case 'array':
      return fieldsOf(def.element);
    case 'pipe':
      return fieldsOf(def.in) ?? fieldsOf(def.out);
    default:
      return undefined;
  }
}

function wordsOf(key: string, names: readonly string[]): string {
  const meant = names.find((name) => isLike(key, name));
  return `is not a field. ${meant ? `Did you mean ${meant}?` : `The fields are ${names.join(', ')}`}`;
}

const MAX_SHOWN = 80;

/** The name of an unknown field for a message. A shop that passes on what a page sends may have any text there. */
function shown(key: string): string {
  const masked = withoutCardData(key);
  return masked.length > MAX_SHOWN ? `${masked.slice(0, MAX_SHOWN)}…` : masked;
}
