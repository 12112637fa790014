import type { LoggedMessage } from './studio/sequence.js';
import { themePropertiesIn } from './studio/theme-properties.js';

/** The calls of the demo's pages to the demo shop. */
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

async function json<Body>(address: string, init?: RequestInit): Promise<Body> {
  const response = await fetch(address, init);
  if (!response.ok)
    throw new Error(
      ((await response.json().catch(() => ({}))) as { title?: string }).title ??
        `The shop answered ${response.status} to ${address}`,
    );
  return (await response.json()) as Body;
}

export async function createOrder(order: object): Promise<string> {
  const { id } = await json<{ id: string }>('/shop/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  return id;
}

export const readOrder = (id: string) => json<ShopOrder>(`/shop/orders/${encodeURIComponent(id)}`);

export const demoFacts = () => json<DemoFacts>('/shop/demo');

/** Returns the messages of an order that have reached gateway and issuer so far. */
export const messagesOf = (id: string) => json<LoggedMessage[]>(`/shop/messages?order=${encodeURIComponent(id)}`);

/** Returns the custom properties of the package’s manifest. */
export const themeProperties = async () => themePropertiesIn(await json('/custom-elements.json'));
