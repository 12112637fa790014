import type { ScudoCheckout } from 'scudo-checkout';
import { over, type ContrastKind, type Rgba } from './contrast.js';

export type Scheme = 'light' | 'dark';

/** Two colors of the rendered element. */
export interface ColorPair {
  readonly name: string;
  readonly kind: ContrastKind;
  readonly scheme: Scheme;
  readonly color: Rgba;
  readonly ground: Rgba;
}

const NONE: Rgba = { red: 0, green: 0, blue: 0, alpha: 0 };

/** The pairs: the element with the color, its property, and the kind of ground. */
const PAIRS = [
  { name: 'Text on background', part: 'label', property: 'color', kind: 'text', ground: 'around' },
  { name: 'Text on button', part: 'pay-button', property: 'color', kind: 'text', ground: 'own' },
  { name: 'Error on background', part: 'error', property: 'color', kind: 'text', ground: 'around' },
  { name: 'Line on background', part: 'input', property: 'borderBottomColor', kind: 'line', ground: 'around' },
] as const;

/** The names of the pairs. */
export const PAIR_NAMES: readonly string[] = PAIRS.map(({ name }) => name);

/** Reads the colors that a checkout with errors is rendered with, in light and in dark. */
export function renderedColors(checkout: ScudoCheckout): readonly ColorPair[] {
  const { style } = checkout;
  const before = style.colorScheme;
  const root = checkout.ownerDocument.documentElement.style;
  const rootBefore = root.colorScheme;
  const pairs = (['light', 'dark'] as const).flatMap((scheme) => {
    // Nothing is drawn before the values are restored.
    style.colorScheme = scheme;
    root.colorScheme = scheme;
    return PAIRS.flatMap(({ name, part, property, kind, ground }) => {
      const element = shown(checkout, part);
      if (!element) return [];
      const below = opaqueGround(ground === 'own' ? element : element.parentElement, checkout, scheme);
      const color = over(rgbaOf(styleOf(element)[property]), below);
      return [{ name, kind, scheme, color, ground: below }];
    });
  });
  style.colorScheme = before;
  root.colorScheme = rootBefore;
  return pairs;
}

/** The first element with a part that has text; for a field, one without an error. */
function shown(checkout: ScudoCheckout, part: string): HTMLElement | undefined {
  const elements = [...(checkout.shadowRoot?.querySelectorAll<HTMLElement>(`[part~=${part}]`) ?? [])];
  return part === 'input'
    ? elements.find((element) => element.getAttribute('aria-invalid') !== 'true')
    : elements.find((element) => element.textContent.trim() !== '');
}

const styleOf = (element: Element) => element.ownerDocument.defaultView!.getComputedStyle(element);

/** The color behind an element: the backgrounds from the page to the element, above each other. */
function opaqueGround(element: Element | null, checkout: ScudoCheckout, scheme: Scheme): Rgba {
  const layers: Rgba[] = [];
  for (let one = element ?? checkout; one !== checkout; one = one.parentElement ?? checkout)
    layers.push(rgbaOf(styleOf(one).backgroundColor));
  layers.push(rgbaOf(styleOf(checkout).backgroundColor));
  const page = rgbaOf(styleOf(checkout.ownerDocument.documentElement).backgroundColor);
  const canvas = scheme === 'light' ? 255 : 18;
  const lowest = { red: canvas, green: canvas, blue: canvas, alpha: 1 };
  return [page, ...layers.reverse()].reduce((below, above) => over(above, below), lowest);
}

let context: CanvasRenderingContext2D | null | undefined;

/** Converts any CSS color by drawing it. */
export function rgbaOf(color: string): Rgba {
  context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return NONE;
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = 'transparent';
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return { red, green, blue, alpha: alpha / 255 };
}

/** Returns the color that a CSS value has inside an element, for a scheme. The value may refer to custom properties. */
export function colorIn(place: ParentNode & Node, value: string, scheme: Scheme): Rgba {
  const probe = document.createElement('span');
  probe.style.display = 'none';
  probe.style.colorScheme = scheme;
  probe.style.color = value;
  if (probe.style.color === '') return NONE;
  place.append(probe);
  const { color } = styleOf(probe);
  probe.remove();
  return rgbaOf(color);
}
