/** Faults that any exchange of one request and one answer can have. */
const NETWORK = {
  refuse: 'there is no connection',
  'reset-before': 'the connection breaks before the request is processed',
  'reset-after': 'the connection breaks, and the request is processed',
  lost: 'the request does not arrive, and the caller waits until its own limit',
  late: 'the request arrives within three minutes, beyond the bounds within 20, and its answer never does',
  truncate: 'half of the answer arrives',
  delay: 'the request takes up to 40 s',
  'delay-answer': 'the answer takes up to 60 s',
  duplicate: 'the request arrives twice',
  reorder: 'the request is overtaken by later ones',
  'wrong-type': 'the answer is an HTML page',
  'wrong-body': 'the answer is other JSON, or that of another call',
  '3xx': 'a redirect, which no caller follows; half of the requests are processed',
  '4xx': 'a proxy refuses the request with 403 or 429',
  '5xx': 'a proxy answers with 500 to 504; half of the requests are processed',
} as const;

/**
 * The faults by hop, with their meanings. A hop is an exchange between two parties, the store with its clock, a process
 * of the backend, the shop's listener for changes of orders, or a person.
 */
export const FAULT_MEANINGS = {
  'page-backend': NETWORK,
  'browser-backend': NETWORK,
  'browser-issuer': NETWORK,
  'backend-gateway': {
    ...NETWORK,
    'short-answer': 'the XML interface returns an unsigned result, which is ignored',
    'wrong-hash': 'the hash of the XML answer is wrong',
    'no-hash': 'the XML answer has no hash',
    'delivered-twice': 'the request arrives twice, and the second answer, 501, is returned',
  },
  'gateway-backend': NETWORK,
  gateway: {
    'false-message': 'a signed message reports the opposite of a result, and a later one the result',
    'false-report': 'a record of the report contradicts itself or a message, for up to two minutes',
    'false-query': 'one answer about a payment has another result or another amount',
    'false-leg': 'one answer about a capture, a void or a refund has another result or another amount',
  },
  store: {
    busy: 'the store is busy',
    'error-before': 'a call fails and has done nothing',
    'error-after': 'a call fails and has written',
    slow: 'a call takes up to 6 s',
    stale: 'a write takes up to 2 s, and other processes still read what was there before',
    outage: 'all processes get errors for up to 40 s',
  },
  process: {
    'kill-before-store': 'a process dies before a call of the store',
    'kill-after-store': 'a process dies after a call of the store',
    'kill-before-network': 'a process dies before a call of the gateway',
    'kill-after-network': 'a process dies after a call of the gateway',
    'kill-at-timer': 'a process dies when a timer fires',
    'stand-still': 'a process stands still for up to 2 minutes, and continues',
    'clock-skew': 'the clock of a process is wrong by 5 minutes or by 11 hours',
  },
  clock: { jump: 'the store’s clock jumps by less than a minute, beyond the bounds by up to 15 minutes' },
  listener: {
    fail: 'the shop’s listener rejects a change',
    slow: 'it takes up to 20 s for a change, and now and then up to three minutes',
  },
  shopper: {
    'double-click': 'presses a button twice',
    reload: 'reloads the page',
    back: 'goes back from the payment method',
    'second-tab': 'opens the checkout in another tab',
    'change-card': 'types another card number, and the first one again',
    cancel: 'cancels',
    'leave-for-app': 'hides the page, as a change to an app does',
    'return-late': 'comes back from the issuer’s app when the time limit of the challenge is nearly over',
    offline: 'loses the connection for up to 200 s',
    close: 'closes the page',
    'abandon-for-an-hour': 'closes the page, and returns after an hour',
    'reopen-challenge': 'opens the issuer’s page again',
    'wrong-code': 'types a wrong code at the issuer',
    'choose-another': 'leaves an unfinished redirect payment for another method',
    'clear-number': 'clears the card number, and mostly types it again',
    'wrong-input': 'makes a mistake in a field',
    hesitate: 'pays after a quarter of an hour',
    check: 'asks for the state of the order again',
    'switch-tab': 'hides the page while it waits, and shows it again',
    'block-frame': 'a policy of the shop’s page or an extension of the browser blocks a frame',
    'pay-everywhere': 'has the checkout open in two tabs, and pays in both within an instant',
  },
  page: { 'clock-jump': 'the clock of the shopper’s device jumps by an hour or more, back or forth' },
  frame: {
    'reload-in-challenge': 'the shopper reloads the page while it shows a challenge',
    'reload-frame': 'the shop’s page moves a frame, which loads again',
  },
  clerk: {
    settle: 'looks up an overdue payment in the gateway’s books, and records the result',
    reopen: 'looks up an overdue payment in the gateway’s books, and opens the order for another one',
    'answer-complaint': 'settles an order whose shopper was charged, and calls',
    'pay-stored': 'charges a stored card without the shopper',
  },
  staff: {
    capture: 'captures a reserved amount, or a part of it',
    cancel: 'cancels an order, whether it is paid or not',
    refund: 'refunds a card payment, or a part of it',
    portal: 'captures, voids or refunds in the gateway’s own back office',
  },
  basket: {
    change: 'gives the order another amount while the shopper pays',
    describe: 'gives the order another description',
    expire: 'sets the time after which no payment of the order begins',
  },
  stranger: {
    'forged-status': 'posts a status message with a wrong hash',
    'forged-return': 'calls the return page with a wrong hash',
    'forged-notification': 'sends a result of the challenge to the page, from a window in the issuer’s frame',
    'replayed-message': 'posts a message of the gateway again',
    'changed-amount': 'posts a message of the gateway with another amount',
  },
  imitator: {
    'changed-unsigned': 'posts a message of the gateway with other fields that its hash does not cover',
    'other-algorithm': 'posts a message with a right hash of the algorithm that the shop does not use',
    'seen-key': 'repeats a call of a page with its key, for another order',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** A place where a fault can happen. */
export type Hop = keyof typeof FAULT_MEANINGS;
export type FaultOf<At extends Hop> = Extract<keyof (typeof FAULT_MEANINGS)[At], string>;

/** The names of the faults by hop. */
export const HOPS = Object.fromEntries(
  Object.entries(FAULT_MEANINGS).map(([hop, faults]) => [hop, Object.keys(faults)]),
) as unknown as { readonly [At in Hop]: readonly FaultOf<At>[] };

/** The places that are exchanges of a request and an answer. */
export type NetworkHop = {
  [At in Hop]: (typeof FAULT_MEANINGS)[At] extends typeof NETWORK ? At : never;
}[Hop];
