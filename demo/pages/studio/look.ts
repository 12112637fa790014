import { PRESETS as SERVED } from '../presets.js';

/** How a checkout looks, as data: all of it fits into an address, and into a page’s own CSS and HTML. */
export interface Look {
  readonly preset: string;
  /** Empty: the page’s language, then the browser’s. */
  readonly lang: string;
  /** Empty: as the language is written. */
  readonly dir: '' | 'ltr' | 'rtl';
  /** Empty: as the system has it. */
  readonly scheme: '' | 'light' | 'dark';
  readonly challenge: '' | 'inline';
  /** Of the frame, in pixels; 0 for all there is. */
  readonly width: number;
  /** Values of custom properties, by name without `--scudo-`. */
  readonly values: Readonly<Record<string, string>>;
}

/** The looks to begin with; the first is that of the elements themselves. */
export const PRESETS = ['default', ...SERVED] as const;

export const PLAIN: Look = { preset: 'default', lang: '', dir: '', scheme: '', challenge: '', width: 0, values: {} };

/** Longer than any value that a person writes. */
export const LONGEST = 200;

/** A value that stays within its own declaration, as a pattern of a text field, too. */
export const WITHIN = '[^\\{\\};]*';

/** The look in an address; what is not known there, or not allowed, is left out. */
export function lookFrom(query: URLSearchParams, properties: readonly string[]): Look {
  const choice = <Value extends string>(name: string, values: readonly Value[]): Value | '' =>
    values.find((one) => one === query.get(name)) ?? '';
  const width = Number(query.get('width') ?? 0);
  return {
    preset: PRESETS.find((one) => one === query.get('preset')) ?? 'default',
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

/** What differs from the plain look, for an address. */
export function queryOf({ values, ...look }: Look): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(look))
    if (value !== PLAIN[name as keyof typeof look]) query.set(name, String(value));
  for (const [name, value] of Object.entries(values)) query.set(name, value);
  return query.toString();
}

/** The style sheet that makes a page look so; empty where the elements’ own look or a preset is all. */
export function cssOf({ scheme, values }: Look): string {
  const lines = [
    ...(scheme ? [`color-scheme: ${scheme};`] : []),
    ...Object.entries(values).map(([name, value]) => `--scudo-${name}: ${value};`),
  ];
  return lines.length === 0 ? '' : `scudo-checkout,\nscudo-return {\n${lines.map((line) => `  ${line}\n`).join('')}}`;
}

/** The lines of a page that show a checkout so. */
export function htmlOf({ preset, lang, dir, challenge, values, scheme }: Look): string {
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
