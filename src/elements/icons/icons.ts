/** A path of an icon, with the attributes of an SVG path. Without `fill` and `stroke` it is invisible. */
export interface IconShape {
  /** The data of the path. */
  readonly d: string;
  /**
   * A CSS color without a slash or address, `currentColor` for the color of the text around the icon. Default: none.
   */
  readonly fill?: string;
  /** A color as in `fill`. Default: none. */
  readonly stroke?: string;
  /** Default: 1.75. */
  readonly strokeWidth?: number;
  /** From 0 to 1. Default: 1. */
  readonly opacity?: number;
  /** An SVG transform, such as `rotate(45 12 12)`. */
  readonly transform?: string;
}

/** An icon as data. */
export interface IconDrawing {
  /** The visible rectangle of the drawing: x, y, width and height. */
  readonly viewBox: string;
  /** The paths, the lowest first. */
  readonly shapes: readonly IconShape[];
}

/** An icon of a page: a drawing, or the address of an image, which the page's `img-src` must allow. */
export type Icon = IconDrawing | { readonly src: string };

/** Pictograms of 24 x 24 units. */
export const PICTOGRAMS = [
  'lock',
  'success',
  'failure',
  'pending',
  'question',
  'cancelled',
  'warning',
  'close',
] as const;

/** The name of an icon. All icons but the pictograms are cards of 34 x 24 units. */
export type IconName =
  | (typeof PICTOGRAMS)[number]
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'card'
  | 'code-back'
  | 'code-front'
  | 'paypal'
  | 'wechatpay'
  | 'testpay'
  | 'redirect';

/**
 * Icons of the page by name. They replace those of the package, or add the icon of a payment method by its code. Set
 * them before the element is in the page. Screen readers ignore icons. An icon that is not valid is not shown.
 *
 * @example
 * import { ICONS } from 'scudo-checkout';
 *
 * ICONS.lock = { src: '/lock.svg' };
 * ICONS.mybank = {
 *   viewBox: '0 0 34 24',
 *   shapes: [{ d: 'M5 12h24', stroke: 'currentColor', strokeWidth: 2 }],
 * };
 */
export const ICONS: Record<string, Icon> = {};

/** Numbers, names, colors and paths: no markup, no address. */
const PLAIN = /^[\w\s#%.,()+-]+$/;

/** Returns true for an icon whose values are plain, or whose image has an address that a browser loads. */
export function isIcon(data: unknown): data is Icon {
  const { src, viewBox, shapes } = Object(data) as Record<string, unknown>;
  if (typeof src === 'string')
    return URL.canParse(src, document.baseURI) && /^(https?|data):$/.test(new URL(src, document.baseURI).protocol);
  return isPlain(viewBox) && Array.isArray(shapes) && shapes.every(isPlainShape);
}

function isPlainShape(shape: unknown): boolean {
  const values = Object(shape) as Record<string, unknown>;
  return typeof values['d'] === 'string' && Object.values(values).every(isPlain);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && PLAIN.test(value));
}
