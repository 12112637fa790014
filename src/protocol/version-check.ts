import * as z from 'zod/mini';
import { protocolVersion, transactionId } from './identifiers.js';
import { accountId, cardNumber, dateTime, merchantId } from './request-values.js';
import { acsInfoIndicator, scheme } from './three-d-secure-values.js';
import { safeAddress } from './web-address.js';

/** POST /3ds2/protocol-versions (spec: Version check request body). */
export const versionCheckRequest = z.object({
  request_timestamp: dateTime,
  merchant_id: merchantId,
  account_id: z.optional(accountId),
  number: cardNumber,
  scheme,
  method_notification_url: z.optional(safeAddress),
});
export type VersionCheckRequest = z.input<typeof versionCheckRequest>;

/** `enrolled` has been seen as true, "true", "True", "Y" and false (field lessons: Also). */
export const enrolled = z.pipe(
  z.union([z.boolean(), z.string().check(z.regex(/^(true|false|y|n|yes|no)$/i, 'true or false'))]),
  z.transform((value) => value === true || /^(true|y|yes)$/i.test(String(value))),
);

export const methodDataObject = z.object({
  three_ds_server_trans_id: z.optional(transactionId),
  three_ds_method_notification_url: z.optional(z.string()),
  /** The form field's value, base64url of {threeDSServerTransID, threeDSMethodNotificationURL}. */
  encoded_method_data: z.string().check(z.regex(/^[A-Za-z0-9_+/=-]+$/, 'base64url')),
});

/** The answer when the card takes part in 3-D Secure 2 (gateway facts 1.3). */
export const enrolledVersionCheck = z.object({
  enrolled,
  server_trans_id: transactionId,
  ds_protocol_version_start: z.optional(protocolVersion),
  ds_protocol_version_end: z.optional(protocolVersion),
  acs_protocol_version_start: z.optional(protocolVersion),
  acs_protocol_version_end: protocolVersion,
  acs_info_indicator: z.optional(z.array(acsInfoIndicator)),
  method_url: z.optional(safeAddress),
  method_data: z.optional(methodDataObject),
});

export const versionCheckResponse = z.pipe(
  z.looseObject({ enrolled }),
  z.transform((body, context): VersionCheckResponse => {
    if (!body.enrolled) return { enrolled: false };
    const result = enrolledVersionCheck.safeParse(body);
    if (result.success) return { ...result.data, enrolled: true };
    for (const { path, message, code } of result.error.issues)
      context.issues.push({
        code: 'custom',
        path,
        message: code === 'invalid_type' ? 'of another type' : message,
        input: body,
      });
    return { enrolled: false };
  }),
);
export type EnrolledVersionCheck = Omit<z.output<typeof enrolledVersionCheck>, 'enrolled'> & { enrolled: true };
/** The only value returned for a card that does not take part is `enrolled: false` (spec). */
export type VersionCheckResponse = EnrolledVersionCheck | { enrolled: false };
