import type { CardScheme } from '../../protocol/values/card-scheme.js';
import { decodeBase64urlJson, encodeBase64url } from '../../protocol/values/base64url.js';
import { MAX_METHOD_DATA_LENGTH } from '../../protocol/values/message-limits.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import { isoTimestamp } from '../../protocol/values/timestamp.js';
import { safeAddressSchema } from '../../protocol/values/web-address.js';
import {
  enrolledVersionCheckSchema,
  messageVersionOf,
  versionCheckRequestSchema,
  versionCheckResponseSchema,
  type EnrolledVersionCheck,
} from '../../protocol/three-d-secure/version-check.js';
import type { GatewaySettings } from './gateway-options.js';
import { callJson } from './json-call.js';
import type { CallOptions } from './send.js';
import type { CamelCased } from '../../protocol/values/camel-case.js';
import { fromWire, parseInput } from '../util/wire-names.js';

/** Input of `versionCheck`. */
export interface VersionCheck {
  /** The card number, digits only. */
  readonly number: string;
  /** The scheme of the card, such as `VISA`. */
  readonly scheme: CardScheme;
  /**
   * URL to which the ACS posts after the method step. Without a query (docs/reference/gateway.md#urls-without-query).
   */
  readonly methodNotificationUrl?: string;
}

/** Answer to `versionCheck`. */
export type VersionCheckAnswer =
  | { readonly enrolled: false }
  | (CamelCased<EnrolledVersionCheck> & {
      /** The highest protocol version that directory server, ACS and this client support, for the authentication. */
      readonly messageVersion: string;
      /** The answer has a method URL to which no form may be posted: the method step is skipped. */
      readonly hasUnusableMethodUrl?: true;
    });

/** POST /3ds2/protocol-versions (3D Secure 2 Authentication Interface, Endpoints). */
export async function checkVersion(
  settings: GatewaySettings,
  { number, scheme, methodNotificationUrl }: VersionCheck,
  options?: CallOptions,
): Promise<VersionCheckAnswer> {
  const call = 'version check';
  const body = parseInput(call, versionCheckRequestSchema, {
    request_timestamp: isoTimestamp(settings.now()),
    merchant_id: settings.merchantId,
    account_id: settings.accountId,
    number,
    scheme,
    method_notification_url: methodNotificationUrl,
  });
  const answer = await callJson(settings, {
    ...options,
    call,
    path: '/protocol-versions',
    body,
    card: { number },
    hashed: HASH_FIELDS.versionCheck(body),
    answer: versionCheckResponseSchema,
  });
  if (!answer.enrolled) return answer;
  const { method_url, method_data, ...fields } = answer;
  const isUsable = safeAddressSchema.safeParse(method_url).success;
  const methodData = { ...method_data, ...methodDataOf(answer, methodNotificationUrl) };
  return {
    ...fromWire(enrolledVersionCheckSchema, {
      ...fields,
      ...(isUsable ? { method_url, method_data: methodData } : {}),
    }),
    messageVersion: messageVersionOf(answer),
    ...(method_url !== undefined && !isUsable ? { hasUnusableMethodUrl: true } : {}),
  };
}

/**
 * The value of the form field. It is the gateway's value if that is an encoded object, and otherwise one of the
 * document's two fields (3D Secure 2 Authentication Interface, Version check request body).
 */
function methodDataOf(
  { server_trans_id, method_data }: EnrolledVersionCheck,
  notificationUrl: string | undefined,
): Pick<NonNullable<EnrolledVersionCheck['method_data']>, 'encoded_method_data'> {
  const { encoded_method_data: given } = method_data ?? {};
  if (given !== undefined && isEncodedObject(given)) return { encoded_method_data: given };
  if (notificationUrl === undefined) return { encoded_method_data: undefined };
  const built = { threeDSServerTransID: server_trans_id, threeDSMethodNotificationURL: notificationUrl };
  return { encoded_method_data: encodeBase64url(JSON.stringify(built)) };
}

function isEncodedObject(encoded: string): boolean {
  try {
    const decoded = decodeBase64urlJson(encoded, MAX_METHOD_DATA_LENGTH);
    return typeof decoded === 'object' && decoded !== null && !Array.isArray(decoded);
  } catch {
    return false;
  }
}
