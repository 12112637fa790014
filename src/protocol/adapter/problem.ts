import type { ProblemCode } from './problem-document.js';

/** Facts about a problem. */
export interface ProblemFacts {
  /** HTTP status of the answer. */
  readonly status: number;
  /**
   * The party that can fix it, which problem documents have as `category`. `set-up` is the merchant, and `gateway` the
   * gateway or an issuer. `shopper` is the shopper, with another card or a new try. `network` is a later call, because
   * processes or connections are busy.
   */
  readonly category: 'set-up' | 'shopper' | 'network' | 'gateway';
  /**
   * Method of `console` that writes it. Default: `warn` for what a client causes (a status below 500), and `error` for
   * faults of the shop, the gateway or an issuer.
   */
  readonly level?: 'error' | 'warn';
  /** True for calls that can succeed later. */
  readonly retryable: boolean;
  /** Seconds of `Retry-After`. An order that has reached a limit stays closed until a person reopens it. */
  readonly retryAfter?: number;
  readonly title: string;
}

/** Problems by code. The backend does not answer with a problem once it may have sent an authorization. */
export const PROBLEMS: Readonly<Record<ProblemCode, ProblemFacts>> = {
  'invalid-request': {
    status: 400,
    category: 'set-up',
    retryable: false,
    title: 'The request has missing or invalid fields.',
  },
  'origin-refused': { status: 403, category: 'set-up', retryable: false, title: 'This origin is not allowed.' },
  // A script of the page may read cards.
  'card-outside-frame': {
    status: 403,
    category: 'set-up',
    level: 'error',
    retryable: false,
    title: 'Card data is accepted from the frame with the card fields only.',
  },
  'not-found': { status: 404, category: 'set-up', retryable: false, title: 'No route matches this path.' },
  'order-not-found': { status: 404, category: 'set-up', retryable: false, title: 'There is no such order.' },
  'method-not-allowed': {
    status: 405,
    category: 'set-up',
    retryable: false,
    title: 'The route does not allow this method.',
  },
  'order-not-open': {
    status: 409,
    category: 'shopper',
    retryable: false,
    title: 'The order takes no payment in its present state.',
  },
  'order-changed': {
    status: 409,
    category: 'shopper',
    retryable: false,
    title: 'The order has changed since the page read it; nothing was charged.',
  },
  'payment-under-way': {
    status: 409,
    category: 'shopper',
    retryable: true,
    title: 'A payment of the order is under way; its result has to come first.',
  },
  'authentication-unknown': {
    status: 409,
    category: 'shopper',
    retryable: false,
    title: 'This authentication does not belong to this order and card, or was used before.',
  },
  'request-in-progress': {
    status: 409,
    category: 'network',
    retryable: true,
    title: 'A call of this payment is still being processed.',
  },
  'operation-under-way': {
    status: 409,
    category: 'network',
    retryable: true,
    title: 'A capture, void or refund of this payment has no known result yet.',
  },
  'not-settled': {
    status: 409,
    category: 'gateway',
    retryable: true,
    title: 'The gateway has not settled the payment yet; nothing was sent.',
  },
  'too-large': { status: 413, category: 'set-up', retryable: false, title: 'The request is too large.' },
  'unsupported-media-type': { status: 415, category: 'set-up', retryable: false, title: 'The request must be JSON.' },
  'key-reused': {
    status: 422,
    category: 'set-up',
    retryable: false,
    title: 'The idempotency key was used for another request.',
  },
  'too-many-attempts': {
    status: 429,
    category: 'shopper',
    retryable: false,
    retryAfter: 3600,
    title: 'The order has reached a limit of attempts.',
  },
  'too-many-requests': {
    status: 429,
    category: 'network',
    retryable: true,
    retryAfter: 5,
    title: 'There are too many requests at the moment.',
  },
  'internal-error': { status: 500, category: 'set-up', retryable: true, title: 'Internal server error.' },
  'gateway-refused': {
    status: 500,
    category: 'set-up',
    retryable: false,
    title: 'The gateway refused the backend’s request.',
  },
  'card-not-supported': {
    status: 501,
    category: 'shopper',
    level: 'warn',
    retryable: false,
    title: 'This type of card is not supported.',
  },
  'issuer-unavailable': {
    status: 502,
    category: 'gateway',
    retryable: true,
    title: 'The issuer or its directory server did not answer the gateway.',
  },
  'gateway-unavailable': {
    status: 503,
    category: 'gateway',
    retryable: true,
    retryAfter: 5,
    title: 'The gateway gave no usable answer.',
  },
  'record-newer': {
    status: 503,
    category: 'network',
    retryable: true,
    retryAfter: 5,
    title: 'A newer version of the backend has changed this order.',
  },
  closing: {
    status: 503,
    category: 'network',
    level: 'warn',
    retryable: true,
    retryAfter: 1,
    title: 'This process of the backend is being stopped.',
  },
  'store-busy': {
    status: 503,
    category: 'network',
    retryable: true,
    retryAfter: 1,
    title: 'The database of the orders is busy, takes no writes or does not answer.',
  },
};
