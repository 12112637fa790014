/** The JavaScript API is camelCase, the wire is snake_case. */
export type CamelName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name;

/** A wire message with camelCase names. Bytes, and objects with arbitrary keys, are opaque and stay as they are. */
export type CamelCased<Message> = Message extends string | ArrayBuffer
  ? Message
  : Message extends readonly (infer Item)[]
    ? CamelCased<Item>[]
    : Message extends object
      ? string extends keyof Message
        ? Message
        : { [Key in keyof Message as Key extends string ? CamelName<Key> : Key]: CamelCased<Message[Key]> }
      : Message;

/** `purchase_count_last_6months` becomes `purchaseCountLast6months`. */
export function camelName<Name extends string>(name: Name): CamelName<Name> {
  return name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase()) as CamelName<Name>;
}

/** `nextTry` becomes `next_try`. */
export function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns a message with other names.
 * @param nameOf returns the new name of a field
 * @param isNested true for a field whose value has names of its own; the values of all others are data. Default: all
 * fields.
 */
export function renamed(
  value: unknown,
  nameOf: (name: string) => string,
  isNested: (name: string) => boolean = () => true,
): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, nameOf, isNested));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      nameOf(name),
      isNested(name) ? renamed(inner, nameOf, isNested) : inner,
    ]),
  );
}
