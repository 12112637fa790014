import { expect, it } from 'vitest';
import {
  isCardCall,
  isSameRequest,
  parsedRequest,
  requestText,
  scopeOf,
  withoutFingerprint,
} from '../../../../src/server/domain/identifiers/keyed-request.js';

const [key, other] = ['0123abcd', 'abcd0123'];
const [one, two] = ['1'.repeat(64), '2'.repeat(64)];

it.each([
  ['of a transaction', `authentications T1 ${key}.${one}`],
  ['without its fingerprint', 'authentications T1 '],
  ['without a transaction', `authentications  ${key}.${one}`],
  ['of a redirect payment', `redirects testpay ${key}.${one}`],
])('a stored request %s is the same text after it is read and written', (_what, text) => {
  expect(requestText(parsedRequest(text))).toBe(text);
});

it.each([
  ['the same call and card', `authentications T1 ${key}.${one}`, `authentications T1 ${key}.${one}`, true],
  ['another card', `authentications T1 ${key}.${one}`, `authentications T1 ${key}.${two}`, false],
  ['another transaction', `authentications T1 ${key}.${one}`, `authentications T2 ${key}.${one}`, false],
  ['another call', `authentications T1 ${key}.${one}`, `authorizations T1 ${key}.${one}`, false],
  ['no transaction', `authentications  ${key}.${one}`, `authentications  ${key}.${one}`, true],
  ['a fingerprint of another key', `redirects testpay ${key}.${one}`, `redirects testpay ${other}.${two}`, true],
  ['a fingerprint that was dropped', 'authentications T1 ', `authentications T1 ${key}.${one}`, true],
  ['a dropped fingerprint of another call', 'authentications T1 ', `authentications T2 ${key}.${one}`, false],
])('two requests with %s are compared as far as they can be', (_what, stored, given, same) => {
  expect(isSameRequest(parsedRequest(stored), parsedRequest(given))).toBe(same);
  const reduced = withoutFingerprint(stored);
  expect(reduced).not.toMatch(/[0-9a-f]{64}/);
  expect(isSameRequest(parsedRequest(reduced), parsedRequest(stored))).toBe(true);
});

it.each([
  [`authentications T1 ${key}.${one}`, { call: 'authentications', subject: 'T1', fingerprint: `${key}.${one}` }],
  [`authorizations T1 ${one}`, { call: 'authorizations', subject: `T1 ${one}`, fingerprint: '' }],
  ['authentications T1 ', { call: 'authentications', subject: 'T1', fingerprint: '' }],
  [`redirects two words ${key}.${one}`, { call: 'redirects', subject: 'two words', fingerprint: `${key}.${one}` }],
  ['authentications', { call: 'authentications', subject: '', fingerprint: '' }],
  ['', { call: '', subject: '', fingerprint: '' }],
  [`redirects x${one}`, { call: 'redirects', subject: `x${one}`, fingerprint: '' }],
  [`redirects ${one}0`, { call: 'redirects', subject: `${one}0`, fingerprint: '' }],
  [`redirects 012.${one}`, { call: 'redirects', subject: `012.${one}`, fingerprint: '' }],
  [`redirects ${key}-${one}`, { call: 'redirects', subject: `${key}-${one}`, fingerprint: '' }],
  [`redirects ${'g'.repeat(64)}`, { call: 'redirects', subject: 'g'.repeat(64), fingerprint: '' }],
])('a stored request is read as its call, its subject and its fingerprint: %s', (text, request) => {
  expect(parsedRequest(text)).toEqual(request);
});

it('a request without a fingerprint stays as it is stored', () => {
  for (const text of ['authentications T1', 'authentications T1 ', 'redirects'])
    expect(withoutFingerprint(text)).toBe(text);
  expect(withoutFingerprint(`authentications T1 ${key}.${one}`)).toBe('authentications T1 ');
});

it('the calls of one transaction, and all redirect payments, are processed one at a time', () => {
  const request = (call: string, subject: string) => ({ call, subject, fingerprint: one });
  const scopes = [
    request('authentications', 'T1'),
    request('authentications', 'T2'),
    request('authorizations', 'T1'),
    request('redirects', 'testpay'),
    request('redirects', 'sofort'),
  ].map(scopeOf);
  expect(scopes[3]).toBe(scopes[4]);
  expect(new Set(scopes).size).toBe(4);
  expect(scopeOf({ ...request('authentications', 'T1'), fingerprint: two })).toBe(scopes[0]);
});

it.each([
  ['authentications', true],
  ['authorizations', true],
  ['redirects', false],
  ['protocol-versions', false],
])('the call %s is one of a card payment: %s', (call, expected) => {
  expect(isCardCall({ call, subject: 'T1', fingerprint: '' })).toBe(expected);
});
