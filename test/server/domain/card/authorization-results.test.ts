import { describe, expect, it } from 'vitest';
import { outcomeOfResult, verdictOf } from '../../../../src/server/domain/card/authorization-results.js';
import type { Trust } from '../../../../src/server/gateway/signed-xml-call.js';

const APPROVED = { is: 'approved' } as const;
const ended = (code: string) => ({ is: 'ended', code });
const unresolved = (cause: string) => ({ is: 'unresolved', cause });

// The rows of docs/reference/gateway.md, "Result codes" and "Unsigned answers".
describe('the answer to an authorization', () => {
  it.each<[Trust, string, string, object]>([
    ['signed', '00', 'AUTH CODE 12345', APPROVED],
    ['signed', '101', 'DECLINED', ended('declined')],
    ['signed', '102', 'REFERRAL B', ended('referral')],
    ['signed', '103', 'LOST OR STOLEN', ended('card-blocked')],
    ['signed', '105', 'NO CONVERSION', ended('declined')],
    ['signed', '108', 'NOT APPROVED', ended('declined')],
    ['signed', '111', 'SCA REQUIRED', ended('authentication-demanded')],
    ['signed', '200', 'COMMS ERROR', ended('gateway-unavailable')],
    ['signed', '205', 'COMMS ERROR', ended('gateway-unavailable')],
    ['signed', '01', 'PENDING', unresolved('broken-answer')],
    ['signed', '1010', 'UNKNOWN', unresolved('broken-answer')],
    ['signed', '9101', 'UNKNOWN', unresolved('broken-answer')],
    ['signed', '301', 'SYSTEM ERROR', unresolved('system-error')],
    ['signed', '501', 'DUPLICATE', unresolved('duplicate')],
    ['signed', '502', 'MANDATORY FIELD MISSING', ended('gateway-refused')],
    ['unsigned', '00', 'AUTH CODE 12345', unresolved('broken-answer')],
    ['unsigned', '101', 'DECLINED', unresolved('broken-answer')],
    ['unsigned', '205', 'COMMS ERROR', unresolved('broken-answer')],
    ['unsigned', '502', 'MANDATORY FIELD MISSING', ended('gateway-refused')],
    ['unsigned', '503', 'NOT ALLOWED', ended('gateway-refused')],
    ['unsigned', '505', 'sha1hash incorrect', ended('gateway-refused')],
    ['unsigned', '506', 'SCHEMA VIOLATION', ended('gateway-refused')],
    ['unsigned', '508', 'Original transaction not found.', ended('gateway-refused')],
    ['unsigned', '508', 'Data invalid', unresolved('system-error')],
    ['unsigned', '108', 'NOT APPROVED', unresolved('system-error')],
    ['unsigned', '300', 'SYSTEM ERROR', unresolved('system-error')],
    ['unsigned', '399', 'SYSTEM ERROR', unresolved('system-error')],
    ['unsigned', '500', 'INTERNAL ERROR', unresolved('system-error')],
    ['unsigned', '561', 'CARD TYPE BLOCKED', unresolved('system-error')],
    ['unsigned', '501', 'DUPLICATE', unresolved('duplicate')],
    ['unsigned', '401', 'UNKNOWN', unresolved('broken-answer')],
    ['unsigned', '999', 'UNKNOWN', unresolved('broken-answer')],
    ['unsigned', '5000', 'UNKNOWN', unresolved('broken-answer')],
    ['unsigned', '1500', 'UNKNOWN', unresolved('broken-answer')],
    ['unsigned', '5xx', 'UNKNOWN', unresolved('broken-answer')],
    ['wrong-hash', '00', 'AUTH CODE 12345', unresolved('broken-answer')],
    ['wrong-hash', '101', 'DECLINED', unresolved('broken-answer')],
    ['wrong-hash', '108', 'NOT APPROVED', unresolved('broken-answer')],
    ['wrong-hash', '500', 'INTERNAL ERROR', unresolved('broken-answer')],
    ['wrong-hash', '501', 'DUPLICATE', unresolved('broken-answer')],
    ['wrong-hash', '505', 'sha1hash incorrect', unresolved('broken-answer')],
  ])('the answer that is %s with %s “%s” has the effect %j', (trust, result, message, verdict) => {
    expect(verdictOf({ trust, result, message })).toEqual(verdict);
  });
});

describe('the outcome of a result code', () => {
  it.each([
    ['101', 'declined'],
    ['102', 'referral'],
    ['103', 'card-blocked'],
    ['105', 'declined'],
    ['108', 'declined'],
    ['110', 'declined'],
    ['111', 'authentication-demanded'],
    ['199', 'declined'],
    ['200', 'gateway-unavailable'],
    ['205', 'gateway-unavailable'],
    ['301', 'gateway-unavailable'],
    ['500', 'gateway-unavailable'],
    ['501', 'gateway-refused'],
    ['502', 'gateway-refused'],
    ['508', 'gateway-refused'],
    ['561', 'card-not-supported'],
    // Codes that the documents do not have, also those that contain a known one.
    ['1010', 'gateway-refused'],
    ['2050', 'gateway-refused'],
    ['9101', 'gateway-refused'],
    ['9205', 'gateway-refused'],
    ['5000', 'gateway-refused'],
    ['1x1', 'gateway-refused'],
    ['2x5', 'gateway-refused'],
  ])('the outcome of %s is %s', (result, code) => {
    expect(outcomeOfResult(result)).toBe(code);
  });
});
