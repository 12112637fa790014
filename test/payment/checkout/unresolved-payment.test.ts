import { describe, expect, it } from 'vitest';
import type { BackendAnswer, Order } from '../../../src/payment/backend-client/backend-client.js';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { OPEN_ORDER, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { CARD, fault, problem, scriptedPage, unanswered, withWindow, type ScriptedPage } from './scripted-page.js';

withWindow();

const orderIn = (state: Order['state']) => (): Order => ({ ...OPEN_ORDER, state });
const unresolved = (): BackendAnswer => ({
  result: 'outcome',
  outcome: outcomeOf('authorization-unanswered', { id: 'A1', state: 'in-doubt' }),
});
/** An answer over a limit that lasts longer than any call. */
const limited = fault({ kind: 'problem', code: 'too-many-requests', retryable: true, fields: [], retryAfter: 300_000 });
const ANOTHER_CARD = { ...CARD, number: '4263970000005262' };
const REDIRECT = { method: 'ideal', accountHolderName: 'Ada Lovelace', country: 'NL' };
const reads = ({ backend }: ScriptedPage) => backend.calls.filter(({ call }) => call === 'order');
const reported = ({ snapshots }: ScriptedPage) =>
  snapshots.flatMap(({ outcomeToReport }) => (outcomeToReport ? [outcomeToReport.code] : []));

/** A page after a payment whose authorization has no answer. The backend has said so. */
async function afterUnresolved(order: () => Order = orderIn('in-doubt')): Promise<ScriptedPage> {
  const page = scriptedPage({ authenticate: unresolved });
  await settle();
  page.backend.answers.order = order;
  page.backend.calls.length = 0;
  await page.payment.pay(CARD);
  await settle();
  return page;
}

/** A page after a payment that the backend has not answered. */
async function afterSilence(order: () => Order): Promise<ScriptedPage> {
  const page = scriptedPage({ authenticate: unanswered });
  await settle();
  const paying = page.payment.pay(CARD);
  await settle();
  await page.clock.advance(89_999);
  page.backend.answers.order = order;
  page.backend.calls.length = 0;
  await page.clock.advance(1);
  await paying;
  return page;
}

describe('a payment in doubt', () => {
  it.each(['open', 'failed'] as const)(
    'a payment without an answer has no other outcome after a check of an order that is %s, but the form',
    async (state) => {
      // The call may still be on its way, and an order that has failed can be charged by it.
      const page = await afterSilence(orderIn(state));
      page.payment.check();
      await settle();
      expect(page.payment.snapshot).toMatchObject({ step: 'entering', order: { state } });
      expect(reported(page)).toEqual(['backend-unanswered']);
      page.payment.stop();
    },
  );

  it('reports that the order was paid as soon as the backend knows it, once', async () => {
    const page = await afterUnresolved();
    await page.clock.advance(60_000);
    expect(reported(page)).toEqual(['authorization-unanswered']);
    page.backend.answers.order = orderIn('paid');
    await page.clock.advance(1000);
    expect(page.payment.snapshot).toMatchObject({
      step: 'outcome',
      order: { state: 'paid' },
      outcome: { code: 'already-paid' },
      mayMoveFocus: true,
    });
    await page.clock.advance(3_600_000);
    expect(reported(page)).toEqual(['authorization-unanswered', 'already-paid']);
    expect(page.clock.waiting).toBe(0);
  });

  it('a payment in doubt can be tried again when the backend has found that nothing was charged', async () => {
    const page = await afterUnresolved();
    page.backend.answers.order = orderIn('open');
    await page.clock.advance(1000);
    expect(page.payment.snapshot.outcome).toMatchObject({ code: 'payment-not-completed', retryable: true });
    expect(page.clock.waiting).toBe(0);
    page.payment.tryAgain();
    expect(page.payment.snapshot.step).toBe('entering');
    page.payment.stop();
  });

  it('settles as a person has decided', async () => {
    const page = await afterUnresolved(orderIn('failed'));
    expect(reported(page)).toEqual(['authorization-unanswered', 'payment-not-completed']);
  });

  it('waits for the end of a redirect payment that was begun for the same order', async () => {
    const page = await afterUnresolved(() => UNFINISHED_ORDER);
    await page.clock.advance(60_000);
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { status: 'in-doubt' } });
    page.backend.answers.order = orderIn('paid');
    await page.clock.advance(1000);
    expect(reported(page)).toEqual(['authorization-unanswered', 'already-paid']);
  });

  it('asks the backend to hold the request, and one that answers at once at most every second', async () => {
    const page = await afterUnresolved();
    await page.clock.advance(10_000);
    expect(reads(page)).toHaveLength(11);
    expect(
      new Set(
        reads(page)
          .slice(1)
          .map(({ input }) => JSON.stringify(input)),
      ),
    ).toEqual(new Set(['{"unless":"in-doubt"}']));
    page.payment.stop();
  });

  it('keeps waiting at growing intervals after errors, also when the backend holds no more requests', async () => {
    const page = await afterUnresolved();
    page.backend.answers.order = unanswered;
    const before = reads(page).length;
    await page.clock.advance(31_000);
    expect(reads(page).length - before).toBe(6);
    page.backend.answers.order = problem('too-many-requests', [], true);
    await page.clock.advance(16_000);
    page.backend.calls.length = 0;
    page.backend.answers.order = orderIn('paid');
    await page.clock.advance(16_000);
    expect(reads(page)).toEqual([{ call: 'order' }]);
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'paid' });
  });

  it('stops waiting when the shopper checks the order, and when the page is left', async () => {
    const page = await afterUnresolved();
    page.payment.check();
    await settle();
    expect(reported(page)).toEqual(['authorization-unanswered']);
    expect(page.clock.waiting).toBe(1);
    page.payment.stop();
    await settle();
    expect(page.clock.waiting).toBe(0);
    const before = reads(page).length;
    await page.clock.advance(60_000);
    expect(reads(page)).toHaveLength(before);
  });
});

describe('a payment without an answer of the backend', () => {
  it.each(['open', 'failed'] as const)(
    'stays in doubt while the order is %s, because the call may still arrive',
    async (state) => {
      const page = await afterSilence(orderIn(state));
      await page.clock.advance(600_000);
      expect(reported(page)).toEqual(['backend-unanswered']);
      expect(page.payment.snapshot.outcome).toMatchObject({ status: 'in-doubt' });
      expect(reads(page).at(-1)).toEqual({ call: 'order', input: { unless: state } });
      page.backend.answers.order = orderIn('in-doubt');
      await page.clock.advance(1000);
      expect(reported(page)).toEqual(['backend-unanswered']);
      page.backend.answers.order = orderIn('paid');
      await page.clock.advance(1000);
      expect(reported(page)).toEqual(['backend-unanswered', 'already-paid']);
      expect(page.clock.waiting).toBe(0);
    },
  );
});

describe('a payment after one without an answer of the backend', () => {
  /** A page whose shopper has checked the order, and sees the form. */
  async function atTheForm(order = orderIn('open')): Promise<ScriptedPage> {
    const page = await afterSilence(order);
    page.payment.check();
    await settle();
    return page;
  }

  const STARTS = {
    'another card': ({ payment }: ScriptedPage) => void payment.pay(ANOTHER_CARD),
    'a redirect payment': ({ payment }: ScriptedPage) => payment.redirect(REDIRECT),
  };

  it.each([
    ['another card', 'no answer', unanswered],
    ['another card', 'a limit', limited],
    ['another card', 'a refusal', problem('gateway-unavailable')],
    ['another card', 'a refusal for good', problem('invalid-request')],
    ['a redirect payment', 'no answer', unanswered],
    ['a redirect payment', 'a limit', limited],
  ] as const)(
    '%s with %s, and no order to read, is in doubt until the order has an end',
    async (name, _what, answer) => {
      const page = await atTheForm();
      Object.assign(page.backend.answers, { prepare: answer, redirect: answer, order: unanswered });
      STARTS[name](page);
      await settle();
      await page.clock.advance(45_000);
      expect(reported(page)).toEqual(['backend-unanswered', 'authorization-unanswered']);
      page.backend.answers.order = orderIn('open');
      await page.clock.advance(60_000);
      expect(page.payment.snapshot.outcome).toMatchObject({ status: 'in-doubt' });
      page.backend.answers.order = orderIn('paid');
      await page.clock.advance(60_000);
      expect(reported(page)).toEqual(['backend-unanswered', 'authorization-unanswered', 'already-paid']);
      expect(page.clock.waiting).toBe(0);
    },
  );

  it.each(['another card', 'a redirect payment'] as const)('%s is tried again after a check', async (name) => {
    const page = await atTheForm();
    Object.assign(page.backend.answers, { prepare: unanswered, redirect: unanswered, order: unanswered });
    STARTS[name](page);
    await settle();
    await page.clock.advance(45_000);
    page.backend.answers.order = orderIn('open');
    page.payment.check();
    await settle();
    expect(page.payment.snapshot.step).toBe('entering');
    page.payment.stop();
  });

  it('a second check of an order that has failed shows the form again', async () => {
    const page = await atTheForm(orderIn('failed'));
    page.payment.check();
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'entering', order: { state: 'failed' } });
    expect(reported(page)).toEqual(['backend-unanswered']);
    page.payment.stop();
  });

  it('an order that another payment had in doubt, and that is open again, is still in doubt', async () => {
    const page = await afterSilence(orderIn('in-doubt'));
    page.payment.check();
    await settle();
    expect(page.payment.snapshot.outcome).toMatchObject({ code: 'authorization-unanswered' });
    page.backend.answers.order = orderIn('open');
    await page.clock.advance(60_000);
    expect(reported(page)).toEqual(['backend-unanswered']);
    page.backend.answers.order = orderIn('paid');
    await page.clock.advance(60_000);
    expect(reported(page)).toEqual(['backend-unanswered', 'already-paid']);
    expect(page.clock.waiting).toBe(0);
  });

  it('a redirect payment that was begun and fails is no longer in doubt', async () => {
    const page = await atTheForm(() => UNFINISHED_ORDER);
    expect(page.payment.snapshot.step).toBe('pending');
    page.backend.answers.order = orderIn('failed');
    await page.clock.advance(1000);
    expect(page.payment.snapshot.outcome).toMatchObject({ code: 'payment-not-completed' });
    expect(page.clock.waiting).toBe(0);
  });
});

describe('a call that had no answer, and is repeated', () => {
  it.each([
    ['over a limit', limited],
    ['of an origin that this process refuses', problem('origin-refused')],
    ['with card data from outside the frame, which this process refuses', problem('card-outside-frame')],
    ['at a path that this process does not serve', problem('not-found')],
    ['of an order that this process does not have', problem('order-not-found')],
  ])('a call without an answer stays unanswered when the repeated call is %s', async (_what, answer) => {
    const page = scriptedPage({ authenticate: unanswered });
    await settle();
    const paying = page.payment.pay(CARD);
    await settle();
    Object.assign(page.backend.answers, { authenticate: answer, order: answer });
    await page.clock.advance(90_000);
    expect(await paying).toMatchObject({ code: 'backend-unanswered' });
    page.payment.stop();
  });
});

describe('an outcome that is certain', () => {
  it('reads the order no more', async () => {
    const page = scriptedPage();
    await settle();
    page.backend.calls.length = 0;
    await page.payment.pay(CARD);
    await page.clock.advance(600_000);
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'paid' });
    expect(reads(page)).toEqual([]);
  });
});
