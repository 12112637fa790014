import { describe, expect, it } from 'vitest';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { never, OPEN_ORDER } from '../../browser/scripted-backend.js';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { withFrames } from './scripted-frames.js';
import { CARD, problem, scriptedPage, unanswered } from './scripted-page.js';
import { scriptedRedirect, scriptedReturn } from './scripted-redirect.js';

withFrames();

const OTHER_NUMBER = '4222000001227408';

describe('check', () => {
  it.each([
    ['the order on a checkout', () => scriptedPage({ order: unanswered }), 'reading-order'],
    ['the status on a return page', () => scriptedReturn({ order: unanswered }), 'reading-status'],
  ] as const)('reads %s when the first read had no answer', async (_what, open, step) => {
    const { payment } = open();
    await settle();
    expect(payment.snapshot).toMatchObject({ step: 'unreachable', mayMoveFocus: false });
    payment.check();
    expect(payment.snapshot).toMatchObject({ step, mayMoveFocus: true });
    payment.stop();
  });

  it('reads the order from the start after a card payment, and shows the form of an order that is open', async () => {
    const page = scriptedPage({ authenticate: problem('gateway-unavailable') });
    await page.payment.pay(CARD);
    page.payment.check();
    expect(page.payment.snapshot).toMatchObject({ step: 'reading-order', mayMoveFocus: true });
    await settle();
    expect(page.payment.snapshot.step).toBe('entering');
    page.payment.stop();
  });

  it('keeps the outcome of its own payment when the order has another failure, and reports no second one', async () => {
    const declined = outcomeOf('declined', { id: 'A1', state: 'failed' });
    const page = scriptedPage({ authenticate: () => ({ result: 'outcome', outcome: declined }) });
    await page.payment.pay(CARD);
    page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'failed' });
    page.payment.check();
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: declined, order: { state: 'failed' } });
    expect(page.snapshots.filter(({ outcomeToReport }) => outcomeToReport)).toHaveLength(1);
    page.payment.tryAgain();
    expect(page.payment.snapshot.step).toBe('entering');
    page.payment.stop();
  });

  it('reports after its own failure that another tab has paid the order', async () => {
    const page = scriptedPage({ authenticate: problem('gateway-unavailable') });
    await page.payment.pay(CARD);
    page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
    page.payment.check();
    await settle();
    expect(page.payment.snapshot).toMatchObject({
      outcome: { code: 'already-paid' },
      outcomeToReport: { code: 'already-paid' },
    });
  });

  it('reads the status after a redirect payment, and shows its result', async () => {
    const page = await scriptedRedirect({ order: () => OPEN_ORDER });
    page.payment.redirect({ method: 'paypal' });
    await settle();
    page.payment.check();
    expect(page.payment.snapshot.step).toBe('reading-status');
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { code: 'payment-not-completed' } });
    page.payment.stop();
  });

  it('reads the order in a step that has no status to read', async () => {
    const page = await scriptedRedirect({
      redirect: problem('invalid-request', [{ field: 'country', message: 'is missing' }]),
    });
    page.payment.redirect({ method: 'paypal' });
    await settle();
    page.payment.check();
    expect(page.payment.snapshot.step).toBe('reading-order');
    page.payment.stop();
  });
});

describe('a checkout that is stopped', () => {
  it('resolves a payment that waits for the order', async () => {
    const page = scriptedPage({ order: never });
    const paying = page.payment.pay(CARD);
    page.payment.stop();
    expect(await paying).toBeUndefined();
    expect(page.backend.calls.map(({ call }) => call)).toEqual(['order']);
  });

  it('resolves a payment that begins later, and calls nothing', async () => {
    const page = scriptedPage({ order: never });
    page.payment.stop();
    expect(await page.payment.pay(CARD)).toBeUndefined();
    expect(page.backend.calls.map(({ call }) => call)).toEqual(['order']);
  });

  it('never starts with a signal that was aborted before', async () => {
    const page = await scriptedRedirect({}, { signal: AbortSignal.abort() });
    page.payment.redirect({ method: 'paypal' });
    await settle();
    expect(page.payment.snapshot.step).toBe('reading-order');
    expect(page.left).toEqual([]);
    expect(page.clock.waiting).toBe(0);
  });

  it('accepts no number, and keeps the last snapshot', async () => {
    const page = scriptedPage();
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    page.payment.stop();
    const { snapshot } = page.payment;
    for (const number of [CARD.number, OTHER_NUMBER, undefined]) page.payment.enterNumber(number);
    await settle();
    expect(page.payment.snapshot).toBe(snapshot);
    expect(page.backend.calls.filter(({ call }) => call === 'prepare')).toHaveLength(1);
  });

  it('shows the last snapshot to its listeners, once', async () => {
    const page = scriptedPage();
    await settle();
    const received: unknown[] = [];
    page.payment.subscribe((snapshot) => received.push(snapshot));
    page.payment.stop();
    page.payment.observe({ cardFrame: 'ready' });
    expect(received).toHaveLength(1);
  });
});
