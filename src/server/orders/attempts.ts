import type { OutcomeCode } from '../../protocol/outcome.js';
import type { PaymentResult } from '../../protocol/status-message.js';

/** A call that can move money: one card authorization, one redirect payment or one refund. */
export type Attempt = CardAttempt | RedirectAttempt | RefundAttempt;

/** A call that can pay an order. */
export type PaymentAttempt = CardAttempt | RedirectAttempt;

interface Sent {
  /**
   * The order id that the gateway knows: `{order id}-{10 random letters and digits}`. A refund carries
   * the one of its payment.
   */
  readonly gatewayOrderId: string;
  /** Minor units. */
  readonly amount: string;
  readonly currency: string;
  /** By the store's clock. */
  readonly sentAt: string;
  /** From this time on an attempt without an answer counts as unanswered. */
  readonly deadline: string;
  /** Look-ups of this attempt at the gateway; absent before the first. */
  readonly lookUp?: LookUp;
}

/** Look-ups of one attempt: one at a time, with a minimum interval. */
export interface LookUp {
  /** The time at which the last look-up began. */
  readonly lastAt: string;
  /** A look-up is under way until then, unless its process died. */
  readonly leaseUntil?: string;
  /** Consecutive look-ups without a decision; the interval grows with it. */
  readonly undecided?: number;
  /** The last look-up found a redirect payment that was never begun, so that it may be set aside. */
  readonly notBegun?: true;
}

/** What the gateway answered, without card data. */
export interface GatewayAnswer {
  readonly result: string;
  readonly message: string;
}

/**
 * A payment that the order no longer waits for. Its success is still possible and still counts.
 * `failed`: the attempt had failed, and a status message then reported its success.
 */
export interface SetAside {
  readonly at: string;
  readonly by: 'other-method' | 'expiry' | 'person' | 'failed';
}

export interface CardAttempt extends Sent {
  readonly kind: 'card';
  /** First six and last four digits. */
  readonly card: string;
  /** The authentication that the authorization carried; null for one without, by policy. */
  readonly serverTransId: string | null;
  readonly progress: CardProgress;
  readonly setAside?: SetAside;
}

export type CardProgress =
  | { readonly step: 'sent' }
  | {
      readonly step: 'unresolved';
      readonly cause: UnresolvedCause;
      readonly answer?: GatewayAnswer;
      /** The reference of an answer that was not believed. */
      readonly pasref?: string;
      /** The first time that the gateway did not know the attempt; a second time ends it. */
      readonly notFoundAt?: string;
    }
  | { readonly step: 'succeeded'; readonly at: string; readonly pasref?: string; readonly authcode?: string }
  | {
      readonly step: 'ended';
      readonly at: string;
      readonly code: OutcomeCode;
      readonly answer?: GatewayAnswer;
      /** The gateway is asked once more then: a match is a late success. */
      readonly recheckAt?: string;
    };

/**
 * Why the result of an authorization is unknown. It decides when "not found" ends the attempt
 * (docs/reference/gateway.md#unsigned-answers).
 * - `no-answer`, `broken-answer`: after a margin, because the request may still be on its way.
 * - `system-error`: the second time, because the gateway has answered.
 * - `duplicate`: never, because the gateway has seen the id before, and only this attempt uses it.
 */
export type UnresolvedCause = 'no-answer' | 'broken-answer' | 'system-error' | 'duplicate';

export interface RedirectAttempt extends Sent {
  readonly kind: 'redirect';
  readonly method: string;
  /** The payments reference; absent until payment-set is answered. */
  readonly pasref?: string;
  readonly redirectUrl?: string;
  /** The gateway's identifier, kept once a record of the payments report matched the attempt. */
  readonly merchantTransactionId?: string;
  /** Messages with a valid hash that have come: the shopper has been at the payment method. */
  readonly messages: readonly SeenMessage[];
  /** The first final result that a status message reported. */
  readonly claim?: Claim;
  readonly progress: RedirectProgress;
  readonly setAside?: SetAside;
}

/** By which way which result came. */
export type SeenMessage = `${'return' | 'status'}-${PaymentResult}`;

export interface Claim {
  readonly result: Exclude<PaymentResult, '01'>;
  readonly at: string;
  readonly merchantTransactionId?: string;
  /** Consecutive look-ups that could not read the report, and the time of the first of them. */
  readonly unreadable?: { readonly count: number; readonly since: string };
}

export type RedirectProgress =
  | { readonly step: 'sent' }
  /** The payment-set was not answered, so that the address of the payment is unknown to everyone. */
  | { readonly step: 'not-started'; readonly at: string }
  | { readonly step: 'awaiting-result' }
  | RedirectEnd;

export interface RedirectEnd {
  readonly step: 'succeeded' | 'failed';
  readonly at: string;
  /**
   * - `message`: a status message alone, because the report was unreadable.
   * - `disputed`: a status message alone, which the report contradicts.
   */
  readonly confirmedBy: 'report' | 'message' | 'person' | 'disputed';
}

export interface RefundAttempt extends Sent {
  readonly kind: 'refund';
  /** The same key again is the same refund. */
  readonly key: string;
  /** The refund's own payments reference. */
  readonly pasref?: string;
  readonly progress: RefundProgress;
}

export type RefundProgress =
  | { readonly step: 'sent' }
  /** Sent, and the answer is missing or not believed: it may have been carried out. */
  | { readonly step: 'unresolved'; readonly message?: string }
  /** Accepted; the final status arrives later. */
  | { readonly step: 'pending'; readonly message?: string }
  | { readonly step: 'done'; readonly at: string; readonly message?: string }
  | { readonly step: 'refused'; readonly at: string; readonly message?: string };

/** True while the order has to wait for the attempt's result. */
export function isUnresolved(attempt: PaymentAttempt): boolean {
  if (attempt.setAside) return false;
  const { step } = attempt.progress;
  // A redirect payment that was only sent cannot take money: its address is unknown to the shopper.
  return attempt.kind === 'card' ? step === 'sent' || step === 'unresolved' : step === 'awaiting-result';
}

/** True for an attempt that took the money. */
export function hasSucceeded(attempt: PaymentAttempt): boolean {
  return attempt.progress.step === 'succeeded';
}
