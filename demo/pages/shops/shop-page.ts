import 'scudo-checkout';
import type { ScudoCheckout } from 'scudo-checkout';
import { createOrder, newReference } from '../shared/shop-client.js';

/**
 * Opens the checkout of a shop's page with the order of the address, or else with a new one. The address then has the
 * new one, so that a reload shows the same order.
 */
export async function openCheckout(order: object): Promise<ScudoCheckout> {
  const checkout = document.querySelector('scudo-checkout')!;
  const query = new URLSearchParams(location.search);
  try {
    const id = query.get('order') ?? (await createOrder({ reference: newReference(), ...order }));
    query.set('order', id);
    history.replaceState(null, '', `?${query.toString()}`);
    checkout.order = id;
  } catch (error) {
    document.querySelector('.wrong')!.textContent = `The order was not created: ${(error as Error).message}`;
  }
  return checkout;
}
