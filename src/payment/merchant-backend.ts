import type { Address } from '../protocol/authentication-request.js';
import type { MethodField, ShopperField } from '../protocol/adapter-answers.js';
import type { CollectedBrowserData } from '../protocol/browser-data.js';
import type { PageExtras } from '../protocol/authentication-extras.js';
import type { PhoneNumber } from '../protocol/phone-number.js';
import type { ChallengeEnd } from '../protocol/adapter-requests.js';
import type { MethodUrlCompletion } from '../protocol/three-d-secure-values.js';
import type { Challenge } from '../three-d-secure/challenge-frame.js';
import type { OrderState, Outcome } from './outcome.js';

/** An order as the page may see it. */
export interface Order {
  readonly id: string;
  /** Minor units. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  readonly description?: string | undefined;
  readonly state: OrderState;
  /** `add-card`: a card is to be confirmed, and nothing to be charged. */
  readonly purpose?: 'pay' | 'add-card' | undefined;
  /** How it can be paid, in the order in which they are shown. */
  readonly methods: readonly OfferedMethod[];
  /** What is still needed from the shopper beside the card. */
  readonly ask: readonly ShopperField[];
  /** The payment that a pending order waits for. Unfinished: no message has come, so the shopper can resume it. */
  readonly redirect?: { readonly method: string; readonly unfinished: boolean } | undefined;
}

export interface OfferedMethod {
  /** `card`, or the code of a method that the shopper is sent to. */
  readonly code: string;
  /** The shop's own name for it. */
  readonly name?: string | undefined;
  /** What it needs that the order lacks. */
  readonly ask?: readonly MethodField[] | undefined;
}

/** A payment with a method that the shopper is sent to. */
export interface RedirectInput {
  readonly method: string;
  readonly accountHolderName?: string;
  /** Two letters. */
  readonly country?: string;
}

/** A card as the shopper typed it. Held in memory for one payment, and handed to the backend only. */
export interface Card {
  /** Digits only. */
  readonly number: string;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Two digits. */
  readonly expiryYear: string;
  readonly securityCode: string;
  readonly fullName: string;
}

export interface Payer {
  readonly email?: string;
  readonly mobilePhone?: PhoneNumber;
  /** The country by its two letters. */
  readonly billingAddress?: Address;
}

/** What the version check says of a card. */
export type Preparation =
  | { readonly enrolled: false }
  | {
      readonly enrolled: true;
      readonly serverTransId: string;
      readonly method?: { readonly url: string; readonly data: string };
    };

export interface AuthenticationInput {
  readonly serverTransId?: string;
  readonly card: Card;
  readonly payer: Payer;
  readonly browserData: CollectedBrowserData;
  readonly methodUrlCompletion: MethodUrlCompletion;
  /** Further fields of the authentication request that only the page knows, with the interface's names. */
  readonly authentication?: PageExtras | undefined;
}

export interface AuthorizationInput {
  readonly serverTransId: string;
  readonly card: Card;
  readonly ended: ChallengeEnd;
  readonly cres?: string;
}

export type PaymentAnswer =
  | { readonly result: 'outcome'; readonly outcome: Outcome }
  | { readonly result: 'challenge'; readonly challenge: Challenge }
  | { readonly result: 'challenge-open' }
  /** `timeout`: the merchant's time limit for the authentication in the bank's app, in milliseconds. */
  | { readonly result: 'decoupled'; readonly timeout?: number }
  | { readonly result: 'redirect'; readonly url: string };

export interface Call {
  readonly signal: AbortSignal;
}

/** A call that moves money: the same key again is the same call, and gets the same answer. */
export interface MoneyCall extends Call {
  readonly idempotencyKey: string;
}

/**
 * The adapter: what the page needs of the merchant's backend (design: Contract of the adapter).
 * `fetchBackend` is the one that comes with the package. Each call rejects with a BackendError.
 */
export interface MerchantBackend {
  /** Absolute address of the page that stands between the checkout page and an ACS. */
  readonly framePage: string;
  /** The order; with `unless`, as soon as its state is another one, or after some time anyhow. */
  readOrder(order: string, call: Call & { readonly unless?: OrderState }): Promise<Order>;
  prepare(order: string, number: string, call: Call): Promise<Preparation>;
  authenticate(order: string, input: AuthenticationInput, call: MoneyCall): Promise<PaymentAnswer>;
  authorize(order: string, input: AuthorizationInput, call: MoneyCall): Promise<PaymentAnswer>;
  /** Where the shopper is to be sent; asked again, it is the same payment. */
  redirect(order: string, input: RedirectInput, call: MoneyCall): Promise<PaymentAnswer>;
}
