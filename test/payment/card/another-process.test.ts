import { describe, expect, it } from 'vitest';
import { PAID } from '../../browser/scripted-backend.js';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { CARD, problem, scriptedPage, withWindow } from '../checkout/scripted-page.js';
import { scriptedRedirect } from '../checkout/scripted-redirect.js';

withWindow();

/** Answers of a process that changes nothing: it meets a record of a newer version, or it is being stopped. */
describe.each(['record-newer', 'closing'] as const)('%s', (code) => {
  const refused = problem(code, [], true);

  it('makes the page repeat a card payment with the same key until another process answers', async () => {
    const page = scriptedPage({ authenticate: refused });
    const outcome = page.payment.pay(CARD);
    await settle();
    expect(page.payment.snapshot.step).toBe('authenticating');
    page.backend.answers.authenticate = () => PAID;
    await page.clock.advance(1000);
    expect(await outcome).toMatchObject({ status: 'paid' });
    const keys = page.backend.calls.filter(({ call }) => call === 'authenticate').map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('makes the page repeat the start of a redirect payment with the same key', async () => {
    const page = await scriptedRedirect({ redirect: refused });
    page.payment.redirect({ method: 'paypal' });
    await settle();
    expect(page.payment.snapshot.step).toBe('initiating');
    page.backend.answers.redirect = () => ({ result: 'redirect', url: 'http://127.0.0.1:1/testpay/1' });
    await page.clock.advance(1000);
    expect(page.left).toHaveLength(1);
    expect(new Set(page.backend.calls.map(({ key }) => key)).size).toBe(1);
  });

  it('makes the preparation repeat its version check', async () => {
    const page = scriptedPage({ prepare: refused });
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    expect(page.payment.snapshot.preparation).toBe('checking-version');
    page.backend.answers.prepare = () => ({ enrolled: false });
    await page.clock.advance(1000);
    expect(page.payment.snapshot.preparation).toBe('prepared');
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
  });

  it('makes the preparation give up at its time limit, and Pay start it again', async () => {
    const page = scriptedPage({ prepare: refused });
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    await page.clock.advance(30_000);
    expect(page.payment.snapshot.preparation).toBe('faulted');
    expect(page.clock.waiting).toBe(0);
    page.backend.answers.prepare = () => ({ enrolled: false });
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
  });

  it('makes Pay check the version again when another payment of the order was under way, and has ended since', async () => {
    const page = scriptedPage({ prepare: problem('order-not-open') });
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    expect(page.payment.snapshot.preparation).toBe('faulted');
    page.backend.answers.prepare = () => ({ enrolled: false });
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
  });
});
