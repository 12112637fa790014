import type * as z from '../../protocol/zod.js';
import { camelName, type CamelCased } from '../../protocol/values/camel-case.js';
import { MessageError, parseMessage } from '../../protocol/values/field-issue.js';
import { withoutCardData } from './card-data.js';

/**
 * Converts between the names of the JavaScript API and those of the wire. The conversion follows the schema, so that
 * content that the schema does not describe (`message_extension[].data`) stays as it is.
 */

/** The wire names of one object. Names of nested objects included. */
type WireNames = ReadonlyMap<string, WireNames>;

const NO_NAMES: WireNames = new Map();
const known = new WeakMap<z.ZodMiniType, WireNames>();

/** Returns a message with wire names from one with camelCase names. Unknown names stay as they are. */
export function toWire(schema: z.ZodMiniType, value: unknown): unknown {
  return renamed(value, namesOf(schema), (names) => new Map([...names.keys()].map((wire) => [camelName(wire), wire])));
}

/** Returns a message with camelCase names from one with wire names. Unknown names stay as they are. */
export function fromWire<Message>(schema: z.ZodMiniType, value: Message): CamelCased<Message> {
  return renamed(
    value,
    namesOf(schema),
    (names) => new Map([...names.keys()].map((wire) => [wire, camelName(wire)])),
  ) as CamelCased<Message>;
}

/**
 * Checks a camelCase input against the schema of its wire message.
 * @throws {MessageError} naming every offending field as the caller wrote it, with card numbers masked: the data of a
 * message extension has names of any text.
 */
export function parseInput<Schema extends z.ZodMiniType>(
  what: string,
  schema: Schema,
  wire: unknown,
  nameOf: (wireField: string) => string = camelField,
): z.output<Schema> {
  try {
    return parseMessage(what, schema, wire);
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    throw new MessageError(
      what,
      error.issues.map((issue) => ({ ...issue, field: withoutCardData(nameOf(issue.field)) })),
    );
  }
}

/** `card_detail.expiry_month` becomes `cardDetail.expiryMonth`. */
export function camelField(field: string): string {
  return field.split('.').map(camelName).join('.');
}

function renamed(value: unknown, names: WireNames, mapOf: (names: WireNames) => ReadonlyMap<string, string>): unknown {
  // A list in a list has no names, however deep it is.
  if (Array.isArray(value)) return value.map((item) => (Array.isArray(item) ? item : renamed(item, names, mapOf)));
  if (typeof value !== 'object' || value === null || names.size === 0) return value;
  const newNames = mapOf(names);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      // A field of another shape counts as absent.
      if (inner === undefined) return [];
      const newName = newNames.get(name) ?? name;
      return [[newName, renamed(inner, names.get(newName) ?? names.get(name) ?? NO_NAMES, mapOf)]];
    }),
  );
}

function namesOf(schema: z.ZodMiniType): WireNames {
  const names = known.get(schema) ?? readNames(schema);
  known.set(schema, names);
  return names;
}

function readNames(schema: z.ZodMiniType): WireNames {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  const inner = (type: z.core.$ZodType) => namesOf(type as unknown as z.ZodMiniType);
  switch (def.type) {
    case 'object':
      return new Map(Object.entries(def.shape).map(([name, type]) => [name, inner(type)]));
    case 'optional':
    case 'catch':
      return inner(def.innerType);
    case 'array':
      return inner(def.element);
    case 'pipe':
      return new Map([...inner(def.in), ...inner(def.out)]);
    case 'union':
      return new Map(def.options.flatMap((option) => [...inner(option)]));
    default:
      return NO_NAMES;
  }
}
