import type { ElementManifest } from '../shared/shop-client.js';

/** A custom property of the elements’ manifest (custom-elements.json). */
export interface ThemeProperty {
  /** The name without `--scudo-`. */
  readonly name: string;
  readonly description: string;
  readonly standard: string;
  readonly control: ThemeControl;
  readonly group: ThemeGroup;
}

export type ThemeGroup = 'Colour' | 'Type' | 'Shape' | 'Space and density' | 'Motion';

/** The control of a property: two colors, a number with its unit, or CSS text. */
export type ThemeControl =
  | { readonly kind: 'colour' }
  | {
      readonly kind: 'number';
      readonly unit: string;
      readonly least: number;
      readonly most: number;
      readonly step: number;
    }
  | { readonly kind: 'css' };

/** The range and step of sliders by unit. */
const RANGES: Readonly<Record<string, Omit<Extract<ThemeControl, { kind: 'number' }>, 'kind' | 'unit'>>> = {
  px: { least: 0, most: 72, step: 1 },
  rem: { least: 0, most: 60, step: 0.5 },
  em: { least: 0.75, most: 2, step: 0.0625 },
  s: { least: 0, most: 3, step: 0.1 },
  '': { least: 100, most: 900, step: 100 },
};

export function themePropertiesIn(manifest: ElementManifest): ThemeProperty[] {
  const checkout = manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName === 'scudo-checkout');
  return (checkout?.cssProperties ?? []).map(({ name, description = '', default: standard = '' }) => {
    const short = name.replace('--scudo-', '');
    return { name: short, description, standard, control: controlFor(short, standard), group: groupOf(short) };
  });
}

function controlFor(name: string, standard: string): ThemeControl {
  // A color field cannot show a transparent color.
  if (name.startsWith('color-') && name !== 'color-backdrop') return { kind: 'colour' };
  const unit =
    /^(?:[\d.]+)(px|rem|em|s)?$/.exec(standard)?.[1] ??
    (/^(radius|padding)/.test(name) ? 'px' : name.endsWith('-weight') ? '' : undefined);
  const range =
    unit === undefined || (unit === '' && !name.endsWith('-weight'))
      ? undefined
      : RANGES[name === 'padding' ? 'px' : unit];
  return range ? { kind: 'number', unit: unit ?? '', ...range } : { kind: 'css' };
}

function groupOf(name: string): ThemeGroup {
  if (name.startsWith('color-')) return 'Colour';
  if (/^(font|small|label|title|button)/.test(name)) return 'Type';
  if (/^(radius|line|shadow)/.test(name)) return 'Shape';
  return name === 'motion' ? 'Motion' : 'Space and density';
}
