import type { OrderMethod, Order } from 'scudo-checkout/payment';
import { VISA } from './card-texts.js';
import type { Scene } from './scene.js';
import { BEGUN, PAID_AT, UNKNOWN, UNREACHABLE, type Script } from './scripted-shop.js';
import type { Shopper } from './shopper.js';

const METHODS: readonly OrderMethod[] = [{ code: 'card' }, { code: 'paypal' }];
const AWAY: Script = { order: { methods: METHODS } };

const pending = (unfinished: boolean): Partial<Order> => ({
  methods: METHODS,
  state: 'pending',
  redirect: { method: 'paypal', unfinished },
});

async function leave(shopper: Shopper): Promise<void> {
  await shopper.choose('paypal');
  await shopper.pay();
}

const AWAITING = { step: 'awaiting-status', shows: '[part~=progress]:not(:empty)' } as const;
const PENDING = { step: 'pending', shows: '[data-status=pending]' } as const;

/** Returns from the method's page without a payment, and chooses another method. */
async function chooseAnother(shopper: Shopper): Promise<void> {
  await shopper.sees(PENDING);
  await shopper.press('[part~=outcome] [part~=secondary-button]');
}

/** Waits until the time of the attribute `patience` is over. */
const patiently = (ms: number) => async (shopper: Shopper) => {
  await shopper.sees(AWAITING);
  await shopper.clock.advance(ms);
};

/** Scenes of a redirect payment on the checkout page. */
export const REDIRECT_SCENES: readonly Scene[] = [
  {
    id: 'redirect-initiating',
    section: 'redirect',
    name: 'Contacting the method',
    element: 'scudo-checkout',
    shop: AWAY,
    act: leave,
    reached: { step: 'initiating', shows: '[part~=progress]:not(:empty)' },
  },
  {
    id: 'redirect-leaving',
    section: 'redirect',
    name: 'On the way there',
    element: 'scudo-checkout',
    shop: { ...AWAY, redirect: { result: 'redirect', url: 'https://paypal.example/pay/1' } },
    act: leave,
    reached: { step: 'redirecting', shows: 'a[href]' },
  },
  {
    id: 'redirect-pending',
    section: 'redirect',
    name: 'Waiting for the final word',
    element: 'scudo-checkout',
    shop: { order: pending(false) },
    reached: PENDING,
  },
  {
    id: 'redirect-unfinished',
    section: 'redirect',
    name: 'Left unfinished',
    element: 'scudo-checkout',
    shop: { order: pending(true) },
    reached: PENDING,
  },
  {
    id: 'redirect-going-on',
    section: 'redirect',
    name: 'Going on with it',
    element: 'scudo-checkout',
    shop: { order: pending(true) },
    async act(shopper) {
      await shopper.sees(PENDING);
      await shopper.press('[part~=outcome] [part~=button]');
    },
    reached: { step: 'resuming', shows: '[part~=progress]:not(:empty)' },
  },
  {
    id: 'redirect-another',
    section: 'redirect',
    name: 'Choosing another method',
    element: 'scudo-checkout',
    shop: { order: pending(true) },
    act: chooseAnother,
    reached: { step: 'choosing-another', shows: '[part~=pay-button]' },
  },
  {
    id: 'redirect-kept',
    section: 'redirect',
    name: 'Begun already, so not replaced',
    element: 'scudo-checkout',
    shop: { order: pending(true), preparation: BEGUN },
    async act(shopper) {
      await chooseAnother(shopper);
      await shopper.sees({ step: 'choosing-another', shows: '[part~=pay-button]' });
      await shopper.type(VISA);
      await shopper.pay();
    },
    reached: PENDING,
  },
];

const CHECKOUT = { checkout: '?only=methods-card' } as const;

/** Order states that the return page can show. */
const STANDING = [
  ['paid', 'Paid', 'paid'],
  ['authenticated', 'A card was confirmed', 'authenticated'],
  ['failed', 'Not completed', 'failed'],
  ['in-doubt', 'Not known yet', 'in-doubt'],
] as const;

/** Scenes of the return page. */
export const RETURN_SCENES: readonly Scene[] = [
  {
    id: 'return-reading',
    section: 'return',
    name: 'Looking up the payment',
    element: 'scudo-return',
    shop: { order: 'never' },
    reached: { shows: '[part~=progress]:not(:empty)' },
  },
  {
    id: 'return-waiting',
    section: 'return',
    name: 'Waiting for the final word',
    element: 'scudo-return',
    shop: { order: pending(false) },
    reached: AWAITING,
  },
  ...STANDING.map(
    ([state, name, status]): Scene => ({
      id: `return-${state}`,
      section: 'return',
      name,
      element: 'scudo-return',
      props: CHECKOUT,
      shop: { order: { methods: METHODS, state, ...(state === 'paid' ? { paidAt: PAID_AT } : {}) } },
      reached: { step: 'outcome', shows: `[data-status=${status}]` },
    }),
  ),
  {
    id: 'return-failed-here',
    section: 'return',
    name: 'Not completed, and no page to go back to',
    element: 'scudo-return',
    shop: { order: { methods: METHODS, state: 'failed' } },
    reached: { step: 'outcome', shows: '[data-status=failed]' },
  },
  {
    id: 'return-pending',
    section: 'return',
    name: 'Patience is over',
    element: 'scudo-return',
    shop: { order: pending(false) },
    act: patiently(60_000),
    reached: PENDING,
  },
  {
    id: 'return-unfinished',
    section: 'return',
    name: 'Left unfinished',
    element: 'scudo-return',
    shop: { order: pending(true) },
    act: patiently(60_000),
    reached: PENDING,
  },
  {
    id: 'return-unreachable',
    section: 'return',
    name: 'The shop cannot be reached',
    element: 'scudo-return',
    shop: { order: UNREACHABLE },
    reached: { step: 'unreachable', shows: '[role=alert]' },
  },
  {
    id: 'return-unknown',
    section: 'return',
    name: 'The order is not known',
    element: 'scudo-return',
    shop: { order: UNKNOWN },
    reached: { step: 'outcome', shows: '[data-status=failed]' },
  },
];
