import * as z from '../zod.js';
import { decodeBase64urlJson } from '../values/base64url.js';
import { parseMessage } from '../values/field-issue.js';
import { transactionIdSchema } from '../values/identifiers.js';
import { MAX_METHOD_DATA_LENGTH } from '../values/message-limits.js';
import { safeAddressSchema } from '../values/web-address.js';

/** The form field `threeDSMethodData` from page to ACS (3D Secure 2 Authentication Interface, Endpoints). */
export const methodDataSchema = z.object({
  threeDSServerTransID: transactionIdSchema,
  threeDSMethodNotificationURL: safeAddressSchema,
});
export type MethodData = z.output<typeof methodDataSchema>;

/**
 * The same form field from ACS to merchant: only the transaction identifier (3D Secure 2 Authentication Interface,
 * Events).
 */
export const methodNotificationSchema = z.object({ threeDSServerTransID: transactionIdSchema });

/** @throws {TypeError | SyntaxError | MessageError} for text that is not method data. */
export function decodeMethodData(encoded: string): MethodData {
  return parseMessage('3DS method data', methodDataSchema, decodeBase64urlJson(encoded, MAX_METHOD_DATA_LENGTH));
}

/** @throws {TypeError | SyntaxError | MessageError} for text that is not a method notification. */
export function decodeMethodNotification(encoded: string): { threeDSServerTransID: string } {
  return parseMessage(
    '3DS method notification',
    methodNotificationSchema,
    decodeBase64urlJson(encoded, MAX_METHOD_DATA_LENGTH),
  );
}
