import { expect, it } from 'vitest';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { reduce } from '../../../src/payment/checkout/checkout.reducer.js';
import { CHECKOUT, type CheckoutTask } from '../../../src/payment/checkout/checkout.table.js';
import type { CheckoutContext } from '../../../src/payment/flow/checkout.context.js';
import type { CheckoutEvent, CheckoutLimit } from '../../../src/payment/flow/checkout.events.js';
import type { CheckoutStates } from '../../../src/payment/flow/checkout.states.js';
import { run } from '../../../src/payment/flow/runner.js';
import type { TaskInput } from '../../../src/payment/flow/tasks.js';
import { ATTEMPT, CONTEXT } from '../checkout/sample-context.js';

type CheckoutRun = TaskInput<CheckoutStates, CheckoutEvent, CheckoutContext>;

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
    context: { ...CONTEXT, attempt: ATTEMPT } as CheckoutContext,
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
