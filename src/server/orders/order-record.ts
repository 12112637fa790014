import type { PaymentAnswer } from '../../protocol/adapter-answers.js';
import type {
  AuthenticationStatus,
  ChallengeRequestIndicator,
  ExemptStatus,
} from '../../protocol/three-d-secure-values.js';
import type { Address, PayerDetail } from '../../protocol/authentication-request.js';
import type { AuthenticationResponse } from '../../protocol/authentication-response.js';
import type { OrderState } from '../../protocol/outcome.js';
import type { AuthenticationExtras } from '../../protocol/authentication-extras.js';
import { CARD_ONLY, type MethodOffer } from './payment-methods.js';
import type { Policies } from './policies.js';

/**
 * All that the backend knows of an order, in one document: whoever keeps it needs to know of a
 * revision and of nothing else. No card data beyond the first six and last four digits.
 */
export interface OrderRecord {
  readonly id: string;
  readonly createdAt: string;
  /** Minor units. */
  readonly amount: string;
  readonly currency: string;
  readonly description?: string;
  /** What the shopper sees on a proof of payment. Default: the description. */
  readonly descriptor?: string;
  /** `add-card` confirms a card without charging it: nothing is authorized. Default: `pay`. */
  readonly purpose?: 'pay' | 'add-card';
  readonly state: OrderState;
  /** In the order in which the page shows them. */
  readonly methods: readonly MethodOffer[];
  /** What a redirect method asks of the shopper where the shop does not know it. */
  readonly accountHolderName?: string;
  /** Two letters. */
  readonly country?: string;
  /** Sent with payment-set. */
  readonly comments?: readonly string[];
  readonly payer: PayerDetail;
  readonly shippingAddress?: Address;
  readonly challengeRequestIndicator: ChallengeRequestIndicator;
  readonly exemptStatus?: ExemptStatus;
  readonly policies?: Partial<Policies>;
  readonly authentication?: AuthenticationExtras;
  /** How many authorizations were begun: each has a gateway order id of its own. */
  readonly attempts: number;
  readonly authentications: readonly AuthenticationRecord[];
  /** The authentication that the last authorization was sent with; null for one without, by policy. */
  readonly authorizedWith?: string | null;
  /** Whether the issuer bears the loss of a fraud; null before an authentication has ended. */
  readonly liabilityShift: boolean | null;
  /** What paid for it: a card (first six and last four digits), or a method that the shopper was sent to. */
  readonly payment?: {
    readonly gatewayOrderId: string;
    readonly pasref?: string;
    readonly authcode?: string;
    readonly card?: string;
    readonly method?: string;
  };
  /** Payments that the shopper was sent away for, oldest first; only the last may be without a final result. */
  readonly redirects: readonly RedirectRecord[];
  readonly refunds: readonly RefundEntry[];
  /** Two final words that contradict each other came: somebody has to look. */
  readonly contradiction?: boolean;
  readonly answers: Readonly<Record<string, StoredAnswer>>;
  readonly history: readonly HistoryEntry[];
}

export interface AuthenticationRecord {
  /** Absent for a card that does not take part in 3-D Secure 2. */
  readonly serverTransId?: string;
  /** The keyed mark of order and card number, by which the card is known again. */
  readonly cardMark: string;
  /** First six and last four digits. */
  readonly card: string;
  readonly messageVersion?: string;
  /**
   * `checked` by the version check, `requested` from the gateway, `challenge` open at the ACS, `decoupled`
   * while the issuer asks elsewhere, `closed` for good: from there it can no more be authorized.
   */
  readonly stage: 'checked' | 'requested' | 'challenge' | 'decoupled' | 'closed';
  readonly status?: AuthenticationStatus;
  readonly statusReason?: string;
  readonly eci?: string;
  readonly acsTransId?: string;
  readonly whitelistStatus?: string;
  /** What the schemes added, as the gateway handed it on. */
  readonly messageExtension?: AuthenticationResponse['message_extension'];
}

export interface RedirectRecord {
  readonly at: string;
  readonly gatewayOrderId: string;
  readonly method: string;
  readonly pasref: string;
  readonly redirectUrl: string;
  /** A message of the gateway's about it has come: the shopper has been there. */
  readonly heard: boolean;
  /** The final word; absent while it is to come. */
  readonly result?: '00' | '101';
}

export interface RefundEntry {
  /** The same key again is the same refund. */
  readonly key: string;
  readonly at: string;
  /** Minor units. */
  readonly amount: string;
  /** `sent` until there is an answer; `in-doubt` where none came, so that it may have been carried out. */
  readonly state: 'sent' | 'done' | 'pending' | 'refused' | 'in-doubt';
  readonly pasref?: string;
  /** The gateway's words. */
  readonly message?: string;
}

/** What was answered to a call with an Idempotency-Key; without answer it is being worked on. */
export interface StoredAnswer {
  /** The call, the transaction it is about, and the card's mark. */
  readonly request: string;
  readonly since: string;
  readonly answer?: PaymentAnswer;
}

export interface HistoryEntry {
  readonly at: string;
  /** What happened, such as `authorization-sent`. */
  readonly event: string;
  /** The order's state afterwards. */
  readonly state: OrderState;
  readonly detail?: Readonly<Record<string, string | boolean>>;
}

/** A record as an earlier version of the package may have stored it, with what it then had none of. */
export function upToDate(record: OrderRecord): OrderRecord {
  return { ...{ methods: CARD_ONLY, redirects: [], refunds: [] }, ...record };
}

/**
 * Whether a payment may begin. After a final failure (result 101) nothing more can come of the old
 * one, so that another may.
 */
export function isPayable({ state }: OrderRecord): boolean {
  return state === 'open' || state === 'failed';
}

/** A page cannot make a record grow without end: the oldest entries but the first go. */
const LONGEST_HISTORY = 500;

/** The record with an entry of what happened, in the state that it then is in. */
export function withEntry(record: OrderRecord, now: Date, event: string, detail?: HistoryEntry['detail']): OrderRecord {
  const entry: HistoryEntry = { at: now.toISOString(), event, state: record.state, ...(detail ? { detail } : {}) };
  const [first, ...rest] = record.history;
  return { ...record, history: first ? [first, ...rest.slice(2 - LONGEST_HISTORY), entry] : [entry] };
}

/** The record with one authentication changed. */
export function withAuthentication(
  record: OrderRecord,
  serverTransId: string,
  change: Partial<AuthenticationRecord>,
): OrderRecord {
  return {
    ...record,
    authentications: record.authentications.map((one) =>
      one.serverTransId === serverTransId ? { ...one, ...change } : one,
    ),
  };
}
