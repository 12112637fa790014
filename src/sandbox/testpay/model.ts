import type { RefundState } from '../../protocol/reports/report-query.js';
import type { PaymentResult } from '../../protocol/redirect/status-message.js';
import type { Signature } from '../core/signature.js';
import {
  DELAYS,
  INITIATED,
  PENDING,
  RESPONSES,
  type Standing,
  type TestpayDelay,
  type TestpayResponse,
} from './testpay-choices.js';

/** A payment by another method than a card, from its payment-set on. It is stored as JSON, so times are text. */
export interface RedirectTransaction {
  /** Part of the redirect URL. */
  readonly id: string;
  readonly merchantTransactionId: string;
  readonly pasref: string;
  readonly at: string;
  readonly account: string;
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly paymentMethod: string;
  readonly returnUrl: string;
  readonly statusUrl: string;
  readonly descriptor?: string;
  readonly country?: string;
  readonly accountHolderName?: string;
  /** Messages are signed like the payment-set. */
  readonly signature: Signature;
  /** The shopper's first answer on the simulator's page; later ones are ignored. */
  answer?: TestpayAnswer;
  /** Present once a status message is to be sent. */
  delivery?: Delivery;
}

export interface TestpayAnswer {
  readonly response: TestpayResponse;
  readonly delay: TestpayDelay;
  readonly at: string;
}

/** A payment that the shopper has answered. */
export interface AnsweredPayment extends RedirectTransaction {
  answer: TestpayAnswer;
}

export function isAnswered(transaction: RedirectTransaction): transaction is AnsweredPayment {
  return transaction.answer !== undefined;
}

/** The delivery of a status message. */
export interface Delivery {
  attempts: number;
  /** Time of the next attempt; undefined after the merchant's acceptance or the last attempt. */
  next: string | undefined;
}

/** The course of a refund, which its amount selects; see `gateway/xml/amount-endings.ts`. */
export type RefundCourse =
  | 'declined'
  | 'completes-later'
  | 'rejected-later'
  | 'fails-later'
  | 'stays-pending'
  | 'unanswered'
  | 'refused';

/** The result of a refund at a time. */
export interface RefundStanding {
  readonly result: string;
  readonly message: string;
  readonly state: RefundState;
}

/** A refund request, also a refused one. */
export interface Refund extends RefundStanding {
  readonly id: string;
  /** The payment's id, if the payment exists. */
  readonly merchantTransactionId?: string;
  readonly pasref: string;
  readonly at: string;
  readonly account: string;
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly paymentMethod: string;
  /** Present in an asynchronous refund: its states after the answer. */
  readonly settlement?: RefundSettlement;
  /** The `statusupdateurl` of the payment-credit. */
  readonly statusUrl?: string;
  readonly signature?: Signature;
  delivery?: Delivery;
}

export interface RefundSettlement {
  /** From then on the state is INITIATION_PROCESSING. */
  readonly processingAt: string;
  /** Absent in a refund that stays pending. */
  readonly end?: FinalRefundStanding & { readonly at: string };
}

/** The result of a refund that has ended. */
export interface FinalRefundStanding extends RefundStanding {
  readonly result: PaymentResult;
}

/** An asynchronous refund that ends and whose merchant has a status URL. */
export interface ReportedRefund extends Refund {
  readonly settlement: RefundSettlement & Required<Pick<RefundSettlement, 'end'>>;
  readonly statusUrl: string;
  readonly signature: Signature;
}

export function isReported(refund: Refund): refund is ReportedRefund {
  return refund.settlement?.end !== undefined && refund.statusUrl !== undefined && refund.signature !== undefined;
}

/** Returns the time at which the answer takes effect and the status message is due. */
export function finalTime({ at, delay }: TestpayAnswer): Date {
  return new Date(Date.parse(at) + DELAYS[delay]);
}

/** Returns the result of a payment at a time. */
export function standingAt({ answer }: RedirectTransaction, time: Date): Standing {
  if (!answer || time.getTime() < Date.parse(answer.at)) return INITIATED;
  return time < finalTime(answer) ? PENDING : RESPONSES[answer.response];
}

/** Returns the result of a refund at a time. */
export function refundStandingAt(refund: Refund, time: Date): RefundStanding {
  const { settlement } = refund;
  if (!settlement) return refund;
  if (settlement.end && time.getTime() >= Date.parse(settlement.end.at)) return settlement.end;
  const state = time.getTime() >= Date.parse(settlement.processingAt) ? 'INITIATION_PROCESSING' : 'INITIATION_PENDING';
  return { result: '01', message: 'PENDING', state };
}

/** Returns whether a refund has returned the money or still may. */
export function takesMoney(refund: Refund, time: Date): boolean {
  const { state } = refundStandingAt(refund, time);
  return state !== 'INITIATION_REJECTED' && state !== 'INITIATION_FAILED';
}
