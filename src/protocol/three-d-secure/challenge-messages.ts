import * as z from 'zod/mini';
import { decodeBase64urlJson } from '../values/base64url.js';
import { parseMessage } from '../values/field-issue.js';
import { MAX_CREQ_LENGTH, MAX_CRES_LENGTH } from '../values/message-limits.js';
import { transactionStatus } from './three-d-secure-values.js';
import { protocolVersion, transactionId } from '../values/identifiers.js';
import { limitedText, textLike } from '../values/text.js';

/** EMV's codes of the challenge window sizes: 01 to 05 in the order of the vendor's names. */
const windowSizeCode = textLike(2, /^0[1-5]$/, 'a window size 01 to 05');

/** The decoded challenge request (3D Secure 2 Authentication Interface, Authentication response body). */
export const challengeRequest = z.object({
  messageType: z.literal('CReq'),
  messageVersion: protocolVersion,
  threeDSServerTransID: transactionId,
  acsTransID: transactionId,
  challengeWindowSize: windowSizeCode,
});
export type ChallengeRequest = z.output<typeof challengeRequest>;

/** The challenge result that the ACS posts through the browser (3D Secure 2 Authentication Interface, Challenge result (CRes) fields). */
export const challengeResult = z.object({
  messageType: z.literal('CRes'),
  messageVersion: protocolVersion,
  threeDSServerTransID: transactionId,
  acsTransID: transactionId,
  challengeCompletionInd: z.optional(z.enum(['Y', 'N'])),
  transStatus: transactionStatus,
  messageExtension: z.optional(z.array(z.record(limitedText(64), z.unknown()))),
});
export type ChallengeResult = z.output<typeof challengeResult>;

/** @throws {TypeError | SyntaxError | MessageError} for text that is not a challenge request. */
export function decodeChallengeRequest(encoded: string): ChallengeRequest {
  return parseMessage('challenge request', challengeRequest, decodeBase64urlJson(encoded, MAX_CREQ_LENGTH));
}

/** @throws {TypeError | SyntaxError | MessageError} for text that is not a challenge result. */
export function decodeChallengeResult(encoded: string): ChallengeResult {
  return parseMessage('challenge result', challengeResult, decodeBase64urlJson(encoded, MAX_CRES_LENGTH));
}
