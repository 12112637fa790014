import { shopAddress } from './shop-address.js';

/** An order, as the demo shop shows it to its pages. */
export interface ShopOrder {
  readonly id: string;
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

async function bodyOf<Body>(address: string, response: Response): Promise<Body> {
  if (!response.ok)
    throw new Error(
      ((await response.json().catch(() => ({}))) as { title?: string }).title ??
        `The shop answered ${response.status} to /${address}`,
    );
  return (await response.json()) as Body;
}

export async function createOrder(order: object): Promise<string> {
  const { id } = await json<{ id: string }>('shop/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  return id;
}

/** Reads an order; undefined for an unknown one. */
export async function readOrder(id: string): Promise<ShopOrder | undefined> {
  const address = `shop/orders/${encodeURIComponent(id)}`;
  const response = await fetch(shopAddress(address));
  return response.status === 404 ? undefined : bodyOf<ShopOrder>(address, response);
}

/** The fault that waits for the next call, and those to choose from. */
export interface FaultChoice {
  /** The words for each call, grouped by direction. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly faults: readonly string[];
  readonly switched?: { readonly call: string; readonly fault: string };
}

export const readFault = () => json<FaultChoice>('shop/fault');

/** Sets the fault; an empty one removes it. */
export const switchFault = (fault: NonNullable<FaultChoice['switched']> | Record<string, never>) =>
  json<FaultChoice>('shop/fault', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });

export const demoFacts = () => json<DemoFacts>('shop/demo');

/** Returns the messages of an order that have reached gateway and issuer so far. */
export const messagesOf = (id: string) => json<LoggedMessage[]>(`shop/messages?order=${encodeURIComponent(id)}`);

/** Reads the manifest of the package's elements. */
export const readManifest = () => json<ElementManifest>('custom-elements.json');
