import { expect, it } from 'vitest';
import { codeOfFailure, codeOfRejection } from '../../../../src/server/domain/card/status-reasons.js';

// The names of the reasons are those of EMV 3-D Secure (docs/reference/gateway.md, "Enumerations").
it.each([
  // The card: a retry with it fails again.
  ['EXPIRED_CARD', 'issuer-rejected'],
  ['INVALID_CARD_NUMBER', 'issuer-rejected'],
  ['NO_CARD_RECORD', 'issuer-rejected'],
  ['STOLEN_CARD', 'issuer-rejected'],
  ['SUSPECTED_FRAUD', 'issuer-rejected'],
  ['TRANSACTION_NOT_PERMITTED_TO_CARDHOLDER', 'issuer-rejected'],
  // The device, or the kind of transaction.
  ['NON_PAYMENT_TRANSACTION_NOT_SUPPORTED', 'authentication-impossible'],
  ['THREERI_TRANSACTION_NOT_SUPPORTED', 'authentication-impossible'],
  ['UNKNOWN_DEVICE', 'authentication-impossible'],
  ['UNSUPPORTED_DEVICE', 'authentication-impossible'],
  ['CARDHOLDER_NOT_ENROLLED_IN_SERVICE', 'not-enrolled'],
  ['TRANSACTION_TIMED_OUT_AT_THE_ACS', 'challenge-timed-out'],
  // A limit that ends, or a fault of the transaction.
  ['EXCEEDS_AUTHENTICATION_FREQUENCY_LIMIT', 'authentication-failed'],
  ['INVALID_TRANSACTION', 'authentication-failed'],
  ['SECURITY_FAILURE', 'authentication-failed'],
  // The cardholder, or a reason that only informs.
  ['CARD_AUTHENTICATION_FAILED', 'authentication-failed'],
  ['LOW_CONFIDENCE', 'authentication-failed'],
  ['VERY_HIGH_CONFIDENCE', 'authentication-failed'],
  ['EXCEEDS_ACS_MAXIMUM_CHALLENGES', 'authentication-failed'],
  ['A_NEW_ONE', 'authentication-failed'],
  ['constructor', 'authentication-failed'],
  ['', 'authentication-failed'],
  [undefined, 'authentication-failed'],
] as const)('an authentication that failed for the reason %s has the outcome %s', (reason, code) => {
  expect(codeOfFailure(reason)).toBe(code);
});

it.each([
  [undefined, 'issuer-rejected'],
  ['SUSPECTED_FRAUD', 'issuer-rejected'],
  ['STOLEN_CARD', 'issuer-rejected'],
  ['EXPIRED_CARD', 'issuer-rejected'],
  ['TRANSACTION_NOT_PERMITTED_TO_CARDHOLDER', 'issuer-rejected'],
  ['A_NEW_ONE', 'issuer-rejected'],
  ['EXCEEDS_AUTHENTICATION_FREQUENCY_LIMIT', 'authentication-failed'],
  ['EXCEEDS_ACS_MAXIMUM_CHALLENGES', 'authentication-failed'],
  ['INVALID_TRANSACTION', 'authentication-failed'],
  ['SECURITY_FAILURE', 'authentication-failed'],
  ['CARD_AUTHENTICATION_FAILED', 'authentication-failed'],
  ['UNKNOWN_DEVICE', 'authentication-failed'],
  ['UNSUPPORTED_DEVICE', 'authentication-failed'],
  ['THREERI_TRANSACTION_NOT_SUPPORTED', 'authentication-failed'],
  ['TRANSACTION_TIMED_OUT_AT_THE_ACS', 'authentication-failed'],
  ['CARDHOLDER_NOT_ENROLLED_IN_SERVICE', 'issuer-rejected'],
  ['LOW_CONFIDENCE', 'issuer-rejected'],
  ['constructor', 'issuer-rejected'],
] as const)('an authentication that the issuer rejected for the reason %s has the outcome %s', (reason, code) => {
  expect(codeOfRejection(reason)).toBe(code);
});
