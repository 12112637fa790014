import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64url, decodeBase64urlJson, encodeBase64url } from '../../../src/protocol/values/base64url.js';

const SEED = { seed: 20261121 };
describe('base64url', () => {
  it('encodes and decodes any UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => decodeBase64url(encodeBase64url(text)) === text),
      SEED,
    );
  });

  it('base64url is encoded as Node does, unpadded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => encodeBase64url(text) === Buffer.from(text).toString('base64url'),
      ),
      SEED,
    );
  });

  it('base64url is decoded from either alphabet, with and without padding and line breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const standard = Buffer.from(text).toString('base64');
        return (
          decodeBase64url(standard) === text &&
          decodeBase64url(standard.replaceAll('=', '')) === text &&
          decodeBase64url(standard.replace(/(.{4})/g, '$1\r\n')) === text
        );
      }),
      SEED,
    );
  });

  it('base64url is decoded with any number of padding characters, also when they are too many', () => {
    for (let padding = 0; padding <= 5; padding++) expect(decodeBase64url(`e30${'='.repeat(padding)}`)).toBe('{}');
    expect(() => decodeBase64url('=e30')).toThrow(TypeError);
    expect(() => decodeBase64url('e3=0')).toThrow(TypeError);
  });

  it('base64url is decoded or refused with a TypeError for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          return typeof decodeBase64url(text) === 'string';
        } catch (error) {
          return error instanceof TypeError;
        }
      }),
      SEED,
    );
    expect(() => decodeBase64url('§')).toThrow(
      expect.objectContaining({ message: 'Not base64url of UTF-8 text.', cause: expect.any(Error) }),
    );
    expect(() => decodeBase64url(Buffer.from([0xff, 0xfe]).toString('base64'))).toThrow(TypeError);
  });

  it('a JSON message is decoded up to its length, and refused before it is decoded when it is longer', () => {
    const encoded = encodeBase64url('{"a":"ü"}');
    expect(decodeBase64urlJson(encoded, encoded.length)).toEqual({ a: 'ü' });
    expect(() => decodeBase64urlJson(encoded, encoded.length - 1)).toThrow('more than');
    expect(() => decodeBase64urlJson('§'.repeat(9), 8)).toThrow('more than 8 characters');
  });
});
