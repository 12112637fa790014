import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  algorithmOf,
  HASH_FIELDS,
  securehash,
  verifySecurehash,
  webDigest,
} from '../../../src/protocol/values/securehash.js';

/** The published status message of a real testpay payment (docs/reference/gateway.md#return-and-status-messages). */
const VECTOR = [
  '20230720101400',
  'heartlandgpsandbox',
  'MDc5ZjAxZmEtZGZjMjgxMg',
  '00',
  'SUCCEEDED',
  '16898444372586159',
  'testpay',
];
const VECTOR_HASH = '7e42cdf9f2127410f16b5d5afb08cb63b1b6fc0f';

const byNode = (fields: (string | undefined)[], secret: string, algorithm: string) => {
  const pass = (text: string) => createHash(algorithm).update(text).digest('hex');
  return pass(`${pass(fields.map((field) => field ?? '').join('.'))}.${secret}`);
};

describe('a securehash', () => {
  it('a securehash of the published status message is the published one', async () => {
    expect(await securehash(VECTOR, 'secret')).toBe(VECTOR_HASH);
    expect(await verifySecurehash(VECTOR_HASH, VECTOR, 'secret')).toBe(true);
    expect(await verifySecurehash(VECTOR_HASH.toUpperCase(), VECTOR, 'secret')).toBe(true);
  });

  it('a securehash has two passes of either algorithm, and absent fields keep their dot', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.string({ unit: 'binary' }), { nil: undefined }), { maxLength: 8 }),
        fc.string(),
        fc.constantFrom('sha1', 'sha256'),
        async (fields, secret, algorithm) => {
          const hash = await securehash(fields, secret, algorithm);
          return hash === byNode(fields, secret, algorithm) && (await verifySecurehash(hash, fields, secret));
        },
      ),
      { seed: 20261121, numRuns: 20 },
    );
  });

  it.each([
    // Published by the vendor’s clients (docs/reference/gateway.md#securehash).
    ['20120926112654.thestore.ORD453-11.29900.EUR', '3c3cac74f2b783598b99af6e43246529346d95d1'],
    ['20120926112654.thestore.ORD453-11.00.Successful.3737468273643.79347', '368df010076481d47a21e777871012b62b976339'],
    [
      '20120926112654.thestore.ORD453-11.101.Bank Error.3737468273643.79347',
      '0ad8a9f121c4041b4b832ae8069e80674269e22f',
    ],
  ])('a securehash of %s with the published secret is the published one', async (fields, hash) => {
    expect(await securehash(fields.split('.'), 'mysecret')).toBe(hash);
  });

  it.each([
    [
      'a settle',
      HASH_FIELDS.cardAmount({
        timestamp: '20151204133035',
        merchantid: 'thestore',
        orderid: 'e3cf94c6-f674-4f99-b4db-7541254a8767',
        amount: '1000',
        currency: 'EUR',
      }),
      'b2e110f78803ccb377e8f3f12730e41d0cb0ed66',
    ],
    [
      'a void, whose request has an amount',
      HASH_FIELDS.cardVoid({
        timestamp: '20151204142728',
        merchantid: 'thestore',
        orderid: '012bf34b-3ec9-4c9b-b3a5-700f2f28e67f',
        ...{ amount: '1000', currency: 'EUR' },
      }),
      '9f61456cce6c90dcc13281e6b95734f5b91e628f',
    ],
    [
      'a rebate',
      HASH_FIELDS.cardAmount({
        timestamp: '20151204145825',
        merchantid: 'thestore',
        orderid: '6df026a7-15d6-4b92-86e1-9f7b2b1d97c5',
        amount: '3000',
        currency: 'EUR',
      }),
      'c1319b2999608fcfa3e71d583627affaeb25d961',
    ],
  ])('a securehash of %s is the published one', async (_, fields, hash) => {
    // Published by the vendor’s clients (docs/reference/gateway.md#card-money).
    expect(await securehash(fields, 'mysecret')).toBe(hash);
  });

  it('a securehash is accepted only with the algorithm that is required', async () => {
    const sha256 = await securehash(VECTOR, 'secret', 'sha256');
    expect(await verifySecurehash(VECTOR_HASH, VECTOR, 'secret', { algorithm: 'sha1' })).toBe(true);
    expect(await verifySecurehash(VECTOR_HASH, VECTOR, 'secret', { algorithm: 'sha256' })).toBe(false);
    expect(await verifySecurehash(sha256, VECTOR, 'secret', { algorithm: 'sha256' })).toBe(true);
    expect(await verifySecurehash(sha256, VECTOR, 'secret', { algorithm: 'sha1' })).toBe(false);
    expect(await verifySecurehash(sha256, VECTOR, 'secret')).toBe(true);
  });

  it('a securehash is computed and verified with the digest that is given', async () => {
    const texts: string[] = [];
    const digest: typeof webDigest = (text, algorithm) => {
      texts.push(text);
      return webDigest(text, algorithm);
    };
    const hash = await securehash(['a', undefined, 'b'], 's', 'sha256', digest);
    expect(texts).toEqual(['a..b', `${await webDigest('a..b', 'sha256')}.s`]);
    expect(await verifySecurehash(hash, ['a', undefined, 'b'], 's', { digest })).toBe(true);
    expect(texts).toHaveLength(4);
  });

  it('a securehash is refused when one digit, one field or the secret differs', async () => {
    expect(await verifySecurehash(`8${VECTOR_HASH.slice(1)}`, VECTOR, 'secret')).toBe(false);
    expect(await verifySecurehash(VECTOR_HASH, [...VECTOR.slice(0, 3), '101', ...VECTOR.slice(4)], 'secret')).toBe(
      false,
    );
    expect(await verifySecurehash(VECTOR_HASH, VECTOR, 'Secret')).toBe(false);
  });

  it.each([
    '',
    'x'.repeat(40),
    `${VECTOR_HASH.slice(1)}x`,
    `x${VECTOR_HASH.slice(1)}`,
    VECTOR_HASH.slice(1),
    `${VECTOR_HASH}0`,
    'a'.repeat(63),
  ])('a securehash has 40 or 64 hex digits, unlike “%s”', async (hash) => {
    expect(algorithmOf(hash)).toBeUndefined();
    expect(await verifySecurehash(hash, VECTOR, 'secret')).toBe(false);
  });

  it('a securehash has the documents’ fields in their order', () => {
    expect(HASH_FIELDS.versionCheck({ request_timestamp: 't', merchant_id: 'm', number: 'n' })).toEqual([
      't',
      'm',
      'n',
    ]);
    expect(
      HASH_FIELDS.authentication({
        request_timestamp: 't',
        merchant_id: 'm',
        card_detail: { number: 'n' },
        server_trans_id: 's',
      }),
    ).toEqual(['t', 'm', 'n', 's']);
    expect(HASH_FIELDS.authenticationData({ request_timestamp: 't', merchant_id: 'm', server_trans_id: 's' })).toEqual([
      't',
      'm',
      's',
    ]);
    expect(
      HASH_FIELDS.authenticationSearch({ request_timestamp: 't', merchant_id: 'm', start_timestamp: 's' }),
    ).toEqual(['t', 'm', 's']);
    expect(
      HASH_FIELDS.cardAuthorization({
        timestamp: 't',
        merchantid: 'm',
        orderid: 'o',
        amount: 'a',
        currency: 'c',
        number: 'n',
      }),
    ).toEqual(['t', 'm', 'o', 'a', 'c', 'n']);
    expect(
      HASH_FIELDS.cardAuthorizationResponse({
        timestamp: 't',
        merchantid: 'm',
        orderid: 'o',
        result: 'r',
        message: 'g',
        pasref: 'p',
        authcode: 'u',
      }),
    ).toEqual(['t', 'm', 'o', 'r', 'g', 'p', 'u']);
    const request = { timestamp: 't', merchantid: 'm', orderid: 'o' };
    expect(HASH_FIELDS.cardQuery(request)).toEqual(['t', 'm', 'o', '', '', '']);
    expect(HASH_FIELDS.cardAmount({ ...request, amount: 'a' })).toEqual(['t', 'm', 'o', 'a', undefined, '']);
    expect(HASH_FIELDS.cardCheck({ ...request, number: 'n' })).toEqual(['t', 'm', 'o', 'n']);
    expect(HASH_FIELDS.paymentMethodRequest({ ...request, amount: 'a', currency: 'c', paymentmethod: 'd' })).toEqual([
      't',
      'm',
      'o',
      'a',
      'c',
      'd',
    ]);
  });

  it('a securehash of a report has its filters, and an empty slot for each that is absent', () => {
    const query = { timestamp: 't', merchantId: 'm', accountId: 'a', startDateTime: 's', endDateTime: 'e' };
    expect(HASH_FIELDS.paymentReport({ ...query, returnPii: 'true' })).toEqual([
      't',
      'm',
      'a',
      undefined,
      's',
      'e',
      'True',
    ]);
    expect(HASH_FIELDS.paymentReport({ ...query, returnPii: 'false' }).at(-1)).toBe('False');
    expect(HASH_FIELDS.paymentReport(query).at(-1)).toBeUndefined();
    expect(HASH_FIELDS.paymentReport({ ...query, merchantTransactionId: 'i' }).slice(2, 4)).toEqual(['', 'i']);
    expect(HASH_FIELDS.refundReport({ ...query, orderId: 'o', merchantTransactionId: 'i' })).toEqual([
      't',
      'm',
      'a',
      'o',
      'i',
      's',
      'e',
    ]);
  });
});

describe('a status message of a real test payment', () => {
  it('a status message of a real test payment has the hash that its sender computed', async () => {
    const message = {
      timestamp: '20230720101400',
      merchantid: 'heartlandgpsandbox',
      orderid: 'MDc5ZjAxZmEtZGZjMjgxMg',
      result: '00',
      message: 'SUCCEEDED',
      pasref: '16898444372586159',
      paymentmethod: 'testpay',
    };
    expect(await securehash(HASH_FIELDS.paymentMethodResult(message), 'secret')).toBe(
      '7e42cdf9f2127410f16b5d5afb08cb63b1b6fc0f',
    );
  });
});
