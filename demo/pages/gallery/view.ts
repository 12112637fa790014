import { LANGUAGES } from 'scudo-checkout';
import { PRESETS } from '../shared/presets.js';

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
  const changed = Object.entries({ ...view }).filter(([name, value]) => value !== defaults[name]);
  return `?${new URLSearchParams(changed).toString()}`.replaceAll('%2C', ',');
}
