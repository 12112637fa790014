import { OUTCOMES, type OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';

/**
 * Outcomes for the reasons of a failed authentication (docs/reference/gateway.md#enumerations). The first ones are
 * reasons in the card: a retry with the same card fails again. Others are in the device, the kind of transaction, or
 * pass, such as a limit that ends. Every other reason only informs, and is a plain failure.
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
  EXCEEDS_AUTHENTICATION_FREQUENCY_LIMIT: 'authentication-failed',
  EXCEEDS_ACS_MAXIMUM_CHALLENGES: 'authentication-failed',
  INVALID_TRANSACTION: 'authentication-failed',
  SECURITY_FAILURE: 'authentication-failed',
  CARD_AUTHENTICATION_FAILED: 'authentication-failed',
};

/** The outcome of a failed authentication. */
export function codeOfFailure(reason: string | undefined): OutcomeCode {
  return codeOfReason(reason) ?? 'authentication-failed';
}

/**
 * The outcome of an authentication that the issuer rejected. The issuer has refused the card for good, unless the
 * reason is known and the same card can succeed.
 */
export function codeOfRejection(reason: string | undefined): OutcomeCode {
  const code = codeOfReason(reason);
  return code !== undefined && OUTCOMES[code].sameCard ? 'authentication-failed' : 'issuer-rejected';
}

function codeOfReason(reason: string | undefined): OutcomeCode | undefined {
  return reason !== undefined && Object.hasOwn(REASON_CODES, reason) ? REASON_CODES[reason] : undefined;
}
