/** The value of a field, by its dotted name; undefined where it is absent. */
export function valueOf(message: unknown, field: string): unknown {
  return field.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], message);
}

/** A copy of the message with one field set, by its dotted name; undefined removes it. */
export function withValue<Message extends object>(message: Message, field: string, value: unknown): Message {
  // Unlike structuredClone, this does not keep two fields the same object.
  const copy = JSON.parse(JSON.stringify(message)) as Message;
  const path = field.split('.');
  const last = path.pop() ?? '';
  let at = copy as Record<string, unknown>;
  for (const step of path) at = (at[step] ??= {}) as Record<string, unknown>;
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
  return copy;
}

/** The dotted name of each field of a message, down to the values. */
export function leavesOf(message: object, above = ''): string[] {
  return Object.entries(message).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? leavesOf(value as object, `${above}${key}.`) : [`${above}${key}`],
  );
}
