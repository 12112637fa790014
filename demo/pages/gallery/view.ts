import { LANGUAGES } from 'scudo-checkout';
import { PRESETS } from '../shared/presets.js';
import { isThemeText } from '../theme/theme.js';

/** The parameters of the gallery. All of them are in the address of the page. */
export interface View {
  readonly preset: string;
  readonly lang: string;
  readonly scheme: string;
  readonly width: string;
  /** A section, or scenes separated by commas; empty for everything. */
  readonly only: string;
  /** `fixed` uses a font that renders the same on every machine, for pictures that are compared. */
  readonly font: string;
  /** The changes of a theme that the studio made, as a query; empty without changes. */
  readonly theme: string;
}

/** The choices, with the default first. */
export const CHOICES = {
  preset: ['default', ...PRESETS],
  lang: ['en', ...Object.keys(LANGUAGES)],
  scheme: ['system', 'light', 'dark', 'both'],
  width: ['390', '320', '512'],
  font: ['own', 'fixed'],
} as const satisfies Partial<Record<keyof View, readonly string[]>>;

/** Returns the view of an address. Unknown values count as absent. */
export function viewOf(search: string): View {
  const query = new URLSearchParams(search);
  const chosen = (name: keyof typeof CHOICES): string => {
    const choices: readonly string[] = CHOICES[name];
    return choices.find((choice) => choice === query.get(name)) ?? choices[0]!;
  };
  return {
    preset: chosen('preset'),
    lang: chosen('lang'),
    scheme: chosen('scheme'),
    width: chosen('width'),
    font: chosen('font'),
    only: query.get('only') ?? '',
    theme: new URLSearchParams([...query].filter(([name]) => isThemeText(name))).toString(),
  };
}

/** Returns the address of a view, without defaults. */
export function searchOf(view: View): string {
  const defaults: Readonly<Record<string, string | undefined>> = {
    preset: CHOICES.preset[0],
    lang: CHOICES.lang[0],
    scheme: CHOICES.scheme[0],
    width: CHOICES.width[0],
    font: CHOICES.font[0],
    only: '',
  };
  const { theme, ...rest } = view;
  const changed = Object.entries(rest).filter(([name, value]) => value !== defaults[name]);
  const query = new URLSearchParams(changed).toString().replaceAll('%2C', ',');
  return `?${[query, theme].filter((part) => part !== '').join('&')}`;
}

/** Returns the address of the studio with the theme of a view. */
export function studioAddress({ preset, lang, scheme, theme }: View): string {
  const query = new URLSearchParams(theme);
  if (preset !== CHOICES.preset[0]) query.set('preset', preset);
  if (lang !== CHOICES.lang[0]) query.set('lang', lang);
  if (scheme !== CHOICES.scheme[0]) query.set('scheme', scheme);
  const text = query.toString();
  return `./${text ? `?${text}` : ''}`;
}
