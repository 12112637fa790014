/** What the demo's pages ask of the demo shop. */
export interface ShopOrder {
  readonly id: string;
  readonly state: string;
  readonly liability_shift: boolean | null;
  readonly authentication: { readonly eci?: string } | null;
}

export interface LoggedMessage {
  readonly at: string;
  readonly kind: string;
  readonly request: unknown;
  readonly response: unknown;
}

export interface DemoFacts {
  readonly sandbox: string;
  readonly test_cards: readonly { readonly number: string; readonly label: string }[];
}

async function json<Body>(address: string, init?: RequestInit): Promise<Body> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`The shop answered ${response.status} to ${address}`);
  return (await response.json()) as Body;
}

export async function createOrder(order: object): Promise<string> {
  const { id } = await json<{ id: string }>('/shop/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) });
  return id;
}

export const readOrder = (id: string) => json<ShopOrder>(`/shop/orders/${encodeURIComponent(id)}`);

export const demoFacts = () => json<DemoFacts>('/shop/demo');

/** Shows the messages of an order as they come in, until aborted. */
export async function watchMessages(id: string, list: Element, signal: AbortSignal): Promise<void> {
  list.replaceChildren();
  while (!signal.aborted) {
    const messages = await json<LoggedMessage[]>(`/shop/messages?order=${encodeURIComponent(id)}`, { signal }).catch(() => []);
    if (signal.aborted) return;
    for (const message of messages.slice(list.childElementCount)) list.append(entry(message));
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function entry({ at, kind, request, response }: LoggedMessage): HTMLLIElement {
  const item = document.createElement('li');
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const text = document.createElement('pre');
  summary.textContent = `${at.slice(11, 19)} ${kind}`;
  text.textContent = `${JSON.stringify(request, null, 1)}\n→ ${JSON.stringify(response, null, 1)}`;
  details.append(summary, text);
  item.append(details);
  return item;
}
