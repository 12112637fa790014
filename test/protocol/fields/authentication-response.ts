import {
  authenticatedResponseSchema,
  authenticationResponseSchema,
  challengeResponseSchema,
} from '../../../src/protocol/three-d-secure/authentication-response.js';
import { parseMessage } from '../../../src/protocol/values/field-issue.js';
import * as sample from '../samples.js';
import * as list from './enumerations.js';
import {
  address,
  anyText,
  base64,
  oneOf,
  openList,
  either,
  optional,
  required,
  uuid,
  type FieldRule,
  type MessageFields,
  type Values,
} from './rule.js';

const eci: Values = { right: ['05', '5', '02', '07', '00'], wrong: ['', 'x', '005', '-5'] };
const status = (...values: readonly [string, ...string[]]): Values =>
  oneOf(values, { near: ['BRAND_NEW', 'Y', 'SUCCESS_AUTHENTICATED', 'AUTHENTICATION_SUCCESS'] });

/**
 * 3D Secure 2 Authentication Interface, Authentication response body. No decision depends on the
 * lists of the informational fields, so that a value that none of them has passes as text.
 */
const FIELDS: readonly FieldRule[] = [
  required('server_trans_id', uuid),
  optional('acs_trans_id', anyText),
  optional('ds_trans_id', anyText),
  optional('authentication_value', anyText),
  optional('eci', eci),
  {
    ...optional('acs_rendering_type', {
      right: [{}, { acs_interface: 'HTML', acs_ui_template: 'TEXT' }],
      wrong: ['text', 7],
    }),
    object: true,
  },
  required('status', status(...list.AUTHENTICATION_STATUSES)),
  optional('status_reason', openList(...list.STATUS_REASONS)),
  optional('authentication_source', { right: list.AUTHENTICATION_SOURCES, wrong: [] }),
  optional('message_category', { right: list.MESSAGE_CATEGORIES, wrong: [] }),
  optional('message_version', { right: ['2.1.0', '2.2.0'], wrong: [] }),
  optional('acs_reference_number', { right: ['3DS_LOA_ACS_SCSB_020200_00001'], wrong: [] }),
  either('acs_info_indicator.0', openList('NOT_AVAILABLE')),
  either('message_extension.0.name', { right: ['extension'], wrong: [] }),
  either('message_extension.0.id', { right: ['A1', 'A000000802-001'], wrong: [] }),
  either('message_extension.0.criticality_indicator', { right: ['true', 'false'], wrong: [] }),
  {
    ...either('message_extension.0.data', { right: [{}, { A1: { key: 'value' } }], wrong: [] }),
    object: true,
    free: true,
  },
  optional('whitelist_status', openList(...list.WHITELIST_STATUSES)),
  optional('cardholder_response_info', anyText),
  optional('authentication_type', openList('DYNAMIC_CHALLENGE')),
  optional('challenge_mandated', {
    right: [true, false],
    becomes: [
      ['true', true],
      ['false', false],
    ],
    wrong: ['', 'yes', 'Y', 1],
  }),
  optional('challenge_request_url', address),
  optional('encoded_creq', base64),
  optional(
    'decoupled_response_indicator',
    openList('DECOUPLED_AUTHENTICATION_NOT_UTILISED', 'DECOUPLED_AUTHENTICATION_UTILISED'),
  ),
  optional('eos_reason', openList('APPLY_EXEMPTION', 'CONTINUE', 'FORCE_SECURE', 'BLOCK')),
];

export const AUTHENTICATION_RESPONSE: MessageFields = {
  name: 'authentication response',
  kind: 'JSON answer',
  sample: { ...sample.CHALLENGE, acs_info_indicator: ['NOT_AVAILABLE'], eos_reason: 'CONTINUE' },
  read: (message) => parseMessage('authentication', authenticationResponseSchema, message),
  fields: FIELDS,
};

/** "Response carries eci and authentication_value; merchant may authorize" (States and transitions). */
export const SUCCESSFUL_RESPONSE: MessageFields = {
  name: 'successful authentication response',
  kind: 'JSON answer',
  part: true,
  sample: sample.FRICTIONLESS,
  read: (message) => parseMessage('authentication', authenticatedResponseSchema, message),
  fields: [
    required('eci', eci),
    required('authentication_value', { right: ['ODQzNjgwNjU0ZjM3N2JmYTg0NTM='], wrong: [''] }),
    required('status', status('AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL')),
  ],
};

/** "Response carries challenge_request_url and encoded_creq" (States and transitions). */
export const CHALLENGE_RESPONSE: MessageFields = {
  name: 'challenge response',
  kind: 'JSON answer',
  part: true,
  sample: sample.CHALLENGE,
  read: (message) => parseMessage('authentication', challengeResponseSchema, message),
  fields: [
    required('status', status('CHALLENGE_REQUIRED')),
    required('acs_trans_id', anyText),
    required('challenge_request_url', address),
    required('encoded_creq', base64),
  ],
};
