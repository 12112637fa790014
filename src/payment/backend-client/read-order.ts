import { outcomeOf, type Outcome } from '../outcome.js';
import { retryWhileTransient, type Repetition } from './answered-calls.js';
import type { BackendClient, Order } from './backend-client.js';
import { BackendError } from './backend-error.js';

export interface OrderReading extends Repetition {
  readonly backend: BackendClient;
  readonly order: string;
  readonly signal: AbortSignal;
}

/** Reads the order. An order that does not exist is an outcome; any other failure rejects, unless it is transient. */
export async function readOrderOrOutcome({
  backend,
  order: id,
  ...repetition
}: OrderReading): Promise<{ readonly order: Order } | { readonly order?: undefined; readonly outcome: Outcome }> {
  try {
    const order = await retryWhileTransient(() => backend.readOrder(id, { signal: repetition.signal }), repetition);
    return { order };
  } catch (error) {
    if (error instanceof BackendError && error.fault.kind === 'problem' && error.fault.code === 'order-not-found')
      return { outcome: outcomeOf('order-not-found', { id, state: 'open' }) };
    throw error;
  }
}
