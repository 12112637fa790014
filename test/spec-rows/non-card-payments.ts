import {
  alike,
  answers,
  each,
  field,
  fromClient,
  limits,
  ofPayment,
  ofReport,
  type NamedTest,
  type SpecRow,
} from './row.js';

/** The Non-Card Payment Methods Interface. */
const DOCUMENT = 'Non-Card Payment Methods Interface';
const rules = (section: string, rows: Readonly<Record<string, readonly NamedTest[]>>) => each(DOCUMENT, section, rows);

const SET = 'sandbox/gateway/xml/payment-set.test.ts';
const CREDIT = 'sandbox/gateway/xml/payment-credit.test.ts';
const PAYMENTS = 'sandbox/reports/payments-report.test.ts';
const REFUNDS = 'sandbox/reports/refunds-report.test.ts';
const TESTPAY = 'sandbox/testpay/testpay-route.test.ts';
const MESSAGES = 'sandbox/testpay/messages.test.ts';
const DELIVERY = 'sandbox/testpay/status-delivery.test.ts';
const STATUS = 'server/use-cases/redirect/receive-message.test.ts';
const REDIRECTS = 'server/use-cases/redirect/start-redirect.test.ts';
const REFUND = 'server/use-cases/operations/refund.test.ts';
const MATRIX = 'server/domain/states/order-state.matrix.test.ts';

const SET_CARRIED = fromClient('a payment-set carries each element of the document, in its order');
const CREDIT_CARRIED = fromClient('a payment-credit carries each element of the document, in its order');
const BYTES: NamedTest = [MESSAGES, 'the messages of a redirect payment are these bytes on the wire'];
const PERSONAL: NamedTest = [PAYMENTS, 'GET /payments returns personal data on request only'];
const REDIRECTED: NamedTest = [SET, 'is answered with the redirect URL, pending and signed'];
const FINAL_SUCCESS: NamedTest = [
  STATUS,
  'a status message 00 is answered with 200 before the report confirms it and makes the order paid',
];
const ANY_ORDER: NamedTest = [
  'server/use-cases/redirect/messages-in-any-order.property.test.ts',
  'messages in any order, repeated and at once, lead to the state that the report confirms',
];
const SPELLINGS: NamedTest = [
  'protocol/redirect/status-message.test.ts',
  'the pairs of a status message are read under one spelling each',
];
const REFUND_COUNTRY: readonly NamedTest[] = [
  [
    'server/use-cases/operations/refund-input.test.ts',
    'the country of the order and the comment are sent where there are any',
  ],
  [
    'server/use-cases/operations/refund-input.test.ts',
    'the country that payment-set has sent is that of the refund, whatever the order has',
  ],
];
const INTERIM: NamedTest = [STATUS, 'a status message 01 leaves the order pending, also with the fund status WAITING'];
const PATIENCE: NamedTest = ['e2e/testpay-delays.spec.ts', 'after the merchant’s time limit the shopper reads'];

const REQUESTS: readonly SpecRow[] = [
  ...alike(
    DOCUMENT,
    'Initiate request (XML), request type payment-set',
    [
      '@type',
      '@timestamp',
      'merchantid',
      'account',
      'amount.@currency',
      'amount.#text',
      'autosettle.@flag',
      'orderid',
      'paymentmethod',
      ...['returnurl', 'statusupdateurl', 'descriptor', 'country', 'accountholdername'].map(
        (name) => `paymentmethoddetails.${name}`,
      ),
      'comments.comment.0.@id',
      'comments.comment.0.#text',
      'accountholdername',
      'sha1hash',
      'sha256hash',
    ],
    (name) => [field('payment-set request', name), ofPayment('payment-set', name), SET_CARRIED],
  ),
  ...rules('Initiate request (XML), request type payment-set', {
    'elements in exactly this order': [
      [SET, 'a payment-set with all ten elements in the document’s order passes'],
      [SET, 'the order of elements > a payment-set with two elements in the wrong order is refused'],
      [SET, 'the order of elements > a payment-set with two details in the wrong order is refused'],
      SET_CARRIED,
    ],
    'testpay selects the simulator': [[TESTPAY, 'asks for a response and a delay in the words of the document']],
  }),
  ...alike(
    DOCUMENT,
    'Refund request (XML), request type payment-credit',
    [
      '@type',
      '@timestamp',
      'merchantid',
      'account',
      'amount.@currency',
      'amount.#text',
      'orderid',
      'pasref',
      'paymentmethod',
      ...['returnurl', 'statusupdateurl', 'country'].map((name) => `paymentmethoddetails.${name}`),
      'comments.comment.0.@id',
      'comments.comment.0.#text',
      'refundhash',
    ],
    (name) => [
      field('payment-credit request', name),
      ofPayment('payment-credit', name),
      CREDIT_CARRIED,
      ...(name === 'paymentmethoddetails.country' ? REFUND_COUNTRY : []),
    ],
  ),
  ...rules('Refund request (XML), request type payment-credit', {
    'elements in order': [[CREDIT, '400 for any two elements that change places'], CREDIT_CARRIED],
    'orderid and pasref are those of the original': [
      [CREDIT, '508: the original has another order'],
      [CREDIT, '508: the original has another reference'],
    ],
    'refundhash is the SHA-1 of the refund password': [
      [CREDIT, '401 when it has another value than it should have: the refund password'],
      CREDIT_CARRIED,
    ],
  }),
  ...alike(
    DOCUMENT,
    'Payment report query parameters (GET /payments)',
    [
      'timestamp',
      'merchantId',
      'accountId',
      'startDateTime',
      'endDateTime',
      'returnPii',
      'merchantTransactionId',
      'transactionState',
      'pageSize',
      'pageNumber',
    ],
    (name) => [field('payments report query', name), ofReport('/payments', name)],
  ),
  ...rules('Payment report query parameters (GET /payments)', {
    'accountId filters by sub-account': [[PAYMENTS, 'by account, and by the seconds of the range']],
    'returnPii: personal data only where it is true': [PERSONAL],
    'transactionState filters': [[PAYMENTS, 'by state: SUCCEEDED']],
    'by both spellings of the identifier: merchantTransactionId and obTransId': [[PAYMENTS, 'obTransId']],
    'identifier or both dates, otherwise 400': [
      [PAYMENTS, 'Either merchantTransactionId, or both startDateTime and endDateTime, is required'],
      limits('GET /payments: neither date may be without the other'),
    ],
    'by merchantTransactionId: a list of one': [[PAYMENTS, 'GET /payments by an identifier returns a list of one']],
    'pages of pageSize records, from pageNumber on': [[PAYMENTS, 'in pages']],
  }),
  ...alike(
    DOCUMENT,
    'Refund report query parameters',
    [
      'timestamp',
      'merchantId',
      'accountId',
      'startDateTime',
      'endDateTime',
      'orderId',
      'merchantTransactionId',
      'transactionState',
      'pageSize',
      'pageNumber',
    ],
    (name) => [field('refunds report query', name), ofReport('/refunds', name)],
  ),
  ...rules('Refund report query parameters', {
    'accountId takes a list with commas': [[REFUNDS, 'by several accounts']],
    'merchantTransactionId filters': [
      limits('a refunds report by merchantTransactionId has the refunds of that payment only'),
    ],
    'merchantRefundID, or orderId, or both dates': [
      [REFUNDS, 'merchantRefundID, or orderId, or both startDateTime and endDateTime, is required'],
      limits('GET /refunds: neither date may be without the other'),
    ],
    'orderId is mandatory, or one of three: both statements apply': [
      [REFUNDS, 'GET /refunds answers 400 without an order id when the option refundOrderId is mandatory'],
      [REFUNDS, 'by order'],
    ],
  }),
];

/** Fields of a record by the document's names, and their names on the wire. */
const RECORD = {
  'Merchant ID': 'merchant_id',
  Account: 'account',
  'Order Id': 'order_id',
  Result: 'result',
  Message: 'message',
  txid: 'txid',
  merchantTransactionID: 'merchant_transaction_id',
  'Payments Reference': 'payments_reference',
  'Payment Method': 'payment_method',
  'Payment Purpose': 'payment_purpose',
  'Wait For Notification': 'wait_for_notification',
  'Fund Status': 'fund_status',
  Country: 'country',
  'Account Holder Name': 'account_holder_name',
  'Account Number': 'account_number',
  IBAN: 'iban',
  'Bank Code': 'bank_code',
  BIC: 'bic',
  'Bank Name': 'bank_name',
} as const;

const ANSWERS: readonly SpecRow[] = [
  ...alike(
    DOCUMENT,
    'Payment report response',
    ['pageNumber', 'record_count', 'max_page_size', 'total_number_of_records'],
    (name) => [
      field('payments report', name),
      answers('a payments report has its page’s numbers as text'),
      [PAYMENTS, 'in pages'],
    ],
  ),
  ...alike(DOCUMENT, 'Payment report response', Object.keys(RECORD), (row) => [
    field('payments report', `payments.0.${RECORD[row as keyof typeof RECORD]}`),
    answers('a payments report has its page’s numbers as text, and each record its fields'),
    [PAYMENTS, 'GET /payments returns every field of a record'],
  ]),
  ...rules('Payment report response', {
    'Account Number: 18 digits in Mexico, at least 4 in Brazil, no leading zeros in Germany': [
      [PAYMENTS, 'gives a Mexican payment a CLABE of 18 digits'],
      [PAYMENTS, 'gives a Brazilian payment an account number of at least 4 digits'],
      [PAYMENTS, 'gives a German payment an account number of digits without leading zeros'],
    ],
    'failed initiation response: code (three digits), message': [
      field('failed report response', 'code'),
      field('failed report response', 'message'),
      answers('a refused report is answered with a code of three digits as text, and a message'),
    ],
  }),
  ...alike(
    DOCUMENT,
    'Return URL and status URL messages',
    [
      'sha1hash',
      'timestamp',
      'merchantid',
      'account',
      'merchanttransactionid',
      'orderid',
      'result',
      'Amount',
      'message',
      'paymentpurpose',
      'paymentmethod',
      'fundstatus',
      'pasref',
      'country',
    ],
    (name) => [
      field('return and status message', name.toLowerCase()),
      BYTES,
      ...(['Amount', 'fundstatus'].includes(name) ? [SPELLINGS] : []),
    ],
  ),
  ...rules('Return URL and status URL messages', {
    'the return message has at most 2,048 characters': [
      [MESSAGES, 'a return message of exactly 2,048 characters has all its fields'],
    ],
    'no value is cut partway': [
      [
        MESSAGES,
        'the limit of 2,048 characters > the limit of 2,048 characters is never exceeded and never cuts a field',
      ],
    ],
    'both messages have the same fields': [
      [
        MESSAGES,
        'a return message beyond 2,048 characters ends before the first field that does not fit, unlike the status message',
      ],
      BYTES,
    ],
  }),
];

const RULES: readonly SpecRow[] = [
  ...rules('What the service does', {
    '1, 2: create, follow and refund transactions': [SET_CARRIED, CREDIT_CARRIED],
    '3a, 3b: initiate, and redirect to the URL that it returns': [
      REDIRECTED,
      [REDIRECTS, 'with a redirect URL without TLS ends the attempt'],
    ],
    '3c: back to the return URL with the current status': [
      [TESTPAY, 'the testpay page returns the shopper with the message'],
    ],
    '3d: the final status goes to the status URL': [
      [MESSAGES, 'the response Succeeded with 1m after submit'],
      FINAL_SUCCESS,
    ],
    '4: the final status can arrive long after the return': [[MESSAGES, 'the response Succeeded with 1h after submit']],
    '5: verify the hash, and link the order identifier to the original order': [
      [STATUS, 'signed with another secret is refused and changes nothing'],
      [STATUS, 'of an unknown order is refused and changes nothing'],
      [STATUS, 'is refused at the status URL of another order'],
    ],
    '6: a refund, full or partial, of a successful transaction': [
      [CREDIT, 'refunds in parts, up to the amount of the payment'],
      [CREDIT, '508 FAILED after Pending'],
      [REFUND, 'is full or partial, up to the amount of the payment'],
    ],
    '7: reports list payments and refunds': [
      [PAYMENTS, 'GET /payments lists every payment'],
      [REFUNDS, 'GET /refunds lists every refund that was asked for'],
    ],
    '8: a simulator, testpay': [[TESTPAY, 'asks for a response and a delay in the words of the document']],
  }),
  ...alike(
    DOCUMENT,
    'States and transitions: queryable payment states',
    ['SUCCEEDED', 'PENDING', 'FAILED', 'INITIATED', 'DECLINED', 'AUTHORISED', 'INDOUBT'],
    (state) => [[PAYMENTS, `by state: ${state}`], ofReport('/payments', 'transactionState')],
  ),
  ...alike(
    DOCUMENT,
    'States and transitions: queryable refund states',
    ['INITIATION_COMPLETED', 'INITIATION_REJECTED', 'INITIATION_FAILED'],
    () => [[REFUNDS, 'GET /refunds lists every refund that was asked for'], ofReport('/refunds', 'transactionState')],
  ),
  ...alike(
    DOCUMENT,
    'States and transitions: queryable refund states',
    ['INITIATION_PENDING', 'INITIATION_PROCESSING'],
    (state) => [[REFUNDS, state], ofReport('/refunds', 'transactionState')],
  ),
  ...rules('States and transitions', {
    'payment-set: pending, redirect URL returned': [REDIRECTED],
    'return of an asynchronous method: pending, fund status WAITING': [
      [MESSAGES, 'the response Succeeded with 30s after submit'],
      INTERIM,
      ANY_ORDER,
    ],
    'status message: final success, result 00': [FINAL_SUCCESS],
    'status message: final failure, result 101, no further status': [
      [STATUS, 'a status message 101 makes the order failed once the report confirms it'],
      [MESSAGES, 'the response Failed UserAbort with No delay'],
    ],
    'the order state table has these transitions and no other': [
      [MATRIX, 'the order state table has the transitions of the documentation and no other'],
      [MATRIX, 'an order that is pending > an order has the state of the matrix after'],
    ],
    'a refund is pending, completed, rejected, failed or processing': [
      [REFUNDS, 'INITIATION_PENDING'],
      ['server/settlement.refunds.test.ts', 'that the report lists as INITIATION_PENDING is pending'],
      [REFUND, 'that is pending is settled by the status message with its reference'],
    ],
    'no final update within the merchant’s time limit: the order will proceed when it arrives': [
      ['payment/checkout/checkout.table.test.ts', 'never shows a failure of a redirect payment because time ran out'],
      PATIENCE,
    ],
  }),
  ...rules('Endpoints', {
    'POST XML request endpoint: redirect URL, payments reference and hash': [REDIRECTED],
    'GET {base_url}/payments': [[PAYMENTS, 'GET /payments lists every payment']],
    'GET refund search': [[REFUNDS, 'GET /refunds lists every refund that was asked for']],
    'merchant return URL': [
      [STATUS, 'a return message by return-get never makes an order paid by itself'],
      [STATUS, 'redirects the shopper to the shop’s own page'],
    ],
    'merchant status URL: POST': [
      [DELIVERY, 'a status message is delivered over a real connection'],
      [STATUS, 'that cannot be stored is answered with 500, and stored when it is sent again'],
    ],
    'the browser is sent to the redirect URL': [
      ['payment/redirect/redirect-payment.test.ts', 'requests the redirect address, and redirects the shopper to it'],
    ],
  }),
  ...alike(
    DOCUMENT,
    'Simulator (payment method testpay): response selection',
    [
      'Succeeded',
      'Pending',
      'Failed UserAbort',
      'Failed InputData',
      'Failed LocalDecline',
      'Failed RemoteDecline',
      'Failed Timeout',
      'Failed LocalError',
      'Failed RemoteError',
      'Failed Unknown',
    ],
    (response) => [[MESSAGES, `the response ${response} with No delay`]],
  ),
  ...alike(
    DOCUMENT,
    'Simulator (payment method testpay): delay selection',
    ['No delay', '30s after submit', '1m after submit', '5m after submit', '15m after submit', '1h after submit'],
    (delay) => [[MESSAGES, `the response Succeeded with ${delay}`]],
  ),
  ...rules('Simulator (payment method testpay)', {
    'no delay: status sent together with the return': [
      [DELIVERY, 'a status message without delay is sent before the shopper returns'],
    ],
  }),
  ...rules('Authentication', {
    '1: two passes with the shared secret, in sha1hash or sha256hash': [
      ['protocol/values/securehash.test.ts', 'has two passes of either algorithm, and absent fields keep their dot'],
      fromClient('the sandbox recomputes the sha1 hash of each kind of call and accepts it'),
      fromClient('the sandbox recomputes the sha256 hash of each kind of call and accepts it'),
    ],
    '2: refundhash': [CREDIT_CARRIED],
    '3: hash of return and status messages': [
      ['protocol/values/securehash.test.ts', 'has the hash that its sender computed'],
      [STATUS, 'signed with another secret is refused and changes nothing'],
      [STATUS, 'with another result than was signed is refused and changes nothing'],
    ],
    '3: hash of the answer to the initiate request': [
      [REDIRECTS, 'an answer to payment-set with the hash of another secret ends the attempt'],
    ],
    '3: hash of the answer to the refund request': [[REFUND, 'whose answer has the hash of another secret']],
    '4: 401 where the merchant is not enabled, and for a hash mismatch': [
      [SET, 'not enabled'],
      [SET, 'hash mismatch'],
    ],
  }),
  ...rules('Events', {
    'a refund has status messages of its own': [
      [DELIVERY, 'the status message of a refund is sent when a refund'],
      [REFUND, 'is settled by the status message with its own reference'],
    ],
    'interim status at the return URL': [INTERIM],
    'final status at the status URL, in any order with the return': [
      [STATUS, 'is noted once when it comes ten times by each way, status before return'],
      [STATUS, 'is noted once when it comes ten times by each way, return before status'],
    ],
    'the merchant accepts the message, verifies the hash, matches the order and updates it': [
      FINAL_SUCCESS,
      [STATUS, 'signed with another secret is refused and changes nothing'],
      [STATUS, 'without an order in its path is applied to the order of its attempt'],
    ],
  }),
  ...rules('Errors', {
    '401: not enabled for alternative methods': [[SET, 'not enabled']],
    '401: hash mismatch': [[SET, 'hash mismatch']],
    '400: text about the request fields': [[SET, 'a payment-set is answered with 400: ']],
    '500': [[SET, '500 for an amount that ends in 501']],
    'refund: 400 and 401 refuse it, 500 leaves it unresolved': [
      [CREDIT, '401 when it has another value than it should have: the refund password'],
      [REFUND, 'a refund that is refused with HTTP 401 reserves nothing'],
      [REFUND, 'a refund that is refused with HTTP 400 about a field reserves nothing'],
      [REFUND, 'a refund whose answer is HTTP 500'],
    ],
    'report query: 400 without an identifier or both dates': [
      [PAYMENTS, 'Either merchantTransactionId, or both startDateTime and endDateTime, is required'],
    ],
  }),
  ...rules('Limits', {
    'return message of 2,048 characters': [
      [MESSAGES, 'a return message of exactly 2,048 characters has all its fields'],
    ],
    'report range of 30 days': [
      limits('GET /payments: a range has at most 30 days'),
      limits('GET /refunds: a range has at most 30 days'),
    ],
    'pageSize 1 to 100': [
      limits('GET /payments: pageSize is accepted up to its limit'),
      limits('GET /refunds: pageSize is accepted up to its limit'),
    ],
    'pageSize default 100': [
      limits('a payments report has pages of 100 records'),
      limits('a refunds report has pages of 100 records'),
    ],
    'pageNumber 1 to 1000000': [
      limits('GET /payments: pageNumber is accepted up to its limit'),
      limits('GET /refunds: pageNumber is accepted up to its limit'),
    ],
    'pageNumber default stated as 100': [[PAYMENTS, 'in pages']],
    'merchantId and accountId of 1 to 50': ['/payments', '/refunds'].flatMap((path) => [
      limits(`GET ${path}: merchantId is accepted up to its limit`),
      limits(`GET ${path}: accountId is accepted up to its limit`),
    ]),
    'merchantTransactionId of 32': [
      limits('GET /payments: merchantTransactionId is accepted up to its limit'),
      limits('GET /refunds: merchantTransactionId is accepted up to its limit'),
    ],
    'orderId of 50 (refund query)': [limits('GET /refunds: orderId is accepted up to its limit')],
    'timestamp from yesterday to tomorrow': [
      limits('GET /payments: a timestamp is accepted from the first second of yesterday to the last one of tomorrow'),
      limits('GET /refunds: a timestamp is accepted from the first second of yesterday to the last one of tomorrow'),
    ],
  }),
];

export const NON_CARD_PAYMENTS: readonly SpecRow[] = [...REQUESTS, ...ANSWERS, ...RULES];
