/** Returns another text for a text of a message. `field` is the name of the field that it is in. */
export type MapText = (text: string, field: string) => string;

/** Levels of a message that are kept. No message of the interfaces has more than six. */
const MAX_DEPTH = 32;

/**
 * Applies a function to every text of a parsed message: values, items of lists, numbers in their decimal form, and
 * names of fields. A number whose text changes becomes that text. Levels below the 32nd are left out.
 */
export function mapTexts<Message>(message: Message, map: MapText): Message {
  return mapped(message, map, '', 0) as Message;
}

function mapped(value: unknown, map: MapText, field: string, depth: number): unknown {
  if (typeof value === 'string') return map(value, field);
  if (typeof value === 'number') {
    const text = String(value);
    const other = map(text, field);
    return other === text ? value : other;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((item) => mapped(item, map, field, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [map(name, ''), mapped(inner, map, pathOf(field, name), depth + 1)]),
  );
}

/** The element `cvn` holds the security code in an element `number`: the path names both. */
function pathOf(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`;
}
