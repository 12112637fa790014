import type { Texts } from './theme.js';
import { shopAddress } from '../shared/shop-address.js';

/** Reads the style sheet of a preset; undefined for the default theme, which has none. */
export async function presetSheet(preset: string): Promise<CSSStyleSheet | undefined> {
  if (preset === 'default') return undefined;
  return new CSSStyleSheet().replace(await (await fetch(shopAddress(`presets/${preset}.css`))).text());
}

/** Returns the values in a preset's style sheet by name without `--scudo-`. */
export function presetValues(sheet: CSSStyleSheet | undefined): Texts {
  const rule = [...(sheet?.cssRules ?? [])].find(
    (one): one is CSSStyleRule => one instanceof CSSStyleRule && one.selectorText.startsWith('scudo-checkout'),
  );
  const names = [...(rule?.style ?? [])].filter((name) => name.startsWith('--scudo-'));
  return Object.fromEntries(
    names.map((name) => [name.replace('--scudo-', ''), rule?.style.getPropertyValue(name).trim() ?? '']),
  );
}
