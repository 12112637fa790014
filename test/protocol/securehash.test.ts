import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { algorithmOf, HASH_FIELDS, securehash, verifySecurehash } from '../../src/protocol/securehash.js';

/** The published status message of a real testpay payment (gateway facts 3). */
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

describe('the hash', () => {
  it('is that of the published message', async () => {
    expect(await securehash(VECTOR, 'secret')).toBe(VECTOR_HASH);
    expect(await verifySecurehash(VECTOR_HASH, VECTOR, 'secret')).toBe(true);
    expect(await verifySecurehash(VECTOR_HASH.toUpperCase(), VECTOR, 'secret')).toBe(true);
  });

  it('is two passes of either algorithm over any text, absent fields keeping their dot', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.string({ unit: 'binary' }), { nil: undefined })),
        fc.string(),
        fc.constantFrom('sha1', 'sha256'),
        async (fields, secret, algorithm) => {
          const hash = await securehash(fields, secret, algorithm);
          return hash === byNode(fields, secret, algorithm) && (await verifySecurehash(hash, fields, secret));
        },
      ),
    );
  });

  it('is refused when one digit, one field or the secret is another', async () => {
    expect(await verifySecurehash(`8${VECTOR_HASH.slice(1)}`, VECTOR, 'secret')).toBe(false);
    expect(await verifySecurehash(VECTOR_HASH, [...VECTOR.slice(0, 3), '101', ...VECTOR.slice(4)], 'secret')).toBe(
      false,
    );
    expect(await verifySecurehash(VECTOR_HASH, VECTOR, 'Secret')).toBe(false);
  });

  it.each(['', 'x'.repeat(40), VECTOR_HASH.slice(1), `${VECTOR_HASH}0`, 'a'.repeat(63)])(
    'is told by its length: %s is none',
    async (hash) => {
      expect(algorithmOf(hash)).toBeUndefined();
      expect(await verifySecurehash(hash, VECTOR, 'secret')).toBe(false);
    },
  );

  it('has the documents’ fields in their order', () => {
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
  });
});

describe('a status message of a real test payment', () => {
  it('has the hash that its sender computed (gateway facts 3)', async () => {
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
