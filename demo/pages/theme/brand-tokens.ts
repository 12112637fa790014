import { isAllowed, type Texts } from './theme.js';

type Kind = 'color' | 'size' | 'font';

interface BrandProperty {
  readonly property: string;
  /** Words of a token's name, of which it has one of each list. */
  readonly words: readonly (readonly string[])[];
  /** Words of the names of other tokens. */
  readonly not?: readonly string[];
  /** Words of the main token. Default: the token with the shortest name, such as `primary` before `primary-hover`. */
  readonly main?: readonly string[];
  readonly kind: Kind;
}

const PROPERTIES: readonly BrandProperty[] = [
  {
    property: 'color-brand',
    words: [['brand', 'primary', 'accent']],
    not: ['text', 'foreground', 'background', 'surface', 'border', 'on'],
    kind: 'color',
  },
  { property: 'color-text', words: [['text', 'foreground', 'ink']], not: ['on'], kind: 'color' },
  {
    property: 'color-surface',
    words: [['surface', 'background', 'paper', 'canvas']],
    not: ['text', 'border', 'on'],
    kind: 'color',
  },
  { property: 'color-error', words: [['error', 'danger', 'critical', 'negative']], kind: 'color' },
  { property: 'color-good', words: [['success', 'positive', 'good']], kind: 'color' },
  { property: 'radius-button', words: [['button'], ['radius']], kind: 'size' },
  {
    property: 'radius',
    words: [['radius', 'rounded', 'corner']],
    not: ['button'],
    main: ['base', 'md', 'medium'],
    kind: 'size',
  },
  {
    property: 'font',
    words: [['font', 'fontfamily', 'typeface']],
    not: ['size', 'weight', 'line', 'letter'],
    kind: 'font',
  },
];

/** The form of a value, and the CSS property that it has to be a value of. */
const KINDS: Readonly<Record<Kind, readonly [form: RegExp, css: string]>> = {
  color: [/^(?:#[\da-f]{3,8}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|light-dark)a?\(.*\))$/i, 'color'],
  size: [/^[\d.]+(?:px|rem|em|%)$/, 'border-radius'],
  font: [/[a-z]/i, 'font-family'],
};

/**
 * Returns the custom properties that the design tokens of a brand set. The file is that of the Design Tokens Community
 * Group (`$value`), of Style Dictionary (`value`), or any JSON of names and values. A token that matches no property is
 * left out, as are tokens of a dark scheme. A value in braces, such as `{color.blue}`, is that of the token with this
 * path.
 * @param isSupported `CSS.supports` of the browser
 * @throws {SyntaxError} if the text is no JSON
 */
export function brandOf(text: string, isSupported: (property: string, value: string) => boolean): Texts {
  const tokens = new Map<string, string>();
  collect(JSON.parse(text), [], tokens);
  const valueOf = (value: string, depth = 0): string => {
    const path = /^\{([^{}]+)\}$/.exec(value)?.[1];
    const other = path === undefined ? undefined : tokens.get(path.replace(/\.\$?value$/, ''));
    return other === undefined || depth > tokens.size ? value : valueOf(other, depth + 1);
  };
  const brand: Record<string, string> = {};
  for (const { property, words, not = [], main = [], kind } of PROPERTIES) {
    const [form, css] = KINDS[kind];
    const isMain = (name: readonly string[]) => main.some((word) => name.includes(word));
    const found = Array.from(tokens, ([path, value]) => [wordsOf(path), sized(kind, valueOf(value))] as const)
      .filter(([name]) => words.every((some) => some.some((word) => name.includes(word))))
      .filter(([name]) => !['dark', ...not].some((word) => name.includes(word)))
      .filter(([, value]) => form.test(value) && isAllowed('values', value) && isSupported(css, value))
      .sort(
        ([one], [other]) => Number(isMain(other)) - Number(isMain(one)) || one.join().length - other.join().length,
      )[0];
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
