import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import type { OrderLine } from '../../protocol/values/amount.js';
import type { MethodField, RedirectValues } from '../../protocol/redirect/redirect-fields.js';
import type { WirePageExtras } from '../../protocol/three-d-secure/authentication-extras.js';
import type { ChallengeEnd } from '../../protocol/adapter/adapter-requests.js';
import type { MethodUrlCompletion } from '../../protocol/three-d-secure/three-d-secure-values.js';
import type { BrowserData } from '../../three-d-secure/browser-data.js';
import type { Challenge } from '../../three-d-secure/challenge-frame.js';
import type { OrderState, Outcome } from '../outcome.js';

/** An order as the page may see it. */
export interface Order {
  /** The id of the order. */
  readonly id: string;
  /** The amount in minor units, digits only: `1999` is 19.99 EUR. */
  readonly amount: string;
  /** The currency as an alphabetic code (ISO 4217), such as `EUR`. */
  readonly currency: string;
  /** Decimals of the amount. Default: those of ISO 4217. */
  readonly exponent?: number | undefined;
  /** The shop's own number for the order, which the shopper sees. The id of the order is a secret. */
  readonly reference?: string | undefined;
  /** The shop's text about the order. */
  readonly description?: string | undefined;
  /** The parts of the amount, whose sum it is. */
  readonly lines?: readonly OrderLine[] | undefined;
  /** Another text after each change of the order by the shop. */
  readonly revision?: string | undefined;
  /** The state of the order at the backend (docs/orders.md). */
  readonly state: OrderState;
  /** The order is open or failed, and takes no payment at the moment. */
  readonly suspended?: boolean | undefined;
  /** `add-card`: a card is to be confirmed, and nothing to be charged. */
  readonly purpose?: 'pay' | 'add-card' | undefined;
  /** The payment methods, in display order. */
  readonly methods: readonly OrderMethod[];
  /** Fields that the shopper has to fill in beside the card. */
  readonly ask: readonly ShopperField[];
  /** The country that the shop knows (ISO 3166-1 alpha-2), for fields that the shopper fills in. */
  readonly country?: string | undefined;
  /**
   * The redirect payment that a pending order waits for, or that the shopper of an open or failed order may have begun.
   * `id` names it in `replaces`. `unfinished`: no message has come, so the shopper can resume it.
   */
  readonly redirect?:
    | { readonly id?: string | undefined; readonly method: string; readonly unfinished: boolean }
    | undefined;
  /**
   * The amount that the shop has charged in the end, in minor units: captured, less refunded. Absent while something is
   * left to capture, and when it is the amount of the order.
   */
  readonly charged?: string | undefined;
  /** The address of the frame with the card fields; there when the backend accepts card data from it only. */
  readonly cardFrame?: string | undefined;
  /** The code of the redirect payment method that paid the order. */
  readonly paidWith?: string | undefined;
  /** The time of the payment that paid the order (ISO 8601), if that is known. */
  readonly paidAt?: string | undefined;
  /** The origin of the backend's `publicUrl`, to which the issuer sends its notifications. */
  readonly notificationOrigin?: string | undefined;
  /**
   * The backend's time when it received the call (ISO 8601), by which expiry dates are judged. Default: the device's
   * clock.
   */
  readonly now?: string | undefined;
}

/** A payment method of an order. */
export interface OrderMethod {
  /** `card`, or the code of a redirect payment method. */
  readonly code: string;
  /** The name that the shop gives the method. */
  readonly name?: string | undefined;
  /** Fields that the method needs and the order does not have. */
  readonly ask?: readonly MethodField[] | undefined;
  /**
   * The brands of cards that the shop takes, for `card` only: `visa`, `mastercard`, `amex`, `diners`, `discover` and
   * `jcb`. Absent: all six. A number of another brand is not sent: its payment ends as `card-not-supported`.
   */
  readonly brands?: readonly string[] | undefined;
}

/** The input of a redirect payment: the method, and the fields that it asks for (`OrderMethod.ask`). */
export interface RedirectInput extends RedirectValues {
  /** The code of the payment method, as in `Order.methods`. */
  readonly method: string;
}

/** A card as the shopper typed it. It is kept in memory for one payment and sent to the backend only. */
export interface Card {
  /** The card number, digits only. */
  readonly number: string;
  /** Two digits, such as `04`. */
  readonly expiryMonth: string;
  /** Two digits, such as `27`. */
  readonly expiryYear: string;
  /** Three digits, or four for American Express. */
  readonly securityCode: string;
  /** The name on the card, with 2 to 45 characters. */
  readonly fullName: string;
}

/**
 * Data about the shopper that the order asked for (`Order.ask`). Data that the order has already comes from the
 * backend.
 */
export interface PayerInput {
  /** The e-mail address, if the order asks for `email`. */
  readonly email?: string;
  /** The phone number, if the order asks for `mobile_phone`. */
  readonly mobilePhone?: PhoneInput;
  /** The billing address, if the order asks for `billing_address`. */
  readonly billingAddress?: AddressInput;
}

/** A phone number, digits only. */
export interface PhoneInput {
  /** The calling code without `+`, such as `44`. */
  readonly countryCode: string;
  /** The number without the calling code and without a trunk prefix, such as the leading zero in the United Kingdom. */
  readonly subscriberNumber: string;
}

/** A billing address. */
export interface AddressInput {
  /** The first line, at most 50 characters, as the other lines. */
  readonly line1: string;
  /** The second line. */
  readonly line2?: string;
  /** The third line. */
  readonly line3?: string;
  /** The city, at most 50 characters. */
  readonly city: string;
  /** The postal code, at most 16 characters. Absent in countries without postcodes. */
  readonly postalCode?: string;
  /** The state or province without the country, at most 3 characters (ISO 3166-2). */
  readonly state?: string;
  /** Two letters (ISO 3166-1 alpha-2). */
  readonly country: string;
}

/**
 * The result of the version check: whether the card is enrolled in 3-D Secure 2, and the data of the method step if the
 * ACS has one.
 */
export type VersionCheckResult =
  /** The card is not enrolled. */
  | { readonly enrolled: false }
  | {
      readonly enrolled: true;
      /** The transaction identifier of the authentication. */
      readonly serverTransId: string;
      /** The ACS's method URL and the data to post there; absent when the ACS has no method step. */
      readonly method?: { readonly url: string; readonly data: string } | undefined;
    };

type WireOrderExtras = NonNullable<WirePageExtras['order']>;

/**
 * Fields of the authentication request that a page may add, if the backend's option `authenticationFieldsFromPage`
 * names them.
 */
export interface PageExtras {
  /** Choices that the shopper makes on the page. */
  readonly order?: {
    /** The address to which electronic goods are sent. */
    readonly deliveryEmail?: string;
    /** The time until delivery, such as `SAME_DAY`. */
    readonly deliveryTimeframe?: WireOrderExtras['delivery_timeframe'];
    /** The way of delivery, such as `STORE_PICKUP`. */
    readonly shippingMethod?: WireOrderExtras['shipping_method'];
    /** The number of gift cards in the order. */
    readonly giftCardCount?: WireOrderExtras['gift_card_count'];
    /** The currency of the gift cards, as an alphabetic code (ISO 4217). */
    readonly giftCardCurrency?: string;
    /** The value of all gift cards, in minor units. */
    readonly giftCardAmount?: string;
    /** The goods are available now or later. */
    readonly preorderIndicator?: WireOrderExtras['preorder_indicator'];
    /** The date from which preordered goods are available, as `2026-11-20`. */
    readonly preorderAvailabilityDate?: string;
  };
}

/** The input of an authentication. */
export interface AuthenticationInput {
  /** The transaction identifier of the version check; absent for a card that is not enrolled. */
  readonly serverTransId?: string | undefined;
  /** The card to pay with. */
  readonly card: Card;
  /** The data about the shopper that the order asked for. */
  readonly payer: PayerInput;
  /** The data of the browser for the issuer. */
  readonly browserData: BrowserData;
  /** The result of the method step: `YES`, `NO` after 10 s, `UNAVAILABLE` without one. */
  readonly methodUrlCompletion: MethodUrlCompletion;
  /** Further fields of the authentication request that only the page knows. */
  readonly authentication?: PageExtras | undefined;
  /** The `revision` of the order that the shopper sees. Another order is not paid: `order-changed`. */
  readonly revision?: string | undefined;
}

/**
 * The input of the call after a challenge. The backend reads the result from the gateway, and authorizes on success.
 */
export interface AuthorizationInput {
  /** The transaction identifier of the authentication. */
  readonly serverTransId: string;
  /** The same card again: the backend keeps none. */
  readonly card: Card;
  /** The way in which the challenge ended in the page. It decides nothing. */
  readonly ended: ChallengeEnd;
  /** The encoded CRes of the notification, if there was one. */
  readonly cres?: string | undefined;
}

/** The answer to a call that can move money: its outcome, or the next step. */
export type BackendAnswer =
  /** The end of the payment. */
  | { readonly result: 'outcome'; readonly outcome: Outcome }
  /** The issuer requires a challenge. */
  | { readonly result: 'challenge'; readonly challenge: Challenge }
  /** The challenge has not ended yet. */
  | { readonly result: 'challenge-open' }
  /** The issuer authenticates in its own app. `timeout`: the merchant's time limit for it, in milliseconds. */
  | { readonly result: 'decoupled'; readonly timeout?: number | undefined }
  /** The address to which the shopper is redirected. */
  | { readonly result: 'redirect'; readonly url: string };

/** The options of each call. */
export interface Call {
  /** Aborts the call. */
  readonly signal: AbortSignal;
}

/** A call that may replace an unfinished redirect payment. */
export interface ReplacingCall extends Call {
  /**
   * The id of that payment, as in `Order.redirect`. Without it the backend refuses another payment (`order-not-open`),
   * because the shopper may be paying in another tab. A call of the same method resumes the payment.
   */
  readonly replaces?: string | undefined;
}

/** A call about the order as the shopper sees it. */
export interface RevisedCall extends Call {
  /** The `revision` of that order. Another order is not paid: `order-changed`. */
  readonly revision?: string | undefined;
}

/** A call that can move money. The same key again is the same call and gets the same answer. */
export interface MoneyCall extends Call {
  /** The value of the header `Idempotency-Key`. */
  readonly idempotencyKey: string;
}

/**
 * The client of the merchant's backend. `fetchBackend` returns the package's own. Implement the interface to reach a
 * backend in another way, or to change calls in a test. Each call rejects with a `BackendError`, or with the reason of
 * its signal.
 *
 * @example
 * import { createCheckout, fetchBackend, framesIn, type BackendClient } from 'scudo-checkout/payment';
 *
 * const http = fetchBackend('/scudo');
 * const measured: BackendClient = {
 *   ...http,
 *   async authenticate(order, input, call) {
 *     const start = performance.now();
 *     const answer = await http.authenticate(order, input, call);
 *     console.log(`${answer.result} after ${performance.now() - start} ms`);
 *     return answer;
 *   },
 * };
 * createCheckout({ backend: measured, order: 'A1', frames: framesIn(document.body) });
 */
export interface BackendClient {
  /** The absolute address of the page that contains the ACS frames. */
  readonly framePage: string;
  /**
   * Reads the order. With `unless` it resolves when the order has another state, or when the backend stops waiting.
   * @throws {BackendError} when the order does not exist (`order-not-found`) or the call fails
   */
  readOrder(order: string, call: Call & { readonly unless?: OrderState | undefined }): Promise<Order>;
  /**
   * Makes the version check, the first call of the preparation.
   * @param number the card number, digits only
   */
  checkVersion(order: string, number: string, call: ReplacingCall): Promise<VersionCheckResult>;
  /** Authenticates the shopper, and authorizes the payment if the issuer approves at once. */
  authenticate(order: string, input: AuthenticationInput, call: MoneyCall): Promise<BackendAnswer>;
  /** Reads the result of a challenge, and authorizes the payment if it succeeded. */
  authorize(order: string, input: AuthorizationInput, call: MoneyCall): Promise<BackendAnswer>;
  /** Starts a redirect payment, or resumes the unfinished one of the same method. */
  redirect(order: string, input: RedirectInput, call: MoneyCall & ReplacingCall & RevisedCall): Promise<BackendAnswer>;
}
