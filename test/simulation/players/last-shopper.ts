import { createCheckout, fetchBackend, type Card } from '../../../src/payment.js';
import { TEST_CARDS } from '../../../src/sandbox.js';
import { BACKEND } from '../world/processes.js';
import type { Sim } from '../world/sim.js';
import { postOf } from '../world/wire.js';
import { openTab, type Browser, type Route } from './browser.js';
import { CARDHOLDER } from './cards.js';

/** A number for each brand that needs no challenge unless the shop asks for one. */
const NUMBERS = TEST_CARDS.filter(({ behaviour }) => behaviour === 'success').map(({ number }) => number);
const FIRST_DIGIT = { visa: '4', mastercard: '5' } as const;

export interface LastShopperOptions {
  readonly sim: Sim;
  readonly browser: Browser;
  readonly order: string;
  readonly toBackend: Route;
  readonly toIssuer: Route;
}

/**
 * Pays an order without a mistake: by card, or by testpay where the order offers it. Returns a function that leaves the
 * page, and returns whether a limit of the order has refused the payment.
 */
export function payAtLast({ sim, browser, order, toBackend, toIssuer }: LastShopperOptions): () => boolean {
  const { scheduler, setup } = sim;
  const answerChallenge = () => Promise.resolve({ code: '123456', action: 'confirm' });
  const tab = openTab({ sim, browser, name: `${order} last tab`, toBackend, toIssuer, answerChallenge });
  const clock = {
    now: () => new Date(scheduler.now()),
    after: (ms: number, call: () => void) => scheduler.after(tab.owner, ms, call),
  };
  const [brand = 'visa'] = setup.of(order).brands ?? [];
  const card: Card = {
    number: NUMBERS.find((number) => number.startsWith(FIRST_DIGIT[brand]))!,
    expiryMonth: '12',
    expiryYear: '30',
    securityCode: '731',
    fullName: CARDHOLDER,
  };
  const isByCard = sim.dice(`${order} pays at last by card`).chance(0.5);
  const checkout = createCheckout({
    backend: fetchBackend(BACKEND, { fetch: tab.fetch, clock }),
    order,
    clock,
    randomUuid: () => sim.uuid(),
    redirect: (url) => void toIssuer(postOf(url, { response: 'Succeeded', delay: 'No delay' })),
    frames: {
      method: () => tab.host,
      availableSpace: () => ({ width: 400, height: 700 }),
      challenge: () => tab.host,
      challengeTitle: 'Confirm',
    },
    prepare: 'on-pay',
  });
  let { step } = checkout.snapshot;
  let hasBegun = false;
  checkout.subscribe((snapshot) => {
    if (snapshot.step === step) return;
    step = snapshot.step;
    sim.note(tab.owner.name, `step ${step} ${snapshot.outcome?.code ?? ''}`);
    if (hasBegun) return;
    // The page shows the failure of an earlier payment first.
    if (step === 'outcome' && snapshot.outcome?.retryable) return checkout.tryAgain();
    if (step !== 'entering') return;
    hasBegun = true;
    const offersTestpay = snapshot.order?.methods.some(({ code }) => code === 'testpay') ?? false;
    if (!isByCard && offersTestpay)
      checkout.redirect({ method: 'testpay', accountHolderName: 'Ada Lovelace', country: 'GB' });
    else void checkout.pay(card);
  });
  return () => {
    const isRefused = checkout.snapshot.outcome?.code === 'too-many-attempts';
    checkout.stop();
    tab.owner.isAlive = false;
    return isRefused;
  };
}
