import { OUTCOMES, type Order, type OrderState, type Outcome, type OutcomeCode } from 'scudo-checkout/payment';
import { VISA } from './card-texts.js';
import type { Scene } from './scene.js';
import { ORDER, PAID_AT } from './scripted-shop.js';
import type { Shopper } from './shopper.js';

/** Returns the state of the order after an outcome. */
function stateAfter(code: OutcomeCode): OrderState {
  const { status } = OUTCOMES[code];
  switch (status) {
    case 'paid':
    case 'authenticated':
    case 'pending':
    case 'in-doubt':
      return status;
    case 'declined':
    case 'not-authenticated':
    case 'cancelled':
    case 'failed':
      return code === 'payment-not-completed' ? 'failed' : 'open';
  }
}

const ISSUERS_TEXT = 'Call us on <b>020 7946 0001</b> & say "fine coin".';

async function pay(shopper: Shopper): Promise<void> {
  await shopper.type(VISA);
  await shopper.pay();
}

function sceneOf(code: OutcomeCode, cardholderText?: string): Scene {
  const { status, retryable, sameCard } = OUTCOMES[code];
  const outcome = {
    ...OUTCOMES[code],
    code,
    order: { id: ORDER.id, state: stateAfter(code), ...(status === 'paid' ? { paidAt: PAID_AT } : {}) },
    ...(cardholderText === undefined ? {} : { cardholderText }),
  } as Outcome;
  const order: Partial<Order> = code === 'card-authenticated' ? { purpose: 'add-card' } : {};
  // Another card can be typed at once.
  const step = status === 'pending' ? 'pending' : sameCard ? 'outcome' : 'entering';
  return {
    id: cardholderText === undefined ? `outcome-${code}` : `outcome-${code}-text`,
    section: 'outcomes',
    name: cardholderText === undefined ? code : `${code}, with the bank’s own words`,
    note: retryable ? `${status}, can be tried again${sameCard ? '' : ' with another card'}` : status,
    element: 'scudo-checkout',
    shop: { order, payment: { result: 'outcome', outcome } },
    act: pay,
    reached: { step, shows: `[part~=outcome][data-status=${status}]` },
  };
}

export const OUTCOME_SCENES: readonly Scene[] = (Object.keys(OUTCOMES) as OutcomeCode[]).flatMap((code) =>
  code === 'declined' ? [sceneOf(code), sceneOf(code, ISSUERS_TEXT)] : [sceneOf(code)],
);
