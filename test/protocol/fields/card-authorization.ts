import {
  cardAuthorizationRequestSchema,
  cardAuthorizationResponseSchema,
} from '../../../src/protocol/authorization/card-authorization.js';
import { parseMessage } from '../../../src/protocol/values/field-issue.js';
import * as sample from '../samples.js';
import { CARD_TYPES, EXEMPT_STATUSES } from './enumerations.js';
import {
  amount,
  compactTimestamp,
  currency,
  digits,
  element,
  oneOf,
  optional,
  orderId,
  required,
  shopIdentifier,
  text,
  type MessageFields,
  type Values,
} from './rule.js';

/** 40 hex digits of SHA-1 or 64 of SHA-256. */
export const hash: Values = {
  right: ['a'.repeat(40), 'A'.repeat(40), '0'.repeat(64)],
  wrong: ['x', 'a'.repeat(39), 'a'.repeat(41), 'a'.repeat(63), 'a'.repeat(65), 'g'.repeat(40)],
};
/** The result of an XML answer: two or three digits. */
export const result: Values = { right: ['00', '01', '101', '508'], wrong: ['', 'OK', '0', '1010', '-1'] };
/**
 * "attribute flag, value 1 sets auto-settlement"; docs/reference/gateway.md#card-authorization-request has the others.
 */
export const autosettle: Values = { right: ['1', '0', 'MULTI'], wrong: ['', '2', 'yes', 'multi', 'true'] };
/** Text of the mpi and of answers: neither document gives it a format. */
export const free: Values = { right: ['ODQzNjgwNjU0ZjM3N2JmYTg0NTM=', ''], wrong: [] };

/** Texts of an XML answer. */
export const ANSWER_TEXTS = ['merchantid', 'account', 'orderid', 'message', 'pasref'] as const;
/** The hash of an XML answer: text of another form is a wrong hash, whichever way it is refused. */
export const answeredHash: Values = { right: ['a'.repeat(40), 'b'.repeat(64)], wrong: [] };

/** 3D Secure 2 Authentication Interface, Card authorization request (XML). */
export const CARD_AUTHORIZATION_REQUEST: MessageFields = {
  name: 'card authorization request',
  kind: 'XML request',
  sample: {
    ...sample.CARD_AUTHORIZATION,
    storedcredential: { type: 'oneoff', initiator: 'cardholder', sequence: 'first' },
  },
  read: (message) => parseMessage('card authorization', cardAuthorizationRequestSchema, message),
  fields: [
    required('@type', { right: ['auth'], wrong: ['', 'AUTH', 'Auth', 'offline', 'payment-set'] }),
    required('@timestamp', compactTimestamp),
    required('merchantid', shopIdentifier),
    optional('account', shopIdentifier),
    required('orderid', orderId),
    required('amount.@currency', currency),
    required('amount.#text', amount),
    required('card.number', digits(12, 19, { wrong: ['4222 0000 0628 5344'] })),
    required('card.expdate', {
      right: ['1226', '0130', '0927', '1299'],
      wrong: ['', '1328', '0028', '12/28', '122', '12288', '2812', '122028', 'xx28'],
    }),
    required('card.chname', text(100)),
    required('card.type', oneOf(CARD_TYPES, { near: ['GOLD', 'MAESTRO', 'DINERSCLUB', 'M'] })),
    optional('card.cvn.number', { right: ['123', '1234', ''], wrong: ['12', '12345', 'abc', '12 '] }),
    required('card.cvn.presind', { right: ['1', '2', '3', '4'], wrong: ['', '0', '5', '9', '01', 'x'] }),
    required(
      'storedcredential.type',
      oneOf(['oneoff', 'installment', 'recurring'], { near: ['ONEOFF', 'subscription'] }),
    ),
    required('storedcredential.initiator', oneOf(['cardholder', 'merchant'], { near: ['MERCHANT', 'shop'] })),
    required('storedcredential.sequence', oneOf(['first', 'subsequent'], { near: ['FIRST', 'second'] })),
    optional('storedcredential.srd', { right: ['MCC0000000012', ''], wrong: [] }),
    required('autosettle.@flag', autosettle),
    optional('mpi.eci', { right: ['5', '05', '2', '02', '07', ''], wrong: ['055', 'x', '-5'] }),
    optional('mpi.ds_trans_id', free),
    optional('mpi.authentication_value', free),
    optional('mpi.message_version', { right: ['2.1.0', '2.2.0', ''], wrong: [] }),
    optional('mpi.exempt_status', oneOf(EXEMPT_STATUSES, { near: ['PLEASE', 'LOW'] })),
    // The sandbox demands one of the two hashes; the schema serves both.
    optional('sha1hash', hash),
    optional('sha256hash', hash),
  ],
};

/** docs/reference/gateway.md#card-authorization-response; the document does not show it. */
export const CARD_AUTHORIZATION_RESPONSE: MessageFields = {
  name: 'card authorization response',
  kind: 'XML answer',
  sample: { ...sample.CARD_AUTHORIZATION_RESPONSE, sha256hash: 'a'.repeat(64) },
  read: (message) => parseMessage('card authorization', cardAuthorizationResponseSchema, message),
  fields: [
    element('@timestamp', { right: compactTimestamp.right, wrong: [] }),
    required('result', result),
    ...ANSWER_TEXTS.map((field) => element(field, free)),
    element('sha1hash', answeredHash),
    element('sha256hash', answeredHash),
    ...[
      'authcode',
      'paymentmethod',
      'cvnresult',
      'batchid',
      'avspostcoderesponse',
      'avsaddressresponse',
      'srd',
      'fraudresponse.result',
      'cardissuer.bank',
      'cardissuer.country',
    ].map((field) => element(field, free)),
  ],
};
