/** One message of each kind, with each field of the interface documents' tables. */
export const ID = '3f1c1f0e-0000-4000-8000-000000000001';
const ACS = '3f1c1f0e-0000-4000-8000-000000000002';
const AT = '2026-11-20T22:24:10.123000';

export const VERSION_CHECK = {
  request_timestamp: AT,
  merchant_id: 'scudo',
  account_id: 'internet',
  number: '4222000006285344',
  scheme: 'VISA',
  method_notification_url: 'https://shop.example/scudo/notifications/method/A1',
};

export const VERSION_CHECK_RESPONSE = {
  enrolled: true,
  server_trans_id: ID,
  ds_protocol_version_start: '2.1.0',
  ds_protocol_version_end: '2.2.0',
  acs_protocol_version_start: '2.1.0',
  acs_protocol_version_end: '2.2.0',
  acs_info_indicator: ['NOT_AVAILABLE'],
  method_url: 'https://acs.example/method',
  method_data: {
    three_ds_server_trans_id: ID,
    three_ds_method_notification_url: 'https://shop.example/n',
    encoded_method_data: 'e30',
  },
};

export const BROWSER_DATA = {
  accept_header: '*/*',
  color_depth: 'TWENTY_FOUR_BITS',
  ip: '203.0.113.7',
  java_enabled: 'false',
  javascript_enabled: 'true',
  language: 'en-GB',
  screen_height: '900',
  screen_width: '1440',
  challenge_window_size: 'FULL_SCREEN',
  timezone: '-60',
  user_agent: 'Test/1.0',
};

const ADDRESS = {
  line1: '1 Coin Lane',
  line2: 'Floor 2',
  line3: 'Left',
  city: 'London',
  postal_code: 'N1 1AA',
  state: 'LND',
  country: '826',
};
const { state: _none, ...BILLING } = ADDRESS;
const PHONE = { country_code: '44', subscriber_number: '2079460000' };

export const AUTHENTICATION = {
  request_timestamp: AT,
  authentication_source: 'BROWSER',
  authentication_request_type: 'PAYMENT_TRANSACTION',
  message_category: 'PAYMENT_AUTHENTICATION',
  message_version: '2.2.0',
  challenge_request_indicator: 'NO_PREFERENCE',
  server_trans_id: ID,
  merchant_id: 'scudo',
  account_id: 'internet',
  card_detail: {
    number: '4222000006285344',
    scheme: 'VISA',
    expiry_month: '12',
    expiry_year: '28',
    full_name: 'Ada Lovelace',
    first_name: 'Ada',
    last_name: 'Lovelace',
  },
  order: {
    date_time_created: AT,
    amount: '1999',
    currency: 'EUR',
    id: 'A1',
    address_match_indicator: 'false',
    shipping_address: ADDRESS,
    gift_card_count: '01',
    gift_card_currency: 'EUR',
    gift_card_amount: '250',
    delivery_email: 'ada@example.com',
    delivery_timeframe: 'ELECTRONIC_DELIVERY',
    shipping_method: 'ANOTHER_VERIFIED_ADDRESS',
    shipping_name_matches_cardholder_name: 'true',
    preorder_indicator: 'MERCHANDISE_AVAILABLE',
    preorder_availability_date: '2026-12-01',
    reorder_indicator: 'FIRST_TIME_ORDER',
    transaction_type: 'GOODS_SERVICE_PURCHASE',
  },
  currency_conversion: { payer_amount: '1700', payer_currency: 'GBP' },
  payer: {
    email: 'ada@example.com',
    billing_address: BILLING,
    mobile_phone: PHONE,
    home_phone: PHONE,
    work_phone: PHONE,
    id: 'customer-1',
    account_age: 'LESS_THAN_THIRTY_DAYS',
    account_change_indicator: 'THIS_TRANSACTION',
    account_password_change_indicator: 'LESS_THAN_THIRTY_DAYS',
    payment_account_age_indicator: 'LESS_THAN_THIRTY_DAYS',
    shipping_address_creation_indicator: 'THIS_TRANSACTION',
    account_creation_date: '2026-01-01',
    account_change_date: '2026-01-02',
    account_password_change_date: '2026-01-03',
    payment_account_creation_date: '2026-01-04',
    shipping_address_creation_date: '2026-01-05',
    suspicious_account_activity: 'NO_SUSPICIOUS_ACTIVITY',
    purchase_count_last_6months: '0003',
    transaction_count_last_24hours: '001',
    transaction_count_last_year: '012',
    provision_attempt_count_last_24hours: '001',
  },
  challenge_notification_url: 'https://shop.example/scudo/notifications/challenge/A1',
  method_url_completion: 'YES',
  browser_data: BROWSER_DATA,
  merchant_contact_url: 'https://shop.example/help',
  merchant_initiated_request_type: 'RECURRING_TRANSACTION',
  payer_prior_three_ds_authentication_data: {
    authentication_method: 'FRICTIONLESS_AUTHENTICATION',
    acs_transaction_id: ACS,
    authentication_timestamp: '20261101120000',
    authentication_data: 'data',
  },
  recurring_authorization_data: { max_number_of_instalments: '05', frequency: '25', expiry_date: '2027-01-01' },
  payer_login_data: {
    authentication_data: 'data',
    authentication_timestamp: '2026-11-20',
    authentication_type: 'MERCHANT_SYSTEM_AUTHENTICATION',
  },
  decouple_flow_request: 'DO_NOT_USE_DECOUPLED',
  decouple_flow_timeout: '10',
  whitelist_status: 'NOT_WHITELISTED',
  message_extension: [{ name: 'extension', id: 'A1', criticality_indicator: 'false', data: { A1: { key: 'value' } } }],
};

export const FRICTIONLESS = {
  server_trans_id: ID,
  acs_trans_id: ACS,
  ds_trans_id: ACS,
  authentication_value: 'ODQzNjgwNjU0ZjM3N2JmYTg0NTM=',
  eci: '05',
  acs_rendering_type: {},
  status: 'AUTHENTICATION_SUCCESSFUL',
  status_reason: 'HIGH_CONFIDENCE',
  authentication_source: 'BROWSER',
  message_category: 'PAYMENT_AUTHENTICATION',
  message_version: '2.2.0',
  acs_reference_number: 'ACS-1',
  message_extension: [{ name: 'extension', id: 'A1', criticality_indicator: 'true', data: { A1: {} } }],
  whitelist_status: 'PENDING_CARDHOLDER_CONFIRMATION',
  cardholder_response_info: 'Call us.',
  decoupled_response_indicator: 'DECOUPLED_AUTHENTICATION_NOT_UTILISED',
};

export const CHALLENGE = {
  ...FRICTIONLESS,
  status: 'CHALLENGE_REQUIRED',
  authentication_type: 'DYNAMIC_CHALLENGE',
  challenge_mandated: true,
  challenge_request_url: 'https://acs.example/challenge',
  encoded_creq: 'e30',
};

export const ERROR_BODY = {
  three_dsserver_trans_id: ID,
  error_code: '201',
  error_component: 'S',
  error_description: 'Missing.',
  error_detail: 'message_version',
  error_message_type: 'AReq',
  message_type: 'Erro',
  message_version: '2.1.0',
};

export const METHOD_DATA = { threeDSServerTransID: ID, threeDSMethodNotificationURL: 'https://shop.example/n' };
export const CREQ = {
  messageType: 'CReq',
  messageVersion: '2.1.0',
  threeDSServerTransID: ID,
  acsTransID: ACS,
  challengeWindowSize: '05',
};
export const CRES = {
  messageType: 'CRes',
  messageVersion: '2.2.0',
  threeDSServerTransID: ID,
  acsTransID: ACS,
  challengeCompletionInd: 'Y',
  transStatus: 'Y',
  messageExtension: [{ name: 'extension', id: 'A1', criticalityIndicator: false, data: { A1: { key: 'value' } } }],
};

export const SEARCH = {
  request_timestamp: AT,
  merchant_id: 'scudo',
  account_id: 'internet',
  start_timestamp: AT,
  end_timestamp: AT,
  server_trans_id: ID,
  bin: '422200',
  ds_trans_id: ACS,
  order_id: 'A1',
  page_number: 1,
  page_size: 100,
};

export const SEARCH_RESULT = {
  page_size: 100,
  page_number: 1,
  total_records_available: 1,
  start_timestamp: AT,
  end_timestamp: AT,
  transactions: [
    {
      merchant_id: 'scudo',
      account_name: 'internet',
      order_id: 'A1',
      server_trans_id: ID,
      bin: 422200,
      scheme: 'VISA',
      authentication_source: 'BROWSER',
      acs_trans_id: ACS,
      acs_url: 'https://acs.example/',
      trans_status: 'AUTHENTICATION_SUCCESSFUL',
      trans_status_reason: 'HIGH_CONFIDENCE',
    },
  ],
};

const HASH = 'a'.repeat(40);
export const CARD_AUTHORIZATION = {
  '@type': 'auth',
  '@timestamp': '20261120222410',
  merchantid: 'scudo',
  account: 'internet',
  orderid: 'A1',
  amount: { '@currency': 'EUR', '#text': '1999' },
  card: {
    number: '4222000006285344',
    expdate: '1228',
    chname: 'Ada Lovelace',
    type: 'VISA',
    cvn: { number: '123', presind: '1' },
  },
  autosettle: { '@flag': '1' },
  mpi: { eci: '05', ds_trans_id: ACS, authentication_value: 'x', message_version: '2.2.0', exempt_status: 'LOW_VALUE' },
  sha1hash: HASH,
};

export const CARD_AUTHORIZATION_RESPONSE = {
  '@timestamp': '20261120222411',
  merchantid: 'scudo',
  account: 'internet',
  orderid: 'A1',
  authcode: '123456',
  result: '00',
  cvnresult: 'M',
  batchid: '1',
  message: 'AUTHORISED',
  pasref: '1',
  sha1hash: HASH,
};

const SIGNED = { sha1hash: HASH, sha256hash: 'b'.repeat(64) };
const COMMENTS = { comment: [{ '@id': '1', '#text': 'Thank you' }] };
const RETURN_URL = 'https://shop.example/scudo/return/A1';
const STATUS_URL = 'https://shop.example/scudo/status';

export const PAYMENT_SET = {
  '@type': 'payment-set',
  '@timestamp': '20261120222410',
  merchantid: 'scudo',
  account: 'internet',
  amount: { '@currency': 'EUR', '#text': '1999' },
  autosettle: { '@flag': '1' },
  orderid: 'A1',
  paymentmethod: 'testpay',
  paymentmethoddetails: {
    returnurl: RETURN_URL,
    statusupdateurl: STATUS_URL,
    descriptor: 'Coins',
    country: 'DE',
    accountholdername: 'Ada Lovelace',
  },
  comments: COMMENTS,
  accountholdername: 'Ada Lovelace',
  ...SIGNED,
};

export const PAYMENT_SET_RESPONSE = {
  '@timestamp': '20261120222411',
  merchantid: 'scudo',
  account: 'internet',
  orderid: 'A1',
  result: '01',
  message: 'PENDING',
  pasref: '16898444372586159',
  paymentmethod: 'testpay',
  ...SIGNED,
};

export const PAYMENT_CREDIT = {
  '@type': 'payment-credit',
  '@timestamp': '20261120222410',
  merchantid: 'scudo',
  account: 'internet',
  amount: { '@currency': 'EUR', '#text': '1999' },
  orderid: 'A1',
  pasref: '16898444372586159',
  paymentmethod: 'testpay',
  paymentmethoddetails: { returnurl: RETURN_URL, statusupdateurl: STATUS_URL, country: 'DE' },
  comments: COMMENTS,
  ...SIGNED,
  refundhash: HASH,
};

export const PAYMENT_CREDIT_RESPONSE = { ...PAYMENT_SET_RESPONSE, result: '00', message: 'SUCCEEDED' };

export const STATUS_MESSAGE = {
  ...SIGNED,
  timestamp: '20261120222411',
  merchantid: 'scudo',
  account: 'internet',
  merchanttransactionid: 'f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3',
  orderid: 'A1',
  result: '00',
  amount: '1999',
  message: 'SUCCEEDED',
  paymentpurpose: 'Coins',
  paymentmethod: 'testpay',
  fundstatus: 'RECEIVED',
  pasref: '16898444372586159',
  country: 'DE',
};

const REPORT_QUERY = {
  timestamp: '20261120222410',
  merchantId: 'scudo',
  accountId: 'internet',
  startDateTime: '20261101000000',
  endDateTime: '20261120222410',
  merchantTransactionId: 'f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3',
  pageSize: '100',
  pageNumber: '1',
};
export const PAYMENTS_QUERY = { ...REPORT_QUERY, returnPii: 'true', transactionState: 'SUCCEEDED' };
export const REFUNDS_QUERY = {
  ...REPORT_QUERY,
  accountId: 'internet,moto',
  orderId: 'A1',
  merchantRefundID: 'R1',
  transactionState: 'INITIATION_COMPLETED',
};

const PAGE = { pageNumber: '1', record_count: '1', max_page_size: '100', total_number_of_records: '1' };
const RECORD = {
  merchant_id: 'scudo',
  account: 'internet',
  order_id: 'A1',
  result: '00',
  message: 'SUCCEEDED',
  amount: '1999',
  currency: 'EUR',
  created_on: AT,
  merchant_transaction_id: 'f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3',
  payments_reference: '16898444372586159',
  payment_method: 'testpay',
};
export const PAYMENTS_REPORT = {
  ...PAGE,
  payments: [
    {
      ...RECORD,
      status: 'SUCCEEDED',
      txid: 'TP-1',
      ob_trans_id: 'f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3',
      payment_purpose: 'Coins',
      wait_for_notification: true,
      fund_status: 'RECEIVED',
      country: 'DE',
      account_holder_name: 'Ada Lovelace',
      account_number: '1000000000',
      iban: 'DE89370400440532013000',
      bank_code: '37040044',
      bic: 'COBADEFF',
      bank_name: 'Bank',
    },
  ],
};
export const REFUNDS_REPORT = {
  ...PAGE,
  refunds: [{ ...RECORD, merchant_refund_id: 'R1', status: 'INITIATION_COMPLETED' }],
};
export const REPORT_ERROR = { code: '400', message: 'pageSize must be a number from 1 to 100' };

const { ip: _ip, accept_header: _accept, ...COLLECTED } = BROWSER_DATA;
export const PAYMENT_REQUEST = {
  server_trans_id: ID,
  card: {
    number: '4222000006285344',
    expiry_month: '12',
    expiry_year: '28',
    security_code: '123',
    full_name: 'Ada Lovelace',
  },
  payer: { email: 'ada@example.com', mobile_phone: PHONE },
  browser_data: COLLECTED,
  method_url_completion: 'YES',
};
