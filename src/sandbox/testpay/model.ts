import type { RefundState } from '../../protocol/report-query.js';
import type { Signature } from '../signature.js';
import {
  DELAYS,
  INITIATED,
  PENDING,
  RESPONSES,
  type Standing,
  type TestpayDelay,
  type TestpayResponse,
} from './testpay-choices.js';

/** A payment by another method than a card, from its payment-set on. It is kept as JSON: times are text. */
export interface RedirectTransaction {
  /** In the redirect URL. */
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
  /** Its messages are signed as its payment-set was. */
  readonly signature: Signature;
  /** The shopper's answer on the simulator's page: one, and the first. */
  answer?: TestpayAnswer;
  /** What has become of the status message, once there is one. */
  delivery?: Delivery;
}

export interface TestpayAnswer {
  readonly response: TestpayResponse;
  readonly delay: TestpayDelay;
  readonly at: string;
}

export interface Delivery {
  attempts: number;
  /** When it is tried next; undefined once the merchant has it, or nobody tries any more. */
  next: string | undefined;
}

/** A refund that was asked for, refused ones included. */
export interface Refund {
  readonly id: string;
  /** The payment's, where there is one. */
  readonly merchantTransactionId?: string;
  readonly pasref: string;
  readonly at: string;
  readonly account: string;
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly paymentMethod: string;
  readonly result: string;
  readonly message: string;
  readonly state: RefundState;
}

/** When the answer takes effect, and the status message is due. */
export function finalTime({ at, delay }: TestpayAnswer): Date {
  return new Date(Date.parse(at) + DELAYS[delay]);
}

/** How a payment stands at a time. */
export function standingAt({ answer }: RedirectTransaction, time: Date): Standing {
  if (!answer) return INITIATED;
  return time < finalTime(answer) ? PENDING : RESPONSES[answer.response];
}
