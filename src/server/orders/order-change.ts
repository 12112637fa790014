import type { OrderState } from '../../protocol/outcome.js';
import type { FlagKind } from './history.js';
import type { OrderEventType } from './order-state.table.js';

/** A change that `onOrderChanged` receives. */
export type OrderChange = StateChange | FlagChange;

interface Change {
  /** Unique, and the same for each delivery of this change. */
  readonly id: string;
  /** 1 for the first change of the order, then counted up. */
  readonly sequence: number;
  readonly at: string;
  /** The gateway order id of the attempt it is about. */
  readonly attempt?: string;
}

/** The order went from one state to another. */
export interface StateChange extends Change {
  readonly kind: 'state';
  readonly event: OrderEventType;
  readonly from: OrderState;
  readonly to: OrderState;
}

/** Something happened that a person has to look at. The state did not change. */
export interface FlagChange extends Change {
  readonly kind: 'flag';
  readonly flag: FlagKind;
}
