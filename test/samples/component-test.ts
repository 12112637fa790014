// @vitest-environment jsdom
import 'scudo-checkout';
import type { BackendClient } from 'scudo-checkout/payment';

/** Renders a checkout without a browser, with a scripted client. */
export async function rendered(client: BackendClient) {
  // #region component
  const checkout = document.createElement('scudo-checkout');
  checkout.adapter = client; // the calls of a backend, scripted by your test
  checkout.order = '9f1c4d5e-6a7b-4c8d-9e0f-1a2b3c4d5e6f';
  document.body.append(checkout);
  await checkout.updateComplete;
  // #endregion
  return checkout;
}
