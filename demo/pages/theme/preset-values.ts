import type { Texts } from './theme.js';
import { shopAddress } from '../shared/shop-address.js';

/** Returns the values of a preset by name without `--scudo-`, read from its style sheet. */
export async function presetValues(preset: string): Promise<Texts> {
  if (preset === 'default') return {};
  const sheet = await new CSSStyleSheet().replace(await (await fetch(shopAddress(`presets/${preset}.css`))).text());
  const rule = [...sheet.cssRules].find(
    (one): one is CSSStyleRule => one instanceof CSSStyleRule && one.selectorText.startsWith('scudo-checkout'),
  );
  const names = [...(rule?.style ?? [])].filter((name) => name.startsWith('--scudo-'));
  return Object.fromEntries(
    names.map((name) => [name.replace('--scudo-', ''), rule?.style.getPropertyValue(name).trim() ?? '']),
  );
}
