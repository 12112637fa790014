import { describe, expect, it } from 'vitest';
import { BackendError } from '../../../src/payment/backend-client/backend-error.js';
import { reduce } from '../../../src/payment/checkout/checkout.reducer.js';
import type { CheckoutContext } from '../../../src/payment/flow/checkout.context.js';
import type { CheckoutEvent } from '../../../src/payment/flow/checkout.events.js';
import type { CheckoutStep } from '../../../src/payment/flow/checkout.states.js';
import { NO_CARD } from '../../../src/payment/preparation/preparation.reducer.js';
import { outcomeOf, type Outcome } from '../../../src/payment/outcome.js';
import { CHALLENGE, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { after, ATTEMPT, CONTEXT } from './sample-context.js';
import { CARD } from './scripted-page.js';

const ORDER = { id: 'A1', state: 'open' } as const;
const declined = outcomeOf('declined', ORDER);
const paid = outcomeOf('already-paid', { id: 'A1', state: 'paid' });
const pending = outcomeOf('awaiting-final-status', { id: 'A1', state: 'pending' });
const inDoubt = outcomeOf('authorization-unanswered', { id: 'A1', state: 'in-doubt' });
const fault = { type: 'FAULT', error: new TypeError('scripted') } as const;
const unsent = { type: 'FAULT', error: new BackendError({ kind: 'unsent' }, 'scripted') } as const;
const malformed = { type: 'FAULT', error: new BackendError({ kind: 'malformed' }, 'scripted') } as const;
const timedOut = { type: 'TIMED_OUT' } as const;

/** A fault of a step that makes calls which may charge, when none of them is without an answer. */
const BEFORE_SENDING = (['authenticating', 'leaving-challenge', 'reading-result'] as const).flatMap(
  (step): [CheckoutStep, CheckoutEvent, string][] => [
    [step, { ...fault, isNothingSent: true }, 'failed payment-not-completed'],
    [step, { ...unsent, isNothingSent: true }, 'failed payment-not-completed'],
    [step, { ...timedOut, isNothingSent: true }, 'failed payment-not-completed'],
    [step, { ...fault, isNothingSent: true, isEarlierUnanswered: true }, 'in-doubt authorization-unanswered'],
    [step, { ...malformed, isNothingSent: true }, 'in-doubt backend-unanswered'],
  ],
);

describe('reduce', () => {
  /** From "Outcomes": `failed` is certain that nothing was charged, and `in-doubt` says that the card may have been. */
  it.each<[CheckoutStep, CheckoutEvent, string]>([
    ['awaiting-preparation', timedOut, 'failed backend-unavailable'],
    ['awaiting-preparation', fault, 'failed payment-not-completed'],
    ['awaiting-preparation', unsent, 'failed payment-not-completed'],
    ['awaiting-preparation', { ...fault, isEarlierUnanswered: true }, 'in-doubt authorization-unanswered'],
    ['awaiting-preparation', malformed, 'failed backend-refused'],
    ['authenticating', timedOut, 'in-doubt backend-unanswered'],
    ['authenticating', fault, 'in-doubt backend-unanswered'],
    ['leaving-challenge', timedOut, 'in-doubt backend-unanswered'],
    ['leaving-challenge', fault, 'in-doubt backend-unanswered'],
    ['reading-result', timedOut, 'in-doubt backend-unanswered'],
    ['reading-result', fault, 'in-doubt backend-unanswered'],
    ['initiating', timedOut, 'failed backend-unavailable'],
    ['initiating', fault, 'failed payment-not-completed'],
    ['initiating', unsent, 'failed payment-not-completed'],
    ['initiating', { ...timedOut, isEarlierUnanswered: true }, 'in-doubt authorization-unanswered'],
    ['entering', { type: 'NOT_STARTED', error: new TypeError('scripted') }, 'failed payment-not-completed'],
    ...BEFORE_SENDING,
  ])('reports the documented outcome when the step %s ends by $1.type', (from, event, expected) => {
    const { outcome, outcomeToReport } = after(from, event, { attempt: ATTEMPT });
    expect(`${outcome?.status ?? ''} ${outcome?.code ?? ''}`).toBe(expected);
    expect(outcomeToReport).toBe(outcome);
  });

  it.each<[CheckoutStep, CheckoutEvent]>([
    ['reading-order', timedOut],
    ['reading-status', timedOut],
    ['reading-status', fault],
    ['resuming', timedOut],
    ['resuming', fault],
    ['switching', timedOut],
    ['switching', fault],
    ['challenging', fault],
  ])('reduce returns no outcome when %s ends by $1.type, because it has no result', (from, event) => {
    expect(after(from, event).outcome).toBeUndefined();
  });

  /**
   * From "One outcome" and the docblock of `scudo-outcome`: once per payment, and once more when the status changes.
   */
  it.each<[CheckoutContext['page'], CheckoutStep, CheckoutEvent, Outcome | undefined, boolean]>([
    ['checkout', 'reading-order', { type: 'ORDER_SETTLED', outcome: paid }, undefined, false],
    ['checkout', 'reading-order', { type: 'ORDER_SETTLED', outcome: inDoubt }, inDoubt, false],
    ['checkout', 'reading-order', { type: 'ORDER_SETTLED', outcome: paid }, inDoubt, true],
    ['checkout', 'reading-order', { type: 'ORDER_PENDING', order: UNFINISHED_ORDER }, undefined, false],
    ['checkout', 'reading-order', { type: 'ORDER_PENDING', order: UNFINISHED_ORDER }, inDoubt, true],
    ['checkout', 'entering', { type: 'ORDER_SETTLED', outcome: paid }, undefined, true],
    ['checkout', 'entering', { type: 'ORDER_PENDING', order: UNFINISHED_ORDER }, undefined, true],
    ['checkout', 'redirecting', { type: 'ORDER_PENDING', order: UNFINISHED_ORDER }, undefined, false],
    ['checkout', 'redirecting', { type: 'ORDER_SETTLED', outcome: paid }, undefined, true],
    ['checkout', 'reading-status', { type: 'ORDER_PENDING', order: UNFINISHED_ORDER }, undefined, false],
    ['checkout', 'reading-status', { type: 'ORDER_SETTLED', outcome: declined }, declined, false],
    ['checkout', 'reading-status', { type: 'ORDER_SETTLED', outcome: paid }, undefined, true],
    ['checkout', 'pending', { type: 'ORDER_SETTLED', outcome: paid }, pending, true],
    ['checkout', 'choosing-another', { type: 'ORDER_SETTLED', outcome: paid }, undefined, true],
    ['return', 'reading-status', { type: 'ORDER_SETTLED', outcome: paid }, undefined, true],
    ['return', 'redirecting', { type: 'ORDER_PENDING', order: UNFINISHED_ORDER }, undefined, true],
    ['return', 'redirecting', { type: 'ORDER_PENDING', order: UNFINISHED_ORDER }, pending, false],
    ['return', 'reading-status', { type: 'ORDER_SETTLED', outcome: inDoubt }, inDoubt, false],
    ['return', 'awaiting-status', { type: 'PATIENCE_OVER' }, undefined, true],
    ['return', 'awaiting-status', { type: 'PATIENCE_OVER' }, pending, false],
    ['return', 'pending', { type: 'ORDER_SETTLED', outcome: paid }, pending, true],
    ['checkout', 'authenticating', { type: 'PAYMENT_ENDED', outcome: declined }, undefined, true],
    ['checkout', 'authenticating', { type: 'PAYMENT_PENDING', outcome: pending }, undefined, true],
    ['checkout', 'initiating', { type: 'PAYMENT_ENDED', outcome: declined }, undefined, true],
    ['checkout', 'initiating', { type: 'PAYMENT_PENDING', outcome: pending }, undefined, true],
    ['checkout', 'resuming', { type: 'PAYMENT_ENDED', outcome: declined }, pending, false],
    ['checkout', 'switching', { type: 'PAYMENT_ENDED', outcome: declined }, undefined, false],
    ['checkout', 'switching', { type: 'PAYMENT_PENDING', outcome: pending }, undefined, false],
  ])(
    'reduce on the %s page in %s reports $2.type after the outcome $3.status: $4',
    (page, from, event, outcome, isNews) => {
      expect(after(from, event, { page, outcome }).outcomeToReport !== undefined).toBe(isNews);
    },
  );

  it('reports an outcome with one step only', () => {
    const ended = after('authenticating', { type: 'PAYMENT_ENDED', outcome: declined }, { attempt: ATTEMPT });
    expect(ended.outcomeToReport).toBe(declined);
    expect(after('outcome', { type: 'TRY_AGAIN' }, ended).outcomeToReport).toBeUndefined();
  });

  it('drops the card at the end of a payment and when it returns to the form', () => {
    for (const [from, event] of [
      ['authenticating', { type: 'PAYMENT_ENDED', outcome: declined }],
      ['authenticating', { type: 'FIELDS_REFUSED', fields: [] }],
      ['authenticating', { type: 'PAYMENT_PENDING', outcome: pending }],
      ['awaiting-preparation', { type: 'CANCEL' }],
      ['reading-result', timedOut],
    ] as const) {
      expect(JSON.stringify(after(from, event, { attempt: ATTEMPT })), from).not.toContain(CARD.number);
    }
  });

  it.each([
    ['leaving-challenge', 'CHALLENGE_ABANDONED', { isRepeated: true }],
    ['authenticating', 'TRANSACTION_UNKNOWN', { isRepeated: true }],
    ['reading-result', 'CHALLENGE_DEMANDED', { isChallengeDemanded: true }],
  ] as const)(
    'starts another authentication with new keys and without the data of the first after %s',
    (from, type, mark) => {
      const challenge = CHALLENGE.result === 'challenge' ? CHALLENGE.challenge : undefined;
      const keys = { size: 'WINDOWED_500X600', authenticationKey: 'key-3', authorizationKey: 'key-4' } as const;
      const before = {
        ...ATTEMPT,
        prepared: { enrolled: false, methodUrlCompletion: 'UNAVAILABLE' },
        ...(challenge ? { challenge } : {}),
        cres: 'e30',
        ended: 'notified',
      } as const;
      expect(after(from, { type, keys }, { attempt: before }).attempt).toEqual({
        card: CARD,
        payer: {},
        authentication: undefined,
        ...mark,
        ...keys,
      });
    },
  );

  it('names the way in which an authentication ended, for the backend', () => {
    for (const [event, ended] of [
      [{ type: 'CHALLENGE_NOTIFIED', cres: 'e30' }, 'notified'],
      [{ type: 'CANCEL' }, 'cancelled'],
      [{ type: 'CHALLENGE_BLOCKED' }, 'blocked'],
      [{ type: 'CHALLENGE_TOO_LATE' }, 'too-late'],
      [fault, 'blocked'],
    ] as const)
      expect(after('opening-challenge', event, { attempt: ATTEMPT }).attempt?.ended).toBe(ended);
    expect(after('challenging', { type: 'AUTHENTICATION_TIMED_OUT' }, { attempt: ATTEMPT }).attempt?.ended).toBe(
      'timed-out',
    );
    expect(after('awaiting-issuer', fault, { attempt: ATTEMPT }).attempt?.ended).toBe('blocked');
  });

  it('keeps the address of a redirect only while redirecting', () => {
    const left = after('initiating', { type: 'REDIRECT', url: 'https://pay.example/1' });
    expect(left.url).toBe('https://pay.example/1');
    expect(after('redirecting', { type: 'NOT_REDIRECTED' }, left).url).toBeUndefined();
    const beside = {
      event: { type: 'NUMBER_CLEARED' },
      from: { payment: 'redirecting', preparation: 'prepared' },
    } as const;
    expect(reduce(left, { ...beside, to: { preparation: 'idle' } }).url).toBe('https://pay.example/1');
  });

  it('keeps the version check after a fault of the method step', () => {
    const versionCheck = { enrolled: true, serverTransId: 'T1' } as const;
    const from = { payment: 'entering', preparation: 'running-method' } as const;
    const context = reduce(
      { ...CONTEXT, preparation: { ...NO_CARD, number: CARD.number, versionCheck } },
      { event: { type: 'PREPARATION_FAULT', error: new Error('scripted') }, from, to: { preparation: 'prepared' } },
    );
    expect(context.preparation).toEqual({ number: CARD.number, versionCheck, completion: 'NO' });
  });

  it('does not change the context that it is given', () => {
    const frozen = Object.freeze({ ...CONTEXT, preparation: Object.freeze({ ...NO_CARD }) });
    expect(() => after('authenticating', { type: 'PAYMENT_ENDED', outcome: declined }, frozen)).not.toThrow();
    expect(frozen.outcome).toBeUndefined();
  });
});
