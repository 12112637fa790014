import { isAllowed, type Texts } from './theme.js';

type Kind = 'color' | 'size' | 'font';

/** Custom properties with the words of a token's name, of which it has one of each list, and the kind of its value. */
const PROPERTIES: readonly (readonly [property: string, words: readonly (readonly string[])[], kind: Kind])[] = [
  ['color-brand', [['brand', 'primary', 'accent']], 'color'],
  ['color-text', [['text', 'foreground', 'ink']], 'color'],
  ['color-surface', [['surface', 'background', 'paper', 'canvas']], 'color'],
  ['color-error', [['error', 'danger', 'critical', 'negative']], 'color'],
  ['color-good', [['success', 'positive', 'good']], 'color'],
  ['radius-button', [['button'], ['radius']], 'size'],
  ['radius', [['radius', 'rounded', 'corner']], 'size'],
  ['font', [['font', 'fontfamily', 'typeface']], 'font'],
];

const KINDS: Readonly<Record<Kind, RegExp>> = {
  color: /^(?:#[\da-f]{3,8}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|light-dark)a?\(.*\))$/i,
  size: /^[\d.]+(?:px|rem|em|%)$/,
  font: /[a-z]/i,
};

/**
 * Returns the custom properties that the design tokens of a brand set. The file is that of the Design Tokens Community
 * Group (`$value`), of Style Dictionary (`value`), or any JSON of names and values. A token that matches no property is
 * left out. A value in braces, such as `{color.blue}`, is that of the token with this path.
 * @throws {SyntaxError} if the text is no JSON
 */
export function brandOf(text: string): Texts {
  const tokens = new Map<string, string>();
  collect(JSON.parse(text), [], tokens);
  const valueOf = (value: string, depth = 0): string => {
    const path = /^\{([^{}]+)\}$/.exec(value)?.[1];
    const other = path === undefined ? undefined : tokens.get(path.replace(/\.\$?value$/, ''));
    return other === undefined || depth > tokens.size ? value : valueOf(other, depth + 1);
  };
  const brand: Record<string, string> = {};
  for (const [property, words, kind] of PROPERTIES) {
    const found = Array.from(tokens, ([path, value]) => [wordsOf(path), sized(kind, valueOf(value))] as const)
      .filter(([name]) => words.every((some) => some.some((word) => name.includes(word))))
      .filter(([name]) => property !== 'radius' || !name.includes('button'))
      .filter(([, value]) => KINDS[kind].test(value) && isAllowed('values', value))
      // The token with the shortest name is the main one: `primary` before `primary-hover`.
      .sort(([one], [other]) => one.join().length - other.join().length)[0];
    if (found) brand[property] = found[1];
  }
  return brand;
}

/** A size without a unit is in pixels. */
const sized = (kind: Kind, value: string) => (kind === 'size' && /^[\d.]+$/.test(value) ? `${value}px` : value);

/** Returns the words of a path such as `color.brandPrimary`, in lower case. */
function wordsOf(path: string): string[] {
  return path
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

function collect(node: unknown, path: readonly string[], tokens: Map<string, string>): void {
  if (typeof node === 'string' || typeof node === 'number') tokens.set(path.join('.'), String(node));
  if (typeof node !== 'object' || node === null) return;
  const { $value, value } = node as { $value?: unknown; value?: unknown };
  const own = $value ?? value;
  if (own !== undefined) {
    // A font family may be a list, and a size a number with its unit.
    if (Array.isArray(own))
      tokens.set(
        path.join('.'),
        own.map((name) => (/\s/.test(String(name)) ? `"${String(name)}"` : String(name))).join(', '),
      );
    else if (typeof own === 'object' && own !== null && 'value' in own && 'unit' in own)
      tokens.set(path.join('.'), `${String(own.value)}${String(own.unit)}`);
    else collect(own, path, tokens);
    return;
  }
  for (const [name, child] of Object.entries(node)) if (!name.startsWith('$')) collect(child, [...path, name], tokens);
}
