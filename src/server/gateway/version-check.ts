import type { CardScheme } from '../../protocol/values/card-scheme.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import { isoTimestamp } from '../../protocol/values/timestamp.js';
import {
  enrolledVersionCheck,
  messageVersionOf,
  versionCheckRequest,
  versionCheckResponse,
  type EnrolledVersionCheck,
} from '../../protocol/three-d-secure/version-check.js';
import type { GatewaySettings } from './gateway-options.js';
import { callJson } from './json-call.js';
import type { CallOptions } from './send.js';
import { fromWire, parseInput, type CamelCased } from './wire-names.js';

/** Input of `versionCheck`. */
export interface VersionCheck {
  readonly number: string;
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
  const body = parseInput(call, versionCheckRequest, {
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
    answer: versionCheckResponse,
  });
  if (!answer.enrolled) return answer;
  return { ...fromWire(enrolledVersionCheck, answer), messageVersion: messageVersionOf(answer) };
}
