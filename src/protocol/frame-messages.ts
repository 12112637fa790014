import * as z from 'zod/mini';
import { transactionId } from './identifiers.js';

/**
 * What travels between the checkout page and the frame page, and between the frame page and the
 * notification pages inside it. All three are the merchant's own; the ACS in between says nothing
 * by message. `scudo` names the message, so that it is told from everything else on the page.
 */

/** Frame page to checkout page. */
export const frameMessage = z.union([
  /** Its script runs: it can be told what to open. */
  z.object({ scudo: z.enum(['frame-ready']) }),
  /** The inner frame has loaded something after the post; a proof of nothing (field lessons 3). */
  z.object({ scudo: z.enum(['frame-loaded']) }),
  /** A content security policy stopped the inner frame or its form (field lessons 1). */
  z.object({ scudo: z.enum(['frame-blocked']), directive: z.string() }),
  z.object({ scudo: z.enum(['method-notification']), server_trans_id: transactionId }),
  z.object({
    scudo: z.enum(['challenge-notification']),
    server_trans_id: transactionId,
    cres: z.string(),
    session_data: z.optional(z.string()),
  }),
]);
export type FrameMessage = z.output<typeof frameMessage>;

/** Checkout page to frame page: post these fields to that address in an inner frame, once. */
export interface FrameOpen {
  readonly scudo: 'frame-open';
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The inner frame's title, for screen readers. */
  readonly title: string;
}
