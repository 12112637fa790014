import type { StyleProperty } from '../theme/theme-names.js';
import { amountIn } from './css-values.js';

export type PropertyGroup = 'Colours' | 'Type' | 'Shape and space' | 'Motion';

/** The control of a property: two colors, a number with its unit, a font, or CSS text. */
export type PropertyControl =
  | { readonly kind: 'colour' }
  | ({ readonly kind: 'number'; readonly unit: string } & NumberRange)
  | { readonly kind: 'font' }
  | { readonly kind: 'css' };

interface NumberRange {
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

/** The range and step of sliders by unit. */
const RANGES: Readonly<Record<string, NumberRange>> = {
  px: { least: 0, most: 72, step: 1 },
  rem: { least: 0, most: 60, step: 0.5 },
  em: { least: 0.75, most: 2, step: 0.0625 },
  s: { least: 0, most: 3, step: 0.1 },
  '': { least: 100, most: 900, step: 100 },
};

/** Labels by property. A property without one is labelled by its name. */
const LABELS: Readonly<Record<string, string>> = {
  'color-brand': 'Base of other colours',
  'color-accent': 'Buttons and selection',
  'color-on-accent': 'Text on buttons',
  'color-text': 'Text',
  'color-quiet': 'Hints',
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

function controlOf({ name, standard }: StyleProperty): PropertyControl {
  if (name === 'font') return { kind: 'font' };
  // A color field cannot show a transparent color.
  if (name.startsWith('color-') && name !== 'color-backdrop') return { kind: 'colour' };
  const unit = unitOf(name, standard);
  const range = unit === undefined ? undefined : RANGES[unit];
  return range && unit !== undefined ? { kind: 'number', unit, ...range } : { kind: 'css' };
}

/** The unit of the slider: that of the default, or of the kind of property. */
function unitOf(name: string, standard: string): string | undefined {
  if (name.endsWith('-weight')) return '';
  if (name.endsWith('-shadow') || name === 'shadow') return undefined;
  if (/^radius|^padding|-gap$|-inset$|-size$/.test(name) && !/^(small|title)-/.test(name)) return 'px';
  return amountIn(standard)?.unit || undefined;
}

function groupOf(name: string): PropertyGroup {
  if (name.startsWith('color-')) return 'Colours';
  if (name === 'font' || /^(small|label|title|button)-(size|weight)$/.test(name)) {
    return name === 'button-size' ? 'Shape and space' : 'Type';
  }
  return name === 'motion' ? 'Motion' : 'Shape and space';
}
