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
  'card-authenticated': PAID,

  declined: DECLINED,
  referral: DECLINED,
  'card-blocked': DECLINED,
  'authentication-demanded': DECLINED,

  'authentication-failed': DECLINED,
  'issuer-rejected': DECLINED,
  // The answer of the gateway decides about its card, and not the end that the page reports.
  'challenge-failed': OTHER,
  'authentication-impossible': OTHER,
  'authentication-attempted': OTHER,
  'not-enrolled': BEGAN_NOTHING,

  'payment-returned': OTHER,
  'challenge-cancelled': OTHER,

  'awaiting-final-status': OTHER,

  'authorization-unanswered': OTHER,
  'backend-unanswered': OTHER,

  'payment-not-completed': OTHER,
  'challenge-timed-out': OTHER,
  'challenge-blocked': OTHER,
  'challenge-too-late': OTHER,
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
