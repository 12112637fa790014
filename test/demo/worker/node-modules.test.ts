import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as crypto from '../../../demo/worker/node/crypto.js';
import { isIP } from '../../../demo/worker/node/net.js';
import { sha256 } from '../../../demo/worker/node/sha256.js';

it('the worker’s SHA-256 is that of Node for each length up to three blocks', () => {
  for (let length = 0; length <= 192; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

it('the worker’s HMAC is that of Node for each text and each key of at most 64 bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.string({ unit: 'binary' }), (key, text) => {
      const expected = createHmac('sha256', key).update(text).digest('hex');
      expect(crypto.createHmac('sha256', key).update(text).digest('hex')).toBe(expected);
    }),
  );
});

it('the worker’s digests in base64 and their comparison are those of Node', () => {
  const digest = (text: string) => crypto.createHash('sha256').update(text).digest() as Uint8Array;
  expect(crypto.createHash('sha256').update('é').digest('base64')).toBe(
    createHash('sha256').update('é').digest('base64'),
  );
  expect(['one', 'other'].map((text) => crypto.timingSafeEqual(digest('one'), digest(text)))).toEqual([true, false]);
});

it('the worker recognizes the address of its only client', () => {
  expect([isIP('127.0.0.1'), isIP('localhost'), isIP('127.0.0')]).toEqual([4, 0, 0]);
});
