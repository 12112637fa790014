import * as z from '../zod.js';
import { limitedText } from '../values/text.js';
import { CARD_FIELD_NAMES } from './card-frame-lists.js';

/**
 * Messages of the frame with the isolated card fields to the checkout page (docs/isolated-fields.md). None has a field
 * for a card number, an expiry date, a security code or a name. `scudo` names the message and distinguishes it from
 * other messages on the page.
 */

/** The number of a call. */
const callSchema = z.number();

const namesSchema = z.array(limitedText(60)).check(z.maxLength(200));

/** Names of all that the frame takes over from the page. The page reads nothing else for it. */
const needsSchema = z.object({
  /** Inherited CSS properties. */
  inherited: namesSchema,
  /** Custom properties of the element. */
  properties: namesSchema,
  /** CSS properties of parts. */
  part_styles: namesSchema,
  /** Messages of the element. */
  messages: namesSchema,
  /** Icons of the element. */
  icons: namesSchema,
});

/** Frame to checkout page. */
export const cardFrameMessageSchema = z.union([
  /** The script of the frame is ready to receive `card-open`. A frame that is loaded again sends it again. */
  z.object({ scudo: z.enum(['card-ready']), needs: needsSchema }),
  /** The height of the content, in pixels. */
  z.object({ scudo: z.enum(['card-size']), height: z.number() }),
  /** The state of the fields. */
  z.object({
    scudo: z.enum(['card-state']),
    /** Stands for a complete and valid card number in calls. Random, and another one for each number. */
    reference: z.optional(limitedText(40)),
    brand: z.optional(limitedText(40)),
    /** True once the shopper has typed into a field. */
    typed: z.boolean(),
    /** True when all fields are valid. */
    complete: z.boolean(),
    /** Fields that show an error. */
    invalid: z.array(z.enum(CARD_FIELD_NAMES)),
    /** True while a field has the focus. A frame of an earlier version does not send it. */
    focused: z.optional(z.boolean()),
  }),
  /** The answer to `card-check` and `card-refuse`: with `valid: false` a second after the shopper’s last key. */
  z.object({ scudo: z.enum(['card-checked']), call: callSchema, valid: z.boolean() }),
  /** The shopper pressed Enter in a field. */
  z.object({ scudo: z.enum(['card-submit']) }),
  /** The answer to `card-call`, as the backend sent it; status 0 without an answer. */
  z.object({
    scudo: z.enum(['card-answer']),
    call: callSchema,
    status: z.number(),
    /** True when the frame has not sent the call. */
    unsent: z.optional(z.boolean()),
    retry_after: z.optional(limitedText(40)),
    body: limitedText(60_000),
  }),
]);
export type WireCardFrameMessage = z.output<typeof cardFrameMessageSchema>;
