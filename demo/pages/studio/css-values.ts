/** Returns the values of a property for light and for dark. A value without `light-dark()` is for both. */
export function lightAndDark(value: string): readonly [light: string, dark: string] {
  const inner = /^light-dark\((.*)\)$/s.exec(value.trim())?.[1];
  if (inner === undefined) return [value, value];
  let depth = 0;
  const comma = [...inner].findIndex((character) => {
    if (character === '(') depth++;
    if (character === ')') depth--;
    return character === ',' && depth === 0;
  });
  return comma === -1 ? [value, value] : [inner.slice(0, comma).trim(), inner.slice(comma + 1).trim()];
}

/** A `font` value: its size with the line height, and its families. */
export interface FontValue {
  readonly size: string;
  readonly family: string;
}

/** Splits a `font` value. A value without a size, such as `inherit`, has the size of the page. */
export function fontValue(value: string): FontValue {
  const parts = value.trim().split(/\s+/);
  const size = parts.findIndex((part) => /^\.?\d/.test(part));
  if (size === -1) return { size: '1rem / 1.5', family: value.trim() };
  // A line height follows a slash, with or without spaces.
  const last = parts[size + 1] === '/' ? size + 2 : parts[size + 1]?.startsWith('/') ? size + 1 : size;
  return { size: parts.slice(0, last + 1).join(' '), family: parts.slice(last + 1).join(' ') };
}

/** A number with its unit. */
export interface Amount {
  readonly number: number;
  readonly unit: string;
}

/** Returns the number of a value; undefined for a keyword or function. */
export function amountIn(value: string): Amount | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)(px|r?em|s)?$/.exec(value) ?? [];
  return number === undefined ? undefined : { number: Number(number), unit };
}
