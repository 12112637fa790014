import * as z from '../zod.js';
import { answerTextSchema } from '../values/answer-values.js';
import { textLike } from '../values/text.js';

/**
 * The body of a 400 (3D Secure 2 Authentication Interface, Errors). The spelling of the first field is the document's.
 * The codes are those of EMV 3-D Secure: 101 message invalid, 201 element missing, 202 critical extension unknown, 203
 * format invalid, 301 transaction unknown, 305 transaction data invalid.
 */
export const gatewayErrorBodySchema = z.object({
  three_dsserver_trans_id: z.optional(answerTextSchema),
  error_code: z.pipe(answerTextSchema, textLike(3, /^\d{3}$/, 'three digits')),
  /** C, S, D or A: SDK, 3-D Secure server, directory server, ACS. */
  error_component: textLike(1, /^[A-Z]$/, 'one letter'),
  error_description: z.optional(answerTextSchema),
  /** The name of the offending element. */
  error_detail: z.optional(answerTextSchema),
  error_message_type: z.optional(answerTextSchema),
  message_type: z.optional(answerTextSchema),
  message_version: z.optional(answerTextSchema),
});
export type GatewayErrorBody = z.output<typeof gatewayErrorBodySchema>;
