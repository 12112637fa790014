import type * as z from '../zod.js';
import { textLike } from './text.js';

/** The gateway's identifier of a payment, by which the reports can be asked. */
export const merchantTransactionIdSchema: z.ZodMiniString<string> = textLike(
  32,
  /^[a-z0-9]{1,32}$/i,
  'at most 32 letters and digits',
);
