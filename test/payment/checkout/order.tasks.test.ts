import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/payment/backend-client/backend-client.js';
import type { BackendFieldIssue } from '../../../src/payment/backend-client/backend-error.js';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { never, OPEN_ORDER, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { withFrames } from './scripted-frames.js';
import { CARD, problem, scriptedPage, unanswered, type ScriptedPage } from './scripted-page.js';
import { scriptedRedirect } from './scripted-redirect.js';

const tab = withFrames();

const orderIn = (state: Order['state']) => (): Order => ({ ...OPEN_ORDER, state });
const reads = ({ backend }: Pick<ScriptedPage, 'backend'>) =>
  backend.calls.filter(({ call }) => call === 'order').length;

/** A page with its form on the screen, before another tab changes the order. */
async function form(order: () => Order | Promise<Order>): Promise<ScriptedPage> {
  const page = scriptedPage();
  await settle();
  page.backend.answers.order = order;
  page.backend.calls.length = 0;
  return page;
}

async function returnToTab(): Promise<void> {
  tab.show('hidden');
  tab.show('visible');
  await settle();
}

describe('a page that is loaded', () => {
  it.each(['open', 'failed'] as const)(
    'shows the form when the order is %s, and has a redirect payment that may have been begun',
    async (state) => {
      const page = scriptedPage({ order: () => ({ ...UNFINISHED_ORDER, state }) });
      await settle();
      expect(page.payment.snapshot.step).toBe('entering');
      expect(page.payment.snapshot.outcome).toBeUndefined();
      page.payment.stop();
    },
  );
});

describe('a payment beside a redirect payment that may have been begun', () => {
  const open = (): Order => ({ ...UNFINISHED_ORDER, state: 'open' });

  /** The end of a payment whose calls, and all reads of the order, are not answered. */
  async function endOf(page: ScriptedPage, begin: () => unknown) {
    page.backend.answers.order = unanswered;
    begin();
    for (let second = 0; second < 46; second++) await page.clock.advance(1000);
    page.payment.stop();
    return page.payment.snapshot;
  }

  it('ends in doubt when neither its call nor the order is answered', async () => {
    const page = scriptedPage({ order: open, redirect: unanswered });
    await settle();
    const { outcome } = await endOf(page, () => page.payment.redirect({ method: 'sofort' }));
    expect(outcome).toMatchObject({ code: 'authorization-unanswered' });
  });

  it('ends in doubt also when the page has shown that payment, and the shopper has chosen another one', async () => {
    const page = scriptedPage({ order: () => UNFINISHED_ORDER, prepare: unanswered });
    await settle();
    page.backend.answers.order = open;
    page.payment.check();
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'pending', order: { state: 'open' } });
    page.payment.chooseAnother();
    const { outcome } = await endOf(page, () => void page.payment.pay(CARD));
    expect(outcome).toMatchObject({ code: 'authorization-unanswered' });
  });
});

describe('a form whose tab becomes visible again', () => {
  it('shows and reports a payment that was made in another tab', async () => {
    const page = await form(orderIn('paid'));
    await returnToTab();
    expect(page.payment.snapshot).toMatchObject({
      step: 'outcome',
      order: { state: 'paid' },
      outcome: { status: 'paid', code: 'already-paid' },
      outcomeToReport: { code: 'already-paid' },
      mayMoveFocus: true,
    });
    expect(reads(page)).toBe(1);
  });

  it('shows a redirect payment that was started in another tab', async () => {
    const page = await form(() => UNFINISHED_ORDER);
    await returnToTab();
    expect(page.payment.snapshot).toMatchObject({
      step: 'pending',
      order: { redirect: { method: 'paypal', unfinished: true } },
      outcome: { status: 'pending' },
    });
    page.payment.stop();
  });

  it('shows an unresolved payment of another tab, because the card may have been charged', async () => {
    const page = await form(orderIn('in-doubt'));
    await returnToTab();
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { status: 'in-doubt' } });
    page.payment.stop();
  });

  it.each([
    ['is open', orderIn('open')],
    ['has a failed payment that can be tried again', orderIn('failed')],
    [
      'is open, and has a redirect payment that may have been begun',
      () => ({ ...UNFINISHED_ORDER, state: 'open' as const, methods: OPEN_ORDER.methods }),
    ],
    ['cannot be read', unanswered],
  ])('leaves the form as it is when the order %s', async (_what, order) => {
    const page = await form(order);
    const { snapshot } = page.payment;
    await returnToTab();
    expect(reads(page)).toBe(1);
    expect(page.payment.snapshot).toBe(snapshot);
    page.payment.stop();
  });

  it('reads the order at each return, also after a read without an answer', async () => {
    const page = await form(unanswered);
    await returnToTab();
    page.backend.answers.order = orderIn('paid');
    await returnToTab();
    expect(reads(page)).toBe(2);
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'paid' });
  });

  it('does not read the order when the tab is hidden', async () => {
    const page = await form(orderIn('paid'));
    tab.show('hidden');
    await settle();
    expect(reads(page)).toBe(0);
    expect(page.payment.snapshot.step).toBe('entering');
    page.payment.stop();
  });

  it('no longer reads the order after Pay, and after the checkout was stopped', async () => {
    const page = await form(orderIn('open'));
    page.backend.answers.authenticate = never;
    void page.payment.pay(CARD);
    await settle();
    await returnToTab();
    expect(page.payment.snapshot.step).toBe('authenticating');
    expect(reads(page)).toBe(0);
    page.payment.stop();
    await returnToTab();
    expect(reads(page)).toBe(0);
  });

  it('aborts the read when the shopper pays meanwhile', async () => {
    const page = await form(never);
    const signals: AbortSignal[] = [];
    page.backend.readOrder = (_order, { signal }) => {
      signals.push(signal);
      return never();
    };
    page.backend.answers.authenticate = never;
    await returnToTab();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    void page.payment.pay(CARD);
    await settle();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    page.payment.stop();
  });

  it('shows a redirect payment that was paid in another window, while this one is not redirected', async () => {
    const page = await scriptedRedirect({ order: orderIn('paid') });
    page.payment.redirect({ method: 'paypal' });
    await settle();
    expect(page.payment.snapshot.step).toBe('redirecting');
    await returnToTab();
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { status: 'paid' } });
  });

  it('shows a payment of another tab also while refused fields are corrected', async () => {
    const page = await scriptedRedirect({
      redirect: problem('invalid-request', [{ field: 'country', message: 'is missing' }]),
      order: orderIn('paid'),
    });
    page.payment.redirect({ method: 'paypal' });
    await settle();
    expect(page.payment.snapshot.step).toBe('correcting-redirect');
    await returnToTab();
    expect(page.payment.snapshot).toMatchObject({
      step: 'outcome',
      outcomeToReport: { status: 'paid' },
      mayMoveFocus: true,
    });
  });
});

describe('the first read of an order', () => {
  it('leaves the form closed and reports nothing for an order that was paid before', async () => {
    const page = scriptedPage({ order: orderIn('paid') });
    await settle();
    expect(page.payment.snapshot).toMatchObject({
      step: 'outcome',
      order: { state: 'paid' },
      outcome: { status: 'paid' },
    });
    expect(page.snapshots.filter(({ outcomeToReport }) => outcomeToReport)).toEqual([]);
  });

  it('shows the outcome order-not-found for an order that does not exist', async () => {
    const page = scriptedPage({ order: problem('order-not-found') });
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { code: 'order-not-found' } });
    expect(page.payment.snapshot.order).toBeUndefined();
  });

  it('shows an unfinished redirect payment with its order', async () => {
    const page = scriptedPage({ order: () => UNFINISHED_ORDER });
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'pending', order: UNFINISHED_ORDER });
    page.payment.stop();
  });
});

describe('an order that the shop has changed', () => {
  const changed = (): Order => ({ ...OPEN_ORDER, amount: '2500', revision: '2' });

  it.each(['refresh', 'return to the tab'])(
    'a changed order is shown in the form after a %s, and the form stays',
    async (what) => {
      const page = await form(changed);
      const shown = page.snapshots.length;
      if (what === 'refresh') page.payment.refresh();
      else await returnToTab();
      await settle();
      expect(page.payment.snapshot).toMatchObject({ step: 'entering', order: { amount: '2500' } });
      expect(page.snapshots.slice(shown).map(({ step }) => step)).toEqual(['entering']);
      expect(reads(page)).toBe(1);
      // The form follows further changes.
      page.backend.answers.order = () => ({ ...changed(), amount: '3000', revision: '3' });
      page.payment.refresh();
      await settle();
      expect(page.payment.snapshot.order?.amount).toBe('3000');
      page.payment.stop();
    },
  );

  it.each(['refresh', 'return to the tab'])(
    'an order that changes once more opens the form again after a %s, and an order that is the same does not',
    async (what) => {
      const page = await form(changed);
      page.backend.answers.authenticate = problem('order-changed');
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'failed' });
      const read = async () => {
        if (what === 'refresh') page.payment.refresh();
        else await returnToTab();
        await settle();
      };
      await read();
      expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { code: 'order-changed' } });
      page.backend.answers.order = () => ({ ...changed(), amount: '3000', revision: '3' });
      await read();
      expect(page.payment.snapshot).toMatchObject({ step: 'entering', order: { amount: '3000' } });
      expect(page.payment.snapshot.outcome).toBeUndefined();
      page.payment.stop();
    },
  );

  it('a method that the shop hides leaves a form to which the shopper returns', async () => {
    const [methods, both] = [[{ code: 'testpay' }], [{ code: 'card' }, { code: 'testpay' }]];
    const page = scriptedPage({ order: () => ({ ...OPEN_ORDER, methods: both }) });
    await settle();
    expect(page.payment.snapshot.order?.methods).toEqual(both);
    page.backend.answers.order = () => ({ ...OPEN_ORDER, methods });
    await returnToTab();
    expect(page.payment.snapshot.order?.methods).toEqual(methods);
    page.payment.stop();
  });

  const CARD_HIDDEN = [{ field: 'method', message: 'is not offered at the moment' }];
  const offered = (codes: string, more: Partial<Order> = {}): Order => ({
    ...OPEN_ORDER,
    methods: codes.split('+').map((code) => ({ code })),
    ...more,
  });
  it.each<[string, from: Order, to: Order, fields: readonly BackendFieldIssue[], code: string]>([
    ['one method fewer', offered('card+testpay'), offered('testpay'), CARD_HIDDEN, 'gateway-unavailable'],
    ['another method instead', offered('card'), offered('testpay'), CARD_HIDDEN, 'gateway-unavailable'],
    ['more methods', offered('card'), offered('testpay+ideal'), CARD_HIDDEN, 'gateway-unavailable'],
    ['the hidden method again', offered('card'), offered('card'), CARD_HIDDEN, 'gateway-unavailable'],
    ['another amount', offered('card'), offered('card', { amount: '2500', revision: '2' }), [], 'order-changed'],
    [
      'another amount and one method fewer',
      offered('card+testpay'),
      offered('card', { amount: '2500' }),
      [],
      'order-changed',
    ],
    ['the revision that the page has read already', offered('card'), offered('card'), [], 'order-changed'],
  ])('a refused payment whose order has %s ends as the backend names it', async (_case, from, to, fields, code) => {
    const page = scriptedPage({ order: () => from });
    await settle();
    page.backend.answers.authenticate = problem('order-changed', fields);
    page.backend.answers.order = () => to;
    expect(await page.payment.pay(CARD)).toMatchObject({ code, retryable: true });
    expect(page.payment.snapshot.order?.methods).toEqual(to.methods);
    page.payment.stop();
  });

  it('an order whose methods are all hidden shows that the payment service is not available, until one is back', async () => {
    let methods: Order['methods'] = [];
    const page = scriptedPage({ order: () => ({ ...OPEN_ORDER, methods }) });
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { code: 'gateway-unavailable' } });
    await returnToTab();
    expect(page.payment.snapshot.step).toBe('outcome');
    methods = OPEN_ORDER.methods;
    await returnToTab();
    expect(page.payment.snapshot).toMatchObject({ step: 'entering', order: { methods } });
    expect(page.payment.snapshot.outcome).toBeUndefined();
    page.payment.stop();
  });

  it('a changed order for which another tab waits ends as paid when that payment is paid', async () => {
    const page = await form(changed);
    page.backend.answers.authenticate = problem('order-changed');
    await page.payment.pay(CARD);
    page.backend.answers.order = orderIn('pending');
    page.payment.refresh();
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'pending', outcome: { status: 'pending' } });
    page.backend.answers.order = orderIn('paid');
    await page.clock.advance(60_000);
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { status: 'paid' } });
    page.payment.stop();
  });

  it('the form follows a changed order also when the shopper tries again after a failure', async () => {
    const page = await form(() => OPEN_ORDER);
    page.backend.answers.authenticate = problem('gateway-unavailable', [], true);
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'failed' });
    page.payment.tryAgain();
    page.backend.answers.order = changed;
    await returnToTab();
    expect(page.payment.snapshot).toMatchObject({ step: 'entering', order: { amount: '2500' } });
    page.payment.stop();
  });

  it('a changed order that another tab has paid ends as paid, and a final outcome reads nothing', async () => {
    const page = await form(changed);
    page.backend.answers.authenticate = problem('order-changed');
    await page.payment.pay(CARD);
    page.backend.answers.order = orderIn('paid');
    page.payment.refresh();
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { status: 'paid' } });
    const before = reads(page);
    page.payment.refresh();
    await settle();
    expect(reads(page)).toBe(before);
    page.payment.stop();
  });
});
