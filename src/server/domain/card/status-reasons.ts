import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';

/**
 * Outcomes for the reasons of a failed authentication (docs/reference/gateway.md#enumerations). The first ones are
 * reasons in the card: a retry with the same card fails again. Others are reasons in the device, and a timeout of the
 * ACS. Every other reason is a plain failure, such as a limit that ends, or a fault of the transaction.
 */
export const REASON_CODES: Readonly<Record<string, OutcomeCode>> = {
  EXPIRED_CARD: 'issuer-rejected',
  INVALID_CARD_NUMBER: 'issuer-rejected',
  NO_CARD_RECORD: 'issuer-rejected',
  STOLEN_CARD: 'issuer-rejected',
  SUSPECTED_FRAUD: 'issuer-rejected',
  TRANSACTION_NOT_PERMITTED_TO_CARDHOLDER: 'issuer-rejected',
  NON_PAYMENT_TRANSACTION_NOT_SUPPORTED: 'authentication-impossible',
  THREERI_TRANSACTION_NOT_SUPPORTED: 'authentication-impossible',
  UNKNOWN_DEVICE: 'authentication-impossible',
  UNSUPPORTED_DEVICE: 'authentication-impossible',
  CARDHOLDER_NOT_ENROLLED_IN_SERVICE: 'not-enrolled',
  TRANSACTION_TIMED_OUT_AT_THE_ACS: 'challenge-timed-out',
};

export function codeOfFailure(reason: string | undefined): OutcomeCode {
  return (
    (reason !== undefined && Object.hasOwn(REASON_CODES, reason) ? REASON_CODES[reason] : undefined) ??
    'authentication-failed'
  );
}

/**
 * The outcome of an authentication that the issuer rejected. It has refused the card for good, unless its reason is one
 * that ends, or is in the transaction.
 */
export function codeOfRejection(reason: string | undefined): OutcomeCode {
  return reason !== undefined && PASSING_REASONS.includes(reason) ? 'authentication-failed' : 'issuer-rejected';
}

/** Reasons after which the same card can succeed. */
const PASSING_REASONS: readonly string[] = [
  'EXCEEDS_AUTHENTICATION_FREQUENCY_LIMIT',
  'EXCEEDS_ACS_MAXIMUM_CHALLENGES',
  'INVALID_TRANSACTION',
  'SECURITY_FAILURE',
  'CARD_AUTHENTICATION_FAILED',
];
