import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64url, encodeBase64url } from '../../src/protocol/base64url.js';

describe('base64url', () => {
  it('carries any UTF-8', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => decodeBase64url(encodeBase64url(text)) === text));
  });

  it('is what Node makes of it, unpadded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => encodeBase64url(text) === Buffer.from(text).toString('base64url'),
      ),
    );
  });

  it('reads either alphabet, padded or not, broken into lines or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const standard = Buffer.from(text).toString('base64');
        return (
          decodeBase64url(standard) === text &&
          decodeBase64url(standard.replaceAll('=', '')) === text &&
          decodeBase64url(standard.replace(/(.{4})/g, '$1\r\n')) === text
        );
      }),
    );
  });

  it('refuses everything else with a TypeError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          return typeof decodeBase64url(text) === 'string';
        } catch (error) {
          return error instanceof TypeError;
        }
      }),
    );
    expect(() => decodeBase64url('§')).toThrow(TypeError);
    expect(() => decodeBase64url(Buffer.from([0xff, 0xfe]).toString('base64'))).toThrow(TypeError);
  });
});
