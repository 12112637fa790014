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
  listed,
  informing,
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
  informing('acs_trans_id', uuid),
  informing('ds_trans_id', { ...uuid, wrong: ['', '4111111111111111', 'a b', 'x'.repeat(101)] }),
  informing('authentication_value', { right: ['ODQzNjgwNjU0ZjM3N2JmYTg0NTM='], wrong: ['', 'x'.repeat(2049)] }),
  informing('eci', eci),
  {
    ...informing('acs_rendering_type', {
      right: [{}, { acs_interface: 'HTML', acs_ui_template: 'TEXT' }],
      wrong: ['text', 7],
    }),
    object: true,
  },
  informing('acs_rendering_type.acs_interface', { right: ['HTML', 'NATIVE'], wrong: [] }),
  informing('acs_rendering_type.acs_ui_template', { right: ['TEXT', 'OOB'], wrong: [] }),
  required('status', status(...list.AUTHENTICATION_STATUSES)),
  informing('status_reason', openList(...list.STATUS_REASONS)),
  informing('authentication_source', { right: list.AUTHENTICATION_SOURCES, wrong: [] }),
  informing('message_category', oneOf(list.MESSAGE_CATEGORIES)),
  informing('message_version', { right: ['2.1.0', '2.2.0', '2.3.1.1', 'BRAND_NEW'], wrong: [] }),
  informing('acs_reference_number', { right: ['3DS_LOA_ACS_SCSB_020200_00001'], wrong: [] }),
  listed('acs_info_indicator.0', openList('NOT_AVAILABLE')),
  listed('message_extension.0.name', { right: ['extension'], wrong: [] }),
  {
    ...either('message_extension.0.id', { right: ['A1', 'A000000802-001'], becomes: [[{}, '']], wrong: [] }),
    free: true,
  },
  {
    // An indicator that cannot be read is critical.
    ...either('message_extension.0.criticality_indicator', {
      right: ['true', 'false'],
      becomes: [[{ value: false }, 'true']],
      wrong: [],
    }),
    free: true,
  },
  {
    ...either('message_extension.0.data', { right: [{}, { A1: { key: 'value' } }], wrong: [] }),
    object: true,
    free: true,
  },
  informing('whitelist_status', openList(...list.WHITELIST_STATUSES)),
  informing('cardholder_response_info', anyText),
  informing('authentication_type', openList('DYNAMIC_CHALLENGE')),
  informing('challenge_mandated', {
    right: [true, false],
    becomes: [
      ['true', true],
      ['false', false],
      ['TRUE', true],
      ['Y', true],
      ['no', false],
      [1, true],
      [0, false],
    ],
    wrong: ['', 'maybe', 2],
  }),
  informing('challenge_request_url', address),
  informing('encoded_creq', base64),
  informing(
    'decoupled_response_indicator',
    openList('DECOUPLED_AUTHENTICATION_NOT_UTILISED', 'DECOUPLED_AUTHENTICATION_UTILISED'),
  ),
  informing('eos_reason', openList('APPLY_EXEMPTION', 'CONTINUE', 'FORCE_SECURE', 'BLOCK')),
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
    required('challenge_request_url', address),
    required('encoded_creq', base64),
  ],
};
