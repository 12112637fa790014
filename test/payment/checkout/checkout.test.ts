import { describe, expect, it, vi } from 'vitest';
import { createCheckout, navigateTop } from '../../../src/payment/checkout/checkout.js';
import { settle, stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { never, OPEN_ORDER, PAID, scriptedBackend, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { withFrames } from './scripted-frames.js';
import { CARD, problem, scriptedPage, type ScriptedPage } from './scripted-page.js';
import { scriptedRedirect, scriptedReturn } from './scripted-redirect.js';

const tab = withFrames();

const OTHER_NUMBER = '4222000001227408';
const PAYPAGE = 'http://127.0.0.1:1/testpay/1';
const checks = ({ backend }: Pick<ScriptedPage, 'backend'>) =>
  backend.calls.filter(({ call }) => call === 'prepare').map(({ input }) => input);

describe('navigateTop', () => {
  it('leaves the page of the shop also from inside a frame of the shop', () => {
    const top = { location: { href: 'https://shop.example/' } };
    vi.stubGlobal('window', { top, location: { href: 'https://shop.example/frame' } });
    navigateTop(PAYPAGE);
    expect(top.location.href).toBe(PAYPAGE);
    expect(window.location.href).toBe('https://shop.example/frame');
  });

  it('navigates its own window when there is no other', () => {
    vi.stubGlobal('window', { top: null, location: { href: 'https://shop.example/' } });
    navigateTop(PAYPAGE);
    expect(window.location.href).toBe(PAYPAGE);
  });

  it('redirects in the top-level window by default', async () => {
    const top = { location: { href: 'https://shop.example/' } };
    vi.stubGlobal('window', { top });
    const still = stillClock();
    const backend = scriptedBackend({ order: () => UNFINISHED_ORDER });
    const checkout = createCheckout({ backend, order: 'A1', page: 'return', patience: 0, clock: still });
    await settle();
    await still.advance(0);
    checkout.redirect({ method: 'paypal' });
    await settle();
    expect(top.location.href).toBe(PAYPAGE);
    checkout.stop();
  });
});

describe('enterNumber', () => {
  it('starts the preparation as soon as the order is read, which says what cards it takes', async () => {
    const page = scriptedPage({ order: never });
    page.payment.enterNumber(CARD.number);
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'reading-order', preparation: 'checking-version' });
    expect(page.backend.calls.map(({ call }) => call)).toEqual(['order']);
    page.payment.stop();
  });

  it('starts the preparation of a shopper who takes a card instead of correcting the redirect payment', async () => {
    const page = await scriptedRedirect({
      redirect: problem('invalid-request', [{ field: 'country', message: 'is missing' }]),
    });
    page.payment.redirect({ method: 'paypal' });
    await settle();
    expect(page.payment.snapshot.step).toBe('correcting-redirect');
    page.payment.enterNumber(CARD.number);
    await settle();
    expect(page.payment.snapshot.preparation).toBe('prepared');
    page.payment.stop();
  });

  it('starts no preparation after the outcome or while a payment runs', async () => {
    const page = scriptedPage({ authenticate: never });
    const paying = page.payment.pay(CARD);
    await settle();
    page.payment.enterNumber(OTHER_NUMBER);
    expect(page.payment.snapshot).toMatchObject({ step: 'authenticating', preparation: 'idle' });
    page.payment.stop();
    await paying;

    const paid = scriptedPage();
    await paid.payment.pay(CARD);
    paid.payment.enterNumber(OTHER_NUMBER);
    await settle();
    expect(checks(paid)).toEqual([CARD.number]);
  });

  it('checks the same number again after it was incomplete meanwhile', async () => {
    const page = scriptedPage();
    await settle();
    for (const number of [CARD.number, undefined, CARD.number]) {
      page.payment.enterNumber(number);
      await settle();
    }
    expect(checks(page)).toEqual([CARD.number, CARD.number]);
    page.payment.stop();
  });

  it('keeps the prepared number when the limit of version checks is reached, and ends the preparation of others', async () => {
    const page = scriptedPage({}, 'on-number', {}, { versionChecksBeforePay: 2 });
    await settle();
    for (const number of [OTHER_NUMBER, CARD.number, CARD.number]) {
      page.payment.enterNumber(number);
      await settle();
    }
    expect(page.payment.snapshot.preparation).toBe('prepared');
    page.payment.enterNumber(OTHER_NUMBER);
    await settle();
    expect(page.payment.snapshot.preparation).toBe('idle');
    expect(checks(page)).toEqual([OTHER_NUMBER, CARD.number]);
    expect(page.clock.waiting).toBe(0);
  });

  it('does not count the version check of Pay', async () => {
    const page = scriptedPage(
      { authenticate: problem('gateway-unavailable') },
      'on-number',
      {},
      {
        versionChecksBeforePay: 1,
      },
    );
    await page.payment.pay(CARD);
    page.payment.tryAgain();
    page.payment.enterNumber(OTHER_NUMBER);
    await settle();
    expect(checks(page)).toEqual([CARD.number, OTHER_NUMBER]);
    page.payment.stop();
  });

  it('ends a preparation also with the option prepare: on-pay', async () => {
    const page = scriptedPage({}, 'on-pay');
    await settle();
    page.payment.enterNumber(CARD.number);
    page.payment.enterNumber(undefined);
    expect(page.payment.snapshot).toMatchObject({ step: 'entering', preparation: 'idle' });
    expect(checks(page)).toEqual([]);
  });
});

describe('the time limits of a checkout', () => {
  it('uses the limit of awaiting-status as the patience when none is given', async () => {
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER }, { limits: { 'awaiting-status': 5000 } });
    await settle();
    await page.clock.advance(4999);
    expect(page.payment.snapshot.step).toBe('awaiting-status');
    await page.clock.advance(1);
    expect(page.payment.snapshot.step).toBe('pending');
    page.payment.stop();
  });

  it('prefers the patience to the limit of awaiting-status', async () => {
    const limits = { 'awaiting-status': 5000 };
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER }, { limits, patience: 7000 });
    await settle();
    await page.clock.advance(6999);
    expect(page.payment.snapshot.step).toBe('awaiting-status');
    await page.clock.advance(1);
    expect(page.payment.snapshot.step).toBe('pending');
    page.payment.stop();
  });

  it('waits for the issuer as long as the order allows, and for the result 90 s as always', async () => {
    const limits = { 'awaiting-issuer': 60_000 };
    const page = scriptedPage(
      {
        authenticate: () => ({ result: 'decoupled', timeout: 120_000 }),
        authorize: () => ({ result: 'challenge-open' }),
      },
      'on-number',
      {},
      { limits },
    );
    const paying = page.payment.pay(CARD);
    await settle();
    await page.clock.advance(119_999);
    expect(page.payment.snapshot.step).toBe('awaiting-issuer');
    page.backend.answers.authorize = never;
    await page.clock.advance(1);
    expect(page.payment.snapshot.step).toBe('reading-result');
    await page.clock.advance(89_999);
    expect(page.payment.snapshot.step).toBe('reading-result');
    await page.clock.advance(1);
    expect(await paying).toMatchObject({ status: 'in-doubt' });
    page.payment.stop();
  });
});

describe('the return page', () => {
  it('pays with a card instead of the unfinished payment, with the method frame in the body', async () => {
    const method = { url: 'https://acs.example/method', data: 'eyJ9' };
    const serverTransId = '3f1c1f0e-0000-4000-8000-000000000001';
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER }, { patience: 0 });
    page.backend.answers.prepare = () => ({ enrolled: true, serverTransId, method });
    await settle();
    await page.clock.advance(0);
    page.payment.chooseAnother();
    const paying = page.payment.pay(CARD);
    await settle();
    expect(tab.frames).toMatchObject([{ place: 'body' }]);
    tab.frames[0]!.send({ scudo: 'method-notification', server_trans_id: serverTransId });
    expect(await paying).toMatchObject({ status: 'paid' });
    const [authentication] = page.backend.calls.filter(({ call }) => call === 'authenticate');
    expect(authentication?.input).toMatchObject({ browserData: { challengeWindowSize: 'FULL_SCREEN' } });
  });
});

describe('pay', () => {
  it('waits for the order that is still read', async () => {
    let answer: (order: typeof OPEN_ORDER) => void = () => undefined;
    const page = scriptedPage({ order: () => new Promise((resolve) => (answer = resolve)) });
    const paying = page.payment.pay(CARD);
    await settle();
    expect(page.backend.calls.map(({ call }) => call)).toEqual(['order']);
    answer(OPEN_ORDER);
    expect(await paying).toMatchObject({ status: 'paid' });
  });

  it('sends the payer’s fields with the authentication, and none by default', async () => {
    const page = scriptedPage();
    await page.payment.pay(CARD, { email: 'ada@example.org' });
    const plain = scriptedPage({ authenticate: () => PAID });
    await plain.payment.pay(CARD);
    const payerOf = ({ backend }: ScriptedPage) =>
      backend.calls.flatMap(({ call, input }) =>
        call === 'authenticate' ? [(input as { payer: unknown }).payer] : [],
      );
    expect(payerOf(page)).toEqual([{ email: 'ada@example.org' }]);
    expect(payerOf(plain)).toEqual([{}]);
  });
});
