import type { Dice } from '../engine/dice.js';
import type { Faults } from '../engine/faults.js';
import type { Network } from '../engine/network.js';
import type { Scheduler } from '../engine/scheduler.js';
import type { Setup } from './setup.js';

/** A broken invariant. */
export interface Violation {
  readonly invariant: Invariant;
  readonly text: string;
}

/** The invariants, each with its meaning. */
export const INVARIANTS = {
  'charged-once':
    'An order is charged at most once. A second charge is allowed only for a redirect payment after which another ' +
    'payment was chosen, or that a person has ended, and the order has a flag for it at the end. A call that is repeated ' +
    'with its idempotency key chooses nothing, unless it was refused before and begins a redirect payment now. No order ' +
    'is charged more often than payments of it were chosen.',
  'charged-by-right':
    'A card is charged only after an answer of the gateway about its authentication that the policies of the shop ' +
    'accept. Amount and currency are those of the order. At its limit of cards, an order tries only the first card of a page.',
  'amount-read':
    'A payment is about the amount that the order has when it begins, and that the shopper has read when pressing Pay. ' +
    'A success with an older amount has a flag.',
  ended:
    'No authorization leaves for an order that has ended. An order ends after its time, no payment begins then, and a ' +
    'later success has a flag. An authentication that was begun in time has ten minutes more.',
  liability:
    'An order claims the liability shift only for a charge with proof, whose requests claim no exemption. After a soft ' +
    'decline no request claims one.',
  'paid-when-charged':
    'An order is paid only when the gateway has charged it, and stays so unless its money goes back.',
  'no-false-failure':
    'A page never reports a payment as failed, cancelled or declined while its own payment is charged or in doubt, or ' +
    'while another payment is charged since before the last usable answer that the page has received.',
  'no-false-success':
    'A page never reports a payment as paid that the gateway did not charge. Neither a page nor an order confirms a ' +
    'card without a transaction that the gateway has approved.',
  'no-false-alarm': 'A page reports a missing answer only after one of its calls had no usable answer.',
  'one-challenge': 'A page posts one CReq of each transaction, and one more each time that the shopper opens it again.',
  'true-report': 'A page reports a method step as completed only after a notification of its transaction.',
  'set-aside':
    'A redirect payment is set aside for another one, or by its age, only while the shopper has not answered its page, ' +
    'or within three minutes after that.',
  'one-key':
    'A repeated call of a page has the idempotency key of the first one, so that it is carried out once. A key of another ' +
    'order has no answer of that order.',
  settles: 'Every order settles to what the gateway knows, and is listed exactly once.',
  'can-pay':
    'An order that takes payments is paid within three minutes by a shopper who makes no mistake, unless it has reached a ' +
    'limit of its payments.',
  'page-ends':
    'Every page and its method step reach an end within their limits, and a page follows its order to the end.',
  'one-outcome':
    'A payment has one outcome event, and one more when a pending or unresolved one settles. A check after a failure may ' +
    'report that the order is paid or its card confirmed, or that a redirect payment waits.',
  'card-number': 'The number, the security code and the name of a card are only where they are needed.',
  refunds: 'No refund is requested that exceeds its payment, and the order has the refunds that were made.',
  amounts:
    'The shop captures no more than was authorized, and refunds no more than was captured. With the staff of the ' +
    'gateway’s back office it stays within the ceiling of the account. At the end the amounts and the state of an order ' +
    'are those of the gateway’s books, and an order is paid only when its amount is captured. At any time the shop reads ' +
    'the sums of the calls whose success is known.',
  'one-request':
    'For each key of a capture, a void or a refund at most one request leaves the backend, after it was stored. No ' +
    'other kind leaves while the result of one is not known, and none after a void.',
  changes: 'onOrderChanged receives every change at least once and in order, and the payer with the end of an order.',
  'nothing-left':
    'Nothing is left running: no timer, listener or frame. An order that takes no payment any more has no payer once its ' +
    'changes were delivered.',
  'no-internal-error': 'No part throws an unexpected error, and nothing leaves virtual time.',
} as const;
export type Invariant = keyof typeof INVARIANTS;

/** An error that the simulation has made: a fault of the store, or of the shop's listener. */
export class InjectedError extends Error {}

/** The parts that everything in one world shares. */
export interface Sim {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly network: Network;
  readonly isBeyond: boolean;
  readonly setup: Setup;
  /** Returns the dice of a decision of this world. */
  dice(label: string): Dice;
  /** Returns the next identifier of this world. */
  uuid(): string;
  /** Adds a line to the trace. */
  note(actor: string, text: string): void;
  /** Records a broken invariant. */
  violate(invariant: Invariant, text: string): void;
}
