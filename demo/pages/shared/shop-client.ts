import type { Basket, PricedBasket } from '../../basket-api.js';
import { shopAddress } from './shop-address.js';

/** An order, as the demo shop shows it to its pages. */
export interface ShopOrder {
  readonly id: string;
  /** The shop's own number for the order. */
  readonly reference?: string;
  readonly state: string;
  readonly liability_shift: boolean | null;
  readonly authentication: { readonly eci?: string } | null;
}

export interface DemoFacts {
  readonly sandbox: string;
  readonly test_cards: readonly { readonly number: string; readonly label: string }[];
}

/** A message of the sandbox’s log, with masked card data. */
export interface LoggedMessage {
  readonly at: string;
  readonly kind: string;
  readonly request: unknown;
  readonly response: unknown;
  readonly http_status?: number;
}

/** Part of `custom-elements.json`. */
export interface ElementManifest {
  readonly modules: readonly {
    readonly declarations?: readonly {
      readonly tagName?: string;
      readonly cssProperties?: readonly {
        readonly name: string;
        readonly description?: string;
        readonly default?: string;
      }[];
      readonly cssParts?: readonly { readonly name: string; readonly description?: string }[];
      readonly slots?: readonly { readonly name: string; readonly description?: string }[];
    }[];
  }[];
}

async function json<Body>(address: string, init?: RequestInit): Promise<Body> {
  return bodyOf<Body>(address, await fetch(shopAddress(address), init));
}

/** An answer of the shop that is no success. */
export class ShopError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function bodyOf<Body>(address: string, response: Response): Promise<Body> {
  const { ok, status } = response;
  if (!ok) {
    const { title } = (await response.json().catch(() => ({}))) as { title?: string };
    throw new ShopError(title ?? `The shop answered ${status} to /${address}`, status);
  }
  return (await response.json()) as Body;
}

/** Returns a number for a new order, as a shop counts its orders. */
export const newReference = () => `SO-${Math.floor(1000 + Math.random() * 9000)}`;

export async function createOrder(order: object): Promise<string> {
  const { id } = await json<{ id: string }>('shop/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  return id;
}

const basketAddress = (shop: string, order: string) => `shop/baskets/${shop}/${encodeURIComponent(order)}`;

const sendBasket = (method: string, address: string, basket: Basket) =>
  json<PricedBasket>(address, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(basket),
  });

export const createBasket = (shop: string, basket: Basket) => sendBasket('POST', `shop/baskets/${shop}`, basket);

/** Changes the order of a basket. */
export const updateBasket = (shop: string, order: string, basket: Basket) =>
  sendBasket('PUT', basketAddress(shop, order), basket);

/** Reads the basket of an order. Rejects with a `ShopError` of the status 404 for an order of another shop. */
export const readBasket = (shop: string, order: string) => json<PricedBasket>(basketAddress(shop, order));

/** Reads an order; undefined for an unknown one. */
export async function readOrder(id: string): Promise<ShopOrder | undefined> {
  const address = `shop/orders/${encodeURIComponent(id)}`;
  const response = await fetch(shopAddress(address));
  return response.status === 404 ? undefined : bodyOf<ShopOrder>(address, response);
}

/** A fault that waits for the next call of its kind, or disturbs all of them. */
export interface ArmedFault {
  readonly call: string;
  readonly fault: string;
  readonly lasting: boolean;
}

/** A call of an order that was disturbed. */
export interface Disturbance {
  /** The time, in milliseconds. */
  readonly at: number;
  readonly call: string;
  readonly fault: string;
}

/** The faults of an order, and those to choose from. Names are those of docs/faults.md. */
export interface OrderFaults {
  readonly hops: readonly {
    readonly hop: string;
    readonly calls: readonly {
      readonly id: string;
      readonly name: string;
      /** The moment of the call. */
      readonly made: string;
      readonly faults: readonly string[];
    }[];
  }[];
  readonly armed?: ArmedFault;
  readonly disturbed: readonly Disturbance[];
}

const faultsAddress = (order: string) => `shop/faults/${encodeURIComponent(order)}`;

export const readFaults = (order: string) => json<OrderFaults>(faultsAddress(order));

/** Sets the fault of an order; undefined removes it. */
export const armFault = (order: string, fault: ArmedFault | undefined) =>
  json<OrderFaults>(faultsAddress(order), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault ?? {}),
  });

export const demoFacts = () => json<DemoFacts>('shop/demo');

/** Returns the messages of an order that have reached gateway and issuer so far. */
export const messagesOf = (id: string) => json<LoggedMessage[]>(`shop/messages?order=${encodeURIComponent(id)}`);

/** Reads the manifest of the package's elements. */
export const readManifest = () => json<ElementManifest>('custom-elements.json');
