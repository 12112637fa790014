import type { MethodField, ShopperField } from '../../protocol/adapter-answers.js';
import type { CollectedBrowserData } from '../../protocol/browser-data.js';
import type { PageExtras } from '../../protocol/authentication-extras.js';
import type { ChallengeEnd } from '../../protocol/adapter-requests.js';
import type { MethodUrlCompletion } from '../../protocol/three-d-secure-values.js';
import type { Challenge } from '../../three-d-secure/challenge-frame.js';
import type { OrderState, Outcome } from '../outcome.js';

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
  /** The payment methods, in display order. */
  readonly methods: readonly OrderMethod[];
  /** Fields that the shopper has to fill in beside the card. */
  readonly ask: readonly ShopperField[];
  /** The payment that a pending order waits for. Unfinished: no message has come, so the shopper can resume it. */
  readonly redirect?: { readonly method: string; readonly unfinished: boolean } | undefined;
}

export interface OrderMethod {
  /** `card`, or the code of a redirect payment method. */
  readonly code: string;
  /** The shop's own name for it. */
  readonly name?: string | undefined;
  /** Fields that the method needs and the order does not have. */
  readonly ask?: readonly MethodField[] | undefined;
}

/** The input of a redirect payment. */
export interface RedirectInput {
  readonly method: string;
  readonly accountHolderName?: string;
  /** Two letters. */
  readonly country?: string;
}

/** A card as the shopper typed it. It is kept in memory for one payment and sent to the backend only. */
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

export interface PayerInput {
  readonly email?: string;
  readonly mobilePhone?: PhoneInput;
  readonly billingAddress?: AddressInput;
}

/** A phone number, digits only. */
export interface PhoneInput {
  /** The calling code without `+`, such as `44`. */
  readonly countryCode: string;
  /** The number without the calling code and without a leading zero. */
  readonly subscriberNumber: string;
}

/** A billing address. */
export interface AddressInput {
  readonly line1: string;
  readonly line2?: string;
  readonly line3?: string;
  readonly city: string;
  readonly postalCode: string;
  /** The state or province without the country, at most 3 characters (ISO 3166-2). */
  readonly state?: string;
  /** Two letters (ISO 3166-1 alpha-2). */
  readonly country: string;
}

/** The result of the version check. */
export type VersionCheckResult =
  | { readonly enrolled: false }
  | {
      readonly enrolled: true;
      readonly serverTransId: string;
      readonly method?: { readonly url: string; readonly data: string };
    };

export interface AuthenticationInput {
  readonly serverTransId?: string;
  readonly card: Card;
  readonly payer: PayerInput;
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

export type BackendAnswer =
  | { readonly result: 'outcome'; readonly outcome: Outcome }
  | { readonly result: 'challenge'; readonly challenge: Challenge }
  | { readonly result: 'challenge-open' }
  /** `timeout`: the merchant's time limit for the authentication in the bank's app, in milliseconds. */
  | { readonly result: 'decoupled'; readonly timeout?: number }
  | { readonly result: 'redirect'; readonly url: string };

export interface Call {
  readonly signal: AbortSignal;
}

/** A call that can move money. The same key again is the same call and gets the same answer. */
export interface MoneyCall extends Call {
  readonly idempotencyKey: string;
}

/**
 * The adapter to the merchant's backend. `fetchBackend` is the implementation of the package. Each call rejects with a
 * BackendError.
 */
export interface BackendClient {
  /** Absolute address of the page that contains the ACS frames. */
  readonly framePage: string;
  /** Reads the order. With `unless` it resolves when the state is another one, or after some time. */
  readOrder(order: string, call: Call & { readonly unless?: OrderState }): Promise<Order>;
  checkVersion(order: string, number: string, call: Call): Promise<VersionCheckResult>;
  authenticate(order: string, input: AuthenticationInput, call: MoneyCall): Promise<BackendAnswer>;
  authorize(order: string, input: AuthorizationInput, call: MoneyCall): Promise<BackendAnswer>;
  /** Starts a redirect payment, or resumes the unfinished one of the same method. */
  redirect(order: string, input: RedirectInput, call: MoneyCall): Promise<BackendAnswer>;
}
