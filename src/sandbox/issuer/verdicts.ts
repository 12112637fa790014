import type { CardScheme } from '../../protocol/values/card-scheme.js';
import type { Behaviour } from '../cards/behaviours.js';
import type { SimulatedDecision } from './decision.js';
import type { SimulatedChallengeEnd, IssuerVerdict } from './model.js';

interface EciTable {
  readonly successful: string;
  readonly attempted: string;
  /** For a failed, rejected or impossible authentication. */
  readonly none: string;
  /** The data were shared without an authentication. */
  readonly informational: string;
}

const ECI: EciTable = { successful: '05', attempted: '06', none: '07', informational: '07' };
/** Mastercard has ECI values of its own (docs/reference/gateway.md#eci). */
const MASTERCARD_ECI: EciTable = { successful: '02', attempted: '01', none: '00', informational: '04' };

function eciOf(scheme: CardScheme): EciTable {
  return scheme === 'MASTERCARD' ? MASTERCARD_ECI : ECI;
}

const TEXTS = {
  failed: 'Your bank could not confirm that it was you. Please call the number on the back of your card.',
  rejected: 'Your bank has refused this payment. Please contact your bank, or use another card.',
  impossible: 'Your bank’s check is not available at the moment. Please try again later.',
  exemptionRefused: 'Your bank does not accept this payment without a check. Please use another card.',
} as const;

/**
 * Returns the issuer's answer to an authentication request (3D Secure 2 Authentication Interface,
 * States and transitions). A verdict without an authentication value still has an ECI
 * (docs/reference/gateway.md#authentication-response).
 */
export function issuerVerdict(
  decision: Exclude<SimulatedDecision, 'unavailable'>,
  scheme: CardScheme,
  behaviour: Behaviour,
  randomUuid: () => string,
): IssuerVerdict {
  const eci = eciOf(scheme);
  const text = (kind: 'failed' | 'rejected' | 'impossible') => ({
    cardholderText: behaviour.cardholderText ?? TEXTS[kind],
  });
  switch (decision) {
    case 'successful':
      return {
        status: 'AUTHENTICATION_SUCCESSFUL',
        statusReason: 'HIGH_CONFIDENCE',
        eci: eci.successful,
        authenticationValue: authenticationValue(randomUuid),
      };
    case 'attempted':
      return {
        status: 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL',
        statusReason: 'MEDIUM_CONFIDENCE',
        eci: eci.attempted,
        authenticationValue: authenticationValue(randomUuid),
      };
    case 'failed':
      return {
        status: 'AUTHENTICATION_FAILED',
        statusReason: 'CARD_AUTHENTICATION_FAILED',
        eci: eci.none,
        ...text('failed'),
      };
    case 'rejected':
      return {
        status: 'AUTHENTICATION_ISSUER_REJECTED',
        statusReason: 'SUSPECTED_FRAUD',
        eci: eci.none,
        ...text('rejected'),
      };
    case 'impossible':
      return {
        status: 'AUTHENTICATION_COULD_NOT_BE_PERFORMED',
        statusReason: 'UNSUPPORTED_DEVICE',
        eci: eci.none,
        ...text('impossible'),
      };
    case 'exemption-refused':
      return {
        status: 'AUTHENTICATION_FAILED',
        statusReason: 'INVALID_TRANSACTION',
        eci: eci.none,
        cardholderText: TEXTS.exemptionRefused,
      };
    case 'challenge':
      return { status: 'CHALLENGE_REQUIRED', statusReason: 'LOW_CONFIDENCE' };
    case 'decoupled':
      return { status: 'DECOUPLED_AUTHENTICATION_CONFIRMED', statusReason: 'LOW_CONFIDENCE' };
    case 'informational':
      return { status: 'CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY', eci: eci.informational };
  }
}

/** Returns the verdict after a challenge, which the GET call answers from then on. */
export function verdictAfter(end: SimulatedChallengeEnd, scheme: CardScheme, randomUuid: () => string): IssuerVerdict {
  const eci = eciOf(scheme);
  const failed = { status: 'AUTHENTICATION_FAILED', eci: eci.none } as const;
  switch (end) {
    case 'completed':
      return {
        status: 'AUTHENTICATION_SUCCESSFUL',
        eci: eci.successful,
        authenticationValue: authenticationValue(randomUuid),
      };
    case 'exhausted':
      return {
        ...failed,
        statusReason: 'EXCEEDS_ACS_MAXIMUM_CHALLENGES',
        cardholderText: 'The code was wrong too often. Please contact your bank, or use another card.',
      };
    case 'cancelled':
      return {
        ...failed,
        statusReason: 'CARD_AUTHENTICATION_FAILED',
        cardholderText: 'You cancelled your bank’s check.',
      };
    case 'timed-out':
      // The documents leave the status after the 30-second challenge window open.
      return {
        ...failed,
        statusReason: 'TRANSACTION_TIMED_OUT_AT_THE_ACS',
        cardholderText: 'Your bank waited too long for an answer. Please try again.',
      };
  }
}

/** Makes a value of twenty bytes in base64, 28 characters, the size of every scheme's CAVV and AAV. */
function authenticationValue(randomUuid: () => string): string {
  const digits = randomUuid().replaceAll('-', '');
  const bytes = `${digits}${digits.slice(0, 8)}`.match(/../g) ?? [];
  return btoa(bytes.map((byte) => String.fromCharCode(parseInt(byte, 16))).join(''));
}
