import { make } from '../shared/elements.js';

/** Returns the values of a preset by name without `--scudo-`, read from its style sheet. */
export async function presetValues(preset: string): Promise<Readonly<Record<string, string>>> {
  if (preset === 'default') return {};
  const sheet = await new CSSStyleSheet().replace(await (await fetch(`/presets/${preset}.css`)).text());
  const rule = [...sheet.cssRules].find(
    (one): one is CSSStyleRule => one instanceof CSSStyleRule && one.selectorText.startsWith('scudo-checkout'),
  );
  const names = [...(rule?.style ?? [])].filter((name) => name.startsWith('--scudo-'));
  return Object.fromEntries(
    names.map((name) => [name.replace('--scudo-', ''), rule?.style.getPropertyValue(name).trim() ?? '']),
  );
}

/** Returns a CSS color as `#rrggbb`, for light or dark. A transparent color counts as the color behind it. */
export function hexOf(value: string, scheme: 'light' | 'dark', behind?: string): string {
  const probe = make('span');
  probe.style.colorScheme = scheme;
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const paper = behind === undefined ? (scheme === 'light' ? '#ffffff' : '#000000') : hexOf(behind, scheme);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return paper;
  context.fillStyle = color;
  return /^#\w{6}$/.exec(context.fillStyle)?.[0] ?? paper;
}
