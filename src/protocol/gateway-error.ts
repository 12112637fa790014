import * as z from 'zod/mini';

/**
 * The body of a 400 (spec: Errors); the first field's odd spelling is the document's own.
 * EMV 3-D Secure has the codes: 101 message invalid, 201 element missing, 202 critical extension
 * unknown, 203 format invalid, 301 transaction unknown, 305 transaction data invalid.
 */
export const gatewayErrorBody = z.object({
  three_dsserver_trans_id: z.optional(z.string()),
  error_code: z.string().check(z.regex(/^\d{3}$/, 'three digits')),
  /** C, S, D or A: SDK, 3-D Secure server, directory server, ACS. */
  error_component: z.string().check(z.regex(/^[A-Z]$/, 'one letter')),
  error_description: z.string(),
  /** The name of the offending element. */
  error_detail: z.string(),
  error_message_type: z.optional(z.string()),
  message_type: z.optional(z.string()),
  message_version: z.optional(z.string()),
});
export type GatewayErrorBody = z.output<typeof gatewayErrorBody>;
