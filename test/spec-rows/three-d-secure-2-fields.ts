import {
  alike,
  answers,
  atRoute,
  each,
  field,
  fromClient,
  ofAuthorization,
  ofPost,
  posts,
  type NamedTest,
  type SpecRow,
} from './row.js';

/** The tables of fields of the 3D Secure 2 Authentication Interface. */
const DOCUMENT = '3D Secure 2 Authentication Interface';
const VERSION_CHECK = '/3ds2/protocol-versions';
const AUTHENTICATIONS = '/3ds2/authentications';
const SEARCH = '/3ds2/authentications/search';

const request =
  (message: string, path: string, above = '') =>
  (name: string) => [field(message, `${above}${name}`), atRoute(`POST ${path}`, `${above}${name}`)];
const authentication = (above = '') => request('authentication request', AUTHENTICATIONS, above);

const ADDRESS = ['line1', 'line2', 'line3', 'city', 'postal_code', 'country'];
const ages = [
  'account_age',
  'account_change_indicator',
  'account_password_change_indicator',
  'payment_account_age_indicator',
  'shipping_address_creation_indicator',
];
const dates = [
  'account_creation_date',
  'account_change_date',
  'account_password_change_date',
  'payment_account_creation_date',
  'shipping_address_creation_date',
];
const counts = [
  'purchase_count_last_6months',
  'transaction_count_last_24hours',
  'transaction_count_last_year',
  'provision_attempt_count_last_24hours',
];

const VERSION_OF_400: NamedTest = [
  'sandbox/gateway/json/authentication.test.ts',
  'version ${version} of card ${number}: 400',
];
const AUTHORIZATIONS = 'server/gateway/card-authorizations.test.ts';
const ELEMENTS: NamedTest = [
  AUTHORIZATIONS,
  'the authorization request has its elements in the document’s order and no account when the merchant has none',
];
/** The tests of the values that the client itself fills in. */
const AUTHORIZATION_SENDERS: Readonly<Record<string, readonly NamedTest[]>> = {
  '@type': [ELEMENTS],
  'amount.#text': [[AUTHORIZATIONS, 'sends and hashes the amount ${amount} ${currency} as ${plain}']],
  'card.cvn.presind': [ELEMENTS],
  'mpi.message_version': [
    [
      'server/use-cases/card/authorize.record.test.ts',
      'the request has the version of the answer where the ACS chose another one',
    ],
  ],
};

const REQUESTS: readonly SpecRow[] = [
  ...alike(
    DOCUMENT,
    'Version check request body',
    ['request_timestamp', 'merchant_id', 'account_id', 'number', 'scheme', 'method_notification_url'],
    request('version check request', VERSION_CHECK),
  ),
  ...alike(
    DOCUMENT,
    'Device (browser) data, object browser_data',
    [
      'accept_header',
      'color_depth',
      'ip',
      'java_enabled',
      'javascript_enabled',
      'language',
      'screen_height',
      'screen_width',
      'challenge_window_size',
      'timezone',
      'user_agent',
    ],
    authentication('browser_data.'),
  ),
  ...alike(
    DOCUMENT,
    'Authentication request body (mandatory and recommended set)',
    [
      'request_timestamp',
      'authentication_source',
      'authentication_request_type',
      'message_category',
      'message_version',
      'challenge_request_indicator',
      'server_trans_id',
      'merchant_id',
      'account_id',
      ...['number', 'scheme', 'expiry_month', 'expiry_year', 'full_name'].map((name) => `card_detail.${name}`),
      ...['date_time_created', 'amount', 'currency', 'id', 'address_match_indicator'].map((name) => `order.${name}`),
      ...[...ADDRESS, 'state'].map((name) => `order.shipping_address.${name}`),
      'currency_conversion.payer_amount',
      'currency_conversion.payer_currency',
      'payer.email',
      ...ADDRESS.map((name) => `payer.billing_address.${name}`),
      'payer.mobile_phone.country_code',
      'payer.mobile_phone.subscriber_number',
      'challenge_notification_url',
      'method_url_completion',
      'merchant_contact_url',
    ],
    authentication(),
  ),
  ...each(DOCUMENT, 'Authentication request body (mandatory and recommended set)', {
    browser_data: [
      ['protocol/messages.test.ts', 'an authentication without browser_data names it alone'],
      ['sandbox/gateway/json/authentication.test.ts', '400 naming browser_data when it is missing'],
    ],
    'order, card_detail: objects': [
      ['protocol/messages.test.ts', 'an authentication without card_detail names it alone'],
      ['protocol/messages.test.ts', 'an authentication without order names it alone'],
    ],
  }),
  ...alike(
    DOCUMENT,
    'Authentication request: optional fields',
    [
      'merchant_initiated_request_type',
      'card_detail.first_name',
      'card_detail.last_name',
      'order.gift_card_count',
      'order.gift_card_currency',
      'order.gift_card_amount',
      'order.delivery_email',
      'order.delivery_timeframe',
      'order.shipping_method',
      'order.shipping_name_matches_cardholder_name',
      'order.preorder_indicator',
      'order.preorder_availability_date',
      'order.reorder_indicator',
      'order.transaction_type',
      'payer.id',
      ...[...ages, ...dates].map((name) => `payer.${name}`),
      ...['home_phone', 'work_phone'].flatMap((phone) => [
        `payer.${phone}.country_code`,
        `payer.${phone}.subscriber_number`,
      ]),
      'payer.suspicious_account_activity',
      ...counts.map((name) => `payer.${name}`),
      ...['authentication_method', 'acs_transaction_id', 'authentication_timestamp', 'authentication_data'].map(
        (name) => `payer_prior_three_ds_authentication_data.${name}`,
      ),
      ...['max_number_of_instalments', 'frequency', 'expiry_date'].map(
        (name) => `recurring_authorization_data.${name}`,
      ),
      ...['authentication_data', 'authentication_timestamp', 'authentication_type'].map(
        (name) => `payer_login_data.${name}`,
      ),
      'decouple_flow_request',
      'decouple_flow_timeout',
      'whitelist_status',
    ],
    authentication(),
  ),
  ...alike(
    DOCUMENT,
    'Authentication summary (search result item): search request',
    [
      'request_timestamp',
      'merchant_id',
      'account_id',
      'start_timestamp',
      'end_timestamp',
      'bin',
      'ds_trans_id',
      'order_id',
    ],
    request('search request', SEARCH),
  ),
  ...alike(
    DOCUMENT,
    'Card authorization request (XML)',
    [
      '@type',
      '@timestamp',
      'merchantid',
      'account',
      'orderid',
      'amount.@currency',
      'amount.#text',
      'autosettle.@flag',
      'card.number',
      'card.expdate',
      'card.chname',
      'card.type',
      'card.cvn.number',
      'card.cvn.presind',
      'mpi.eci',
      'mpi.ds_trans_id',
      'mpi.authentication_value',
      'mpi.message_version',
      'mpi.exempt_status',
      'sha1hash',
      'sha256hash',
    ],
    (name) => [
      field('card authorization request', name),
      ofAuthorization(name),
      ...(name.startsWith('mpi.') ? [fromClient('a card authorization carries each element of the mpi')] : []),
      ...(AUTHORIZATION_SENDERS[name] ?? []),
    ],
  ),
];

const SUMMARIES: NamedTest = [
  'sandbox/gateway/json/authentication-search.test.ts',
  'the search returns summaries, oldest first, and the totals',
];

/** The tests of the fields that an outcome brings. */
const OUTCOMES: Readonly<Record<string, readonly NamedTest[]>> = {
  authentication_value: [answers('a success without a challenge has')],
  eci: [answers('a success without a challenge has')],
  acs_rendering_type: [answers('has acs_rendering_type')],
  message_extension: [answers('message extensions of an authentication are in its response, unchanged')],
  whitelist_status: [answers('question for the cardholder’s list has')],
  cardholder_response_info: [answers('a failure without a challenge has')],
  authentication_type: [answers('a challenge has')],
  challenge_mandated: [answers('a challenge has')],
  challenge_request_url: [answers('a challenge has')],
  encoded_creq: [answers('a challenge has')],
  decoupled_response_indicator: [answers('a challenge has'), answers('a decoupled challenge has')],
};

const ANSWERS: readonly SpecRow[] = [
  ...alike(
    DOCUMENT,
    'Authentication response body',
    [
      'server_trans_id',
      'acs_trans_id',
      'ds_trans_id',
      'authentication_value',
      'eci',
      'acs_rendering_type',
      'status',
      'status_reason',
      'authentication_source',
      'message_category',
      'message_version',
      'message_extension',
      'acs_reference_number',
      'whitelist_status',
      'cardholder_response_info',
      'authentication_type',
      'challenge_mandated',
      'challenge_request_url',
      'encoded_creq',
      'decoupled_response_indicator',
    ],
    (name) => [
      ...(name === 'message_extension'
        ? ['name', 'id', 'criticality_indicator', 'data'].map((part) =>
            field('authentication response', `message_extension.0.${part}`),
          )
        : [field('authentication response', name)]),
      ...(OUTCOMES[name] ?? [answers('a success without a challenge has')]),
    ],
  ),
  ...alike(
    DOCUMENT,
    'Authentication response body: decoded challenge request',
    ['messageType', 'messageVersion', 'threeDSServerTransID', 'acsTransID', 'challengeWindowSize'],
    (name) => [
      field('challenge request', name),
      ofPost('POST /acs/challenge', name),
      posts('a challenge result has identifiers, type, version and status of its challenge'),
    ],
  ),
  ...alike(
    DOCUMENT,
    'Challenge result (CRes) fields returned from the ACS',
    ['threeDSServerTransID', 'acsTransID', 'messageType', 'messageVersion', 'transStatus'],
    (name) => [
      field('challenge result', name),
      posts('a challenge result has identifiers, type, version and status of its challenge'),
    ],
  ),
  ...each(DOCUMENT, 'Challenge result (CRes) fields returned from the ACS', {
    'messageExtension: scheme-specific data': [
      field('challenge result', 'messageExtension.0'),
      posts('a challenge result has the message extension of a scheme that sends one, and is read with it'),
    ],
    'received in Base64 only, and decoded by the merchant': [
      ['protocol/messages.test.ts', 'a challenge result is read from padded standard base64 as well'],
    ],
  }),
  ...alike(
    DOCUMENT,
    'Authentication summary (search result item)',
    [
      'merchant_id',
      'account_name',
      'order_id',
      'server_trans_id',
      'bin',
      'scheme',
      'authentication_source',
      'acs_trans_id',
      'acs_url',
      'trans_status',
      'trans_status_reason',
    ],
    (name) => [field('search result', `transactions.0.${name}`), SUMMARIES],
  ),
  ...alike(
    DOCUMENT,
    'Authentication summary (search result item): search response',
    ['page_size', 'page_number', 'total_records_available', 'start_timestamp', 'end_timestamp'],
    (name) => [field('search result', name), SUMMARIES],
  ),
  ...alike(
    DOCUMENT,
    'Errors: 400 body fields',
    [
      'three_dsserver_trans_id',
      'error_code',
      'error_component',
      'error_description',
      'error_detail',
      'error_message_type',
      'message_type',
      'message_version',
    ],
    (name) => [
      field('400 body', name),
      ['sandbox/gateway/json/json-call.test.ts', '400 with the documented body, naming what is missing'],
      ...(name === 'message_version' ? [VERSION_OF_400] : []),
    ],
  ),
];

export const THREE_D_SECURE_FIELDS: readonly SpecRow[] = [...REQUESTS, ...ANSWERS];
