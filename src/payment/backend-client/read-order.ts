import { outcomeOf, type Outcome } from '../outcome.js';
import { retryWhileTransient, type Repetition } from './answered-calls.js';
import type { BackendClient, Order } from './backend-client.js';
import { isProblem } from './backend-error.js';

export interface OrderReading extends Repetition {
  readonly backend: BackendClient;
  readonly order: string;
}

/** Reads the order. An order that does not exist is an outcome; any other failure rejects, unless it is transient. */
export async function readOrderOrOutcome(
  reading: OrderReading,
  signal: AbortSignal,
): Promise<{ readonly order: Order } | { readonly order?: undefined; readonly outcome: Outcome }> {
  const { backend, order: id } = reading;
  try {
    return { order: await retryWhileTransient(() => backend.readOrder(id, { signal }), reading, signal) };
  } catch (error) {
    if (isProblem(error, 'order-not-found')) return { outcome: outcomeOf('order-not-found', { id, state: 'open' }) };
    throw error;
  }
}
