import * as z from '../zod.js';
import { transactionIdSchema } from '../values/identifiers.js';
import { limitedText } from '../values/text.js';
import { MAX_CRES_LENGTH, MAX_SESSION_DATA_LENGTH } from '../values/message-limits.js';

/**
 * Messages between the checkout page and the frame page, and between the frame page and the notification pages inside
 * it. All three pages belong to the merchant. The ACS in between posts no messages. `scudo` names the message and
 * distinguishes it from other messages on the page.
 */

/** Frame page to checkout page. */
export const frameMessageSchema = z.union([
  /** The script of the frame page is ready to receive `frame-open`. */
  z.object({ scudo: z.enum(['frame-ready']) }),
  /**
   * The inner frame has loaded a document after the post. Any document fires this event
   * (docs/reference/browser-lessons.md#load-events).
   */
  z.object({ scudo: z.enum(['frame-loaded']) }),
  /**
   * A content security policy blocked the inner frame or its form (docs/reference/browser-lessons.md#blocked-frames).
   */
  z.object({ scudo: z.enum(['frame-blocked']), directive: limitedText(200) }),
  /**
   * The inner frame has a document of the backend's origin, so the ACS may have ended. `notification`: it is a
   * notification page, whose form could not be read. Otherwise it is another page, such as a refusal of the form.
   */
  z.object({ scudo: z.enum(['own-document']), notification: z.boolean() }),
  z.object({ scudo: z.enum(['method-notification']), server_trans_id: transactionIdSchema }),
  z.object({
    scudo: z.enum(['challenge-notification']),
    server_trans_id: transactionIdSchema,
    cres: limitedText(MAX_CRES_LENGTH),
    session_data: z.optional(limitedText(MAX_SESSION_DATA_LENGTH)),
  }),
]);
export type FrameMessage = z.output<typeof frameMessageSchema>;

/** The steps that have a frame of the ACS. */
export type FrameKind = 'method' | 'challenge';

/** Checkout page to frame page: post these fields to that address in an inner frame, once. */
export interface FrameOpen {
  readonly scudo: 'frame-open';
  /** Decides what the inner frame may do. */
  readonly kind: FrameKind;
  /** Another origin of notification pages, where the frame page came through the proxy of a dev server. */
  readonly notificationOrigin?: string | undefined;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The inner frame's title, for screen readers. */
  readonly title: string;
}
