import { camelName, renamed } from '../values/camel-case.js';
import { OUTCOMES, type OrderState, type OutcomeCode, type OutcomeMessage } from './outcome-codes.js';

/**
 * The end of a payment (docs/outcomes.md). By `status`:
 * - `paid`: the payment was authorized.
 * - `authenticated`: a card was confirmed without a payment.
 * - `declined`: the authorization was refused.
 * - `not-authenticated`: the issuer refused the authentication.
 * - `cancelled`: the shopper cancelled, and nothing was authenticated.
 * - `pending`: the final status arrives later.
 * - `in-doubt`: sent without an answer. The card may have been charged.
 * - `failed`: a fault. Nothing was charged.
 */
export type Outcome = {
  [Code in OutcomeCode]: {
    /** The kind of the end, for a page that does not need the code. */
    readonly status: (typeof OUTCOMES)[Code]['status'];
    /** The stable code. */
    readonly code: Code;
    /** True when the shopper can try again with the same order. */
    readonly retryable: boolean;
    /**
     * False when a further try needs another card: the shop does not take this one, or the issuer has refused it for
     * good, for example because it is lost, stolen or expired.
     */
    readonly sameCard: boolean;
    /** The order after the payment. `paidAt`: the time of the payment that paid it (ISO 8601), if that is known. */
    readonly order: { readonly id: string; readonly state: OrderState; readonly paidAt?: string | undefined };
    /** The issuer's text for the cardholder. Show it as text, not as HTML. */
    readonly cardholderText?: string;
  };
}[OutcomeCode];

export function outcomeOf(code: OutcomeCode, order: Outcome['order'], cardholderText?: string): Outcome {
  return { ...OUTCOMES[code], code, order, ...(cardholderText ? { cardholderText } : {}) } as Outcome;
}

/** Converts an outcome from the names of the wire. */
export function outcomeFromMessage({ code, order, cardholder_text }: OutcomeMessage): Outcome {
  return outcomeOf(code, renamed(order, camelName) as Outcome['order'], cardholder_text);
}
