import * as z from '../zod.js';
import { decodeBase64urlJson } from '../values/base64url.js';
import { parseMessage } from '../values/field-issue.js';
import { MAX_CREQ_LENGTH, MAX_CRES_LENGTH } from '../values/message-limits.js';
import { transactionStatusSchema } from './three-d-secure-values.js';
import { protocolVersionSchema, transactionIdSchema } from '../values/identifiers.js';
import { limitedText, textLike } from '../values/text.js';

/** EMV's codes of the challenge window sizes: 01 to 05 in the order of the vendor's names. */
const windowSizeCodeSchema = textLike(2, /^0[1-5]$/, 'a window size 01 to 05');

/** The decoded challenge request (3D Secure 2 Authentication Interface, Authentication response body). */
export const challengeRequestSchema = z.object({
  messageType: z.literal('CReq'),
  messageVersion: protocolVersionSchema,
  threeDSServerTransID: transactionIdSchema,
  acsTransID: transactionIdSchema,
  challengeWindowSize: windowSizeCodeSchema,
});
export type ChallengeRequest = z.output<typeof challengeRequestSchema>;

/**
 * The challenge result that the ACS posts through the browser (3D Secure 2 Authentication Interface, Challenge result
 * (CRes) fields).
 */
export const challengeResultSchema = z.object({
  messageType: z.literal('CRes'),
  messageVersion: protocolVersionSchema,
  threeDSServerTransID: transactionIdSchema,
  acsTransID: transactionIdSchema,
  challengeCompletionInd: z.optional(z.enum(['Y', 'N'])),
  transStatus: transactionStatusSchema,
  messageExtension: z.optional(z.array(z.record(limitedText(64), z.unknown()))),
});
export type ChallengeResult = z.output<typeof challengeResultSchema>;

/** @throws {TypeError | SyntaxError | MessageError} for text that is not a challenge request. */
export function decodeChallengeRequest(encoded: string): ChallengeRequest {
  return parseMessage('challenge request', challengeRequestSchema, decodeBase64urlJson(encoded, MAX_CREQ_LENGTH));
}

/** @throws {TypeError | SyntaxError | MessageError} for text that is not a challenge result. */
export function decodeChallengeResult(encoded: string): ChallengeResult {
  return parseMessage('challenge result', challengeResultSchema, decodeBase64urlJson(encoded, MAX_CRES_LENGTH));
}
