import { PRESETS } from '../shared/presets.js';

/** The theme of a checkout as data. It fits into an address, and into the CSS and HTML of a page. */
export interface Theme {
  readonly preset: string;
  /** Empty for the language of the page, then of the browser. */
  readonly lang: string;
  /** Empty for the direction of the language. */
  readonly dir: '' | 'ltr' | 'rtl';
  /** Empty for the color scheme of the system. */
  readonly scheme: '' | 'light' | 'dark';
  readonly challenge: '' | 'inline';
  /** The width of the frame in pixels; 0 for the full width. */
  readonly width: number;
  /** The values of custom properties, by name without `--scudo-`. */
  readonly values: Readonly<Record<string, string>>;
}

/** The presets. The first one is the default theme of the elements. */
export const THEME_PRESETS = ['default', ...PRESETS] as const;

export const PLAIN: Theme = { preset: 'default', lang: '', dir: '', scheme: '', challenge: '', width: 0, values: {} };

/** The maximum length of a value. */
export const LONGEST = 200;

/** Matches a value that stays within its declaration. Also the pattern of text fields. */
export const WITHIN = '[^\\{\\};]*';

/** Returns the theme of an address. Unknown and invalid values are left out. */
export function themeFrom(query: URLSearchParams, properties: readonly string[]): Theme {
  const choice = <Value extends string>(name: string, values: readonly Value[]): Value | '' =>
    values.find((one) => one === query.get(name)) ?? '';
  const width = Number(query.get('width') ?? 0);
  return {
    preset: THEME_PRESETS.find((one) => one === query.get('preset')) ?? 'default',
    lang: /^[\w-]{2,20}$/.exec(query.get('lang') ?? '')?.[0] ?? '',
    dir: choice('dir', ['ltr', 'rtl']),
    scheme: choice('scheme', ['light', 'dark']),
    challenge: choice('challenge', ['inline']),
    width: Number.isInteger(width) && width >= 240 && width <= 1600 ? width : 0,
    values: Object.fromEntries(
      properties.flatMap((name) => {
        const value = query.get(name)?.trim() ?? '';
        return value !== '' && value.length <= LONGEST && new RegExp(`^${WITHIN}$`).test(value) ? [[name, value]] : [];
      }),
    ),
  };
}

/** Returns the query of a theme, without defaults. */
export function queryOf({ values, ...theme }: Theme): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(theme))
    if (value !== PLAIN[name as keyof typeof theme]) query.set(name, String(value));
  for (const [name, value] of Object.entries(values)) query.set(name, value);
  return query.toString();
}

/** Returns the style sheet of a theme; empty for the default theme or an unchanged preset. */
export function cssOf({ scheme, values }: Theme): string {
  const lines = [
    ...(scheme ? [`color-scheme: ${scheme};`] : []),
    ...Object.entries(values).map(([name, value]) => `--scudo-${name}: ${value};`),
  ];
  return lines.length === 0 ? '' : `scudo-checkout,\nscudo-return {\n${lines.map((line) => `  ${line}\n`).join('')}}`;
}

/** Returns the HTML of a page with a checkout in this theme. */
export function htmlOf({ preset, lang, dir, challenge, values, scheme }: Theme): string {
  const attributes = Object.entries({ lang, dir, challenge }).flatMap(([name, value]) =>
    value ? [` ${name}="${value}"`] : [],
  );
  return [
    ...(preset === 'default' ? [] : [`<link rel="stylesheet" href="/presets/${preset}.css">`]),
    ...(scheme || Object.keys(values).length > 0 ? ['<link rel="stylesheet" href="/checkout.css">'] : []),
    '<script type="module" src="/scudo.js"></script>',
    `<scudo-checkout backend="/scudo" order="ORDER_ID"${attributes.join('')}></scudo-checkout>`,
  ].join('\n');
}
