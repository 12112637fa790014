import type { CardScheme } from '../../protocol/card-scheme.js';
import { HASH_FIELDS } from '../../protocol/securehash.js';
import { isoTimestamp } from '../../protocol/timestamp.js';
import { versionCheckResponse, type VersionCheckResponse } from '../../protocol/version-check.js';
import type { GatewaySettings } from './gateway-options.js';
import { callJson } from './json-call.js';
import type { CallOptions } from './send.js';

export interface VersionCheck {
  readonly number: string;
  readonly scheme: CardScheme;
  /** Where the ACS sends the browser after the method step. Without a query: this gateway loses it. */
  readonly methodNotificationUrl?: string;
}

/** POST /3ds2/protocol-versions (spec: Endpoints). */
export function checkVersion(
  settings: GatewaySettings,
  { number, scheme, methodNotificationUrl }: VersionCheck,
  options?: CallOptions,
): Promise<VersionCheckResponse> {
  const body = {
    request_timestamp: isoTimestamp(settings.now()),
    merchant_id: settings.merchantId,
    account_id: settings.accountId,
    number,
    scheme,
    method_notification_url: methodNotificationUrl,
  };
  return callJson(settings, {
    call: 'version check',
    path: '/protocol-versions',
    body,
    hashed: HASH_FIELDS.versionCheck(body),
    answer: versionCheckResponse,
    ...options,
  });
}
