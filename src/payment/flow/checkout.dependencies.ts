import type { FrameEnvironment } from '../../three-d-secure/acs-frame.js';
import type { BackendClient, Order } from '../backend-client/backend-client.js';
import type { Clock } from '../clock.js';
import type { CheckoutContext } from './checkout.context.js';
import type { CheckoutEvent } from './checkout.events.js';
import type { CheckoutStates } from './checkout.states.js';
import type { TaskEvents } from './states.js';
import type { Tasks } from './tasks.js';

/** The intervals of repeated calls, in milliseconds. */
export interface CheckoutIntervals {
  /** Between reads of an authentication in the issuer's app, or of an open challenge. Default: 2,000. */
  readonly issuer: number;
  /** Minimum between requests for the final status, to a backend that does not hold them. Default: 1,000. */
  readonly status: number;
  /** Before the next request for the final status after errors, by their number. Default: 1 s, doubling up to 15 s. */
  readonly statusRetry: (errors: number) => number;
  /**
   * The longest time that an answer can make the page wait for the next request for the final status. Default: 60,000.
   */
  readonly statusLongest: number;
  /** Before the next try of a call without an answer, by the tries before. Default: 1 s, doubling up to 8 s. */
  readonly retry: (tries: number) => number;
}

export const INTERVALS: CheckoutIntervals = {
  issuer: 2000,
  status: 1000,
  statusRetry: (errors) => Math.min(1000 * 2 ** errors, 15_000),
  statusLongest: 60_000,
  retry: (tries) => Math.min(1000 * 2 ** tries, 8000),
};

/** The dependencies that all tasks share. */
export interface CheckoutDependencies {
  readonly backend: BackendClient;
  readonly order: string;
  /** Returns the order as it was read last, for when it cannot be read. */
  readonly lastOrder: () => Order | undefined;
  /** Receives that another payment of the order has begun, before the order is read. */
  readonly onRival: () => void;
  readonly clock: Clock;
  readonly intervals: CheckoutIntervals;
}

/** Returns the environment of the frames for the order as it was read. */
export type FrameEnvironmentOf = (order: Order | undefined) => FrameEnvironment;

/** The implementation of the tasks of a part of the checkout's table. */
export type CheckoutTasks<Sends extends TaskEvents> = Tasks<Sends, CheckoutStates, CheckoutEvent, CheckoutContext>;
