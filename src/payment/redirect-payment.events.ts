import type { BackendFieldIssue } from './backend-error.js';
import type { Order, RedirectInput } from './merchant-backend.js';
import type { Outcome } from './outcome.js';
import type { RedirectPaymentEventType } from './redirect-payment.table.js';

/** The data of each event of the redirect payment's table. */
interface Carried {
  GO: { readonly input: RedirectInput };
  REDIRECT: { readonly url: string };
  REFUSED: { readonly fields: readonly BackendFieldIssue[] };
  ENDED: { readonly outcome: Outcome };
  PENDING: { readonly order: Order };
  SETTLED: { readonly order?: Order; readonly outcome: Outcome };
  FAULT: { readonly error: unknown };
}

export type RedirectPaymentEvent = {
  [Type in RedirectPaymentEventType]: { readonly type: Type } & (Type extends keyof Carried ? Carried[Type] : unknown);
}[RedirectPaymentEventType];
