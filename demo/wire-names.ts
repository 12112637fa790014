import type { NewOrder, ShopView } from 'scudo-checkout/server';

type SnakeName<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeName<Tail>}`
    : `_${Lowercase<Head>}${SnakeName<Tail>}`
  : Name;

/** A value of the backend's API with the names of the shop's own HTTP API. */
export type Wire<Value> = Value extends string
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value as Key extends string ? SnakeName<Key> : never]: Wire<Value[Key]> }
      : Value;

/** The fields of an order. The shop's HTTP API ignores others, which the backend would refuse. */
const ORDER_FIELDS: readonly string[] = Object.keys({
  key: true,
  id: true,
  reference: true,
  amount: true,
  currency: true,
  description: true,
  lines: true,
  payer: true,
  methods: true,
  accountHolderName: true,
  country: true,
  descriptor: true,
  comments: true,
  shippingAddress: true,
  challengeRequestIndicator: true,
  exemptStatus: true,
  policies: true,
  authentication: true,
  expiresAt: true,
  purpose: true,
} satisfies Record<keyof NewOrder, true>);

/** Returns the order of a request body. The backend checks its fields. */
export function newOrderOf(body: Readonly<Record<string, unknown>>): NewOrder {
  const { amount } = body;
  // The shop accepts a number of minor units as well as a string.
  const amountText = typeof amount === 'number' ? { amount: String(amount) } : {};
  const order = renamed({ description: 'One fine coin', ...body, ...amountText }, camelName) as NewOrder;
  return Object.fromEntries(Object.entries(order).filter(([name]) => ORDER_FIELDS.includes(name))) as NewOrder;
}

/** Returns an order as the shop's HTTP API shows it. */
export function wireOrderOf(order: ShopView): Wire<ShopView> {
  return renamed(order, snakeName) as Wire<ShopView>;
}

const camelName = (name: string) => name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase());
const snakeName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Scheme-specific data of a message extension, whose names belong to the scheme. */
const OPAQUE = 'data';

function renamed(value: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [nameOf(name), name === OPAQUE ? inner : renamed(inner, nameOf)]),
  );
}
