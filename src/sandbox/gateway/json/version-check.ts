import { Hono } from 'hono';
import type * as z from '../../../protocol/zod.js';
import { encodeBase64url } from '../../../protocol/values/base64url.js';
import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { versionCheckRequestSchema } from '../../../protocol/three-d-secure/version-check.js';
import { behaviourOf } from '../../cards/behaviours.js';
import { fitsScheme } from '../../directory/card-scheme-check.js';
import { orderInAddress } from './message-subject.js';
import type { JsonDependencies } from './dependencies.js';
import { carryOut, readJson } from './json-call.js';
import { Refusal, wrongData } from './json-refusal.js';
import { onlyMethod } from '../../http/request.js';

const PATH = '/3ds2/protocol-versions';
/** The oldest version of 3-D Secure 2, which all directories and ACSs of the sandbox support. */
export const OLDEST_VERSION = '2.1.0';

/** POST /3ds2/protocol-versions: returns the 3-D Secure versions that a card supports. */
export function versionCheckRoute(state: JsonDependencies): Hono {
  const route = new Hono();
  route
    .post(
      PATH,
      carryOut(state, {
        kind: 'protocol-versions',
        schema: versionCheckRequestSchema,
        read: readJson,
        hashFields: HASH_FIELDS.versionCheck,
        failedMessage: 'PReq',
        answer: (body) => checkVersion(state, body),
      }),
    )
    .all(PATH, onlyMethod('POST'));
  return route;
}

function checkVersion(
  { settings, findCard, transactions }: JsonDependencies,
  body: z.output<typeof versionCheckRequestSchema>,
): object {
  const profile = findCard(body.number);
  if (!fitsScheme(body.number, body.scheme, profile)) throw wrongData('scheme');
  if (!profile) return { enrolled: false };
  const { scheme, version } = profile;
  const behaviour = behaviourOf(profile);
  switch (behaviour.versionCheck) {
    case 'not-enrolled':
      return { enrolled: false };
    case 'card-not-supported':
      throw new Refusal(501);
    case 'directory-unavailable':
      throw new Refusal(502);
    case 'enrolled': {
      const serverTransId = settings.randomUuid();
      // The directory server is as new as the card's ACS unless the option says otherwise.
      const directoryVersion = settings.directoryVersion ?? later(version, '2.2.0');
      transactions.add({
        serverTransId,
        card: {
          scheme,
          version: earlier(version, directoryVersion),
          firstDigits: body.number.slice(0, 8),
          lastFour: body.number.slice(-4),
        },
        behaviour,
        methodOffered: behaviour.method !== 'none',
        order: orderInAddress(body.method_notification_url),
        progress: { step: 'checked', number: body.number },
      });
      return {
        server_trans_id: serverTransId,
        enrolled: true,
        ds_protocol_version_start: OLDEST_VERSION,
        ds_protocol_version_end: directoryVersion,
        acs_protocol_version_start: OLDEST_VERSION,
        acs_protocol_version_end: version,
        acs_info_indicator: ['NOT_AVAILABLE'],
        ...(behaviour.method === 'none'
          ? {}
          : methodOf(serverTransId, body.method_notification_url, settings.address('/acs/method'))),
      };
    }
  }
}

const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);

/** Without a notification URL there is a method URL and no method data (docs/reference/gateway.md#version-check). */
function methodOf(serverTransId: string, notificationUrl: string | undefined, methodUrl: string): object {
  if (notificationUrl === undefined) return { method_url: methodUrl };
  return {
    method_url: methodUrl,
    method_data: {
      three_ds_server_trans_id: serverTransId,
      three_ds_method_notification_url: notificationUrl,
      encoded_method_data: encodeBase64url(
        JSON.stringify({ threeDSServerTransID: serverTransId, threeDSMethodNotificationURL: notificationUrl }),
      ),
    },
  };
}
