import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';

/** Facts about an outcome that only the backend needs. */
export interface OutcomeFacts {
  /** Result of the card: `declined` counts for the client, `paid` withdraws it, `other` is neither. */
  readonly card: 'paid' | 'declined' | 'other';
  /**
   * True when the call has begun nothing, so that a repeated call is answered by the order's state. Calls that were not
   * sent are not counted: the number of their kept answers has no other limit.
   */
  readonly beganNothing: boolean;
  /** True when the payment has ended by its authentication, without an authorization. */
  readonly endsAuthentication?: true;
}

const PAID: OutcomeFacts = { card: 'paid', beganNothing: false };
const DECLINED: OutcomeFacts = { card: 'declined', beganNothing: false };
const OTHER: OutcomeFacts = { card: 'other', beganNothing: false };
const BEGAN_NOTHING: OutcomeFacts = { card: 'other', beganNothing: true };

/** Columns of the table of outcomes (`OUTCOMES`) that the page does not load. */
export const OUTCOME_FACTS: Readonly<Record<OutcomeCode, OutcomeFacts>> = {
  authorized: PAID,
  reserved: PAID,
  'already-paid': { ...PAID, beganNothing: true },
  'card-authenticated': { ...PAID, endsAuthentication: true },

  declined: DECLINED,
  referral: DECLINED,
  'card-blocked': DECLINED,
  'authentication-demanded': DECLINED,

  'authentication-failed': { ...DECLINED, endsAuthentication: true },
  'issuer-rejected': { ...DECLINED, endsAuthentication: true },
  'challenge-failed': { ...DECLINED, endsAuthentication: true },
  'authentication-impossible': { ...OTHER, endsAuthentication: true },
  'authentication-attempted': { ...OTHER, endsAuthentication: true },
  'not-enrolled': { ...BEGAN_NOTHING, endsAuthentication: true },

  'challenge-cancelled': { ...OTHER, endsAuthentication: true },

  'awaiting-final-status': OTHER,

  'authorization-unanswered': OTHER,
  'backend-unanswered': OTHER,

  'payment-not-completed': OTHER,
  'challenge-timed-out': { ...OTHER, endsAuthentication: true },
  'challenge-blocked': { ...OTHER, endsAuthentication: true },
  'challenge-too-late': { ...OTHER, endsAuthentication: true },
  'card-not-supported': OTHER,
  'issuer-unavailable': OTHER,
  'gateway-unavailable': BEGAN_NOTHING,
  'gateway-refused': BEGAN_NOTHING,
  'backend-unavailable': BEGAN_NOTHING,
  'backend-refused': BEGAN_NOTHING,
  'order-not-found': OTHER,
  'order-closed': OTHER,
  'order-ended': OTHER,
  'order-changed': OTHER,
  'too-many-attempts': OTHER,
  'too-many-requests': BEGAN_NOTHING,
};
