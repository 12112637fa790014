import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { never, OPEN_ORDER, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { CARD, problem, scriptedPage, unanswered, withWindow } from '../checkout/scripted-page.js';
import { scriptedReturn, type ScriptedRedirect } from '../checkout/scripted-redirect.js';

withWindow();

const IDEAL = { method: 'ideal', accountHolderName: 'Ada Lovelace', country: 'NL' };
const step = ({ payment }: ScriptedRedirect) => payment.snapshot.step;
const moneyCalls = ({ backend }: Pick<ScriptedRedirect, 'backend'>) =>
  backend.calls.filter(({ call }) => call !== 'order').map(({ call }) => call);

/** A page with an unfinished redirect payment, after the shopper asked for another method. */
async function choosingAnother(answers: Parameters<typeof scriptedReturn>[0] = {}): Promise<ScriptedRedirect> {
  const page = scriptedReturn({ order: () => UNFINISHED_ORDER, ...answers }, { patience: 0 });
  await settle();
  await page.clock.advance(0);
  page.payment.chooseAnother();
  expect(step(page)).toBe('choosing-another');
  return page;
}

describe('another method instead of an unfinished redirect payment', () => {
  it('calls nothing that moves money before the shopper submits', async () => {
    const page = await choosingAnother();
    await page.clock.advance(60_000);
    expect(moneyCalls(page)).toEqual([]);
    expect(step(page)).toBe('choosing-another');
    page.payment.stop();
  });

  it('redirects to the other method and no longer names the first one', async () => {
    const page = await choosingAnother();
    expect(page.payment.snapshot.order?.redirect).toBeUndefined();
    page.payment.redirect(IDEAL);
    expect(step(page)).toBe('switching');
    await settle();
    expect(page.left).toEqual(['http://127.0.0.1:1/testpay/1']);
    expect(page.backend.calls.at(-1)).toMatchObject({ call: 'redirect', input: IDEAL, replaces: 'A1-paypal' });
    expect(page.payment.snapshot).toMatchObject({ step: 'redirecting' });
    expect(page.payment.snapshot.order?.redirect).toBeUndefined();
    page.payment.stop();
  });

  it('shows the pending payment again when the backend answers order-not-open', async () => {
    const page = await choosingAnother({ redirect: problem('order-not-open') });
    page.payment.redirect(IDEAL);
    await settle();
    await page.clock.advance(0);
    expect(page.payment.snapshot).toMatchObject({
      step: 'pending',
      isRedirectKept: true,
      outcome: { status: 'pending', code: 'awaiting-final-status' },
      order: { redirect: { method: 'paypal', unfinished: true } },
    });
    expect(page.left).toEqual([]);
    page.payment.stop();
  });

  it('offers the choice again when another tab has begun another redirect payment since then', async () => {
    const page = await choosingAnother({ redirect: problem('order-not-open') });
    const redirect = { id: 'A1-later', method: 'paypal', unfinished: true };
    page.backend.answers.order = () => ({ ...UNFINISHED_ORDER, redirect });
    page.payment.redirect(IDEAL);
    await settle();
    await page.clock.advance(0);
    expect(page.payment.snapshot).toMatchObject({ step: 'pending', isRedirectKept: false, order: { redirect } });
    page.payment.chooseAnother();
    page.payment.redirect(IDEAL);
    await settle();
    expect(page.backend.calls.findLast(({ call }) => call === 'redirect')).toMatchObject({ replaces: 'A1-later' });
    page.payment.stop();
  });

  it('shows the order when it was paid meanwhile', async () => {
    const page = await choosingAnother({ redirect: problem('order-not-open') });
    page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
    page.payment.redirect(IDEAL);
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { status: 'paid' } });
  });

  it('ends the choice when the unfinished payment succeeds in another tab', async () => {
    const page = await choosingAnother();
    page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
    await page.clock.advance(1000);
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { status: 'paid' } });
    expect(moneyCalls(page)).toEqual([]);
  });

  it.each([
    ['no answer', unanswered],
    ['no end', never],
    ['a fault', () => Promise.reject(new TypeError('scripted'))],
  ])('never reports a failure after %s, because the first payment may have been made', async (_what, redirect) => {
    const page = await choosingAnother({ redirect });
    page.payment.redirect(IDEAL);
    await settle();
    await page.clock.advance(45_000);
    await page.clock.advance(0);
    expect(page.payment.snapshot).toMatchObject({ step: 'pending', outcome: { status: 'pending' } });
    expect(page.payment.snapshot.isRedirectKept).toBeFalsy();
    expect(page.snapshots.every(({ outcome }) => outcome?.status !== 'failed')).toBe(true);
    page.payment.stop();
  });

  it('returns to the choice when fields are refused', async () => {
    const page = await choosingAnother({
      redirect: problem('invalid-request', [{ field: 'country', message: 'is missing' }]),
    });
    page.payment.redirect({ method: 'ideal' });
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'choosing-another', refused: [{ field: 'country' }] });
    page.payment.stop();
  });

  it('offers a new payment when the other method could not be started', async () => {
    const outcome = outcomeOf('gateway-refused', { id: 'A1', state: 'open' });
    const page = await choosingAnother({ redirect: () => ({ result: 'outcome', outcome }) });
    page.backend.answers.order = () => OPEN_ORDER;
    page.payment.redirect(IDEAL);
    await settle();
    expect(page.payment.snapshot).toMatchObject({
      step: 'outcome',
      outcome: { code: 'payment-not-completed', retryable: true },
    });
  });

  it('drops that the payment was kept when the shopper chooses again', async () => {
    const page = await choosingAnother({ redirect: problem('order-not-open') });
    page.payment.redirect(IDEAL);
    await settle();
    await page.clock.advance(0);
    page.payment.chooseAnother();
    expect(page.payment.snapshot).toMatchObject({ step: 'choosing-another', isRedirectKept: false });
    page.payment.stop();
  });
});

describe('a card instead of an unfinished redirect payment', () => {
  async function pendingPage(answers: Parameters<typeof scriptedPage>[0] = {}) {
    const page = scriptedPage({ order: () => UNFINISHED_ORDER, ...answers });
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'pending', outcome: { status: 'pending' } });
    page.payment.chooseAnother();
    expect(page.payment.snapshot.step).toBe('choosing-another');
    return page;
  }

  it('makes no version check while the shopper types, because the version check replaces the payment', async () => {
    const page = await pendingPage();
    page.payment.enterNumber(CARD.number);
    await settle();
    expect(moneyCalls(page)).toEqual([]);
  });

  it('pays with the card after Pay', async () => {
    const page = await pendingPage();
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
    expect(moneyCalls(page)).toEqual(['prepare', 'authenticate']);
    expect(page.backend.calls.find(({ call }) => call === 'prepare')).toMatchObject({ replaces: 'A1-paypal' });
  });

  it('leaves a replaced payment out of the next call', async () => {
    const page = await pendingPage({
      authenticate: () => ({ result: 'outcome', outcome: outcomeOf('declined', { id: 'A1', state: 'open' }) }),
    });
    await page.payment.pay(CARD);
    page.payment.tryAgain();
    page.payment.redirect(IDEAL);
    await settle();
    expect(page.backend.calls.at(-1)).toMatchObject({ call: 'redirect', replaces: undefined });
    page.payment.stop();
  });

  it.each(['a card', 'another method'])(
    'offers the choice of another payment when a page that does not show the unfinished one submits %s',
    async (payment) => {
      const refused = problem('order-not-open');
      const page = scriptedPage({ prepare: refused, redirect: refused });
      await settle();
      page.backend.answers.order = () => UNFINISHED_ORDER;
      if (payment === 'a card') await page.payment.pay(CARD);
      else page.payment.redirect(IDEAL);
      await settle();
      expect(page.backend.calls.find(({ call }) => call !== 'order')).toMatchObject({ replaces: undefined });
      expect(page.payment.snapshot).toMatchObject({ step: 'pending', order: { redirect: { unfinished: true } } });
      expect(page.payment.snapshot.isRedirectKept).toBe(false);
      page.payment.stop();
    },
  );

  it.each(['prepare', 'authenticate'] as const)(
    'ends as pending when %s is answered order-not-open, and charges nothing',
    async (call) => {
      const page = await pendingPage({ [call]: problem('order-not-open') });
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'pending', code: 'awaiting-final-status' });
      await settle();
      expect(page.payment.snapshot.step).toBe('pending');
      // The version check has read the report. A refused authentication is none of the payment's method.
      expect(page.payment.snapshot.isRedirectKept).toBe(call === 'prepare');
      page.payment.stop();
    },
  );

  it.each([
    ['no answer', unanswered],
    ['a refusal', problem('gateway-refused')],
    ['order-not-open', problem('order-not-open')],
  ])('never fails after %s to the version check, when the order cannot be read', async (_what, prepare) => {
    const page = await pendingPage({ prepare });
    page.backend.answers.order = unanswered;
    await page.payment.pay(CARD);
    await settle();
    expect(page.snapshots.map(({ outcome }) => outcome?.status)).not.toContain('failed');
    expect(['pending', 'in-doubt']).toContain(page.payment.snapshot.outcome?.status);
    page.payment.stop();
  });

  it('the order is in doubt when neither the version check nor a read is answered in time', async () => {
    const page = await pendingPage({ prepare: never });
    page.backend.answers.order = never;
    const paying = page.payment.pay(CARD);
    await settle();
    await page.clock.advance(44_999);
    page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'failed' });
    await page.clock.advance(1);
    expect(await paying).toMatchObject({ status: 'in-doubt' });
    await page.clock.advance(1000);
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { code: 'payment-not-completed' } });
  });

  it('the order is in doubt when another method is not answered after the fields of the card were refused', async () => {
    const page = await pendingPage({ prepare: problem('invalid-request', [{ field: 'card.number', message: 'no' }]) });
    await page.payment.pay(CARD);
    expect(page.payment.snapshot.step).toBe('entering');
    page.backend.answers.redirect = never;
    page.payment.redirect(IDEAL);
    await settle();
    await page.clock.advance(45_000);
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { status: 'in-doubt' } });
    page.payment.stop();
  });

  it('allows another method again after a check that finds the kept payment unfinished', async () => {
    const page = await pendingPage({ prepare: problem('order-not-open') });
    await page.payment.pay(CARD);
    await settle();
    page.payment.check();
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'pending', order: { redirect: { unfinished: true } } });
    expect(page.payment.snapshot.isRedirectKept).toBeUndefined();
    page.payment.chooseAnother();
    expect(page.payment.snapshot.step).toBe('choosing-another');
    page.payment.stop();
  });

  it('refuses another method after any other outcome', async () => {
    const page = scriptedPage({ order: () => ({ ...OPEN_ORDER, state: 'paid' }) });
    await settle();
    page.payment.chooseAnother();
    expect(page.payment.snapshot.step).toBe('outcome');
  });
});
