/** Faults that any exchange of one request and one answer can have. */
const NETWORK = [
  'refuse',
  'reset-before',
  'reset-after',
  'lost',
  'late',
  'truncate',
  'delay',
  'delay-answer',
  'duplicate',
  'reorder',
  'wrong-type',
  'wrong-body',
  '3xx',
  '4xx',
  '5xx',
] as const;

/**
 * The faults by hop: an exchange between two parties, the store with its clock, a process of the backend, the shop's
 * listener for changes of orders, or a person.
 *
 * - `lost`: the request does not arrive, and the caller waits until its own limit.
 * - `late`: the request arrives within three minutes, beyond the bounds within 20, and its answer never does.
 * - `reorder`: the request is overtaken by later ones.
 * - `hesitate`: pays after a quarter of an hour. `switch-tab`: hides the page and shows it again. `block-frame`: a
 *   policy of the shop's page or an extension of the browser blocks a frame.
 * - `pay-everywhere`: has the checkout open in two tabs, and presses in each of them within an instant.
 * - `return-late`: comes back from the issuer's app when the time limit of the challenge is nearly over.
 * - `outage`: all processes get errors from the store for a while.
 * - `fail`, `slow`: the shop's listener rejects a change, or takes up to 20 seconds for it.
 * - `settle`, `reopen`: a person looks up an overdue payment in the gateway's books, and decides. `answer-complaint`:
 *   the shopper has been charged, and calls. `pay-stored`: the shop charges a stored card without the shopper.
 * - `short-answer`, `wrong-hash`, `no-hash`, `delivered-twice`: answers of the gateway's XML interface.
 */
export const HOPS = {
  'page-backend': NETWORK,
  'browser-backend': NETWORK,
  'browser-issuer': NETWORK,
  'backend-gateway': [...NETWORK, 'short-answer', 'wrong-hash', 'no-hash', 'delivered-twice'],
  'gateway-backend': NETWORK,
  store: ['busy', 'error-before', 'error-after', 'slow', 'stale', 'outage'],
  process: [
    'kill-before-store',
    'kill-after-store',
    'kill-before-network',
    'kill-after-network',
    'kill-at-timer',
    'clock-skew',
  ],
  clock: ['jump'],
  listener: ['fail', 'slow'],
  shopper: [
    'double-click',
    'reload',
    'back',
    'second-tab',
    'change-card',
    'cancel',
    'leave-for-app',
    'return-late',
    'offline',
    'close',
    'abandon-for-an-hour',
    'reopen-challenge',
    'wrong-code',
    'choose-another',
    'clear-number',
    'wrong-input',
    'hesitate',
    'check',
    'switch-tab',
    'block-frame',
    'pay-everywhere',
  ],
  clerk: ['settle', 'reopen', 'answer-complaint', 'pay-stored'],
  stranger: ['forged-status', 'forged-return', 'forged-notification', 'replayed-message', 'changed-amount'],
} as const satisfies Record<string, readonly string[]>;

/** A place where a fault can happen. */
export type Hop = keyof typeof HOPS;
export type FaultOf<At extends Hop> = (typeof HOPS)[At][number];

/** The places that are exchanges of a request and an answer. */
export type NetworkHop = Exclude<Hop, 'store' | 'process' | 'clock' | 'listener' | 'shopper' | 'clerk' | 'stranger'>;
