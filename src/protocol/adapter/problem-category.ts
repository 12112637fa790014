import type { ProblemCode } from './problem-document.js';

/**
 * The party that can fix a problem. `set-up` is the merchant, and `gateway` the gateway or an issuer. `shopper` is the
 * shopper, with another card or a new try. `network` is a later call, because processes or connections are busy.
 */
export type ProblemCategory = 'set-up' | 'shopper' | 'network' | 'gateway';

/** The category of each problem, which problem documents have as `category`. */
export const PROBLEM_CATEGORIES: Readonly<Record<ProblemCode, ProblemCategory>> = {
  'invalid-request': 'set-up',
  'origin-refused': 'set-up',
  'card-outside-frame': 'set-up',
  'not-found': 'set-up',
  'order-not-found': 'set-up',
  'method-not-allowed': 'set-up',
  'order-not-open': 'shopper',
  'order-changed': 'shopper',
  'payment-under-way': 'shopper',
  'authentication-unknown': 'shopper',
  'request-in-progress': 'network',
  'operation-under-way': 'network',
  'too-large': 'set-up',
  'unsupported-media-type': 'set-up',
  'key-reused': 'set-up',
  'too-many-attempts': 'shopper',
  'too-many-requests': 'network',
  'internal-error': 'set-up',
  'gateway-refused': 'set-up',
  'card-not-supported': 'shopper',
  'issuer-unavailable': 'gateway',
  'gateway-unavailable': 'gateway',
  'record-newer': 'network',
  closing: 'network',
  'store-busy': 'network',
};
