/** Calls of the adapter contract whose body contains card data, by the end of their path. The frame makes them. */
export const CARD_CALLS = ['protocol-versions', 'authentications', 'authorizations'] as const;
export type CardCall = (typeof CARD_CALLS)[number];

/** The card fields, by the names that they have in the form. */
export const CARD_FIELD_NAMES = ['number', 'expiry', 'security-code', 'name'] as const;
export type CardFieldName = (typeof CARD_FIELD_NAMES)[number];

/**
 * The try that can follow a payment. All texts stay if the shop has changed the order before anything was sent. For the
 * same card all texts stay except the security code. Another card also empties number and expiry date, and no further
 * try empties all.
 */
export const NEXT_TRIES = ['same-texts', 'same-card', 'another-card', 'none'] as const;
export type NextTry = (typeof NEXT_TRIES)[number];

/** Values of the attribute `labels` of the element. */
export const LABEL_PLACES = ['above', 'floating', 'inset'] as const;
export type LabelPlace = (typeof LABEL_PLACES)[number];

/** Values of the attribute `layout` of the element. */
export const FORM_LAYOUTS = ['accordion', 'tabs', 'compact'] as const;
export type FormLayout = (typeof FORM_LAYOUTS)[number];

/** Pixels around the fields that the frame has for a focus ring. */
export const CARD_FRAME_RING = 5;

export type CardFieldPart = `field-${CardFieldName}`;
/** The part of each card field. */
export const CARD_FIELD_PARTS = CARD_FIELD_NAMES.map((name): CardFieldPart => `field-${name}`);

/**
 * Parts of the card fields whose styles the frame takes over from the page. An element with two of them, such as
 * `field` and `field-focused`, has the styles of the later one.
 */
export const CARD_FRAME_PARTS = [
  ...(['group', 'group-card-details', 'legend', 'fields', 'field'] as const),
  ...CARD_FIELD_PARTS,
  'field-focused',
  ...(['field-head', 'label', 'control', 'input', 'input-invalid', 'field-mark', 'accepted-cards', 'icon'] as const),
  ...(['field-foot', 'hint', 'brand', 'error'] as const),
] as const;
export type CardFramePart = (typeof CARD_FRAME_PARTS)[number];

/** Custom properties that have an effect inside the frame. The others are about the element around it. */
export const CARD_FRAME_PROPERTIES = [
  '--scudo-color-brand',
  '--scudo-color-text',
  '--scudo-color-quiet',
  '--scudo-color-placeholder',
  '--scudo-color-field',
  '--scudo-color-line',
  '--scudo-color-accent',
  '--scudo-color-focus',
  '--scudo-color-error',
  '--scudo-small-size',
  '--scudo-label-weight',
  '--scudo-title-weight',
  '--scudo-radius',
  '--scudo-line-width',
  '--scudo-space',
  '--scudo-control-size',
  '--scudo-control-inset',
  '--scudo-field-inset',
  '--scudo-field-gap',
  '--scudo-label-gap',
  '--scudo-field-shadow',
  '--scudo-invalid-shadow',
] as const;

/**
 * Styles that the content of the frame inherits. None of these lists has a property with which the height of the fields
 * could depend on the digits in them. The page knows the height (docs/reference/browser-lessons.md#heights-of-frames).
 */
export const CARD_FRAME_INHERITED = [
  ...(['color', 'color-scheme', 'accent-color', 'font-family', 'font-size', 'font-style', 'font-weight'] as const),
  ...(['font-stretch', 'letter-spacing', 'line-height', 'word-spacing'] as const),
] as const;

/** Styles of parts that the frame takes over. */
export const CARD_FRAME_PART_STYLES = [
  ...(['color', 'background-color', 'box-shadow', 'font-family', 'font-size', 'font-style', 'font-weight'] as const),
  ...([
    'letter-spacing',
    'line-height',
    'text-align',
    'text-transform',
    'min-height',
    'row-gap',
    'column-gap',
  ] as const),
  ...(['border-top-width', 'border-right-width', 'border-bottom-width', 'border-left-width'] as const),
  ...(['border-top-style', 'border-right-style', 'border-bottom-style', 'border-left-style'] as const),
  ...(['border-top-color', 'border-right-color', 'border-bottom-color', 'border-left-color'] as const),
  ...(['border-top-left-radius', 'border-top-right-radius'] as const),
  ...(['border-bottom-left-radius', 'border-bottom-right-radius'] as const),
  ...(['margin-top', 'margin-right', 'margin-bottom', 'margin-left'] as const),
  ...(['padding-top', 'padding-right', 'padding-bottom', 'padding-left'] as const),
  ...(['grid-column-start', 'grid-column-end'] as const),
] as const;
