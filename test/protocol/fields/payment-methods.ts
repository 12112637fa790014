import { parseMessage } from '../../../src/protocol/values/field-issue.js';
import {
  paymentCreditRequestSchema,
  paymentCreditResponseSchema,
} from '../../../src/protocol/redirect/payment-credit.js';
import { paymentSetRequestSchema, paymentSetResponseSchema } from '../../../src/protocol/redirect/payment-set.js';
import { statusMessageSchema } from '../../../src/protocol/redirect/status-message.js';
import * as sample from '../samples.js';
import { ANSWER_TEXTS, answeredHash, autosettle, free, hash, result } from './card-authorization.js';
import { FUND_STATUSES, RESULTS } from './enumerations.js';
import {
  amount,
  compactTimestamp,
  countryLetters,
  currency,
  element,
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

/** "Payment method code"; the full list is not shown, and case matters. */
const methodCode: Values = {
  right: ['testpay', 'ideal', 'EPS', 'Sofort_2', 'x'.repeat(50)],
  wrong: ['', 'test pay', 'test.pay', 'täst', 'x'.repeat(51)],
};
const holder: Values = { right: ['Zoë O’Neill', 'Al', 'x'.repeat(100)], wrong: ['A', 'x'.repeat(101)] };
const page: Values = { right: ['https://shop.example/scudo/return/A1', 'http://127.0.0.1:4173/status'], wrong: [] };
const comment = (presence: 'required' | 'optional', field: string): FieldRule => ({
  field: `comments.comment.0.${field}`,
  namedAs: 'comments.comment',
  presence,
  right: ['1', 'Order 17'],
  becomes: [],
  wrong: [],
});

/** Non-Card Payment Methods Interface, Initiate request (XML), request type payment-set. */
export const PAYMENT_SET_REQUEST: MessageFields = {
  name: 'payment-set request',
  kind: 'XML request',
  sample: sample.PAYMENT_SET,
  read: (message) => parseMessage('payment-set', paymentSetRequestSchema, message),
  fields: [
    required('@type', { right: ['payment-set'], wrong: ['', 'paymentset', 'PAYMENT-SET', 'payment-credit'] }),
    required('@timestamp', compactTimestamp),
    required('merchantid', shopIdentifier),
    optional('account', shopIdentifier),
    required('amount.@currency', currency),
    required('amount.#text', amount),
    required('autosettle.@flag', autosettle),
    required('orderid', orderId),
    required('paymentmethod', methodCode),
    required('paymentmethoddetails.returnurl', page),
    required('paymentmethoddetails.statusupdateurl', page),
    optional('paymentmethoddetails.descriptor', { right: ['Coins & more', 'x'.repeat(300)], wrong: [] }),
    optional('paymentmethoddetails.country', countryLetters),
    optional('paymentmethoddetails.accountholdername', holder),
    comment('required', '@id'),
    comment('optional', '#text'),
    optional('accountholdername', holder),
    optional('sha1hash', hash),
    optional('sha256hash', hash),
  ],
};

/** docs/reference/gateway.md#payment-set: the document does not name the answer's elements. */
export const PAYMENT_SET_RESPONSE: MessageFields = {
  name: 'payment-set response',
  kind: 'XML answer',
  sample: sample.PAYMENT_SET_RESPONSE,
  read: (message) => parseMessage('payment-set', paymentSetResponseSchema, message),
  fields: [
    element('@timestamp', { right: compactTimestamp.right, wrong: [] }),
    required('result', result),
    ...[...ANSWER_TEXTS, 'authcode', 'paymentmethod', 'merchanttransactionid'].map((field) => element(field, free)),
    element('sha1hash', answeredHash),
    element('sha256hash', answeredHash),
  ],
};

/** Non-Card Payment Methods Interface, Refund request (XML), request type payment-credit. */
export const PAYMENT_CREDIT_REQUEST: MessageFields = {
  name: 'payment-credit request',
  kind: 'XML request',
  sample: sample.PAYMENT_CREDIT,
  read: (message) => parseMessage('payment-credit', paymentCreditRequestSchema, message),
  fields: [
    required('@type', { right: ['payment-credit'], wrong: ['', 'payment-credits', 'rebate'] }),
    required('@timestamp', compactTimestamp),
    required('merchantid', shopIdentifier),
    optional('account', shopIdentifier),
    required('amount.@currency', currency),
    required('amount.#text', amount),
    required('orderid', orderId),
    required('pasref', {
      right: ['16898444372586159', 'abc XYZ 123', 'a-b:1_2', 'x'.repeat(100)],
      wrong: ['', 'a,b', 'ä', 'x'.repeat(101)],
    }),
    required('paymentmethod', methodCode),
    optional('paymentmethoddetails.returnurl', page),
    optional('paymentmethoddetails.statusupdateurl', page),
    optional('paymentmethoddetails.country', countryLetters),
    comment('required', '@id'),
    comment('optional', '#text'),
    optional('sha1hash', hash),
    optional('sha256hash', hash),
    // "The refundhash is the SHA-1 hash of the refund password."
    required('refundhash', {
      right: ['a'.repeat(40), 'A'.repeat(40)],
      wrong: ['', 'refund', 'a'.repeat(39), 'a'.repeat(41), 'a'.repeat(64), 'g'.repeat(40)],
    }),
  ],
};

/** docs/reference/gateway.md#payment-credit: "Error response for refund and XML requests: not shown." */
export const PAYMENT_CREDIT_RESPONSE: MessageFields = {
  name: 'payment-credit response',
  kind: 'XML answer',
  sample: sample.PAYMENT_CREDIT_RESPONSE,
  read: (message) => parseMessage('payment-credit', paymentCreditResponseSchema, message),
  fields: [
    element('@timestamp', { right: compactTimestamp.right, wrong: [] }),
    required('result', result),
    ...[...ANSWER_TEXTS, 'authcode', 'paymentmethod'].map((field) => element(field, free)),
    element('sha1hash', answeredHash),
    element('sha256hash', answeredHash),
  ],
};

/** A text of a message: pairs have no other form. */
const text: Values = { ...free, wrong: [] };

/** Non-Card Payment Methods Interface, Return URL and status URL messages. The fund status informs only. */
export const STATUS_MESSAGE: MessageFields = {
  name: 'return and status message',
  kind: 'pairs',
  sample: sample.STATUS_MESSAGE,
  read: (message) => parseMessage('status message', statusMessageSchema, message),
  fields: [
    optional('sha1hash', hash),
    optional('sha256hash', hash),
    required('timestamp', compactTimestamp),
    ...['merchantid', 'message'].map((field) => optional(field, text)),
    ...['account', 'paymentpurpose'].map((field) => informing(field, text)),
    informing('merchanttransactionid', { right: ['f3f3', 'x'.repeat(32)], wrong: ['a-b', 'a b', 'x'.repeat(33)] }),
    // The hash joins fields by dots, so that these two have no dot.
    optional('paymentmethod', { right: ['testpay', 'EPS', ''], wrong: ['test.pay', 'test pay', 'x'.repeat(51)] }),
    required('orderid', orderId),
    required('result', oneOf(RESULTS, { near: ['0', '1', '10', '001', '100', '102', '200', 'SUCCEEDED'] })),
    informing('amount', { right: ['1999'], wrong: [] }),
    informing('fundstatus', openList(...FUND_STATUSES)),
    optional('pasref', { right: ['16898444372586159', 'A1 b2', ''], wrong: ['1.2', ' 1', '-2', 'x'.repeat(101)] }),
    informing('country', { right: ['DE'], wrong: [] }),
  ],
};
