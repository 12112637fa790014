import * as z from 'zod/mini';
import { decodeBase64url } from './base64url.js';
import { parseMessage } from './field-issue.js';
import { transactionId } from './identifiers.js';
import { safeAddress } from './web-address.js';

/** Form field `threeDSMethodData`, page to ACS: the 3DS Method Data object (spec). */
export const methodData = z.object({ threeDSServerTransID: transactionId, threeDSMethodNotificationURL: safeAddress });
export type MethodData = z.output<typeof methodData>;

/** The same form field, ACS to merchant: the transaction's identifier only (spec: Events). */
export const methodNotification = z.object({ threeDSServerTransID: transactionId });

/** @throws {TypeError | SyntaxError | MessageError} for text that is no method data. */
export function decodeMethodData(encoded: string): MethodData {
  return parseMessage('3DS method data', methodData, JSON.parse(decodeBase64url(encoded)));
}

/** @throws {TypeError | SyntaxError | MessageError} for text that is no method notification. */
export function decodeMethodNotification(encoded: string): { threeDSServerTransID: string } {
  return parseMessage('3DS method notification', methodNotification, JSON.parse(decodeBase64url(encoded)));
}
