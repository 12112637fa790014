import type { CardScheme } from '../../protocol/values/card-scheme.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import { isoTimestamp } from '../../protocol/values/timestamp.js';
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
import { fromWire, parseInput } from './wire-names.js';

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
  return { ...fromWire(enrolledVersionCheckSchema, answer), messageVersion: messageVersionOf(answer) };
}
