import * as z from '../zod.js';
import { limitedText, textLike } from '../values/text.js';
import {
  CARD_CALLS,
  CARD_FIELD_NAMES,
  CARD_FRAME_INHERITED,
  CARD_FRAME_PART_STYLES,
  CARD_FRAME_PARTS,
  CARD_FRAME_PROPERTIES,
  CARD_FRAME_RING,
  FORM_LAYOUTS,
  LABEL_PLACES,
  NEXT_TRIES,
} from './card-frame-lists.js';

/**
 * Messages of the checkout page to the frame with the isolated card fields. Separate from the messages in the other
 * direction, so that a page loads no schema that only the frame needs.
 */

const valueSchema = limitedText(1000);
/** A height that does not depend on the characters of the line: `normal` is none. */
const lineHeightSchema = textLike(20, /^\d+(\.\d+)?(px)?$/, 'a number, or a length in px');

/** Values by property. Another property is an error, and so is a line height that is a keyword. */
const stylesOf = <Name extends string>(names: readonly Name[]) =>
  z.partialRecord(z.enum(names), valueSchema).check(({ value: styles, issues }) => {
    const height = (styles as Readonly<Record<string, string>>)['line-height'];
    if (height !== undefined && !lineHeightSchema.safeParse(height).success)
      issues.push({ code: 'custom', input: height, message: 'a line height that is no keyword' });
  });

/** Language and style of the page around the frame. All values are data: texts, and values of CSS properties. */
const styleSchema = z.object({
  language: limitedText(35),
  direction: z.enum(['ltr', 'rtl']),
  /** Pixels on both sides of the fields that the frame has for a focus ring. */
  ring_space: z.number().check(z.gte(0), z.lte(CARD_FRAME_RING)),
  /** Font size of the page's root element, on which the unit rem depends. */
  root_font_size: limitedText(20),
  /** Inherited properties at the place of the frame, such as `color` and `font-family`. */
  inherited: stylesOf(CARD_FRAME_INHERITED),
  /** The element's custom properties, by name. */
  properties: stylesOf(CARD_FRAME_PROPERTIES),
  /** Styles of the parts, as far as the page changes them. */
  parts: z.partialRecord(z.enum(CARD_FRAME_PARTS), stylesOf(CARD_FRAME_PART_STYLES)),
  labels: z.optional(z.enum(LABEL_PLACES)),
  layout: z.optional(z.enum(FORM_LAYOUTS)),
  /** The names of card fields in the order of the page. */
  field_order: z.optional(z.array(z.enum(CARD_FIELD_NAMES)).check(z.maxLength(CARD_FIELD_NAMES.length))),
  /** True to focus the next card field after a complete one. */
  auto_advance: z.optional(z.boolean()),
  /** The brands of cards that the order takes. Absent: all. */
  brands: z.optional(z.array(limitedText(40)).check(z.maxLength(20))),
  /** The time of the backend's last answer. Absent: the device's. */
  now: z.optional(limitedText(40)),
  /** Messages of the card fields by key. */
  messages: z.record(limitedText(40), limitedText(500)),
});

/** The most bytes of a font, and the most fonts of a page. */
const [MAX_FONT_BYTES, MAX_FONTS] = [5_000_000, 20];

const fontSchema = z.object({
  family: limitedText(100),
  data: z.instanceof(ArrayBuffer).check(z.refine(({ byteLength }) => byteLength <= MAX_FONT_BYTES)),
  style: z.optional(limitedText(40)),
  weight: z.optional(limitedText(40)),
  unicode_range: z.optional(limitedText(2000)),
});

/** The number of a call, by which its answer is recognized. */
const callSchema = z.number();

/** Checkout page to frame. */
export const cardFrameCommandSchema = z.union([
  /** The first message, and again when the order changes. */
  z.object({ scudo: z.enum(['card-open']), order: textLike(200, /[^.]/, 'an id of an order'), style: styleSchema }),
  z.object({ scudo: z.enum(['card-style']), style: styleSchema }),
  /** Fonts of the page. They travel as data, because the frame loads nothing from another origin. */
  z.object({ scudo: z.enum(['card-fonts']), fonts: z.array(fontSchema).check(z.maxLength(MAX_FONTS)) }),
  /** Drawings of the page or of the package, by the name of the icon. The frame shows those that are valid. */
  z.object({ scudo: z.enum(['card-icons']), icons: z.record(limitedText(40), z.unknown()) }),
  /** A payment runs, or has ended. Locked fields cannot be changed. */
  z.object({ scudo: z.enum(['card-lock']), locked: z.boolean() }),
  /** Asks whether all fields are valid. The frame shows the errors. */
  z.object({ scudo: z.enum(['card-check']), call: callSchema }),
  /**
   * Focuses a field, or the first invalid one. The frame obeys once after `card-checked` with `valid: false` or after
   * `card-end`, and never within a second of a key.
   */
  z.object({ scudo: z.enum(['card-focus']), field: z.optional(z.enum(CARD_FIELD_NAMES)) }),
  /** Fields that the backend refused, by wire name. The answer is `card-checked`. */
  z.object({ scudo: z.enum(['card-refuse']), call: callSchema, fields: z.array(limitedText(200)) }),
  /** The payment has ended. The next try decides which texts stay. */
  z.object({ scudo: z.enum(['card-end']), next_try: z.enum(NEXT_TRIES) }),
  /** The shopper leaves the page. */
  z.object({ scudo: z.enum(['card-forget']) }),
  /** Makes a call of the adapter contract; the frame adds the card that the reference stands for. */
  z.object({
    scudo: z.enum(['card-call']),
    call: callSchema,
    path: z.enum(CARD_CALLS),
    reference: limitedText(40),
    body: z.record(limitedText(60), z.unknown()),
    idempotency_key: z.optional(limitedText(255)),
  }),
  z.object({ scudo: z.enum(['card-abort']), call: callSchema }),
]);
export type WireCardFrameCommand = z.output<typeof cardFrameCommandSchema>;
