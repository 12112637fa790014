import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HASH_FIELDS, securehash } from '../../src/protocol/values/securehash.js';

const PAGE = readFileSync('docs/backend-in-any-language.md', 'utf8');
const SECRET = 'secret';

/** The worked examples: name, joined fields, first pass, hash. */
const EXAMPLES = Array.from(
  PAGE.matchAll(/^\| (.+?) \| `([^`|]+)` \| `([0-9a-f]{40})` \| `([0-9a-f]{40})` \|$/gm),
  ([, name = '', joined = '', first = '', hash = '']) => ({ name, joined, first, hash }),
);

const TRANSACTION = '11111111-2222-4333-8444-555555555555';
const NUMBER = '4222000006285344';
const json = { request_timestamp: '2026-11-23T10:00:00.000000', merchant_id: 'scudo' };
const xml = { timestamp: '20261123100000', merchantid: 'scudo', amount: '1999', currency: 'EUR' };

/** The fields of the code for the messages of the examples. */
const FIELDS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'POST `protocol-versions`': HASH_FIELDS.versionCheck({ ...json, number: NUMBER }),
  'POST `authentications`': HASH_FIELDS.authentication({
    ...json,
    card_detail: { number: NUMBER },
    server_trans_id: TRANSACTION,
  }),
  'GET `authentications/{id}`': HASH_FIELDS.authenticationData({ ...json, server_trans_id: TRANSACTION }),
  '`auth`': HASH_FIELDS.cardAuthorization({ ...xml, orderid: 'A1-0001', number: NUMBER }),
  'answer to `auth`': HASH_FIELDS.cardAuthorizationResponse({
    timestamp: '20261123100001',
    merchantid: 'scudo',
    orderid: 'A1-0001',
    result: '00',
    message: '[ test system ] AUTHORISED',
    pasref: '17000000001',
    authcode: '100001',
  }),
  '`payment-set`': HASH_FIELDS.paymentMethodRequest({ ...xml, orderid: 'A1-0002', paymentmethod: 'testpay' }),
  'answer to `payment-set`, return and status message': HASH_FIELDS.paymentMethodResult({
    timestamp: '20261123100002',
    merchantid: 'scudo',
    orderid: 'A1-0002',
    result: '00',
    message: 'SUCCEEDED',
    pasref: '17000000002',
    paymentmethod: 'testpay',
  }),
  'GET `payments`': HASH_FIELDS.paymentReport({
    timestamp: '20261123100003',
    merchantId: 'scudo',
    accountId: 'internet',
    merchantTransactionId: '8f1c2d3e',
  }),
};

describe('hash examples of docs/backend-in-any-language.md', () => {
  it('the page has an example for every message of the contract', () => {
    expect(EXAMPLES.map(({ name }) => name)).toEqual(Object.keys(FIELDS));
  });

  it.each(EXAMPLES)(
    'the hash of $name has the fields and the value of the code',
    async ({ name, joined, first, hash }) => {
      const fields = FIELDS[name] ?? [];
      expect(joined).toBe(fields.map((field) => field ?? '').join('.'));
      expect(first).toBe(createHash('sha1').update(joined).digest('hex'));
      expect(hash).toBe(await securehash(fields, SECRET));
    },
  );
});
