import { authenticationRequestSchema } from '../../../src/protocol/three-d-secure/authentication-request.js';
import { parseMessage } from '../../../src/protocol/values/field-issue.js';
import * as sample from '../samples.js';
import { BROWSER_DATA_FIELDS } from './browser-data.js';
import * as list from './enumerations.js';
import {
  address,
  jsonAmount,
  blankableText,
  currency,
  date,
  dateTime,
  digits,
  email,
  numericCountry,
  oneOf,
  either,
  optional,
  orderId,
  required,
  shopIdentifier,
  stringBoolean,
  text,
  uuid,
  version,
  type FieldRule,
  type MessageFields,
  type Values,
} from './rule.js';

const below = (object: string, fields: readonly FieldRule[]): FieldRule[] =>
  fields.map((rule) => ({ ...rule, field: `${object}.${rule.field}` }));

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));

const requestType = oneOf(list.AUTHENTICATION_REQUEST_TYPES, {
  near: ['MAINTAIN_CARD_INFORMATION', 'PAYMENT'],
  becomes: [list.INSTALMENT_SPELLING],
});

/** 3D Secure 2 Authentication Interface, Authentication request body; lengths: EMV table A.1. */
const MAIN: readonly FieldRule[] = [
  required('request_timestamp', dateTime),
  required('authentication_source', oneOf(list.AUTHENTICATION_SOURCES, { near: ['APP', 'THREE_RI', 'STORED'] })),
  required('authentication_request_type', requestType),
  required('message_category', oneOf(list.MESSAGE_CATEGORIES, { near: ['PAYMENT', 'PA', 'NPA'] })),
  required('message_version', version),
  optional(
    'challenge_request_indicator',
    oneOf(list.CHALLENGE_REQUEST_INDICATORS, { near: ['PLEASE', 'NO_CHALLENGE', 'CHALLENGE_REQUESTED'] }),
  ),
  required('server_trans_id', uuid),
  required('merchant_id', shopIdentifier),
  optional('account_id', shopIdentifier),
  required('challenge_notification_url', address),
  required('method_url_completion', oneOf(list.METHOD_URL_COMPLETIONS, { near: ['Y', 'N', 'U', 'true', 'MAYBE'] })),
  required('merchant_contact_url', address),
  optional('decoupled_notification_url', address),
];

const CARD_DETAIL: readonly FieldRule[] = [
  required('number', digits(12, 19, { wrong: ['4222 0000 0628 5344', 4222000006285344] })),
  required('scheme', oneOf(list.SCHEMES, { near: ['GOLD', 'MAESTRO'], becomes: list.SCHEME_SPELLINGS })),
  required('expiry_month', {
    right: months,
    becomes: [['5', '05']],
    wrong: ['', '00', '13', '012', '1a', ' 1', 'May', '1.'],
  }),
  required('expiry_year', { right: ['26', '00', '99'], wrong: ['', '9', '2029', '2a', ' 9', 29] }),
  required('full_name', text(45)),
  optional('first_name', text(45)),
  optional('last_name', text(45)),
];

const ADDRESS: readonly FieldRule[] = [
  required('line1', text(50)),
  optional('line2', blankableText(50)),
  optional('line3', blankableText(50)),
  required('city', text(50)),
  required('country', numericCountry),
];
const postalCode: Values = { right: ['N1 1AA', '10115', 'x'.repeat(16)], wrong: ['x'.repeat(17), 10_115] };
const state: Values = { right: ['CA', 'NSW', 'LND'], wrong: ['California', 'x'.repeat(4), 7] };

const ORDER: readonly FieldRule[] = [
  required('date_time_created', dateTime),
  required('amount', jsonAmount),
  required('currency', currency),
  required('id', orderId),
  optional('address_match_indicator', stringBoolean),
  ...below('shipping_address', ADDRESS),
  // Countries without postcodes exist, so that its absence is not pinned here.
  either('shipping_address.postal_code', postalCode),
  optional('shipping_address.state', state),
];

const PAYER: readonly FieldRule[] = [
  optional('email', email),
  ...below('billing_address', ADDRESS),
  either('billing_address.postal_code', postalCode),
  optional('billing_address.state', state),
  ...['mobile_phone', 'home_phone', 'work_phone'].flatMap((phone) => [
    required(`${phone}.country_code`, {
      right: ['1', '44', '998'],
      wrong: ['', '+44', '44x', '0044', '4444', 'GB', 44],
    }),
    required(`${phone}.subscriber_number`, {
      right: ['2079460000', '8'.repeat(15)],
      wrong: ['', '+442079460000', '2079460000x', '20 7946 0000', '20-7946', '8'.repeat(16), 2079460000],
    }),
  ]),
];

const age = oneOf(list.AGES, { near: ['NEW', 'LESS_THAN_SIXTY_DAYS'], becomes: [list.AGE_SPELLING] });
/** "Strings, zero-padded counts": the merchant's own padding travels unchanged. */
const count = (most: number): Values => ({
  right: ['03', '7'.padStart(most, '0'), '9'.repeat(most)],
  wrong: ['', 'many', 'x', '-1', '1.5', '1'.padEnd(most + 1, '0'), -1],
});
const twoDigitCount: Values = {
  right: ['01', '12', '99'],
  becomes: [
    [1, '01'],
    [12, '12'],
  ],
  wrong: ['', 'one', '100', '-1', '1.', 100],
};

/** 3D Secure 2 Authentication Interface, Authentication request: optional fields. */
const FURTHER_ORDER: readonly FieldRule[] = [
  optional('gift_card_count', twoDigitCount),
  optional('gift_card_currency', currency),
  // A PHP client sends 000 where nothing is set (docs/reference/gateway.md#authentication-request).
  optional('gift_card_amount', { ...jsonAmount, right: ['500', '0'], becomes: [['000', '0']] }),
  optional('delivery_email', email),
  optional('delivery_timeframe', oneOf(list.DELIVERY_TIMEFRAMES, { near: ['TOMORROW'] })),
  optional('shipping_method', oneOf(list.SHIPPING_METHODS, { near: ['BY_SHIP'] })),
  optional('shipping_name_matches_cardholder_name', stringBoolean),
  optional('preorder_indicator', oneOf(list.PREORDER_INDICATORS, { near: ['SOON'] })),
  optional('preorder_availability_date', date),
  optional('reorder_indicator', oneOf(list.REORDER_INDICATORS, { near: ['AGAIN'] })),
  optional('transaction_type', oneOf(list.TRANSACTION_TYPES, { near: ['GOODS'] })),
];

const FURTHER_PAYER: readonly FieldRule[] = [
  optional('id', text(64)),
  ...[
    'account_age',
    'account_change_indicator',
    'account_password_change_indicator',
    'payment_account_age_indicator',
    'shipping_address_creation_indicator',
  ].map((field) => optional(field, age)),
  ...[
    'account_creation_date',
    'account_change_date',
    'account_password_change_date',
    'payment_account_creation_date',
    'shipping_address_creation_date',
  ].map((field) => optional(field, date)),
  optional('suspicious_account_activity', oneOf(list.SUSPICIOUS_ACTIVITIES, { near: ['NONE', 'true'] })),
  optional('purchase_count_last_6months', count(4)),
  optional('transaction_count_last_24hours', count(3)),
  optional('transaction_count_last_year', count(3)),
  optional('provision_attempt_count_last_24hours', count(3)),
];

const oneSpelling = (value: unknown) => String(value).replace('INSTALLMENT', 'INSTALMENT');

const FURTHER: readonly FieldRule[] = [
  {
    ...optional('merchant_initiated_request_type', {
      ...oneOf(list.MERCHANT_INITIATED_REQUEST_TYPES, { near: ['WEEKLY'] }),
      right: [...list.MERCHANT_INITIATED_REQUEST_TYPES, list.INSTALMENT_SPELLING[0]],
    }),
    // Published clients use both spellings of this name for this field.
    same: (sent, read) => oneSpelling(sent) === oneSpelling(read),
  },
  ...below('payer_prior_three_ds_authentication_data', [
    optional('authentication_method', oneOf(list.PRIOR_AUTHENTICATION_METHODS, { near: ['NONE'] })),
    optional('acs_transaction_id', text(36, '3f1c1f0e-0000-4000-8000-000000000002')),
    optional('authentication_timestamp', {
      right: ['20261119120000', '2026-11-19T12:00:00Z'],
      wrong: ['', 'yesterday', '2026-11-19', '2026111912000', '20269999999999', 7],
    }),
    optional('authentication_data', text(2048)),
  ]),
  ...below('recurring_authorization_data', [
    optional('max_number_of_instalments', twoDigitCount),
    optional('frequency', {
      right: ['1', '28', '9999'],
      becomes: [[28, '28']],
      wrong: ['', 'monthly', '-1', '1.5', '10000'],
    }),
    optional('expiry_date', date),
  ]),
  ...below('payer_login_data', [
    optional('authentication_data', text(2048)),
    optional('authentication_timestamp', {
      right: ['2026-11-20', '2026-11-20T10:00:00Z'],
      wrong: ['', 'today', '20.11.2026', '2026-02-30', 20_261_120],
    }),
    optional('authentication_type', oneOf(list.PAYER_LOGIN_TYPES, { near: ['PASSWORD'] })),
  ]),
  optional('decouple_flow_request', oneOf(list.DECOUPLE_FLOW_REQUESTS, { near: ['PERHAPS', 'DECOUPLED', 'true'] })),
  optional('decouple_flow_timeout', {
    right: ['5', '60', '10080'],
    becomes: [[60, '60']],
    wrong: ['', 'soon', '-5', '1.5', '100000'],
  }),
  optional(
    'whitelist_status',
    oneOf(list.WHITELIST_STATUSES, {
      near: ['YES', 'WHITELIST'],
      becomes: [
        ['TRUE', 'WHITELISTED'],
        ['FALSE', 'NOT_WHITELISTED'],
      ],
    }),
  ),
  ...below('message_extension.0', [
    required('name', text(64)),
    required('id', text(64)),
    required('criticality_indicator', stringBoolean),
    { ...required('data', { right: [{}, { A1: { deep: [1, 'x'] } }], wrong: ['text', 7] }), object: true },
  ]),
];

export const AUTHENTICATION_REQUEST: MessageFields = {
  name: 'authentication request',
  kind: 'JSON request',
  sample: sample.AUTHENTICATION,
  read: (message) => parseMessage('authentication request', authenticationRequestSchema, message),
  fields: [
    ...MAIN,
    ...below('card_detail', CARD_DETAIL),
    ...below('order', [...ORDER, ...FURTHER_ORDER]),
    ...below('currency_conversion', [required('payer_amount', jsonAmount), required('payer_currency', currency)]),
    ...below('payer', [...PAYER, ...FURTHER_PAYER]),
    ...below('browser_data', BROWSER_DATA_FIELDS),
    ...FURTHER,
  ],
};
