import { describe, expect, it } from 'vitest';
import type { HashAlgorithm } from '../../../src/protocol/values/securehash.js';
import { gatewayAnswering, hashOf } from './scripted-fetch.js';

// The published message of a real test payment (docs/reference/gateway.md#return-and-status-messages).
const PUBLISHED = {
  timestamp: '20230720101400',
  merchantid: 'heartlandgpsandbox',
  orderid: 'MDc5ZjAxZmEtZGZjMjgxMg',
  result: '00',
  message: 'SUCCEEDED',
  pasref: '16898444372586159',
  paymentmethod: 'testpay',
  sha1hash: '7e42cdf9f2127410f16b5d5afb08cb63b1b6fc0f',
} as const;
const verify = (message: object, hashAlgorithm: HashAlgorithm = 'sha1', known = {}) =>
  gatewayAnswering(() => new Response(), {
    merchantId: 'heartlandgpsandbox',
    baseUrl: 'https://gateway.localhost',
    secret: 'secret',
    hashAlgorithm,
  }).gateway.verifyStatusMessage(message as typeof PUBLISHED, known);

const { sha1hash: _hash, ...UNSIGNED } = PUBLISHED;
const OWN = { ...UNSIGNED, merchantid: 'scudo' };
const FIELDS = [OWN.timestamp, 'scudo', OWN.orderid, '00', 'SUCCEEDED', OWN.pasref, 'testpay'];
const own = (message: object, hashAlgorithm: HashAlgorithm) =>
  gatewayAnswering(() => new Response(), { hashAlgorithm }).gateway.verifyStatusMessage(message as typeof OWN, {});

describe('a status message', () => {
  it('a status message is valid with its published hash, in lower and upper case', async () => {
    expect(await verify(PUBLISHED)).toBe('valid');
    expect(await verify({ ...PUBLISHED, sha1hash: PUBLISHED.sha1hash.toUpperCase() })).toBe('valid');
  });

  it.each([
    ['timestamp', '20230720101401'],
    ['merchantid', 'other'],
    ['orderid', 'other'],
    ['result', '101'],
    ['message', 'FAILED'],
    ['pasref', '1'],
    ['paymentmethod', 'other'],
    ['sha1hash', '7e42cdf9f2127410f16b5d5afb08cb63b1b6fc00'],
  ])('a status message is invalid with another %s', async (field, value) => {
    expect(await verify({ ...PUBLISHED, [field]: value })).toBe('invalid');
  });

  it.each([
    ['one\ntwo', 'one\r\ntwo'],
    ['one\r\ntwo\r\n', 'one\ntwo\n'],
    ['one\rtwo', 'one\ntwo'],
    ['one', 'one\r\n'],
  ])('a status message with the text %j is valid when a form or a parser makes it %j', async (hashed, message) => {
    const sha1hash = hashOf(FIELDS.with(4, hashed));
    expect(await own({ ...OWN, message, sha1hash }, 'sha1')).toBe('valid');
    expect(await own({ ...OWN, message: `${message}.`, sha1hash }, 'sha1')).toBe('invalid');
  });

  it('a status message is invalid without a hash', async () => {
    expect(await verify(UNSIGNED)).toBe('invalid');
  });

  it('a status message is valid when the limit cut off fields that are known', async () => {
    const { pasref, paymentmethod, ...cut } = PUBLISHED;
    expect(await verify(cut, 'sha1', { pasref, method: paymentmethod })).toBe('valid');
    expect(await verify(cut, 'sha1', { pasref: '1', method: paymentmethod })).toBe('invalid');
    expect(await verify(cut)).toBe('invalid');
  });

  it('a status message with a correct SHA-1 hash is of another algorithm when SHA-256 is configured', async () => {
    expect(await verify(PUBLISHED, 'sha256')).toBe('other-algorithm');
    expect(await verify({ ...PUBLISHED, result: '101' }, 'sha256')).toBe('invalid');
  });

  it('a status message with a correct SHA-256 hash is valid only when SHA-256 is configured', async () => {
    for (const field of ['sha256hash', 'sha1hash']) {
      const message = { ...OWN, [field]: hashOf(FIELDS, 'sha256') };
      expect([await own(message, 'sha256'), await own(message, 'sha1')]).toEqual(['valid', 'other-algorithm']);
    }
  });

  it('a status message with both hashes is valid when the configured one is correct', async () => {
    const message = { ...OWN, sha1hash: 'a'.repeat(40), sha256hash: hashOf(FIELDS, 'sha256') };
    expect([await own(message, 'sha256'), await own(message, 'sha1')]).toEqual(['valid', 'other-algorithm']);
  });
});
