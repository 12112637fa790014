import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import type { FlagKind } from './history.js';
import type { OrderEventType } from './order-event.js';

/** A change that `onOrderChanged` receives. */
export type OrderChange = StateChange | FlagChange | ConfirmedChange;

interface Change {
  /** Random, drawn once when the change is stored, and the same for each delivery of this change. */
  readonly id: string;
  /** Number of the change within its order, from 1. */
  readonly sequence: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Gateway order id of the attempt that caused the change. */
  readonly attempt?: string;
}

/** Change of the state of an order. */
export interface StateChange extends Change {
  readonly kind: 'state';
  /** The event of the table of order states. */
  readonly event: OrderEventType;
  /** The state before. */
  readonly from: OrderState;
  /** The state afterwards. */
  readonly to: OrderState;
}

/** A new flag: a fact that needs a person's attention. The state did not change. */
export interface FlagChange extends Change {
  readonly kind: 'flag';
  /** The kind of the flag. */
  readonly flag: FlagKind;
}

/**
 * The payments report has confirmed a payment whose flag was `unconfirmed`, and the flag is gone. The state did not
 * change.
 */
export interface ConfirmedChange extends Change {
  readonly kind: 'confirmed';
  /** Gateway order id of the payment. */
  readonly attempt: string;
}
