/**
 * Every row of every table of the two interface documents, and the test that fails when the row is
 * broken. The documents live outside this project, so that this list is the record of what was
 * read. `npm run docs` writes it out as spec-coverage.md, and looks for each test.
 */
export interface SpecRow {
  readonly document: '3-D Secure 2' | 'Non-card methods';
  readonly table: string;
  readonly row: string;
  /** The test's file, and a part of its name that no other subject has. */
  readonly test: readonly [file: string, name: string];
}

type Proof = (row: string) => readonly [file: string, name: string];

function rows(document: SpecRow['document'], table: string, names: string, proof: Proof): SpecRow[] {
  return names.split(/\s*,\s*/).map((row) => ({ document, table, row, test: proof(row) }));
}

/** Rows that have a test each. */
function each(
  document: SpecRow['document'],
  table: string,
  proofs: Readonly<Record<string, readonly [file: string, name: string]>>,
): SpecRow[] {
  return Object.entries(proofs).map(([row, test]) => ({ document, table, row, test }));
}

const MESSAGES = 'protocol/messages.test.ts';
const AUTHENTICATION = 'sandbox/gateway/json/authentication.test.ts';
const CALL = 'sandbox/gateway/json/json-call.test.ts';
const CHALLENGE = 'sandbox/acs/challenge-route.test.ts';
const OPTIONAL = 'sandbox/gateway/json/optional-fields.test.ts';
const wrong =
  (subject: string, inside = ''): Proof =>
  (row) => [MESSAGES, `${subject} > names ${inside}${row} when it is wrong`];
const optional: Proof = (row) => [OPTIONAL, `${row} > `];

const THREE_D_SECURE: readonly SpecRow[] = [
  ...rows(
    '3-D Secure 2',
    'Version check request body',
    'request_timestamp, merchant_id, account_id, number, scheme, method_notification_url',
    wrong('version check request'),
  ),
  ...rows(
    '3-D Secure 2',
    'Device (browser) data',
    'accept_header, color_depth, ip, java_enabled, javascript_enabled, language, screen_height, screen_width, challenge_window_size, timezone, user_agent',
    wrong('browser data'),
  ),
  ...rows(
    '3-D Secure 2',
    'Authentication request body',
    'request_timestamp, authentication_source, authentication_request_type, message_category, message_version, challenge_request_indicator, server_trans_id, merchant_id, account_id, challenge_notification_url, method_url_completion, merchant_contact_url',
    wrong('authentication request'),
  ),
  ...rows(
    '3-D Secure 2',
    'Authentication request body: card_detail',
    'number, scheme, expiry_month, expiry_year, full_name',
    wrong('authentication request', 'card_detail.'),
  ),
  ...rows(
    '3-D Secure 2',
    'Authentication request body: order',
    'date_time_created, amount, currency, id, address_match_indicator',
    wrong('authentication request', 'order.'),
  ),
  ...rows(
    '3-D Secure 2',
    'Authentication request body: order.shipping_address',
    'line1, line2, line3, city, postal_code, state, country',
    wrong('authentication request', 'order.shipping_address.'),
  ),
  ...rows(
    '3-D Secure 2',
    'Authentication request body: currency_conversion',
    'payer_amount, payer_currency',
    wrong('authentication request', 'currency_conversion.'),
  ),
  ...rows(
    '3-D Secure 2',
    'Authentication request body: payer',
    'email, billing_address.line1, billing_address.line2, billing_address.line3, billing_address.city, billing_address.postal_code, billing_address.country, mobile_phone.country_code, mobile_phone.subscriber_number',
    wrong('authentication request', 'payer.'),
  ),
  ...rows('3-D Secure 2', 'Authentication request body: browser_data', 'browser_data', () => [
    MESSAGES,
    'authentication request > names browser_data.color_depth when it is wrong',
  ]),
  ...rows(
    '3-D Secure 2',
    'Authentication request: optional fields',
    'merchant_initiated_request_type, card_detail.first_name, card_detail.last_name, order.gift_card_count, order.gift_card_currency, order.gift_card_amount, order.delivery_email, order.delivery_timeframe, order.shipping_method, order.shipping_name_matches_cardholder_name, order.preorder_indicator, order.preorder_availability_date, order.reorder_indicator, order.transaction_type, payer.id, payer.account_age, payer.account_change_indicator, payer.account_password_change_indicator, payer.payment_account_age_indicator, payer.shipping_address_creation_indicator, payer.account_creation_date, payer.account_change_date, payer.account_password_change_date, payer.payment_account_creation_date, payer.shipping_address_creation_date, payer.home_phone, payer.work_phone, payer.suspicious_account_activity, payer.purchase_count_last_6months, payer.transaction_count_last_24hours, payer.transaction_count_last_year, payer.provision_attempt_count_last_24hours, payer_prior_three_ds_authentication_data.authentication_method, payer_prior_three_ds_authentication_data.acs_transaction_id, payer_prior_three_ds_authentication_data.authentication_timestamp, payer_prior_three_ds_authentication_data.authentication_data, recurring_authorization_data.max_number_of_instalments, recurring_authorization_data.frequency, recurring_authorization_data.expiry_date, payer_login_data.authentication_data, payer_login_data.authentication_timestamp, payer_login_data.authentication_type, decouple_flow_request, decouple_flow_timeout, whitelist_status',
    optional,
  ),
  ...rows(
    '3-D Secure 2',
    'Authentication response body',
    'server_trans_id, acs_trans_id, ds_trans_id, authentication_value, eci, status, status_reason, authentication_source, message_category, message_version, acs_reference_number, cardholder_response_info',
    wrong('frictionless response'),
  ),
  ...rows(
    '3-D Secure 2',
    'Authentication response body',
    'authentication_type, challenge_mandated, challenge_request_url, encoded_creq, decoupled_response_indicator',
    wrong('challenge response'),
  ),
  ...each('3-D Secure 2', 'Authentication response body', {
    acs_rendering_type: [MESSAGES, 'challenge response > is taken with all its fields'],
    message_extension: ['sandbox/issuer/decision.test.ts', 'message extensions come back'],
    whitelist_status: ['sandbox/issuer/decision.test.ts', 'the cardholder’s list'],
  }),
  ...rows(
    '3-D Secure 2',
    'Challenge request (decoded)',
    'messageType, messageVersion, threeDSServerTransID, acsTransID, challengeWindowSize',
    wrong('challenge request'),
  ),
  ...each('3-D Secure 2', 'Challenge result (CRes)', {
    'Server Transaction ID': [CHALLENGE, 'completes with Y'],
    'ACS Transaction ID': [CHALLENGE, 'completes with Y'],
    'Message Extension': [MESSAGES, 'messages through the browser > are decoded and checked'],
    'Message Type': [MESSAGES, 'messages through the browser > are decoded and checked'],
    'Message Version': [MESSAGES, 'messages through the browser > are decoded and checked'],
    'Transaction Status': ['server/challenge-results.test.ts', 'counts for nothing where it says N'],
  }),
  ...rows(
    '3-D Secure 2',
    'Authentication summary',
    'merchant_id, account_name, order_id, server_trans_id, bin, scheme, authentication_source, acs_trans_id, acs_url, trans_status, trans_status_reason',
    wrong('search result', 'transactions.0.'),
  ),
  ...rows(
    '3-D Secure 2',
    'Search request',
    'request_timestamp, merchant_id, account_id, start_timestamp, end_timestamp, bin, ds_trans_id, order_id',
    wrong('search'),
  ),
  ...rows(
    '3-D Secure 2',
    'Search response',
    'page_size, page_number, total_records_available, start_timestamp, end_timestamp',
    wrong('search result'),
  ),
  ...rows(
    '3-D Secure 2',
    'Card authorization request (XML)',
    '@type, @timestamp, account, amount.@currency, amount.#text, autosettle.@flag, card.number, card.expdate, card.chname, card.type, card.cvn.number, card.cvn.presind',
    wrong('card authorization'),
  ),
  ...each('3-D Secure 2', 'Card authorization request (XML)', {
    'merchantid, orderid, in this order': ['server/gateway.test.ts', 'bytes on the wire > '],
    'mpi: eci, ds_trans_id, authentication_value': [
      'sandbox/gateway/xml/card-authorization.test.ts',
      'authentication result',
    ],
    'mpi: message_version': ['server/gateway/card-authorizations.test.ts', 'the request > '],
    'mpi: exempt_status': ['sandbox/gateway/xml/ordinary-declines.test.ts', 'an exemption > LOW_VALUE'],
    'sha1hash or sha256hash': [
      'sandbox/gateway/xml/card-authorization.test.ts',
      'signs with SHA-256 what was signed with SHA-256',
    ],
  }),
  ...each('3-D Secure 2', 'States and transitions', {
    'approved without a challenge': [
      'server/decision.test.ts',
      'an issuer that answers at once > AUTHENTICATION_SUCCESSFUL',
    ],
    'declined without a challenge': [
      'server/decision.test.ts',
      'an issuer that answers at once > AUTHENTICATION_FAILED',
    ],
    'challenge required': ['sandbox/issuer/decision.test.ts', 'NO_PREFERENCE: CHALLENGE_REQUIRED'],
    'challenge completed with Y': [
      'server/decision.test.ts',
      'an issuer that answers after a challenge > AUTHENTICATION_SUCCESSFUL',
    ],
    'challenge ended with N': [
      'server/decision.test.ts',
      'an issuer that answers after a challenge > AUTHENTICATION_FAILED',
    ],
    'failed attempt, another one': ['e2e/challenge.spec.ts', 'by wrong codes'],
    'simulator completes after ten seconds': [
      'e2e/challenge.spec.ts',
      'by the simulator’s completion after 10 seconds',
    ],
    'simulator’s Cancel is N': ['e2e/challenge.spec.ts', 'by the bank’s Cancel'],
  }),
  ...each('3-D Secure 2', 'Endpoints', {
    'POST protocol-versions': [
      'sandbox/gateway/json/version-check.test.ts',
      'tells versions, transaction and method of an enrolled card',
    ],
    'POST authentications': [AUTHENTICATION, 'POST /3ds2/authentications'],
    'GET authentications/{server_trans_id}': [
      'sandbox/gateway/json/authentication-data.test.ts',
      'answers a challenge that is open',
    ],
    'POST authentications/search': [
      'sandbox/gateway/json/authentication-search.test.ts',
      'gives summaries, oldest first, and the totals',
    ],
    'method notification URL': ['server/contract.test.ts', 'the notification pages > method tells the transaction'],
    'challenge notification URL': ['server/contract.test.ts', 'the notification pages > challenge tells transaction'],
    'method step in the browser': ['three-d-secure/frames.test.ts', 'posts threeDSMethodData, once'],
    'challenge step in the browser': ['three-d-secure/frames.test.ts', 'posts creq and session data, once'],
  }),
  ...each('3-D Secure 2', 'Events', {
    '3DS Method completion': [
      'sandbox/acs/method-route.test.ts',
      'profiles, then posts the notification to the merchant',
    ],
    'ACS challenge completion': [CHALLENGE, 'gives back the merchant’s session data'],
  }),
  ...each('3-D Secure 2', 'Authentication', {
    'Authorization: securehash': ['server/gateway.test.ts', 'bytes on the wire > '],
    'SHA-1 or SHA-256': [CALL, 'the hash may be SHA-256, which its length tells'],
    'field lists of the four requests': ['protocol/securehash.test.ts', 'has the documents’ fields in their order'],
    'a wrong value is 401': [CALL, 'POST authentications > 401 without a body for a wrong hash'],
  }),
  ...each('3-D Secure 2', 'Errors', {
    '400': [CALL, 'POST authentications > 400 with the documented body, naming what is missing'],
    '400, malformed JSON': [CALL, 'POST authentications > 400 without a body for malformed JSON'],
    '401': [CALL, 'POST authentications > 401 for a merchant whom nobody knows'],
    '404': [AUTHENTICATION, '404 for a transaction that nobody knows'],
    '405': [CALL, 'POST authentications > 405 for another method, naming the right one'],
    '415': [CALL, 'POST authentications > 415 for another type, none at all included'],
    '500': [CALL, '500 for a mistake of the sandbox’s own, which is reported'],
    '501': ['sandbox/gateway/json/version-check.test.ts', '501 without a body'],
    '502': [AUTHENTICATION, '502 when the issuer does not answer'],
  }),
  ...rows(
    '3-D Secure 2',
    '400 body',
    'three_dsserver_trans_id, error_code, error_component, error_description, error_detail, error_message_type, message_type, message_version',
    wrong('400 body'),
  ),
  ...each('3-D Secure 2', 'Limits', {
    'challenge request within 30 seconds': [CHALLENGE, 'refuses a challenge request that comes later than 30 seconds'],
    'method step of 10 seconds': ['e2e/frictionless.spec.ts', 'silent'],
    'auto-completion after 10 seconds': [CHALLENGE, 'left alone it completes with Y'],
    'search page of 100': ['sandbox/gateway/json/authentication-search.test.ts', 'pages'],
  }),
  ...each('3-D Secure 2', 'Versioning', {
    'version header': [CALL, 'the version header > is named when it is missing'],
    'message_version of the version check': [
      'server/authentication-extras.test.ts',
      'carries the version that the version check gave',
    ],
    'support per version': ['sandbox/issuer/decision.test.ts', 'versions > '],
  }),
];

const SET = 'sandbox/gateway/xml/payment-set.test.ts';
const PAYMENTS = 'sandbox/reports/payments-report.test.ts';
const REFUNDS = 'sandbox/reports/refunds-report.test.ts';
const STATUS = 'server/status-messages.test.ts';
const BYTES = ['server/redirects.test.ts', 'goes out in exactly the document’s element order'] as const;
const CREDIT_BYTES = ['server/refund.test.ts', 'goes out in the document’s element order'] as const;
const RECORD = [PAYMENTS, 'has a record’s fields'] as const;

const NON_CARD: readonly SpecRow[] = [
  ...rows(
    'Non-card methods',
    'Initiate request (payment-set)',
    '@type, @timestamp, merchantid, account, amount, autosettle, orderid, the service, paymentmethoddetails, comments, accountholdername, sha1hash',
    () => BYTES,
  ),
  ...each('Non-card methods', 'Initiate request (payment-set)', {
    'exactly this order': [SET, 'the order of elements'],
  }),
  ...rows(
    'Non-card methods',
    'Refund request (payment-credit)',
    'merchantid, account, amount, orderid, pasref, the service, paymentmethoddetails, comments, refundhash',
    () => CREDIT_BYTES,
  ),
  ...rows(
    'Non-card methods',
    'Return URL and status URL messages',
    'sha1hash, timestamp, merchantid, account, merchanttransactionid, orderid, result, Amount, message, paymentpurpose, the service, fundstatus, pasref, country',
    () => ['sandbox/testpay/messages.test.ts', 'the messages > are these bytes on the wire'],
  ),
  ...each('Non-card methods', 'Return URL and status URL messages', {
    'limit of 2,048 characters': ['sandbox/testpay/messages.test.ts', 'the limit of 2,048 characters'],
  }),
  ...each('Non-card methods', 'Payment report query parameters', {
    timestamp: [PAYMENTS, 'timestamp must be between yesterday and tomorrow'],
    merchantId: [PAYMENTS, '400: merchantId is missing'],
    accountId: [PAYMENTS, 'by account, and by the seconds of the range'],
    startDateTime: [PAYMENTS, '400: startDateTime is missing'],
    endDateTime: [PAYMENTS, 'endDateTime must be at most 30 days after startDateTime'],
    returnPii: [PAYMENTS, 'personal data only where they are asked for'],
    merchantTransactionId: [PAYMENTS, 'by an identifier: a list of one'],
    transactionState: [PAYMENTS, 'transactionState is not one of the known values'],
    pageSize: [PAYMENTS, 'pageSize must be a number from 1 to 100'],
    pageNumber: [PAYMENTS, 'pageNumber must be a number from 1 to 1000000'],
    'identifier or both dates': [
      PAYMENTS,
      'Either merchantTransactionId, or both startDateTime and endDateTime, is required',
    ],
  }),
  ...rows(
    'Non-card methods',
    'Payment report response',
    'pageNumber, record_count, max_page_size, total_number_of_records',
    () => [PAYMENTS, 'in pages'],
  ),
  ...rows(
    'Non-card methods',
    'Payment report response',
    'Merchant ID, Account, Order Id, Result, Message, txid, merchantTransactionID, Payments Reference, Payment Method, Payment Purpose, Wait For Notification, Fund Status, Country',
    () => RECORD,
  ),
  ...rows(
    'Non-card methods',
    'Payment report response',
    'Account Holder Name, Account Number, IBAN, Bank Code, BIC, Bank Name',
    () => [PAYMENTS, 'personal data only where they are asked for'],
  ),
  ...rows('Non-card methods', 'Failed initiation response', 'code, message', () => [
    'server/gateway/reports.test.ts',
    'what comes back > HTTP 400',
  ]),
  ...each('Non-card methods', 'Refund report query parameters', {
    timestamp: [PAYMENTS, 'timestamp must be between yesterday and tomorrow'],
    merchantId: [REFUNDS, '401 for a wrong hash and an unknown merchant'],
    accountId: [REFUNDS, 'by several accounts'],
    startDateTime: [REFUNDS, 'by dates'],
    endDateTime: [REFUNDS, 'endDateTime must be at most 30 days after startDateTime'],
    orderId: [REFUNDS, 'by order'],
    merchantTransactionId: ['server/gateway/reports.test.ts', 'merchantTransactionId'],
    transactionState: [REFUNDS, 'transactionState is not one of the known values'],
    'pageSize, pageNumber': [REFUNDS, 'by page'],
    'merchantRefundID, OrderId or both dates': [
      REFUNDS,
      'merchantRefundID, or orderId, or both startDateTime and endDateTime, is required',
    ],
    'orderId mandatory or alternative': [
      'server/gateway/reports.test.ts',
      'shows the orderId as the document marks it',
    ],
  }),
  ...each('Non-card methods', 'States and transitions', {
    'payment-set leads to pending': ['server/redirects.test.ts', 'is gone on with by whoever asks again'],
    'return while asynchronous stays pending': [STATUS, 'pending leaves it pending: WAITING is no error'],
    'final success': [STATUS, 'that says success makes the order paid: status'],
    'final failure': [STATUS, 'that says failure makes it failed'],
    'merchant’s own time limit': ['e2e/testpay-delays.spec.ts', 'when the merchant’s patience is over'],
  }),
  ...rows(
    'Non-card methods',
    'Queryable payment states',
    'SUCCEEDED, PENDING, FAILED, INITIATED, DECLINED, AUTHORISED, INDOUBT',
    (state) => [PAYMENTS, `by state: ${state}`],
  ),
  ...rows(
    'Non-card methods',
    'Queryable refund states',
    'INITIATION_COMPLETED, INITIATION_REJECTED, INITIATION_FAILED',
    () => [REFUNDS, 'has every refund that was asked for'],
  ),
  ...rows('Non-card methods', 'Queryable refund states', 'INITIATION_PENDING, INITIATION_PROCESSING', () => [
    REFUNDS,
    'by a state that none is in',
  ]),
  ...each('Non-card methods', 'Endpoints', {
    'POST XML request endpoint': [SET, 'is answered with the redirect URL, pending and signed'],
    'GET payments': [PAYMENTS, 'GET /payments > has all that happened'],
    'GET refund search': [REFUNDS, 'has every refund that was asked for'],
    'merchant return URL': [STATUS, 'sends the shopper on to the shop’s own page'],
    'merchant status URL': [STATUS, 'that cannot be kept is not taken, so that it is sent again'],
  }),
  ...rows(
    'Non-card methods',
    'Simulator: responses',
    'Succeeded, Pending, Failed UserAbort, Failed InputData, Failed LocalDecline, Failed RemoteDecline, Failed Timeout, Failed LocalError, Failed RemoteError, Failed Unknown',
    (response) => ['sandbox/testpay/messages.test.ts', `${response} > No delay`],
  ),
  ...rows(
    'Non-card methods',
    'Simulator: delays',
    'No delay, 30s after submit, 1m after submit, 5m after submit, 15m after submit, 1h after submit',
    (delay) => ['sandbox/testpay/messages.test.ts', `Succeeded > ${delay}`],
  ),
  ...each('Non-card methods', 'Authentication', {
    'two-pass hash of requests': BYTES,
    refundhash: CREDIT_BYTES,
    'hash of return and status messages': [STATUS, 'with another secret changes nothing, and says why'],
    'hash of the initiate’s answer': ['server/redirects.test.ts', 'an answer to payment-set > with another secret'],
  }),
  ...each('Non-card methods', 'Events', {
    'interim status': [STATUS, 'pending leaves it pending: WAITING is no error'],
    'final status': [STATUS, 'whatever comes, in any order, twice and at once'],
  }),
  ...each('Non-card methods', 'Errors', {
    '401 not enabled': [SET, 'not enabled'],
    '401 hash mismatch': [SET, 'hash mismatch'],
    '400 fields': [SET, 'what is wrong with a payment-set > 400: '],
    '500': [SET, '500 for an amount that ends so'],
  }),
  ...each('Non-card methods', 'Limits', {
    'return message of 2,048 characters': ['sandbox/testpay/messages.test.ts', 'the limit of 2,048 characters'],
    'report of 30 days': [PAYMENTS, '30 days to the second pass'],
    'pageSize 1 to 100': [PAYMENTS, 'pageSize must be a number from 1 to 100'],
    'pageNumber 1 to 1000000': [PAYMENTS, 'pageNumber must be a number from 1 to 1000000'],
    'merchantId and accountId of 50': [PAYMENTS, 'accountId must be a sub-account'],
    'merchantTransactionId of 32': [PAYMENTS, 'merchantTransactionId must be at most 32 letters and digits'],
    'orderId of 50': [REFUNDS, '400: orderId must be an order id'],
    'timestamp from yesterday to tomorrow': [PAYMENTS, 'timestamp must be between yesterday and tomorrow'],
  }),
];

export const SPEC_ROWS: readonly SpecRow[] = [...THREE_D_SECURE, ...NON_CARD];
