import type { PageExtras } from '../protocol/authentication-extras.js';
import type { Challenge } from '../three-d-secure/challenge-frame.js';
import type { BackendFieldIssue } from './backend-error.js';
import type { CardPaymentEventType } from './card-payment.table.js';
import type { Card, Order, Payer } from './merchant-backend.js';
import type { Outcome } from './outcome.js';
import type { Prepared } from './preparation.js';

/** The data of each event of the card payment's table. */
interface Carried {
  OPEN: { readonly order: Order };
  SETTLED: { readonly order?: Order; readonly outcome: Outcome };
  PAY: { readonly card: Card; readonly payer: Payer; readonly authentication?: PageExtras | undefined };
  PREPARED: { readonly prepared: Prepared };
  REFUSED: { readonly fields: readonly BackendFieldIssue[] };
  /** `timeout` in milliseconds. */
  DECOUPLED: { readonly timeout?: number };
  CHALLENGE: { readonly challenge: Challenge };
  NOTIFIED: { readonly cres: string };
  ENDED: { readonly outcome: Outcome };
  FAULT: { readonly error: unknown };
}

export type CardPaymentEvent = {
  [Type in CardPaymentEventType]: { readonly type: Type } & (Type extends keyof Carried ? Carried[Type] : unknown);
}[CardPaymentEventType];
