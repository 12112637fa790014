import type { ShopperField } from '../../protocol/adapter-answers.js';
import type { ProblemCode } from '../../protocol/problem-document.js';
import type { Gateway } from '../gateway/gateway.js';
import type { After } from '../gateway/gateway-options.js';
import type { RandomBytes } from './gateway-order-id.js';
import type { FlagKind } from './history.js';
import type { OrderBook } from './order-book.js';
import type { OrderRecord } from './order-record.js';
import type { Policies } from './policies.js';

/** Codes that `onProblem` receives: problems of a call, flags of an order, and rejected return messages. */
export type ReportCode = ProblemCode | FlagKind | 'return-not-believed' | 'listener-failed';

/** The parts of one backend that its modules share. */
export interface BackendContext {
  readonly book: OrderBook;
  readonly gateway: Gateway;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Origins of the checkout pages. */
  readonly pages: readonly string[];
  /** The shop's page for an order whose shopper has returned. */
  readonly returnPage: (orderId: string) => string;
  readonly merchantContactUrl: string;
  readonly autosettle: boolean;
  readonly policies: (order: OrderRecord) => Policies;
  readonly ask: (order: OrderRecord) => readonly ShopperField[];
  /** Maximum wait of a call for another call of the same order, in milliseconds. */
  readonly patience: number;
  /** Time after which a redirect payment that was never begun is set aside, in milliseconds. */
  readonly abandonRedirectsAfter: number;
  /** Time after which the amount of a refund that the report does not list is released, in milliseconds. */
  readonly releaseRefundsAfter: number;
  readonly randomBytes: RandomBytes;
  /** Resolves after `ms` milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly after: After;
  /** Runs work in the background and reports its errors. Work of the same name runs once at a time. */
  readonly background: (work: () => Promise<void>, name?: string) => void;
  /** Reports a problem to the merchant's log. Never throws. */
  readonly report: (code: ReportCode, cause?: unknown, order?: string) => void;
}

/** The parts of a request, beside its body, that a call needs. */
export interface Client {
  readonly ip: string;
  readonly accept: string;
  readonly language: string | undefined;
  readonly userAgent: string | undefined;
}
