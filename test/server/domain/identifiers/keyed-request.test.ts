import { expect, it } from 'vitest';
import { isCardCall, isSameRequest, scopeOf } from '../../../../src/server/domain/identifiers/keyed-request.js';

const [key, other] = ['0123abcd', 'abcd0123'];
const [one, two] = ['1'.repeat(64), '2'.repeat(64)];

const request = (subject: string, fingerprint?: string, call = 'authentications') => ({
  call,
  subject,
  ...(fingerprint === undefined ? {} : { fingerprint }),
});

it.each([
  ['the same call and card', request('T1', `${key}.${one}`), request('T1', `${key}.${one}`), true],
  ['another card', request('T1', `${key}.${one}`), request('T1', `${key}.${two}`), false],
  ['another transaction', request('T1', `${key}.${one}`), request('T2', `${key}.${one}`), false],
  ['another call', request('T1', `${key}.${one}`), request('T1', `${key}.${one}`, 'authorizations'), false],
  ['a fingerprint of another key', request('T1', `${key}.${one}`), request('T1', `${other}.${two}`), true],
  ['a fingerprint that was dropped', request('T1'), request('T1', `${key}.${one}`), true],
  ['a dropped fingerprint of another call', request('T1'), request('T2', `${key}.${one}`), false],
])('two requests with %s are compared as far as they can be', (_what, stored, given, same) => {
  expect(isSameRequest(stored, given)).toBe(same);
});

it('the calls of one transaction, and all redirect payments, are processed one at a time', () => {
  const scopes = [
    request('T1', one),
    request('T2', one),
    request('T1', one, 'authorizations'),
    request('testpay', one, 'redirects'),
    request('sofort', one, 'redirects'),
  ].map(scopeOf);
  expect(scopes[3]).toBe(scopes[4]);
  expect(new Set(scopes).size).toBe(4);
  expect(scopeOf(request('T1', two))).toBe(scopes[0]);
});

it.each([
  ['authentications', true],
  ['authorizations', true],
  ['redirects', false],
  ['protocol-versions', false],
])('the call %s is one of a card payment: %s', (call, expected) => {
  expect(isCardCall(request('T1', one, call))).toBe(expected);
});
