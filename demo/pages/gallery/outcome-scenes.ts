import type { Order, OrderState, Outcome, OutcomeCode } from 'scudo-checkout/payment';
import { VISA } from './card-texts.js';
import type { Scene } from './scene.js';
import { ORDER } from './scripted-shop.js';
import type { Shopper } from './shopper.js';

/** The name and the data of each outcome. The compiler reports a missing one. */
type Endings = {
  readonly [Code in OutcomeCode]: {
    readonly status: Extract<Outcome, { code: Code }>['status'];
    readonly retryable: boolean;
    readonly state: OrderState;
  };
};

const ENDINGS: Endings = {
  authorized: { status: 'paid', retryable: false, state: 'paid' },
  'already-paid': { status: 'paid', retryable: false, state: 'paid' },
  'card-authenticated': { status: 'authenticated', retryable: false, state: 'authenticated' },
  declined: { status: 'declined', retryable: true, state: 'open' },
  referral: { status: 'declined', retryable: true, state: 'open' },
  'card-blocked': { status: 'declined', retryable: true, state: 'open' },
  'authentication-demanded': { status: 'declined', retryable: true, state: 'open' },
  'authentication-failed': { status: 'not-authenticated', retryable: true, state: 'open' },
  'issuer-rejected': { status: 'not-authenticated', retryable: true, state: 'open' },
  'challenge-failed': { status: 'not-authenticated', retryable: true, state: 'open' },
  'authentication-impossible': { status: 'not-authenticated', retryable: true, state: 'open' },
  'authentication-attempted': { status: 'not-authenticated', retryable: true, state: 'open' },
  'not-enrolled': { status: 'not-authenticated', retryable: true, state: 'open' },
  'challenge-cancelled': { status: 'cancelled', retryable: true, state: 'open' },
  'awaiting-final-status': { status: 'pending', retryable: false, state: 'pending' },
  'authorization-unanswered': { status: 'in-doubt', retryable: false, state: 'in-doubt' },
  'backend-unanswered': { status: 'in-doubt', retryable: false, state: 'in-doubt' },
  'payment-not-completed': { status: 'failed', retryable: true, state: 'failed' },
  'challenge-timed-out': { status: 'failed', retryable: true, state: 'open' },
  'challenge-blocked': { status: 'failed', retryable: true, state: 'open' },
  'challenge-too-late': { status: 'failed', retryable: true, state: 'open' },
  'card-not-supported': { status: 'failed', retryable: true, state: 'open' },
  'issuer-unavailable': { status: 'failed', retryable: true, state: 'open' },
  'gateway-unavailable': { status: 'failed', retryable: true, state: 'open' },
  'gateway-refused': { status: 'failed', retryable: false, state: 'open' },
  'backend-unavailable': { status: 'failed', retryable: true, state: 'open' },
  'backend-refused': { status: 'failed', retryable: false, state: 'open' },
  'order-not-found': { status: 'failed', retryable: false, state: 'open' },
  'order-closed': { status: 'failed', retryable: false, state: 'open' },
  'too-many-attempts': { status: 'failed', retryable: false, state: 'open' },
  'too-many-requests': { status: 'failed', retryable: true, state: 'open' },
};

const ISSUERS_TEXT = 'Call us on <b>020 7946 0001</b> & say "fine coin".';

async function pay(shopper: Shopper): Promise<void> {
  await shopper.type(VISA);
  await shopper.pay();
}

function sceneOf(code: OutcomeCode, cardholderText?: string): Scene {
  const { status, retryable, state } = ENDINGS[code];
  // The type above checks that status and code match.
  const outcome = {
    status,
    code,
    retryable,
    order: { id: ORDER.id, state },
    ...(cardholderText === undefined ? {} : { cardholderText }),
  } as Outcome;
  const order: Partial<Order> = code === 'card-authenticated' ? { purpose: 'add-card' } : {};
  const isPending = status === 'pending';
  return {
    id: cardholderText === undefined ? `outcome-${code}` : `outcome-${code}-text`,
    section: 'outcomes',
    name: cardholderText === undefined ? code : `${code}, with the bank’s own words`,
    note: retryable ? `${status}, can be tried again` : status,
    element: 'scudo-checkout',
    shop: { order, payment: { result: 'outcome', outcome } },
    act: pay,
    reached: { step: isPending ? 'pending' : 'outcome', shows: `[part~=outcome][data-status=${status}]` },
  };
}

export const OUTCOME_SCENES: readonly Scene[] = (Object.keys(ENDINGS) as OutcomeCode[]).flatMap((code) =>
  code === 'declined' ? [sceneOf(code), sceneOf(code, ISSUERS_TEXT)] : [sceneOf(code)],
);
