import { expect, it } from 'vitest';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { reduce } from '../../../src/payment/checkout/checkout.reducer.js';
import { CHECKOUT, type CheckoutTask } from '../../../src/payment/checkout/checkout.table.js';
import type { CheckoutContext } from '../../../src/payment/flow/checkout.context.js';
import type { CheckoutEvent, CheckoutLimit } from '../../../src/payment/flow/checkout.events.js';
import type { CheckoutStates } from '../../../src/payment/flow/checkout.states.js';
import { run } from '../../../src/payment/flow/runner.js';
import type { TaskInput } from '../../../src/payment/flow/tasks.js';
import { NO_CARD } from '../../../src/payment/preparation/preparation.reducer.js';
import { OPEN_ORDER } from '../../browser/scripted-backend.js';
import { CARD } from '../checkout/scripted-page.js';

type CheckoutRun = TaskInput<CheckoutStates, CheckoutEvent, CheckoutContext>;

const CONTEXT: CheckoutContext = {
  orderId: 'A1',
  page: 'checkout',
  patience: 60_000,
  order: OPEN_ORDER,
  refused: [],
  mayMoveFocus: false,
  rereads: 'order',
  preparation: NO_CARD,
  versionChecksBeforePay: 0,
  attempt: {
    card: CARD,
    payer: {},
    authentication: undefined,
    size: 'FULL_SCREEN',
    authenticationKey: 'key-1',
    authorizationKey: 'key-2',
  },
};

it('ignores a second notification while the backend is asked after the first', () => {
  const steps: string[] = [];
  const read: (string | undefined)[] = [];
  let challenge: CheckoutRun | undefined;
  const tasks: Partial<Record<CheckoutTask, (task: CheckoutRun) => void>> = {
    challenge: (task) => void (challenge = task),
    checkChallenge: (task) => void read.push(task.now().context.attempt?.cres),
  };
  const flow = run({
    regions: CHECKOUT,
    start: { payment: 'challenging', preparation: 'idle' } as CheckoutStates,
    context: CONTEXT,
    reduce,
    tasks: tasks as Record<CheckoutTask, (task: CheckoutRun) => void>,
    clock: stillClock(),
    limitEvent: (type: CheckoutLimit): CheckoutEvent => ({ type }),
    faultEvent: {
      payment: (error): CheckoutEvent => ({ type: 'FAULT', error }),
      preparation: (error): CheckoutEvent => ({ type: 'PREPARATION_FAULT', error }),
    },
    onStep: ({ to }) => void steps.push(to.payment ?? ''),
  });
  challenge?.send({ type: 'CHALLENGE_NOTIFIED', cres: 'first' });
  challenge?.send({ type: 'CHALLENGE_NOTIFIED', cres: 'second' });
  expect(steps).toEqual(['checking-challenge']);
  expect(read).toEqual(['first']);
  flow.stop();
});
