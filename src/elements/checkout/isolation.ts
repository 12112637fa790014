import type { PropertyValues } from 'lit';
import type { BackendClient } from '../../payment/backend-client/backend-client.js';
import { fetchBackend } from '../../payment/backend-client/fetch-backend.js';
import { loadedFetch } from '../../payment/backend-client/loaded-fetch.js';
import type { Clock } from '../../payment/clock.js';

/** True when the card fields are in a frame of the backend: by the wish of the page, or because of another origin. */
export function isIsolatedAt(backend: string, wanted: 'inline' | 'isolated' | undefined): boolean {
  if (wanted === 'inline' || wanted === 'isolated') return wanted === 'isolated';
  return new URL(backend, document.baseURI).origin !== location.origin;
}

/**
 * Returns the client of a checkout. Calls with card data go through the frame, if there is one by then: not through a
 * client of the page, which has the other calls.
 */
export function checkoutClient(
  {
    adapter,
    backend,
    clock,
  }: { readonly adapter: BackendClient | undefined; readonly backend: string; readonly clock: Clock },
  frame: () => typeof globalThis.fetch | undefined,
): BackendClient {
  if (adapter && !frame()) return adapter;
  const client = fetchBackend(backend, { clock, fetch: (input, init) => (frame() ?? loadedFetch)(input, init) });
  return adapter ? withoutCardCalls(adapter, client) : client;
}

/** Returns a client of the page for the calls without card data. Those with card data are made by the other client. */
function withoutCardCalls(page: BackendClient, other: BackendClient): BackendClient {
  return {
    ...other,
    framePage: page.framePage,
    readOrder: (order, call) => page.readOrder(order, call),
    redirect: (order, input, call) => page.redirect(order, input, call),
  };
}

/**
 * From the first character of a card on, the client stays, and a card is not sent to another backend. It slows a
 * skimmer down and is no boundary (docs/security.md).
 */
export function keepCardFrom<Host extends { adapter: BackendClient | undefined; readonly backend: string }>(
  host: Host,
  changed: PropertyValues<Host>,
  forgetCard: () => void,
): void {
  if (changed.has('adapter')) {
    host.adapter = changed.get('adapter');
    changed.delete('adapter');
  }
  if (changed.has('backend')) forgetCard();
}
