/** The API of the shops' baskets, as their pages and their server know it. */

/** The largest quantity of one product in a basket. */
export const LARGEST_QUANTITY = 9;

export interface Address {
  readonly name: string;
  readonly line1: string;
  readonly postal_code: string;
  readonly city: string;
}

/** Quantities by product, and the address. */
export interface Basket {
  readonly items: Readonly<Record<string, number>>;
  readonly address: Address;
}

/** The order of a basket. Quantities and amounts are absent for an order that takes no payment any more. */
export interface PricedBasket {
  readonly id: string;
  readonly quantities: Basket['items'];
  /** Minor units by product. */
  readonly amounts: Readonly<Record<string, string>>;
  /** Minor units, with delivery and discounts. */
  readonly total: string;
}
