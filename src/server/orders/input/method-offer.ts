/** A payment method that an order offers. */
export interface MethodOffer {
  /** `card`, or the gateway's code of a redirect payment method, such as `testpay`. */
  readonly code: string;
  /** The shop's own name for it. Default: the code's usual name. */
  readonly name?: string;
}

export const CARD_ONLY: readonly MethodOffer[] = [{ code: 'card' }];
