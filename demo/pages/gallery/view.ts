import { LANGUAGES } from 'scudo-checkout';
import { PRESETS } from '../presets.js';

/** How the gallery is looked at: all of it stands in the page's address. */
export interface View {
  readonly preset: string;
  readonly lang: string;
  readonly scheme: string;
  readonly width: string;
  /** A section, or scenes separated by commas; empty for everything. */
  readonly only: string;
  /** `fixed` takes a font that looks the same on every machine, for pictures that are compared. */
  readonly font: string;
}

/** What may be chosen, the default first. */
export const CHOICES = {
  preset: ['default', ...PRESETS],
  lang: ['en', ...Object.keys(LANGUAGES)],
  scheme: ['system', 'light', 'dark', 'both'],
  width: ['390', '320', '512'],
  font: ['own', 'fixed'],
} as const satisfies Partial<Record<keyof View, readonly string[]>>;

/** The view that an address asks for; what is not known there is as if it were not said. */
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

/** The address of a view, without what goes without saying. */
export function searchOf(view: View): string {
  const silent: Readonly<Record<string, string | undefined>> = {
    preset: CHOICES.preset[0],
    lang: CHOICES.lang[0],
    scheme: CHOICES.scheme[0],
    width: CHOICES.width[0],
    font: CHOICES.font[0],
    only: '',
  };
  const said = Object.entries({ ...view }).filter(([name, value]) => value !== silent[name]);
  return `?${new URLSearchParams(said).toString()}`.replaceAll('%2C', ',');
}
