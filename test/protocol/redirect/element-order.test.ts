import { describe, expect, it } from 'vitest';
import {
  PAYMENT_CREDIT_DETAILS_ORDER,
  PAYMENT_CREDIT_ORDER,
  paymentCreditRequestSchema,
} from '../../../src/protocol/redirect/payment-credit.js';
import {
  PAYMENT_SET_DETAILS_ORDER,
  PAYMENT_SET_ORDER,
  paymentSetRequestSchema,
} from '../../../src/protocol/redirect/payment-set.js';
import { PAYMENT_CREDIT, PAYMENT_SET } from '../samples.js';

// Non-Card Payment Methods Interface, Initiate request (XML) and Refund request (XML): "elements in exactly this
// order".
const SET = ['merchantid', 'account', 'amount', 'autosettle', 'orderid', 'paymentmethod', 'paymentmethoddetails'];
const CREDIT = ['merchantid', 'account', 'amount', 'orderid', 'pasref'];
const HASHES = ['sha1hash', 'sha256hash'];

/** A message with its fields, and those of its details, in the opposite order. */
const reversed = (message: object): object =>
  Object.fromEntries(
    Object.entries(message)
      .map(([name, value]: [string, unknown]) => [
        name,
        name === 'paymentmethoddetails' ? reversed(value as object) : value,
      ])
      .reverse() as [string, unknown][],
  );

describe('the order of elements', () => {
  it('the elements of a payment-set are accepted in the order of the document, and with a cancelurl', () => {
    expect(PAYMENT_SET_ORDER).toEqual([...SET, 'comments', 'accountholdername', ...HASHES]);
    expect(PAYMENT_SET_DETAILS_ORDER).toEqual([
      'returnurl',
      'statusupdateurl',
      'cancelurl',
      'descriptor',
      'country',
      'accountholdername',
    ]);
  });

  it('the elements of a payment-credit are accepted in the order of the document, and with an authcode', () => {
    expect(PAYMENT_CREDIT_ORDER).toEqual([
      ...CREDIT,
      'authcode',
      'paymentmethod',
      'paymentmethoddetails',
      'comments',
      ...HASHES,
      'refundhash',
    ]);
    expect(PAYMENT_CREDIT_DETAILS_ORDER).toEqual(['returnurl', 'statusupdateurl', 'country']);
  });

  it('the elements of a message that is read have the order of the document, in which they are written', () => {
    const set = paymentSetRequestSchema.parse(reversed(PAYMENT_SET));
    const all = ['@type', '@timestamp', ...SET, 'comments', 'accountholdername', ...HASHES];
    expect(Object.keys(set)).toEqual(all.filter((name) => name in PAYMENT_SET));
    expect(Object.keys(set.paymentmethoddetails)).toEqual(
      ['returnurl', 'statusupdateurl', 'descriptor', 'country', 'accountholdername'].filter(
        (name) => name in PAYMENT_SET.paymentmethoddetails,
      ),
    );
    const credit = paymentCreditRequestSchema.parse(reversed(PAYMENT_CREDIT));
    expect(Object.keys(credit)).toEqual(
      [
        '@type',
        '@timestamp',
        ...CREDIT,
        'paymentmethod',
        'paymentmethoddetails',
        'comments',
        ...HASHES,
        'refundhash',
      ].filter((name) => name in PAYMENT_CREDIT),
    );
  });
});

describe('comments', () => {
  it('comments are one comment or a list, each with an identifier of at most 10 characters', () => {
    const read = (comment: unknown) => paymentSetRequestSchema.safeParse({ ...PAYMENT_SET, comments: { comment } });
    for (const comment of [
      { '@id': '1' },
      { '@id': '1', '#text': '' },
      [{ '@id': '1', '#text': 'a' }, { '@id': '2' }],
      [],
    ])
      expect(read(comment).data?.comments?.comment).toEqual(comment);
    for (const comment of [{}, { '#text': 'a' }, { '@id': '12345678901' }, [{}], [{ '@id': '1', '#text': '\0' }], 'a'])
      expect(read(comment).success).toBe(false);
    expect(read({ '@id': '1', '#text': 'x'.repeat(8192) }).success).toBe(true);
    expect(read({ '@id': '1', '#text': 'x'.repeat(8193) }).success).toBe(false);
  });
});
