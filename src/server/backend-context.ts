import type { ShopperField } from '../protocol/adapter-answers.js';
import type { Gateway } from './gateway/gateway.js';
import type { OrderBook } from './orders/order-book.js';
import type { OrderRecord } from './orders/order-record.js';
import type { Policies } from './orders/policies.js';

/** What the routes of one backend share. */
export interface BackendContext {
  readonly book: OrderBook;
  readonly gateway: Gateway;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Origins of the checkout pages. */
  readonly pages: readonly string[];
  /** The shop's page for an order whose shopper has come back. */
  readonly returnPage: (orderId: string) => string;
  readonly merchantContactUrl: string;
  readonly autosettle: boolean;
  readonly policies: (order: OrderRecord) => Policies;
  readonly ask: (order: OrderRecord) => readonly ShopperField[];
  /** How long a call waits for another one of the same order, in milliseconds. */
  readonly patience: number;
  /** Asks the gateway about an order in doubt, now and then. */
  readonly lookUp: (record: OrderRecord) => Promise<OrderRecord>;
  readonly now: () => Date;
  /** Waits of the backend's own, in milliseconds; a parameter so that tests need none. */
  readonly pause: (ms: number) => Promise<void>;
}

/** What a route needs of the request beside its body. */
export interface Client {
  readonly ip: string;
  readonly accept: string;
  readonly language: string | undefined;
  readonly userAgent: string | undefined;
}
