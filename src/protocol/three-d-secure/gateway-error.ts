import * as z from '../zod.js';
import { answerTextSchema, orAbsent } from '../values/answer-values.js';

/**
 * The body of a 400 (3D Secure 2 Authentication Interface, Errors). It informs only. The spelling of the first field
 * is the document's. The codes are those of EMV 3-D Secure: 101 message invalid, 201 element missing, 202 critical
 * extension unknown, 203 format invalid. 301 is an unknown transaction, and 305 wrong data of a transaction.
 */
export const gatewayErrorBodySchema = z.object({
  three_dsserver_trans_id: orAbsent(answerTextSchema),
  error_code: orAbsent(answerTextSchema),
  /** C, S, D or A: SDK, 3-D Secure server, directory server, ACS. */
  error_component: orAbsent(answerTextSchema),
  error_description: orAbsent(answerTextSchema),
  /** The name of the offending element. */
  error_detail: orAbsent(answerTextSchema),
  error_message_type: orAbsent(answerTextSchema),
  message_type: orAbsent(answerTextSchema),
  message_version: orAbsent(answerTextSchema),
});
export type GatewayErrorBody = z.output<typeof gatewayErrorBodySchema>;
