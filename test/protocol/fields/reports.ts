import { parseMessage } from '../../../src/protocol/values/field-issue.js';
import {
  paymentRecordSchema,
  paymentReportSchema,
  refundRecordSchema,
  refundReportSchema,
  reportErrorSchema,
} from '../../../src/protocol/reports/report-answer.js';
import { paymentReportQuerySchema, refundReportQuerySchema } from '../../../src/protocol/reports/report-query.js';
import * as sample from '../samples.js';
import { FUND_STATUSES, PAYMENT_STATES, REFUND_STATES } from './enumerations.js';
import {
  compactTimestamp,
  informing,
  oneOf,
  openList,
  optional,
  orderId,
  required,
  shopIdentifier,
  type FieldRule,
  type MessageFields,
  type Values,
} from './rule.js';

const transactionId: Values = {
  right: ['f3f3', 'A', 'x'.repeat(32)],
  wrong: ['', 'a-b', 'a b', 'x'.repeat(33)],
};
const PAGING: readonly FieldRule[] = [
  optional('pageSize', { right: ['1', '99', '100'], wrong: ['', '0', '101', '-1', '1.5', 'ten', '01', '1000'] }),
  optional('pageNumber', {
    right: ['1', '100', '99999', '100000', '999999', '1000000'],
    wrong: ['', '0', '1000001', '9999999', '-1', '1.5', 'one', '01'],
  }),
];
const accounts: Values = {
  right: ['internet', 'internet,moto', `${'a'.repeat(50)},${'b'.repeat(50)}`],
  wrong: ['', 'internet,', ',internet', 'internet,,moto', 'a b', 'a'.repeat(51)],
};

/** Non-Card Payment Methods Interface, Payment report query parameters (GET /payments). */
export const PAYMENTS_QUERY: MessageFields = {
  name: 'payments report query',
  kind: 'pairs',
  sample: sample.PAYMENTS_QUERY,
  read: (message) => parseMessage('payment report query', paymentReportQuerySchema, message),
  fields: [
    required('timestamp', compactTimestamp),
    required('merchantId', shopIdentifier),
    optional('accountId', shopIdentifier),
    optional('startDateTime', compactTimestamp),
    optional('endDateTime', compactTimestamp),
    optional('returnPii', { right: ['true', 'false', 'True', 'False'], wrong: ['', 'yes', '1', '0', 'TRUE', 'no'] }),
    optional('merchantTransactionId', transactionId),
    optional(
      'transactionState',
      oneOf(PAYMENT_STATES, { near: ['DONE', 'SUCCESS', 'AUTHORIZED', 'IN_DOUBT', 'INITIATION_PENDING'] }),
    ),
    ...PAGING,
  ],
};

/** The same document, Refund report query parameters. */
export const REFUNDS_QUERY: MessageFields = {
  name: 'refunds report query',
  kind: 'pairs',
  sample: sample.REFUNDS_QUERY,
  read: (message) => parseMessage('refund report query', refundReportQuerySchema, message),
  fields: [
    required('timestamp', compactTimestamp),
    required('merchantId', shopIdentifier),
    optional('accountId', accounts),
    optional('startDateTime', compactTimestamp),
    optional('endDateTime', compactTimestamp),
    optional('orderId', orderId),
    optional('merchantTransactionId', transactionId),
    optional('merchantRefundID', { right: ['R1', 'x'.repeat(50)], wrong: ['', 'a b', 'x'.repeat(51)] }),
    optional(
      'transactionState',
      oneOf(REFUND_STATES, { near: ['SUCCEEDED', 'PENDING', 'INITIATION_DONE', 'COMPLETED'] }),
    ),
    ...PAGING,
  ],
};

/** "Numeric string", read as a number or as text. */
const numeric: Values = { right: ['0', '1', '1000000', 3], wrong: ['', 'many', '-1', '1.5'] };
const PAGE: readonly FieldRule[] = [
  'pageNumber',
  'page_number',
  'record_count',
  'max_page_size',
  'total_number_of_records',
].map((field) => ({ ...informing(field, numeric), same: (sent, read) => Number(sent) === Number(read) }));
const identifier: Values = { right: ['f3f3', 'x'.repeat(32)], wrong: [] };
const anything: Values = { right: ['Text 1', 'BRAND_NEW'], wrong: [] };
const recordFields = (list: string, fields: Readonly<Record<string, Values>>): FieldRule[] =>
  Object.entries(fields).map(([field, values]) => optional(`${list}.0.${field}`, values));

/** The same document, Payment report response. */
export const PAYMENTS_REPORT: MessageFields = {
  name: 'payments report',
  kind: 'JSON answer',
  records: 'payments.',
  sample: sample.PAYMENTS_REPORT,
  read: (message) => {
    const page = parseMessage('payment report', paymentReportSchema, message);
    return { ...page, payments: page.payments.map((one) => parseMessage('payment', paymentRecordSchema, one)) };
  },
  fields: [
    ...PAGE,
    ...recordFields('payments', {
      merchant_id: anything,
      account: anything,
      order_id: { ...anything, becomes: [[17, '17']] },
      result: {
        right: ['00', '101', '01'],
        becomes: [
          [0, '00'],
          ['1', '01'],
        ],
        wrong: [],
      },
      message: anything,
      status: openList(...PAYMENT_STATES),
      amount: { right: ['1999'], becomes: [[1999, '1999']], wrong: [] },
      currency: { right: ['EUR'], becomes: [['eur', 'EUR']], wrong: [] },
      created_on: anything,
      txid: { ...anything, becomes: [[12_345, '12345']] },
      merchant_transaction_id: identifier,
      ob_trans_id: identifier,
      payments_reference: anything,
      payment_method: anything,
      payment_purpose: anything,
      wait_for_notification: {
        right: [true, false],
        becomes: [
          ['1', true],
          ['0', false],
          [1, true],
          [0, false],
          ['true', true],
          ['False', false],
          ['yes', true],
        ],
        wrong: [],
      },
      fund_status: openList(...FUND_STATUSES),
      country: anything,
      account_holder_name: anything,
      account_number: { right: ['DE123', '1000000000'], becomes: [[1_000_000_000, '1000000000']], wrong: [] },
      iban: anything,
      bank_code: { ...anything, becomes: [[99_912_345, '99912345']] },
      bic: anything,
      bank_name: anything,
    }),
  ],
};

/** "Response shape of the refund query: not shown": docs/reference/gateway.md#refunds-report. */
export const REFUNDS_REPORT: MessageFields = {
  name: 'refunds report',
  kind: 'JSON answer',
  records: 'refunds.',
  sample: sample.REFUNDS_REPORT,
  read: (message) => {
    const page = parseMessage('refund report', refundReportSchema, message);
    return { ...page, refunds: page.refunds.map((one) => parseMessage('refund', refundRecordSchema, one)) };
  },
  fields: [
    ...PAGE,
    ...recordFields('refunds', {
      merchant_id: anything,
      account: anything,
      order_id: anything,
      merchant_refund_id: anything,
      merchant_transaction_id: identifier,
      payments_reference: anything,
      payment_method: anything,
      result: anything,
      message: anything,
      status: openList(...REFUND_STATES),
      amount: { right: ['1999'], becomes: [[1999, '1999']], wrong: [] },
      currency: { right: ['EUR'], becomes: [['eur', 'EUR']], wrong: [] },
      created_on: anything,
    }),
  ],
};

/** The same document, Failed initiation response fields: "code (numeric, three digits), message (string)". */
export const REPORT_ERROR: MessageFields = {
  name: 'failed report response',
  kind: 'JSON answer',
  sample: sample.REPORT_ERROR,
  read: (message) => parseMessage('report', reportErrorSchema, message),
  fields: [
    informing('code', { right: ['400', '401', '500'], wrong: [] }),
    informing('message', { right: ['pageSize must be a number from 1 to 100', ''], wrong: [] }),
  ],
};
