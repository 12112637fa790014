import * as z from '../zod.js';
import {
  answeredBooleanSchema,
  answerBase64Schema,
  answerList,
  answerTextSchema,
  orAbsent,
  orListOfOne,
} from '../values/answer-values.js';
import { peerVersionSchema, transactionIdSchema } from '../values/identifiers.js';
import { accountIdSchema, cardNumberSchema, dateTimeSchema, merchantIdSchema } from '../values/request-values.js';
import { acsInfoIndicatorSchema, schemeSchema } from './three-d-secure-values.js';
import { safeAddressSchema } from '../values/web-address.js';

/** POST /3ds2/protocol-versions (3D Secure 2 Authentication Interface, Version check request body). */
export const versionCheckRequestSchema = z.object({
  request_timestamp: dateTimeSchema,
  merchant_id: merchantIdSchema,
  account_id: z.optional(accountIdSchema),
  number: cardNumberSchema,
  scheme: schemeSchema,
  method_notification_url: z.optional(safeAddressSchema),
});

/** The form field's value alone counts as an object of it. */
export const methodDataObjectSchema = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? { encoded_method_data: value } : value)),
  z.object({
    three_ds_server_trans_id: orAbsent(answerTextSchema),
    three_ds_method_notification_url: orAbsent(answerTextSchema),
    /** The form field's value, base64url of {threeDSServerTransID, threeDSMethodNotificationURL}. */
    encoded_method_data: orAbsent(answerBase64Schema),
  }),
) as unknown as z.ZodMiniType<MethodDataObject, MethodDataObject>;

interface MethodDataObject {
  readonly three_ds_server_trans_id?: string | undefined;
  readonly three_ds_method_notification_url?: string | undefined;
  readonly encoded_method_data?: string | undefined;
}

/**
 * The answer for a card that is enrolled in 3-D Secure 2 (docs/reference/gateway.md#version-check). Every field but the
 * identifier has a replacement.
 */
export const enrolledVersionCheckSchema = z.object({
  /** Real answers have true, "true", "True", "Y" and false (docs/reference/gateway.md#version-check). */
  enrolled: answeredBooleanSchema,
  server_trans_id: transactionIdSchema,
  ds_protocol_version_start: orAbsent(peerVersionSchema),
  ds_protocol_version_end: orAbsent(peerVersionSchema),
  acs_protocol_version_start: orAbsent(peerVersionSchema),
  acs_protocol_version_end: orAbsent(peerVersionSchema),
  acs_info_indicator: orAbsent(answerList(acsInfoIndicatorSchema)),
  /** An address of another form or shape skips the method step. The ACS has one, so that it is not absent. */
  method_url: z.optional(z.catch(orListOfOne(answerTextSchema), 'unreadable')),
  method_data: orAbsent(methodDataObjectSchema),
});

export const versionCheckResponseSchema = z.pipe(
  z.looseObject({ enrolled: answeredBooleanSchema }),
  z.transform((body, context): VersionCheckResponse => {
    if (!body.enrolled) return { enrolled: false };
    const result = enrolledVersionCheckSchema.safeParse(body);
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
export type EnrolledVersionCheck = Omit<z.output<typeof enrolledVersionCheckSchema>, 'enrolled'> & { enrolled: true };
/**
 * For a card that is not enrolled, `enrolled` is the only value (3D Secure 2 Authentication Interface, Version check
 * request body).
 */
export type VersionCheckResponse = EnrolledVersionCheck | { enrolled: false };

/** The protocol versions that the authentication request knows, in ascending order. */
export const KNOWN_VERSIONS = ['2.1.0', '2.2.0'] as const;

type VersionRange = Readonly<
  Partial<
    Record<
      | 'acs_protocol_version_start'
      | 'acs_protocol_version_end'
      | 'ds_protocol_version_start'
      | 'ds_protocol_version_end',
      string | undefined
    >
  >
>;

/**
 * Returns the `message_version` of the authentication: the highest known version that the directory server and the ACS
 * both support. Without one, the lower of their highest versions, because neither accepts a version above its own. The
 * range of one replaces a range that the other does not have.
 */
export function messageVersionOf({
  acs_protocol_version_start: acsStart = KNOWN_VERSIONS[0],
  ds_protocol_version_start: dsStart = KNOWN_VERSIONS[0],
  ds_protocol_version_end: givenDsEnd,
  acs_protocol_version_end: acsEnd = givenDsEnd ?? KNOWN_VERSIONS[1],
}: VersionRange): string {
  const dsEnd = givenDsEnd ?? acsEnd;
  const highest = compareVersions(acsEnd, dsEnd) <= 0 ? acsEnd : dsEnd;
  const lowest = compareVersions(acsStart, dsStart) >= 0 ? acsStart : dsStart;
  const common = KNOWN_VERSIONS.filter(
    (version) => compareVersions(version, highest) <= 0 && compareVersions(version, lowest) >= 0,
  );
  return common.at(-1) ?? highest;
}

function compareVersions(one: string, other: string): number {
  const [parts, others] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (let place = 0; place < Math.max(parts.length, others.length); place++) {
    const difference = (parts[place] ?? 0) - (others[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
