import type { ProblemCode } from './problem-document.js';

/**
 * Problems by code: HTTP status, title, and `retryable` for calls that can succeed later. The backend does not answer
 * with a problem once it may have sent an authorization.
 */
export const PROBLEMS = {
  'invalid-request': { status: 400, title: 'The request has missing or invalid fields.', retryable: false },
  'origin-refused': { status: 403, title: 'This origin is not allowed.', retryable: false },
  'card-outside-frame': {
    status: 403,
    title: 'Card data is accepted from the frame with the card fields only.',
    retryable: false,
  },
  'not-found': { status: 404, title: 'No route matches this path.', retryable: false },
  'order-not-found': { status: 404, title: 'There is no such order.', retryable: false },
  'method-not-allowed': { status: 405, title: 'The route does not allow this method.', retryable: false },
  'order-not-open': { status: 409, title: 'The order takes no payment in its present state.', retryable: false },
  'order-changed': {
    status: 409,
    title: 'The order has changed since the page read it; nothing was charged.',
    retryable: false,
  },
  'payment-under-way': {
    status: 409,
    title: 'A payment of the order is under way; its result has to come first.',
    retryable: true,
  },
  'authentication-unknown': {
    status: 409,
    title: 'This authentication does not belong to this order and card, or was used before.',
    retryable: false,
  },
  'request-in-progress': { status: 409, title: 'A call of this payment is still being processed.', retryable: true },
  'operation-under-way': {
    status: 409,
    title: 'A capture, void or refund of this payment has no known result yet.',
    retryable: true,
  },
  'too-large': { status: 413, title: 'The request is too large.', retryable: false },
  'unsupported-media-type': { status: 415, title: 'The request must be JSON.', retryable: false },
  'key-reused': { status: 422, title: 'The Idempotency-Key was used for another request.', retryable: false },
  'too-many-attempts': { status: 429, title: 'The order has reached a limit of attempts.', retryable: false },
  'too-many-requests': { status: 429, title: 'There are too many requests at the moment.', retryable: true },
  'internal-error': { status: 500, title: 'Internal server error.', retryable: true },
  'gateway-refused': { status: 500, title: 'The gateway refused the backend’s request.', retryable: false },
  'card-not-supported': { status: 501, title: 'This type of card is not supported.', retryable: false },
  'issuer-unavailable': {
    status: 502,
    title: 'The issuer or its directory server did not answer the gateway.',
    retryable: true,
  },
  'gateway-unavailable': { status: 503, title: 'The gateway did not answer.', retryable: true },
  'record-newer': { status: 503, title: 'A newer version of the backend has changed this order.', retryable: true },
  closing: { status: 503, title: 'This process of the backend is being stopped.', retryable: true },
  'store-busy': { status: 503, title: 'The order could not be stored at the moment.', retryable: true },
} as const satisfies Record<ProblemCode, { status: number; title: string; retryable: boolean }>;
