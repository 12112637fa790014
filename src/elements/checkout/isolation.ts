import type { BackendClient } from '../../payment/backend-client/backend-client.js';

/** True when the card fields are in a frame of the backend: by the wish of the page, or because of another origin. */
export function isIsolatedAt(backend: string, wanted: 'inline' | 'isolated' | undefined): boolean {
  if (wanted === 'inline' || wanted === 'isolated') return wanted === 'isolated';
  return new URL(backend, document.baseURI).origin !== location.origin;
}

/** Returns a client of the page for the calls without card data. Those with card data are made by the other client. */
export function withoutCardCalls(page: BackendClient, other: BackendClient): BackendClient {
  return {
    ...other,
    framePage: page.framePage,
    readOrder: (order, call) => page.readOrder(order, call),
    redirect: (order, input, call) => page.redirect(order, input, call),
  };
}
