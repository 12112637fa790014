import type { BackendAnswer } from 'scudo-checkout/payment';
import { VISA } from './card-texts.js';
import type { Scene } from './scene.js';
import type { Script } from './scripted-shop.js';
import type { Shopper } from './shopper.js';
import { shopAddress } from '../shared/shop-address.js';

/** A challenge by the demo's ACS that does not answer, in the real frame page. */
function challengeAt(path: string): BackendAnswer {
  return {
    result: 'challenge',
    challenge: {
      serverTransId: '3f1c1f0e-0000-4000-8000-000000000001',
      acsUrl: shopAddress(path),
      encodedCreq: 'e30',
    },
  };
}

const ASKING: Script = { payment: challengeAt('still-bank') };
/** An address that does not load. */
const SILENT: Script = { payment: challengeAt('still-bank/silent') };

const IN_PLACE = { challenge: 'inline' } as const;
const DIALOG = '[part~=challenge-dialog][open] [part~=challenge-frame]';
const CHALLENGED = { step: 'challenging', shows: DIALOG } as const;

async function pay(shopper: Shopper): Promise<void> {
  await shopper.type(VISA);
  await shopper.pay();
}

/** Scenes from Pay to the answer. */
export const PAYMENT_SCENES: readonly Scene[] = [
  {
    id: 'payment-contacting',
    section: 'payment',
    name: 'Contacting the bank',
    element: 'scudo-checkout',
    shop: { preparation: 'never' },
    act: pay,
    reached: { step: 'awaiting-preparation', shows: '.cancel-payment' },
  },
  {
    id: 'payment-checking',
    section: 'payment',
    name: 'The bank is checking',
    element: 'scudo-checkout',
    act: pay,
    reached: { step: 'authenticating', shows: '[part~=progress]:not(:empty)' },
  },
  {
    id: 'payment-app',
    section: 'payment',
    name: 'Waiting for the bank’s app',
    element: 'scudo-checkout',
    shop: { payment: { result: 'decoupled' } },
    act: pay,
    reached: { step: 'awaiting-issuer', shows: '.cancel-payment' },
  },
  {
    id: 'payment-result',
    section: 'payment',
    name: 'Reading the result',
    element: 'scudo-checkout',
    shop: { payment: { result: 'decoupled' } },
    async act(shopper) {
      await pay(shopper);
      await shopper.sees({ step: 'awaiting-issuer', shows: '.cancel-payment' });
      await shopper.press('.cancel-payment');
    },
    reached: { step: 'reading-result', shows: '[part~=progress]:not(:empty)' },
  },

  {
    id: 'challenge-opening',
    section: 'challenge',
    name: 'Opening',
    element: 'scudo-checkout',
    props: IN_PLACE,
    shop: SILENT,
    act: pay,
    reached: { step: 'opening-challenge', shows: DIALOG },
  },
  {
    id: 'challenge-slow',
    section: 'challenge',
    name: 'Still opening after 15 seconds',
    element: 'scudo-checkout',
    props: IN_PLACE,
    shop: SILENT,
    async act(shopper) {
      await pay(shopper);
      await shopper.sees({ step: 'opening-challenge', shows: DIALOG });
      await shopper.clock.advance(15_000);
    },
    reached: { step: 'opening-challenge', shows: 'dialog[open] [role=alert]' },
  },
  {
    id: 'challenge-open',
    section: 'challenge',
    name: 'The bank asks',
    element: 'scudo-checkout',
    props: IN_PLACE,
    shop: ASKING,
    act: pay,
    reached: CHALLENGED,
  },
  {
    id: 'challenge-question',
    section: 'challenge',
    name: 'Cancel asks first',
    element: 'scudo-checkout',
    props: IN_PLACE,
    shop: ASKING,
    async act(shopper) {
      await pay(shopper);
      await shopper.sees(CHALLENGED);
      await shopper.press('[part~=challenge-close]');
    },
    reached: { step: 'challenging', shows: '[part~=challenge-dialog] [role=alert]' },
  },
];
