import { describe, expect, it } from 'vitest';
import { DATA_CALL } from '../../../src/server/gateway/gateway-error.js';
import { GatewayError, type GatewayFailure } from '../../../src/server.js';

describe('GatewayError', () => {
  it.each<[GatewayFailure, string]>([
    [
      { kind: 'unanswered', sent: true },
      'no answer. The gateway may have carried it out: look the payment up before you repeat the call.',
    ],
    [{ kind: 'unanswered', sent: false }, 'could not be sent. Check the gateway option baseUrl, DNS and firewall.'],
    [
      {
        kind: 'invalid',
        body: { errorCode: '203', errorComponent: 'S', errorDetail: 'order.amount', errorDescription: 'is malformed' },
      },
      'refused: order.amount is malformed. Correct the field that the gateway names.',
    ],
    [{ kind: 'invalid' }, 'refused as malformed. Check that no proxy changes requests to the gateway.'],
    [
      { kind: 'refused', result: '508', message: 'Unknown account' },
      'refused with 508: Unknown account. See docs/reference/gateway.md#result-codes.',
    ],
    [
      { kind: 'blocked', reason: 'HIGH_RISK' },
      'blocked: HIGH_RISK. Ask the gateway which rule of your account blocks the payment.',
    ],
    [
      { kind: 'unauthorized' },
      'refused: wrong hash or merchant. Check the gateway options secret, merchantId and accountId.',
    ],
    [
      { kind: 'not-found' },
      'not found. The gateway does not know the transaction any more. If this is frequent, check the gateway options baseUrl and paths.',
    ],
    [{ kind: 'method' }, 'refused: wrong method. Check the gateway option paths.'],
    [
      { kind: 'media-type' },
      'refused: wrong format. Check the gateway option paths, and that no proxy changes requests to the gateway.',
    ],
    [{ kind: 'internal' }, 'internal error of the gateway. Repeat the call later.'],
    [{ kind: 'card-not-supported' }, 'card type not supported. Ask for another card.'],
    [{ kind: 'downstream' }, 'directory server or issuer did not answer. Repeat the call later.'],
    [{ kind: 'rate-limited' }, 'too many requests. Repeat the call later.'],
    [{ kind: 'rate-limited', retryAfter: 3 }, 'too many requests. Repeat the call after 3 s.'],
    [
      { kind: 'http', status: 502 },
      'answered with HTTP status 502. The gateway may have carried it out: look the payment up before you repeat the call.',
    ],
    [
      { kind: 'http', status: 403 },
      'answered with HTTP status 403. Check the gateway options baseUrl, xmlBaseUrl and paths.',
    ],
    [
      { kind: 'bad-answer', issues: [{ field: 'eci', message: 'is not text', missing: false }] },
      'bad answer: eci is not text. Compare the answer with docs/reference/gateway.md.',
    ],
    [
      {
        kind: 'bad-answer',
        issues: [{ field: 'payments', message: 'is missing', missing: true }],
        options: ['names', 'paths'],
      },
      'bad answer: payments is missing. Check the gateway options names and paths.',
    ],
    [
      { kind: 'bad-answer', issues: [{ field: '', message: 'is not JSON', missing: false }], options: ['baseUrl'] },
      'bad answer: is not JSON. Check the gateway option baseUrl.',
    ],
    [
      { kind: 'unauthorized', message: 'unauthorised, hash mismatch' },
      'refused: unauthorised, hash mismatch. Check the gateway options secret, merchantId and accountId.',
    ],
    [
      { kind: 'unauthorized', message: 'merchant is not enabled for alternative methods.' },
      'refused: merchant is not enabled for alternative methods. Ask the gateway to enable this service for your account.',
    ],
    [
      { kind: 'internal', message: 'database busy' },
      'internal error of the gateway: database busy. Repeat the call later.',
    ],
  ])('a GatewayError with %j says what to do', (failure, message) => {
    expect(new GatewayError(failure, 'authentication').message).toBe(`authentication: ${message}`);
  });

  it.each([
    [DATA_CALL, 'Check the id of the call and the gateway options baseUrl and paths.'],
    ['version check', 'Check the gateway options baseUrl and paths.'],
  ])('a GatewayError of a 404 to the %s names an id only where the call has one', (call, hint) => {
    expect(new GatewayError({ kind: 'not-found' }, call).message).toBe(`${call}: not found. ${hint}`);
  });
});
