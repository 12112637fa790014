import { describe, expect, it } from 'vitest';
import { PAID } from '../browser/scripted-backend.js';
import { settle } from '../browser/driven-clock.js';
import { CARD, problem, scriptedPage, withWindow } from './scripted-page.js';
import { scriptedRedirect } from './scripted-redirect.js';

withWindow();

/** The answer of a process that meets a record of a newer version: it changes nothing. */
const newer = problem('record-newer', [], true);

describe('record-newer', () => {
  it('makes the page repeat a card payment with the same key until another process answers', async () => {
    const page = scriptedPage({ authenticate: newer });
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
    const page = scriptedRedirect({ redirect: newer });
    page.payment.go({ method: 'paypal' });
    await settle();
    expect(page.payment.snapshot.step).toBe('initiating');
    page.backend.answers.redirect = () => ({ result: 'redirect', url: 'http://127.0.0.1:1/testpay/1' });
    await page.clock.advance(1000);
    expect(page.left).toHaveLength(1);
    expect(new Set(page.backend.calls.map(({ key }) => key)).size).toBe(1);
  });

  it('makes the preparation repeat its version check', async () => {
    const page = scriptedPage({ prepare: newer });
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
    const page = scriptedPage({ prepare: newer });
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    await page.clock.advance(30_000);
    expect(page.payment.snapshot.preparation).toBe('faulted');
    expect(page.clock.waiting).toBe(0);
    page.backend.answers.prepare = () => ({ enrolled: false });
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
  });
});
