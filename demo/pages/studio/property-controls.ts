import type { StyleProperty } from '../theme/theme-names.js';
import { amountIn } from './css-values.js';

export type PropertyGroup = 'Colors' | 'Type' | 'Shape and space' | 'Motion';

/** The control of a property: two colors, a number with its unit, a font, or CSS text. */
export type PropertyControl =
  | { readonly kind: 'color' }
  | ({ readonly kind: 'number' } & Slider)
  | { readonly kind: 'font' }
  | { readonly kind: 'css' };

/** The range and step of a slider in its unit. */
export interface Slider {
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** A property with its label and control. */
export interface LabelledProperty extends StyleProperty {
  readonly label: string;
  readonly group: PropertyGroup;
  readonly control: PropertyControl;
}

/** Labels by property. A property without one is labelled by its name. */
const LABELS: Readonly<Record<string, string>> = {
  'color-brand': 'Base of other colors',
  'color-accent': 'Buttons and selection',
  'color-on-accent': 'Text on buttons',
  'color-text': 'Text',
  'color-quiet': 'Hints',
  'color-placeholder': 'Examples in empty fields',
  'color-surface': 'Background',
  'color-sheet': 'Dialog',
  'color-field': 'Fields',
  'color-selected': 'Selected method',
  'color-hover': 'Pointer over a control',
  'color-line': 'Lines',
  'color-focus': 'Focus ring',
  'color-good': 'Success',
  'color-waiting': 'Waiting',
  'color-error': 'Errors',
  'color-backdrop': 'Behind the dialog',
  font: 'Font',
  'small-size': 'Size of hints',
  'label-weight': 'Weight of labels',
  'title-size': 'Size of titles',
  'title-weight': 'Weight of titles',
  'button-weight': 'Weight of buttons',
  radius: 'Corners',
  'radius-button': 'Corners of buttons',
  'radius-panel': 'Corners of panels',
  'line-width': 'Width of lines',
  shadow: 'Shadow of the dialog',
  'field-shadow': 'Shadow of fields',
  'invalid-shadow': 'Shadow of fields with an error',
  'button-shadow': 'Shadow of buttons',
  width: 'Greatest width',
  padding: 'Space around',
  space: 'Space between',
  'label-gap': 'Label to field',
  'field-gap': 'Field to field',
  'group-gap': 'Group to group',
  'control-size': 'Height of controls',
  'button-size': 'Height of buttons',
  'control-inset': 'Space inside controls',
  'field-inset': 'Space inside fields',
  'button-inset': 'Space inside buttons',
  reserve: 'Height while loading',
  motion: 'Length of animations',
};

/** A length in steps of one pixel at the usual font size. */
const length = (least: number, most: number): Slider => ({ unit: 'rem', least, most, step: 0.0625 });

/** Weights in steps that variable fonts show. */
const WEIGHT: Slider = { unit: '', least: 100, most: 900, step: 50 };

/** Sliders by property. They reach the defaults of the elements and the values of the presets, except for pills. */
const SLIDERS: Readonly<Record<string, Slider>> = {
  'small-size': { unit: 'em', least: 0.625, most: 1.25, step: 0.0625 },
  'label-weight': WEIGHT,
  'title-size': { unit: 'em', least: 0.75, most: 2, step: 0.0625 },
  'title-weight': WEIGHT,
  'button-weight': WEIGHT,
  radius: length(0, 2),
  'radius-button': length(0, 2),
  'radius-panel': length(0, 3),
  'line-width': { unit: 'px', least: 0, most: 6, step: 0.5 },
  width: length(16, 60),
  padding: length(0, 4),
  space: length(0, 3),
  'label-gap': length(0, 1.5),
  'field-gap': length(0, 3),
  'group-gap': length(0, 4),
  'control-size': length(1.5, 5),
  'button-size': length(1.5, 6),
  'control-inset': length(0, 2),
  'field-inset': length(0, 2),
  'button-inset': length(0, 4),
  reserve: length(0, 48),
  motion: { unit: 's', least: 0, most: 3, step: 0.1 },
};

/** Pixels of one `rem` at the usual font size. */
const PIXELS = 16;

/**
 * Returns the position of a slider for a value, and the unit of the values that it sets. `em` and `rem` keep their
 * unit; other lengths get that of the slider. A keyword or function starts at the minimum.
 */
export function sliderPosition(
  { unit, least }: Slider,
  value: string,
): { readonly number: number; readonly unit: string } {
  const amount = amountIn(value);
  if (amount === undefined) return { number: least, unit };
  if (amount.unit === 'px' && (unit === 'rem' || unit === 'em')) return { number: amount.number / PIXELS, unit: 'rem' };
  if (amount.unit === 'rem' && unit === 'px') return { number: amount.number * PIXELS, unit };
  const isRelative = ['em', 'rem'].includes(unit) && ['em', 'rem'].includes(amount.unit);
  return { number: amount.number, unit: isRelative ? amount.unit : unit };
}

/** Adds labels, groups and controls to properties, with labelled ones first. */
export function labelledProperties(properties: readonly StyleProperty[]): readonly LabelledProperty[] {
  const order = Object.keys(LABELS);
  const place = ({ name }: StyleProperty) => (order.includes(name) ? order.indexOf(name) : order.length);
  return properties
    .toSorted((one, other) => place(one) - place(other))
    .map((property) => ({
      ...property,
      label: LABELS[property.name] ?? labelFrom(property.name),
      group: groupOf(property.name),
      control: controlOf(property),
    }));
}

function labelFrom(name: string): string {
  const words = name.replace(/^color-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function controlOf({ name }: StyleProperty): PropertyControl {
  if (name === 'font') return { kind: 'font' };
  // A color field cannot show a transparent color.
  if (name.startsWith('color-') && name !== 'color-backdrop') return { kind: 'color' };
  const slider = SLIDERS[name];
  return slider ? { kind: 'number', ...slider } : { kind: 'css' };
}

function groupOf(name: string): PropertyGroup {
  if (name.startsWith('color-')) return 'Colors';
  if (name === 'font' || /^(small|label|title|button)-(size|weight)$/.test(name)) {
    return name === 'button-size' ? 'Shape and space' : 'Type';
  }
  return name === 'motion' ? 'Motion' : 'Shape and space';
}
