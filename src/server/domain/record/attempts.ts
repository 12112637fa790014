import type { AuthorizationData } from '../../gateway/authorization-data.js';
import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import type { PaymentResult } from '../../../protocol/redirect/status-message.js';
import { isAwaited, type RedirectProgress } from './redirect-attempt.table.js';

/** A call that can move money: a card authorization, a redirect payment, a capture, a void or a refund. */
export type Attempt = PaymentAttempt | OperationAttempt;

/** A call that can pay an order. */
export type PaymentAttempt = CardAttempt | RedirectAttempt;

/** A call that moves the money of a payment: a capture, a void or a refund. */
export type OperationAttempt = CaptureAttempt | VoidAttempt | RefundAttempt;

interface Sent {
  /**
   * The order id that the gateway knows: the order id or its short form, a hyphen and 10 random letters and digits. A
   * capture, a void and a refund carry the one of their payment.
   */
  readonly gatewayOrderId: string;
  /** Minor units. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  /** ISO 8601 in UTC, by the store's clock. */
  readonly sentAt: string;
  /** Time from which an attempt without an answer counts as unanswered. */
  readonly deadline: string;
  /** Look-ups of this attempt at the gateway; absent before the first. */
  readonly lookUp?: LookUp;
}

/** Look-ups of one attempt: one at a time, with a minimum interval. */
export interface LookUp {
  /** Time at which the last look-up began. */
  readonly lastAt: string;
  /** End of the lease of the look-up that is under way. */
  readonly leaseUntil?: string;
  /** Consecutive look-ups without a decision; the interval grows with it. */
  readonly undecided?: number;
  /** End of the last look-up, if it found a redirect payment that was not begun. */
  readonly notBegunAt?: string;
}

/** The gateway's answer, without card data. */
export interface GatewayAnswer {
  /** The result code (docs/reference/gateway.md#result-codes). */
  readonly result: string;
  /** The gateway's text. */
  readonly message: string;
}

/** Card authorization that no longer blocks the order. A later success still counts. */
export interface SetAside {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The decider. */
  readonly by: 'person';
}

/** A card authorization. */
export interface CardAttempt extends Sent {
  readonly kind: 'card';
  /** First six and last four digits. */
  readonly card: string;
  /**
   * The capture: absent when the gateway captures the amount by itself. With `once`, one capture takes the whole or a
   * part. With `in-parts`, several captures may.
   */
  readonly capture?: 'once' | 'in-parts';
  /** The authentication that the authorization carried; null for one without, by policy. */
  readonly serverTransId: string | null;
  /** The progress of the authorization. */
  readonly progress: CardProgress;
  /** Present for an authorization that no longer blocks the order. */
  readonly setAside?: SetAside;
}

/** Progress of a card authorization. */
export type CardProgress =
  /** Sent, and not answered yet. */
  | { readonly step: 'sent' }
  /** Sent, and without a definite result. The order is `in-doubt`. */
  | {
      readonly step: 'unresolved';
      /** The cause of the unknown result. */
      readonly cause: UnresolvedCause;
      /** The gateway's last answer, if there was one. */
      readonly answer?: GatewayAnswer;
      /** Payments reference of an answer without a valid hash. */
      readonly pasref?: string;
      /** Time of the first "not found". A second one ends the attempt. */
      readonly notFoundAt?: string;
      /** The last decline of a query whose hash is not verified. The same one again ends the attempt. */
      readonly declined?: { readonly at: string; readonly result: string; readonly pasref: string };
    }
  /** Authorized, with what the gateway's answer says about it. */
  | ({ readonly step: 'succeeded'; readonly at: string } & AuthorizationData)
  /** Not authorized. */
  | {
      readonly step: 'ended';
      /** Time of the end, ISO 8601 in UTC. */
      readonly at: string;
      /** The code of the outcome. */
      readonly code: OutcomeCode;
      /** The gateway's last answer, if there was one. */
      readonly answer?: GatewayAnswer;
      /** Time of the next query of an attempt that ended by unverified answers. A success found then is a late one. */
      readonly recheckAt?: string;
    };

/**
 * Cause of an unknown result. It decides when "not found" ends the attempt
 * (docs/reference/gateway.md#unsigned-answers).
 * - `no-answer`, `broken-answer`: after a margin, because the request may still be on its way.
 * - `system-error`: the second time, because the gateway has answered.
 * - `duplicate`: never, because the gateway has seen the id before, and only this attempt uses it.
 */
export type UnresolvedCause = 'no-answer' | 'broken-answer' | 'system-error' | 'duplicate';

/** A redirect payment. */
export interface RedirectAttempt extends Sent {
  readonly kind: 'redirect';
  /** The code of the redirect payment method. */
  readonly method: string;
  /** The payments reference; absent until payment-set is answered. */
  readonly pasref?: string;
  /** The address to which the shopper is redirected; absent until payment-set is answered. */
  readonly redirectUrl?: string;
  /** The gateway's identifier, kept once a record of the payments report matched the attempt. */
  readonly merchantTransactionId?: string;
  /** The gateway's identifier that a message named. No hash covers it: it only helps to find the record. */
  readonly namedTransactionId?: string;
  /** Received messages with a valid hash. */
  readonly messages: readonly SeenMessage[];
  /** Hashes of the latest return messages, in lower case. A status message with one of them is a return message. */
  readonly returnHashes?: readonly string[];
  /** Two-letter code (ISO 3166-1) that payment-set has sent. The refunds of the payment send it, too. */
  readonly country?: string;
  /** The first final result that a status message reported. */
  readonly claim?: Claim;
  /** The progress of the payment. */
  readonly progress: RedirectProgress;
}

/** Source and result of a message. */
export type SeenMessage = `${'return' | 'status'}-${PaymentResult}`;

/** Final result that a status message reported and the payments report has to confirm. */
export interface Claim {
  /** `00` paid, `101` failed. */
  readonly result: Exclude<PaymentResult, '01'>;
  /** Time of the message, ISO 8601 in UTC. */
  readonly at: string;
  /** Consecutive look-ups that could not read the report, and the time of the first of them. */
  readonly unreadable?: { readonly count: number; readonly since: string };
}

/** A call that moves the money of a payment. */
interface Operation extends Sent {
  /** Idempotency key of the call. */
  readonly key: string;
  /** Id of the process's own call. It distinguishes the calls of two processes with the same key. */
  readonly callId?: string;
  /** The operation's own payments reference. */
  readonly pasref?: string;
  /** The progress of the call. */
  readonly progress: OperationProgress;
  /**
   * Present for an operation that this backend has not sent, such as one in the gateway's own back office: `gateway`
   * when an answer of the gateway shows it, `person` when a person has recorded it.
   */
  readonly elsewhere?: 'gateway' | 'person';
  /** Present when the caller has named the amount. A call with the key and without an amount is another one. */
  readonly amountGiven?: true;
  /**
   * Present for a first capture or refund before which the gateway has refused the query for its leg. A leg that the
   * gateway shows later can be that of another party.
   */
  readonly legUnread?: true;
}

/** A capture of a reserved amount, whole or in part. */
export interface CaptureAttempt extends Operation {
  readonly kind: 'capture';
  /** True for the last capture: the rest of the reserved amount cannot be captured any more. */
  readonly final: boolean;
  /** Present when the caller passed `final: true`. A repeated call with the key must pass it, too. */
  readonly finalGiven?: true;
}

/** A void of a card payment that is not settled. Its amount is that of the payment, or of its rest. */
export interface VoidAttempt extends Operation {
  readonly kind: 'void';
  /** Present for the record of a rest that was released after a capture. What was captured stays. */
  readonly rest?: true;
}

/** A refund, whole or in part. */
export interface RefundAttempt extends Operation {
  readonly kind: 'refund';
  /** Present for the refund of `orders.cancel`. */
  readonly cancels?: true;
}

/** Progress of a capture, a void or a refund (operation.table.ts). */
export type OperationProgress =
  /** Sent, and not answered yet. */
  | { readonly step: 'sent' }
  /** Sent, and without a valid answer. It may have been carried out. */
  | {
      readonly step: 'unresolved';
      /** The gateway's text. */
      readonly message?: string;
    }
  /** Accepted; the final status arrives later. Only a refund of a redirect payment has this step. */
  | {
      readonly step: 'pending';
      /** The gateway's text. */
      readonly message?: string;
    }
  /** Carried out. `by` is present while a person can correct it. */
  | {
      readonly step: 'done';
      /** Time of the result, ISO 8601 in UTC. */
      readonly at: string;
      /** The gateway's text. */
      readonly message?: string;
      /** Present when a person has decided, or a leg without an amount: it can be the leg of another party. */
      readonly by?: 'person' | 'leg';
    }
  /**
   * Not carried out. `result` and `message` are present when the gateway's answer has refused the call. A call that was
   * not sent has neither. `by` is present when a person has decided.
   */
  | {
      readonly step: 'refused';
      /** Time of the result, ISO 8601 in UTC. */
      readonly at: string;
      /** The gateway's result code. */
      readonly result?: string;
      /** The gateway's text. */
      readonly message?: string;
      /** Present when a person has decided. */
      readonly by?: 'person';
    };

/** True for a card authorization or a redirect payment. */
export function isPaymentAttempt(attempt: Attempt): attempt is PaymentAttempt {
  return attempt.kind === 'card' || attempt.kind === 'redirect';
}

/** True for an authorization whose amount the gateway only reserves, so that a capture takes it. */
export function isCapturedLater(attempt: PaymentAttempt): boolean {
  return attempt.kind === 'card' && attempt.capture !== undefined;
}

/** True while the attempt blocks the order. */
export function isUnresolved(attempt: PaymentAttempt): boolean {
  // A redirect payment that was only sent cannot take money: the shopper never received the redirect URL.
  if (attempt.kind === 'redirect') return isAwaited(attempt);
  const { step } = attempt.progress;
  return !attempt.setAside && (step === 'sent' || step === 'unresolved');
}

/** True for a redirect payment that the shopper has begun: a valid message has result 00 or 01. */
export function hasBegun({ messages }: RedirectAttempt): boolean {
  return messages.some((message) => !message.endsWith('-101'));
}

/** True for an attempt that took the money. */
export function hasSucceeded(attempt: PaymentAttempt): boolean {
  return attempt.progress.step === 'succeeded';
}
