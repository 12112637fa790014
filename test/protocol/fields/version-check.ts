import { parseMessage } from '../../../src/protocol/values/field-issue.js';
import {
  versionCheckRequestSchema,
  versionCheckResponseSchema,
} from '../../../src/protocol/three-d-secure/version-check.js';
import * as sample from '../samples.js';
import { SCHEMES, SCHEME_SPELLINGS } from './enumerations.js';
import {
  address,
  base64,
  dateTime,
  digits,
  oneOf,
  openList,
  listed,
  informing,
  optional,
  required,
  shopIdentifier,
  uuid,
  type MessageFields,
  type Values,
} from './rule.js';

/** 3D Secure 2 Authentication Interface, Version check request body. */
export const VERSION_CHECK_REQUEST: MessageFields = {
  name: 'version check request',
  kind: 'JSON request',
  sample: sample.VERSION_CHECK,
  read: (message) => parseMessage('version check request', versionCheckRequestSchema, message),
  fields: [
    required('request_timestamp', dateTime),
    required('merchant_id', shopIdentifier),
    optional('account_id', shopIdentifier),
    required('number', digits(12, 19, { wrong: ['4222 0000 0628 5344', '4222-0000', 4222000006285344] })),
    required('scheme', oneOf(SCHEMES, { near: ['GOLD', 'visa', 'MAESTRO'], becomes: SCHEME_SPELLINGS })),
    optional('method_notification_url', address),
  ],
};

/** Directory servers and ACSs may be newer than this client. */
const peerVersion: Values = {
  right: ['2.1.0', '2.2.0', '2.3.1'],
  wrong: ['', '2', '2.2', '1.0.2', '3.0.0', 'v2.2.0', '2.2.x'],
};

/** The same section's last two paragraphs, and docs/reference/gateway.md#version-check. */
export const VERSION_CHECK_RESPONSE: MessageFields = {
  name: 'version check response',
  kind: 'JSON answer',
  sample: sample.VERSION_CHECK_RESPONSE,
  read: (message) => parseMessage('version check', versionCheckResponseSchema, message),
  fields: [
    required('enrolled', {
      right: [true],
      becomes: [
        ['true', true],
        ['True', true],
        ['Y', true],
        [1, true],
      ],
      wrong: ['', 'maybe', 'enrolled', 2],
    }),
    required('server_trans_id', uuid),
    informing('ds_protocol_version_start', peerVersion),
    informing('ds_protocol_version_end', peerVersion),
    informing('acs_protocol_version_start', peerVersion),
    informing('acs_protocol_version_end', peerVersion),
    listed('acs_info_indicator.0', openList('NOT_AVAILABLE')),
    {
      ...informing('method_url', { right: address.right, becomes: [[{ url: 'x' }, 'unreadable']], wrong: [] }),
      free: true,
    },
    informing('method_data.three_ds_server_trans_id', { right: uuid.right, wrong: [] }),
    informing('method_data.three_ds_method_notification_url', {
      right: ['https://shop.example/scudo/notifications/method/A1'],
      wrong: [],
    }),
    informing('method_data.encoded_method_data', base64),
  ],
};
