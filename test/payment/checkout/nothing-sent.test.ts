import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle, stillClock } from '../../../demo/pages/gallery/still-clock.js';
import type { BackendAnswer } from '../../../src/payment/backend-client/backend-client.js';
import { BackendError } from '../../../src/payment/backend-client/backend-error.js';
import { fetchBackend } from '../../../src/payment/backend-client/fetch-backend.js';
import { createCheckout } from '../../../src/payment/checkout/checkout.js';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { CHALLENGE, never, OPEN_ORDER, PAID } from '../../browser/scripted-backend.js';
import { CARD, fault, problem, scriptedPage, unanswered, withWindow, type ScriptedPage } from './scripted-page.js';

withWindow();

/** The storage of a tab, which a page that is loaded again still has. */
let tab: Map<string, string>;

beforeEach(() => {
  tab = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

const broken = (): never => {
  throw new TypeError('A script of the page has replaced this.');
};
const unsent = fault({ kind: 'unsent' });
const NOTHING_CHARGED = { status: 'failed', code: 'payment-not-completed', retryable: true, order: { state: 'open' } };
const REDIRECT = { method: 'ideal', accountHolderName: 'Ada Lovelace', country: 'NL' };

const addressOf = (input: string | URL | Request) => (input instanceof Request ? input.url : String(input));

/** A page whose payment has no answer after 90 seconds. */
async function afterSilence(): Promise<ScriptedPage> {
  const page = scriptedPage({ authenticate: unanswered });
  await settle();
  const paying = page.payment.pay(CARD);
  await settle();
  await page.clock.advance(90_000);
  expect(await paying).toMatchObject({ status: 'in-doubt', code: 'backend-unanswered' });
  return page;
}

const OPEN: BackendAnswer = { result: 'challenge-open' };
const UNAVAILABLE = { status: 'failed', code: 'backend-unavailable', retryable: true, order: { state: 'open' } };

/** A page whose payment has ended, or has had these answers of its authentication, one after the other. */
async function afterTries(answers: readonly (() => Promise<BackendAnswer>)[]): Promise<ScriptedPage> {
  let tries = 0;
  const page = scriptedPage({ authenticate: () => answers[tries++]?.() ?? never() });
  await settle();
  void page.payment.pay(CARD);
  await settle();
  while (tries < answers.length) {
    await page.clock.advance(1000);
    await settle();
  }
  return page;
}

/** The outcome in a page that is loaded again, and whose version check alone has no answer. */
async function versionUnanswered() {
  const page = scriptedPage({ prepare: unanswered });
  await settle();
  const outcome = await page.payment.pay(CARD);
  page.payment.stop();
  return outcome;
}

describe('an exception before anything is sent', () => {
  it('ends a card payment as failed, says so in the trace, and the next try pays', async () => {
    const page = scriptedPage({ authenticate: unsent });
    await settle();
    expect(await page.payment.pay(CARD)).toMatchObject(NOTHING_CHARGED);
    expect(page.payment.snapshot.trace).toContainEqual({ at: expect.any(String), exception: 'BackendError' });
    page.backend.answers.authenticate = () => PAID;
    page.payment.tryAgain();
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
    expect(tab.size).toBe(0);
  });

  it('ends a card payment as failed when the version check could not be sent', async () => {
    const page = scriptedPage({ prepare: unsent });
    await settle();
    expect(await page.payment.pay(CARD)).toMatchObject(NOTHING_CHARGED);
  });

  it('ends a payment as failed when the page cannot make a key', async () => {
    const page = scriptedPage({}, 'on-number', {}, { randomUuid: broken });
    await settle();
    expect(await page.payment.pay(CARD)).toMatchObject(NOTHING_CHARGED);
    expect(page.backend.calls.filter(({ call }) => call === 'authenticate')).toEqual([]);
    page.payment.tryAgain();
    page.payment.redirect(REDIRECT);
    expect(page.payment.snapshot.outcome).toMatchObject(NOTHING_CHARGED);
  });

  it('pays although the page cannot measure the space for a challenge', async () => {
    const page = scriptedPage({}, 'on-number', { availableSpace: broken });
    await settle();
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
  });

  it('ends a redirect payment as failed', async () => {
    const page = scriptedPage({ redirect: unsent });
    await settle();
    page.payment.redirect(REDIRECT);
    await settle();
    expect(page.payment.snapshot.outcome).toMatchObject(NOTHING_CHARGED);
  });

  it('ends a payment as failed after a challenge, whose call could not be sent', async () => {
    const page = scriptedPage({ authenticate: () => CHALLENGE, authorize: unsent });
    await settle();
    // Without a place for it, the challenge is cancelled, and the page reads the result.
    expect(await page.payment.pay(CARD)).toMatchObject(NOTHING_CHARGED);
  });

  it('does not hold for an answer that makes no sense', async () => {
    const page = scriptedPage({ authenticate: () => ({ result: 'challenge-open' }) });
    await settle();
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'in-doubt' });
  });

  it('does not hold for the exception of a client that does not say so', async () => {
    const page = scriptedPage({ authenticate: () => Promise.reject(new TypeError('Failed to fetch')) });
    await settle();
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'in-doubt' });
  });

  it('does not hold for the second try of a call, whose first one may have been carried out', async () => {
    const page = scriptedPage({ authenticate: unanswered });
    await settle();
    const paying = page.payment.pay(CARD);
    await settle();
    page.backend.answers.authenticate = unsent;
    await page.clock.advance(1000);
    expect(await paying).toMatchObject({ status: 'in-doubt' });
  });
});

describe('an earlier call without an answer', () => {
  it.each([unsent, () => Promise.reject(new Error('broken'))])(
    'keeps the payment in doubt when the next try of the page fails before its call',
    async (prepare) => {
      const page = await afterSilence();
      page.backend.answers.order = () => OPEN_ORDER;
      page.payment.check();
      await settle();
      page.backend.answers.prepare = prepare;
      expect(await page.payment.pay({ ...CARD, number: '4263970000005262' })).toMatchObject({ status: 'in-doubt' });
      page.payment.stop();
    },
  );

  it.each([
    ['has no answer yet', never],
    ['is not answered', unanswered],
  ])('keeps the payment in doubt after a reload when it %s', async (_case, authenticate) => {
    const before = scriptedPage({ authenticate });
    await settle();
    void before.payment.pay(CARD);
    await settle();
    before.payment.stop();

    const page = scriptedPage({ authenticate: unsent }, 'on-number', {}, { randomUuid: () => crypto.randomUUID() });
    await settle();
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'in-doubt', code: 'authorization-unanswered' });
    page.payment.stop();
    const other = scriptedPage({ redirect: unsent });
    await settle();
    other.payment.redirect(REDIRECT);
    await settle();
    expect(other.payment.snapshot.outcome).toMatchObject({ status: 'in-doubt' });
    other.payment.stop();
    expect([...tab].join()).toBe('scudo-unanswered A1,key-1');
  });

  it('drops an earlier call when the order is paid', async () => {
    (await afterSilence()).payment.stop();
    const page = scriptedPage();
    await settle();
    expect(tab.size).toBe(1);
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
    expect(tab.size).toBe(0);
  });

  it('does not count the call of another order', async () => {
    (await afterSilence()).payment.stop();
    tab = new Map([...tab].map(([key, value]) => [key.replace('A1', 'A2'), value]));
    const page = scriptedPage({ authenticate: unsent });
    await settle();
    expect(await page.payment.pay(CARD)).toMatchObject(NOTHING_CHARGED);
  });

  it.each<[string, readonly (() => Promise<never>)[]]>([
    ['a limit', [unanswered, problem('too-many-requests', [], true)]],
    ['a process that closes', [unanswered, problem('closing', [], true)]],
    ['a busy store', [problem('store-busy', [], true), unanswered, problem('store-busy', [], true)]],
    ['another call that runs', [problem('request-in-progress', [], true)]],
    ['a fault of the backend', [problem('internal-error', [], true)]],
    ['an answer that violates the contract', [fault({ kind: 'malformed' })]],
    ['a challenge that is open', [fault({ kind: 'unanswered', status: 503 }), async () => OPEN as never]],
  ])('stays in doubt after a repetition is answered with %s', async (_case, answers) => {
    const page = await afterTries(answers);
    page.payment.stop();
    expect([...tab.keys()]).toEqual(['scudo-unanswered A1']);
    expect(await versionUnanswered()).toMatchObject({ status: 'in-doubt', code: 'authorization-unanswered' });
  });

  it('does not stop a payment of a browser without a storage', async () => {
    vi.stubGlobal('sessionStorage', { getItem: broken, setItem: broken, removeItem: broken });
    const page = scriptedPage();
    await settle();
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
  });
});

describe('a call with its final answer', () => {
  const declined = () =>
    Promise.resolve({ result: 'outcome', outcome: outcomeOf('declined', { id: 'A1', state: 'failed' }) } as const);
  const wrongMonth = problem('invalid-request', [{ field: 'card.expiry_month', message: 'expired' }]);
  const limited = fault({
    kind: 'problem',
    code: 'too-many-requests',
    retryable: true,
    fields: [],
    retryAfter: 60_000,
  });

  it.each<[string, readonly (() => Promise<BackendAnswer>)[]]>([
    ['a refused field of the card', [wrongMonth]],
    ['a card that is not supported', [problem('card-not-supported')]],
    ['an issuer that is unavailable', [problem('issuer-unavailable', [], true)]],
    ['a limit of the first try', [limited]],
    ['a decline', [declined]],
    ['a decline after a first try without an answer', [unanswered, declined]],
    ['a decline after two tries without an answer', [unanswered, unanswered, declined]],
    ['a refusal after a first try without an answer', [unanswered, problem('card-not-supported')]],
    ['a refused field after a first try without an answer', [unanswered, wrongMonth]],
    ['a decline after a process that closes', [problem('closing', [], true), declined]],
  ])('does not leave the next attempt in doubt after %s, also after a reload', async (_case, answers) => {
    const page = await afterTries(answers);
    expect(tab.size).toBe(0);
    page.backend.answers.prepare = unanswered;
    page.payment.tryAgain();
    expect(await page.payment.pay({ ...CARD, number: '4263970000005262' })).toMatchObject(UNAVAILABLE);
    page.payment.stop();
    expect(await versionUnanswered()).toMatchObject(UNAVAILABLE);
  });

  it('keeps the call of another attempt in doubt', async () => {
    const page = await afterSilence();
    page.payment.check();
    await settle();
    page.backend.answers.authenticate = declined;
    await page.payment.pay(CARD);
    page.payment.stop();
    expect(await versionUnanswered()).toMatchObject({ status: 'in-doubt' });
  });
});

describe('fetchBackend', () => {
  const call = { signal: new AbortController().signal, idempotencyKey: 'key-1' };
  const input = { card: CARD, payer: {}, browserData: {} as never, methodUrlCompletion: 'UNAVAILABLE' } as const;

  it.each<[string, () => Promise<unknown>]>([
    [
      'the body cannot be written',
      () => {
        const card = { ...CARD, fullName: 1n as unknown as string };
        return fetchBackend('https://shop.example/scudo', { fetch: broken }).authenticate(
          'A1',
          { ...input, card },
          call,
        );
      },
    ],
    [
      'the browser has no combined signals',
      () => {
        vi.spyOn(AbortSignal, 'any').mockImplementation(broken);
        return fetchBackend('https://shop.example/scudo', { fetch: broken }).authenticate('A1', input, call);
      },
    ],
    [
      'the timer cannot be started',
      () =>
        fetchBackend('https://shop.example/scudo', {
          fetch: broken,
          clock: { ...stillClock(), after: broken },
        }).authorize('A1', { serverTransId: '', card: CARD, ended: 'notified' }, call),
    ],
    [
      'the client of the frame says so',
      () =>
        fetchBackend('https://shop.example/scudo', {
          fetch: () => Promise.reject(new BackendError({ kind: 'unsent' }, 'The frame is not there.')),
        }).authenticate('A1', input, call),
    ],
  ])('rejects with the fault unsent when %s', async (_case, calling) => {
    await expect(calling()).rejects.toMatchObject({ name: 'BackendError', fault: { kind: 'unsent' } });
    vi.restoreAllMocks();
  });

  it('leaves a payment failed whose page cannot write the body', async () => {
    const fetch = vi.fn((address: string | URL | Request) =>
      Promise.resolve(
        Response.json(addressOf(address).endsWith('protocol-versions') ? { enrolled: false } : OPEN_ORDER),
      ),
    );
    const frames = {
      method: broken,
      availableSpace: () => ({ width: 1, height: 1 }),
      challenge: () => undefined,
      challengeTitle: '',
    };
    const backend = fetchBackend('https://shop.example/scudo', { fetch });
    const checkout = createCheckout({ backend, order: 'A1', frames, clock: stillClock() });
    await settle();
    const payer = { email: 1n as unknown as string };
    expect(await checkout.pay(CARD, payer)).toMatchObject(NOTHING_CHARGED);
    expect(fetch.mock.calls.map(([address]) => addressOf(address)).join()).not.toContain('authentications');
    checkout.stop();
  });
});
