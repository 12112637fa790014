import type { BrandCode } from '../../../protocol/values/card-scheme.js';

/** A payment method that an order offers. */
export interface MethodOffer {
  /** `card`, or the gateway's code of a redirect payment method, such as `testpay`. */
  readonly code: string;
  /** The shop's own name for it. Default: the code's usual name. */
  readonly name?: string;
  /**
   * The brands of cards that the shop takes, for `card` only: `visa`, `mastercard`, `amex`, `diners`, `discover` and
   * `jcb`. The form shows them in this order. The backend refuses other cards before it calls the gateway
   * (`card-not-supported`). Default: for an order those of the backend's `methods`, otherwise all six.
   */
  readonly brands?: readonly BrandCode[];
}

export const CARD_ONLY: readonly MethodOffer[] = [{ code: 'card' }];

/** Returns the methods of an order. A card without brands has those of the backend's methods. */
export function withDefaultBrands(
  methods: readonly MethodOffer[],
  defaults: readonly MethodOffer[],
): readonly MethodOffer[] {
  const brands = defaults.find(({ code }) => code === 'card')?.brands;
  if (!brands) return methods;
  return methods.map((method) => (method.code === 'card' ? { ...method, brands: method.brands ?? brands } : method));
}
