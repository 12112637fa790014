import * as z from '../zod.js';

/**
 * Outcomes of a payment by code (docs/outcomes.md). The code is stable. This table is the only place that derives the
 * status, `retryable` and `sameCard` from it. `sameCard` is false when the shop does not take the card, or the issuer
 * has refused the card itself. Without such information it is true.
 * @example
 * import { OUTCOMES } from 'scudo-checkout/payment';
 *
 * const declined = Object.entries(OUTCOMES).flatMap(([code, { status }]) => (status === 'declined' ? [code] : []));
 */
export const OUTCOMES = {
  authorized: { status: 'paid', retryable: false, sameCard: true },
  reserved: { status: 'paid', retryable: false, sameCard: true },
  'already-paid': { status: 'paid', retryable: false, sameCard: true },

  'card-authenticated': { status: 'authenticated', retryable: false, sameCard: true },

  declined: { status: 'declined', retryable: true, sameCard: true },
  referral: { status: 'declined', retryable: true, sameCard: true },
  'card-blocked': { status: 'declined', retryable: true, sameCard: false },
  'authentication-demanded': { status: 'declined', retryable: true, sameCard: true },

  'authentication-failed': { status: 'not-authenticated', retryable: true, sameCard: true },
  'issuer-rejected': { status: 'not-authenticated', retryable: true, sameCard: false },
  'challenge-failed': { status: 'not-authenticated', retryable: true, sameCard: true },
  'authentication-impossible': { status: 'not-authenticated', retryable: true, sameCard: true },
  'authentication-attempted': { status: 'not-authenticated', retryable: true, sameCard: true },
  'not-enrolled': { status: 'not-authenticated', retryable: true, sameCard: false },

  'payment-returned': { status: 'cancelled', retryable: false, sameCard: true },
  'challenge-cancelled': { status: 'cancelled', retryable: true, sameCard: true },

  'awaiting-final-status': { status: 'pending', retryable: false, sameCard: true },

  'authorization-unanswered': { status: 'in-doubt', retryable: false, sameCard: true },
  'backend-unanswered': { status: 'in-doubt', retryable: false, sameCard: true },

  'payment-not-completed': { status: 'failed', retryable: true, sameCard: true },
  'challenge-timed-out': { status: 'failed', retryable: true, sameCard: true },
  'challenge-blocked': { status: 'failed', retryable: true, sameCard: true },
  'challenge-too-late': { status: 'failed', retryable: true, sameCard: true },
  'card-not-supported': { status: 'failed', retryable: true, sameCard: false },
  'issuer-unavailable': { status: 'failed', retryable: true, sameCard: true },
  'gateway-unavailable': { status: 'failed', retryable: true, sameCard: true },
  'gateway-refused': { status: 'failed', retryable: false, sameCard: true },
  'backend-unavailable': { status: 'failed', retryable: true, sameCard: true },
  'backend-refused': { status: 'failed', retryable: false, sameCard: true },
  'order-not-found': { status: 'failed', retryable: false, sameCard: true },
  'order-closed': { status: 'failed', retryable: false, sameCard: true },
  'order-ended': { status: 'failed', retryable: false, sameCard: true },
  'order-changed': { status: 'failed', retryable: true, sameCard: true },
  'too-many-attempts': { status: 'failed', retryable: false, sameCard: true },
  'too-many-requests': { status: 'failed', retryable: true, sameCard: true },
} as const satisfies Record<string, { status: OutcomeStatus; retryable: boolean; sameCard: boolean }>;

export const OUTCOME_STATUSES = [
  'paid',
  'authenticated',
  'declined',
  'not-authenticated',
  'cancelled',
  'pending',
  'in-doubt',
  'failed',
] as const;
/** The status of an outcome. docs/outcomes.md lists the codes of each. */
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];
/** The code of an outcome. Codes are stable; docs/outcomes.md explains each. */
export type OutcomeCode = keyof typeof OUTCOMES;

const codes = Object.keys(OUTCOMES) as [OutcomeCode, ...OutcomeCode[]];

export const ORDER_STATES = [
  'open',
  'pending',
  'in-doubt',
  'authorized',
  'partly-captured',
  'paid',
  'voided',
  'authenticated',
  'failed',
  'cancelled',
  'partly-refunded',
  'refunded',
] as const;
export const orderStateSchema = z.enum(ORDER_STATES);
/** The state of an order at the merchant's backend (docs/orders.md). */
export type OrderState = z.output<typeof orderStateSchema>;

/** States in which the amount of the order is not what the shop has charged or will charge. */
export const CHARGED_OTHERWISE: readonly (OrderState | undefined)[] = [
  'partly-captured',
  'partly-refunded',
  'refunded',
  'voided',
];

/** The outcome of an order by its state. An open order has none. */
export const OUTCOME_OF_STATE = {
  pending: 'awaiting-final-status',
  'in-doubt': 'authorization-unanswered',
  authorized: 'reserved',
  'partly-captured': 'reserved',
  paid: 'already-paid',
  voided: 'payment-returned',
  authenticated: 'card-authenticated',
  failed: 'payment-not-completed',
  cancelled: 'order-ended',
  'partly-refunded': 'already-paid',
  refunded: 'payment-returned',
} as const satisfies Record<Exclude<OrderState, 'open'>, OutcomeCode>;

/** An outcome as the backend answers it. */
export const outcomeMessageSchema = z.object({
  status: z.enum(OUTCOME_STATUSES),
  code: z.enum(codes),
  retryable: z.boolean(),
  /** False when a further try needs another card. Absent: the value of the code. */
  same_card: z.optional(z.boolean()),
  order: z.object({ id: z.string(), state: orderStateSchema, paid_at: z.optional(z.string()) }),
  /** The issuer's text for the cardholder: text from outside, shown as text. */
  cardholder_text: z.optional(z.string()),
});
/** An outcome as the backend sends it to the page. */
export type OutcomeMessage = z.output<typeof outcomeMessageSchema>;

export function outcomeMessageOf(
  code: OutcomeCode,
  order: OutcomeMessage['order'],
  cardholderText?: string,
): OutcomeMessage {
  const { sameCard: same_card, ...outcome } = OUTCOMES[code];
  return {
    ...outcome,
    code,
    same_card,
    order,
    ...(cardholderText ? { cardholder_text: cardholderText.slice(0, 1024) } : {}),
  };
}
