import { describe, expect, it } from 'vitest';
import type { BackendFault } from '../../../src/payment/backend-client/backend-error.js';
import type { Order } from '../../../src/payment/backend-client/backend-client.js';
import { OPEN_ORDER, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { CARD, fault, problem, scriptedPage, unanswered, withWindow } from './scripted-page.js';
import { scriptedRedirect, scriptedReturn } from './scripted-redirect.js';

withWindow();

type Code = Extract<BackendFault, { kind: 'problem' }>['code'];
const limited = (code: Code, retryAfter: number) =>
  fault({ kind: 'problem', code, retryable: true, fields: [], retryAfter });
const proxy = fault({ kind: 'unanswered', retryAfter: 4000 });
const WAITING: Order = { ...UNFINISHED_ORDER, redirect: { method: 'paypal', unfinished: false } };

describe('a limit of the order', () => {
  it('ends Pay with too-many-attempts, which cannot be tried again, when the backend refuses the authentication', async () => {
    const page = scriptedPage({ authenticate: problem('too-many-attempts') });
    expect(await page.payment.pay(CARD)).toMatchObject({
      status: 'failed',
      code: 'too-many-attempts',
      retryable: false,
      order: { state: 'open' },
    });
    expect(page.clock.waiting).toBe(0);
  });

  it('shows nothing while the shopper types, and ends Pay with too-many-attempts', async () => {
    const page = scriptedPage({ prepare: problem('too-many-attempts') });
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'entering', preparation: 'faulted', refused: [] });
    expect(page.payment.snapshot.outcome).toBeUndefined();
    expect(await page.payment.pay(CARD)).toMatchObject({ code: 'too-many-attempts' });
    expect(page.backend.calls.filter(({ call }) => call === 'prepare')).toHaveLength(1);
  });

  it('ends a redirect payment with too-many-attempts', async () => {
    const page = await scriptedRedirect({ redirect: problem('too-many-attempts') });
    page.payment.redirect({ method: 'paypal' });
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { code: 'too-many-attempts' } });
  });

  it('an order at a limit can be paid again after the shop has reopened it', async () => {
    const page = scriptedPage({ authenticate: problem('too-many-attempts') });
    await page.payment.pay(CARD);
    page.payment.check();
    await settle();
    expect(page.payment.snapshot.step).toBe('entering');
  });
});

describe('a limit of the client', () => {
  it('ends Pay with too-many-requests at once when it lasts for minutes', async () => {
    const page = scriptedPage({ prepare: limited('too-many-requests', 300_000) });
    expect(await page.payment.pay(CARD)).toMatchObject({
      code: 'too-many-requests',
      status: 'failed',
      retryable: true,
    });
    expect(page.clock.waiting).toBe(0);
  });

  it('delays the version check by the named time when it ends soon', async () => {
    const page = scriptedPage({ prepare: limited('too-many-requests', 3000) });
    const outcome = page.payment.pay(CARD);
    await settle();
    page.backend.answers.prepare = () => ({ enrolled: false });
    await page.clock.advance(2999);
    expect(page.payment.snapshot.step).toBe('awaiting-preparation');
    await page.clock.advance(1);
    expect(await outcome).toMatchObject({ status: 'paid' });
  });
});

describe('an answer with Retry-After', () => {
  it.each([
    ['store-busy', limited('store-busy', 4000)],
    ['429 or 503 of a proxy', proxy],
  ])('makes the page read the order again after the named time: %s', async (_name, answer) => {
    const page = scriptedPage({ order: answer });
    await settle();
    expect(page.payment.snapshot.step).toBe('reading-order');
    page.backend.answers.order = () => OPEN_ORDER;
    await page.clock.advance(3999);
    expect(page.payment.snapshot.step).toBe('reading-order');
    await page.clock.advance(1);
    expect(page.payment.snapshot.step).toBe('entering');
  });

  it('makes the page give up reading the order at its own time limit', async () => {
    const page = scriptedPage({ order: proxy });
    await settle();
    await page.clock.advance(30_000);
    expect(page.payment.snapshot.step).toBe('unreachable');
    expect(page.clock.waiting).toBe(0);
  });

  it('makes the page repeat a card payment with the same key: store-busy', async () => {
    const page = scriptedPage({ authenticate: limited('store-busy', 4000) });
    const outcome = page.payment.pay(CARD);
    await settle();
    page.backend.answers.authenticate = () => ({
      result: 'outcome',
      outcome: {
        status: 'paid',
        code: 'authorized',
        retryable: false,
        sameCard: true,
        order: { id: 'A1', state: 'paid' },
      },
    });
    await page.clock.advance(4000);
    expect(await outcome).toMatchObject({ status: 'paid' });
    const keys = page.backend.calls.filter(({ call }) => call === 'authenticate').map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0]]);
  });
});

describe('a wait for the issuer', () => {
  it('a wait for the issuer asks again after the time that the backend named', async () => {
    const page = scriptedPage({
      prepare: () => ({ enrolled: true, serverTransId: 'T1' }),
      authenticate: () => ({ result: 'decoupled' }),
      authorize: limited('too-many-requests', 7000),
    });
    void page.payment.pay(CARD);
    await settle();
    const asked = () => page.backend.calls.filter(({ call }) => call === 'authorize').length;
    await page.clock.advance(2000);
    expect(asked()).toBe(1);
    await page.clock.advance(8999);
    expect(asked()).toBe(1);
    await page.clock.advance(1);
    expect(asked()).toBe(2);
    page.payment.stop();
  });
});

describe('a limit of waiting requests', () => {
  it('makes the page read the state without a held request after the named time, and hold one again', async () => {
    const page = scriptedReturn({ order: () => WAITING });
    await settle();
    const reads = () => page.backend.calls.map(({ input }) => (input ? 'held' : 'plain'));
    expect(reads()).toEqual(['plain', 'held']);
    page.backend.answers.order = limited('too-many-requests', 5000);
    await page.clock.advance(1000);
    expect(reads()).toEqual(['plain', 'held', 'held']);
    page.backend.answers.order = () => WAITING;
    await page.clock.advance(4999);
    expect(reads()).toHaveLength(3);
    await page.clock.advance(1);
    expect(reads()).toEqual(['plain', 'held', 'held', 'plain']);
    await page.clock.advance(1000);
    expect(reads().at(-1)).toBe('held');
    expect(page.payment.snapshot.step).toBe('awaiting-status');
    page.payment.stop();
  });
});

describe('another error of a request for the final status', () => {
  it.each([
    ['no answer', unanswered],
    ['store-busy', problem('store-busy', [], true)],
    ['an exception of the backend client', () => Promise.reject(new TypeError('scripted'))],
  ])('makes the page hold the next request, too: %s', async (_name, answer) => {
    const page = scriptedReturn({ order: () => WAITING });
    await settle();
    page.backend.answers.order = answer;
    await page.clock.advance(1000);
    page.backend.calls.length = 0;
    await page.clock.advance(1000);
    expect(page.backend.calls).toEqual([{ call: 'order', input: { unless: 'pending' } }]);
    page.payment.stop();
  });
});

describe('version checks before Pay', () => {
  it('version checks before Pay stop after ten numbers, and Pay checks the card itself', async () => {
    const page = scriptedPage();
    await settle();
    for (let count = 0; count < 30; count++) {
      page.payment.enterNumber(count % 2 === 0 ? '4222000001227408' : '4222000009719489');
      await settle();
    }
    expect(page.backend.calls.filter(({ call }) => call === 'prepare')).toHaveLength(10);
    expect(page.payment.snapshot.preparation).toBe('idle');
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
    expect(page.backend.calls.filter(({ call }) => call === 'prepare').at(-1)).toMatchObject({ input: CARD.number });
  });
});
