import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/payment/backend-client/backend-client.js';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { CHALLENGE, never, OPEN_ORDER, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { problem, unanswered } from '../checkout/scripted-page.js';
import { scriptedRedirect, scriptedReturn, type ScriptedRedirect } from '../checkout/scripted-redirect.js';

const PAYPAL = { method: 'paypal', accountHolderName: 'Ada Lovelace', country: 'GB' };
const SCRIPT = { result: 'redirect', url: 'javascript:alert(1)' } as const;
const PAYPAGE = 'http://127.0.0.1:1/testpay/1';
const orderIn = (state: Order['state']) => (): Order => ({ ...OPEN_ORDER, state });
const calls = ({ backend }: ScriptedRedirect, name: string) => backend.calls.filter(({ call }) => call === name);
const step = ({ payment }: ScriptedRedirect) => payment.snapshot.step;

/** The return page with an order that is still pending after the merchant's patience. */
async function pending(answers: Parameters<typeof scriptedRedirect>[0] = {}): Promise<ScriptedRedirect> {
  const page = scriptedReturn({ order: () => UNFINISHED_ORDER, ...answers }, { patience: 0 });
  await settle();
  await page.clock.advance(0);
  expect(step(page)).toBe('pending');
  return page;
}

describe('createCheckout with a redirect payment', () => {
  it('requests the redirect address, and redirects the shopper to it', async () => {
    const page = await scriptedRedirect();
    page.payment.redirect(PAYPAL);
    await settle();
    expect(page.left).toEqual([PAYPAGE]);
    expect(page.steps()).toEqual(['entering', 'initiating', 'redirecting']);
    expect(page.payment.snapshot.url).toBe(PAYPAGE);
    expect(page.backend.calls).toEqual([{ call: 'redirect', input: PAYPAL, key: 'key-1' }]);
  });

  it('redirects once, however often Pay is pressed', async () => {
    const page = await scriptedRedirect();
    page.payment.redirect(PAYPAL);
    page.payment.redirect(PAYPAL);
    await settle();
    page.payment.redirect(PAYPAL);
    await settle();
    expect(page.left).toEqual([PAYPAGE]);
    expect(calls(page, 'redirect')).toHaveLength(1);
  });

  it('calls nothing before the shopper submits', async () => {
    const page = await scriptedRedirect();
    await settle();
    expect(step(page)).toBe('entering');
    expect(page.backend.calls).toEqual([]);
    expect(page.clock.waiting).toBe(0);
  });

  it('returns to the form with the refused fields, and clears them on the next try', async () => {
    const page = await scriptedRedirect({
      redirect: problem('invalid-request', [{ field: 'account_holder_name', message: 'is missing' }]),
    });
    page.payment.redirect({ method: 'paypal' });
    await settle();
    expect(page.payment.snapshot).toMatchObject({
      step: 'correcting-redirect',
      refused: [{ field: 'account_holder_name' }],
    });
    expect(page.clock.waiting).toBe(0);
    page.backend.answers.redirect = never;
    page.payment.redirect(PAYPAL);
    expect(page.payment.snapshot).toMatchObject({ step: 'initiating', refused: [] });
    page.payment.stop();
  });

  it.each([
    ['gateway-unavailable', true],
    ['gateway-refused', false],
    ['order-not-found', false],
    ['origin-refused', false],
    ['key-reused', false],
  ] as const)('reports the problem %s as failed without a redirect', async (code, retryable) => {
    const page = await scriptedRedirect({ redirect: problem(code) });
    page.payment.redirect(PAYPAL);
    await settle();
    expect(page.payment.snapshot).toMatchObject({
      step: 'outcome',
      outcome: { status: 'failed', retryable, order: { id: 'A1', state: 'open' } },
    });
    expect(page.left).toEqual([]);
    expect(page.clock.waiting).toBe(0);
  });

  it('repeats the call with the same key when no answer arrives, and fails after 45 s', async () => {
    const page = await scriptedRedirect({ redirect: unanswered });
    page.payment.redirect(PAYPAL);
    await settle();
    await page.clock.advance(44_999);
    expect(step(page)).toBe('initiating');
    await page.clock.advance(1);
    expect(page.payment.snapshot.outcome).toMatchObject({
      status: 'failed',
      code: 'backend-unavailable',
      retryable: true,
    });
    expect(calls(page, 'redirect').length).toBeGreaterThan(4);
    expect(new Set(calls(page, 'redirect').map(({ key }) => key)).size).toBe(1);
    expect(page.clock.waiting).toBe(0);
  });

  it('stops waiting for a call that hangs, and does not redirect when its answer arrives late', async () => {
    let late: (answer: { result: 'redirect'; url: string }) => void = () => undefined;
    const page = await scriptedRedirect({ redirect: () => new Promise((resolve) => (late = resolve)) });
    page.payment.redirect(PAYPAL);
    await settle();
    await page.clock.advance(45_000);
    expect(page.payment.snapshot.outcome).toMatchObject({ code: 'backend-unavailable' });
    late({ result: 'redirect' as const, url: PAYPAGE });
    await settle();
    expect(page.left).toEqual([]);
    expect(step(page)).toBe('outcome');
  });

  it('accepts the answer of a later try', async () => {
    const page = await scriptedRedirect({ redirect: problem('request-in-progress', [], true) });
    page.payment.redirect(PAYPAL);
    await settle();
    page.backend.answers.redirect = () => ({ result: 'redirect' as const, url: PAYPAGE });
    await page.clock.advance(1000);
    expect(page.left).toEqual([PAYPAGE]);
  });

  it('uses a new key for another try, and offers none when it cannot succeed', async () => {
    const page = await scriptedRedirect({ redirect: problem('gateway-unavailable') });
    page.payment.redirect(PAYPAL);
    await settle();
    page.payment.tryAgain();
    expect(page.payment.snapshot).toMatchObject({ step: 'entering' });
    expect(page.payment.snapshot.outcome).toBeUndefined();
    page.backend.answers.redirect = problem('gateway-refused');
    page.payment.redirect(PAYPAL);
    await settle();
    page.payment.tryAgain();
    expect(step(page)).toBe('outcome');
    expect(calls(page, 'redirect').map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });

  it.each([
    ['paid', 'paid', 'already-paid'],
    ['pending', 'pending', 'awaiting-final-status'],
    ['failed', 'failed', 'payment-not-completed'],
    ['open', 'failed', 'backend-unavailable'],
  ] as const)('reports the outcome of an order that accepts no other payment: %s', async (state, status, code) => {
    const page = await scriptedRedirect({ redirect: problem('order-not-open'), order: orderIn(state) });
    page.payment.redirect(PAYPAL);
    await settle();
    expect(page.payment.snapshot.outcome).toMatchObject({ status, code });
    expect(page.left).toEqual([]);
  });

  it.each([
    ['the request for the end of a doubt is held', problem('order-not-open'), orderIn('in-doubt')],
    ['the order cannot be read', problem('order-not-open'), unanswered],
    ['a read of the order has no end', problem('order-not-open'), never],
    ['another payment is in progress all the time', problem('request-in-progress', [], true), orderIn('in-doubt')],
  ])('reports a doubt at the time limit, and what is read later, when %s', async (_what, redirect, order) => {
    const page = await scriptedRedirect({ redirect });
    let reads = 0;
    page.backend.answers.order = () => (reads++ === 0 ? order() : never());
    page.payment.redirect(PAYPAL);
    await settle();
    await page.clock.advance(44_999);
    expect(step(page)).toBe('initiating');
    page.backend.answers.order = orderIn('paid');
    await page.clock.advance(1);
    const reported = page.snapshots.flatMap(({ outcomeToReport }) => (outcomeToReport ? [outcomeToReport.code] : []));
    expect(reported).toEqual(['authorization-unanswered', 'already-paid']);
  });

  it('reports a failure at the time limit when the last step had another payment in progress, and this one has not', async () => {
    const page = await scriptedRedirect({ redirect: problem('request-in-progress', [], true) });
    page.payment.redirect(PAYPAL);
    await settle();
    page.backend.answers.order = orderIn('failed');
    await page.clock.advance(46_000);
    page.payment.tryAgain();
    page.backend.answers.redirect = never;
    page.payment.redirect(PAYPAL);
    await settle();
    await page.clock.advance(45_000);
    expect(page.payment.snapshot.outcome).toMatchObject({ code: 'backend-unavailable' });
  });

  it('shows the end of a doubt that it has read instead of a redirect', async () => {
    const page = await scriptedRedirect({ redirect: problem('order-not-open'), order: orderIn('in-doubt') });
    page.payment.redirect(PAYPAL);
    await settle();
    page.backend.answers.order = orderIn('paid');
    await page.clock.advance(1000);
    expect(page.payment.snapshot.outcome).toMatchObject({ code: 'already-paid' });
  });

  it.each([
    ['a challenge', CHALLENGE],
    ['an open challenge', { result: 'challenge-open' }],
    ['an address with a script', SCRIPT],
    ['an address without TLS', { result: 'redirect', url: 'http://pay.example/1' }],
    ['an address that disguises its host', { result: 'redirect', url: 'https://shop.example@evil.example/' }],
    ['no address', { result: 'redirect', url: '' }],
  ] as const)('does not redirect for %s, whatever backend client returns it', async (_what, answer) => {
    const page = await scriptedRedirect({ redirect: () => answer });
    page.payment.redirect(PAYPAL);
    await settle();
    expect(page.left).toEqual([]);
    expect(page.snapshots.every(({ url }) => url === undefined)).toBe(true);
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'failed', code: 'backend-unavailable' });
  });

  it('shows an outcome that the backend answers at once', async () => {
    const page = await scriptedRedirect({
      redirect: () => ({ result: 'outcome', outcome: outcomeOf('gateway-refused', { id: 'A1', state: 'open' }) }),
    });
    page.payment.redirect(PAYPAL);
    await settle();
    expect(page.payment.snapshot.outcome).toMatchObject({ code: 'gateway-refused' });
  });

  it('reads the order when the shopper is still here after 30 s', async () => {
    const page = await scriptedRedirect({ order: () => UNFINISHED_ORDER });
    page.payment.redirect(PAYPAL);
    await settle();
    await page.clock.advance(29_999);
    expect(step(page)).toBe('redirecting');
    expect(calls(page, 'order')).toHaveLength(0);
    await page.clock.advance(1);
    expect(page.steps()).toEqual(['entering', 'initiating', 'redirecting', 'reading-status', 'pending']);
    expect(page.payment.snapshot.url).toBeUndefined();
    page.payment.stop();
  });

  it('reads the order after 30 s also when the navigation failed', async () => {
    const blocked = () => {
      throw new DOMException('No top-level navigation from here.', 'SecurityError');
    };
    const page = await scriptedRedirect({ order: () => UNFINISHED_ORDER }, { redirect: blocked });
    page.payment.redirect(PAYPAL);
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'redirecting', url: PAYPAGE });
    await page.clock.advance(30_000);
    expect(step(page)).toBe('pending');
    page.payment.stop();
  });
});

describe('createCheckout on the return page', () => {
  it.each([
    ['open', 'failed', 'payment-not-completed'],
    ['failed', 'failed', 'payment-not-completed'],
    ['paid', 'paid', 'already-paid'],
    ['refunded', 'cancelled', 'payment-returned'],
    ['partly-refunded', 'paid', 'already-paid'],
    ['authenticated', 'authenticated', 'card-authenticated'],
  ] as const)('shows an order that is %s as %s', async (state, status, code) => {
    const page = scriptedReturn({ order: orderIn(state) });
    expect(step(page)).toBe('reading-status');
    await settle();
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', order: { state }, outcome: { status, code } });
    expect(calls(page, 'order')).toHaveLength(1);
    expect(page.clock.waiting).toBe(0);
  });

  it.each(['open', 'failed'] as const)(
    'continues to wait while a redirect payment of an order that is %s may have been begun',
    async (state) => {
      const page = scriptedReturn({ order: () => ({ ...UNFINISHED_ORDER, state }) });
      await settle();
      expect(page.payment.snapshot).toMatchObject({ step: 'awaiting-status' });
      expect(page.payment.snapshot.outcome).toBeUndefined();
      await page.clock.advance(60_000);
      expect(page.payment.snapshot).toMatchObject({ step: 'pending', outcomeToReport: { status: 'pending' } });
      page.backend.answers.order = orderIn(state);
      await page.clock.advance(1000);
      expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcomeToReport: { retryable: true } });
      expect(page.clock.waiting).toBe(0);
    },
  );

  it.each(['open', 'failed'] as const)(
    'reports a refused call as pending while a redirect payment of an order that is %s may have been begun',
    async (state) => {
      const order = () => ({ ...UNFINISHED_ORDER, state });
      const page = await scriptedRedirect({ redirect: problem('order-not-open'), order });
      page.payment.redirect({ method: 'sofort' });
      await settle();
      expect(page.payment.snapshot).toMatchObject({ step: 'pending', outcome: { status: 'pending' } });
      page.payment.stop();
      const refused = await scriptedRedirect({ redirect: problem('too-many-attempts'), order });
      refused.payment.redirect({ method: 'sofort' });
      await settle();
      expect(refused.payment.snapshot).toMatchObject({ step: 'pending', outcome: { status: 'pending' } });
      refused.payment.chooseAnother();
      expect(step(refused)).toBe('choosing-another');
    },
  );

  it('shows an order that is in doubt, and the result when it is known', async () => {
    const page = scriptedReturn({ order: orderIn('in-doubt') });
    await settle();
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'in-doubt', code: 'authorization-unanswered' });
    page.backend.answers.order = orderIn('paid');
    await page.clock.advance(1000);
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcomeToReport: { status: 'paid' } });
    expect(page.clock.waiting).toBe(0);
  });

  it('reports an unknown order', async () => {
    const page = scriptedReturn({ order: problem('order-not-found') });
    await settle();
    expect(page.payment.snapshot.outcome).toMatchObject({ code: 'order-not-found', retryable: false });
  });

  it.each([
    ['does not answer', unanswered],
    ['has a fault', problem('internal-error', [], true)],
    ['breaks its contract', () => Promise.reject(new TypeError('order is undefined'))],
  ])(
    'createCheckout on the return page has no outcome when the backend %s, and reads the order again on request',
    async (_what, order) => {
      const page = scriptedReturn({ order });
      await settle();
      expect(page.payment.snapshot).toMatchObject({ step: 'unreachable' });
      expect(page.payment.snapshot.outcome).toBeUndefined();
      expect(page.clock.waiting).toBe(0);
      page.payment.check();
      await settle();
      expect(step(page)).toBe('unreachable');
      page.backend.answers.order = orderIn('paid');
      page.payment.check();
      await settle();
      expect(page.payment.snapshot.outcome).toMatchObject({ status: 'paid' });
    },
  );

  it('stops reading after its time limit', async () => {
    const page = scriptedReturn({ order: never });
    await settle();
    await page.clock.advance(30_000);
    expect(step(page)).toBe('unreachable');
    expect(page.clock.waiting).toBe(0);
  });

  it.each([-86_400_000, -3_600_000, -1, 3_600_000, 86_400_000])(
    'asks again one second after the last request when the clock of the device is set by %d ms meanwhile',
    async (ms) => {
      const page = scriptedReturn({ order: () => UNFINISHED_ORDER });
      await settle();
      let answer = (_order: Order): void => undefined;
      page.backend.answers.order = () => new Promise<Order>((resolve) => (answer = resolve));
      await page.clock.advance(1000);
      page.backend.calls.length = 0;
      page.clock.set(ms);
      answer(UNFINISHED_ORDER);
      await settle();
      await page.clock.advance(999);
      expect(calls(page, 'order')).toHaveLength(0);
      await page.clock.advance(1);
      expect(calls(page, 'order')).toHaveLength(1);
      page.payment.stop();
    },
  );

  it('lets the backend hold the request until a pending order is another one', async () => {
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER });
    await settle();
    page.backend.answers.order = orderIn('paid');
    await page.clock.advance(1000);
    expect(calls(page, 'order').map(({ input }) => input)).toEqual([
      undefined,
      { unless: 'pending' },
      { unless: 'pending' },
    ]);
    expect(page.steps()).toEqual(['reading-status', 'awaiting-status', 'outcome']);
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'paid' });
    expect(page.clock.waiting).toBe(0);
  });

  it('asks a backend that answers at once at most every second', async () => {
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER });
    await settle();
    const before = calls(page, 'order').length;
    await page.clock.advance(10_000);
    expect(calls(page, 'order').length - before).toBe(10);
    page.payment.stop();
  });

  it('asks a backend that held the request for longer again at once', async () => {
    let held: (order: Order) => void = () => undefined;
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER });
    await settle();
    page.backend.answers.order = () => new Promise((resolve) => (held = resolve));
    await page.clock.advance(1000);
    const before = calls(page, 'order').length;
    await page.clock.advance(25_000);
    expect(calls(page, 'order').length).toBe(before);
    held(UNFINISHED_ORDER);
    await settle();
    await page.clock.advance(0);
    expect(calls(page, 'order').length).toBe(before + 1);
    page.payment.stop();
  });

  it('increases the interval while no answer arrives, and resets it after an answer', async () => {
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER }, { patience: 600_000 });
    await settle();
    const at: number[] = [];
    const start = page.clock.now().getTime();
    const failing = () => {
      at.push((page.clock.now().getTime() - start) / 1000);
      return unanswered();
    };
    page.backend.answers.order = failing;
    await page.clock.advance(62_000);
    expect(at).toEqual([1, 2, 4, 8, 16, 31, 46, 61]);
    page.backend.answers.order = () => UNFINISHED_ORDER;
    await page.clock.advance(14_000);
    const before = calls(page, 'order').length;
    await page.clock.advance(3000);
    expect(calls(page, 'order').length - before).toBe(3);
    page.backend.answers.order = failing;
    await page.clock.advance(4000);
    expect(at.slice(8)).toEqual([80, 81, 83]);
    page.payment.stop();
  });

  it('keeps waiting for the final status whatever a backend client throws', async () => {
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER });
    await settle();
    page.backend.answers.order = () => Promise.reject(new TypeError('not a BackendError'));
    await page.clock.advance(10_000);
    page.backend.answers.order = orderIn('paid');
    await page.clock.advance(15_000);
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'paid' });
  });

  it('shows pending and never failed when the merchant’s patience is over, and still receives the final status', async () => {
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER }, { patience: 20_000 });
    await settle();
    await page.clock.advance(19_999);
    expect(page.payment.snapshot).toMatchObject({ step: 'awaiting-status' });
    expect(page.payment.snapshot.outcome).toBeUndefined();
    await page.clock.advance(1);
    expect(page.payment.snapshot).toMatchObject({
      step: 'pending',
      outcome: { status: 'pending', code: 'awaiting-final-status', order: { id: 'A1', state: 'pending' } },
    });
    await page.clock.advance(3_600_000);
    expect(step(page)).toBe('pending');
    page.backend.answers.order = orderIn('failed');
    await page.clock.advance(1000);
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'failed', code: 'payment-not-completed' });
    expect(page.clock.waiting).toBe(0);
  });

  it('createCheckout on the return page has a patience of one minute by default', async () => {
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER });
    await settle();
    await page.clock.advance(59_999);
    expect(step(page)).toBe('awaiting-status');
    await page.clock.advance(1);
    expect(step(page)).toBe('pending');
    page.payment.stop();
  });

  it('reads a pending order again on request, once at a time', async () => {
    const page = await pending();
    page.backend.answers.order = orderIn('paid');
    const before = calls(page, 'order').length;
    page.payment.check();
    page.payment.check();
    await settle();
    expect(calls(page, 'order').length - before).toBe(1);
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'paid' });
  });
});

describe('createCheckout resuming a redirect payment', () => {
  it('redirects the shopper to the same payment', async () => {
    const page = await pending();
    page.payment.redirect({ method: 'paypal' });
    await settle();
    expect(page.steps().slice(-3)).toEqual(['pending', 'resuming', 'redirecting']);
    expect(page.left).toEqual([PAYPAGE]);
    expect(calls(page, 'redirect').map(({ input }) => input)).toEqual([{ method: 'paypal' }]);
    page.payment.stop();
  });

  it.each([
    ['refuses', problem('gateway-unavailable')],
    ['does not find it open', problem('order-not-open')],
    ['wants more fields', problem('invalid-request', [{ field: 'country', message: 'is missing' }])],
    ['is broken', () => Promise.reject(new TypeError('x'))],
    ['answers with a script', () => SCRIPT],
  ] as const)(
    'reads the order and never reports failed when the backend %s, because the shopper may have paid',
    async (_what, redirect) => {
      const page = await pending({ redirect });
      page.payment.redirect({ method: 'paypal' });
      await settle();
      await page.clock.advance(0);
      expect(page.payment.snapshot).toMatchObject({ step: 'pending', outcome: { status: 'pending' } });
      expect(page.snapshots.some(({ outcome }) => outcome?.status === 'failed')).toBe(false);
      expect(page.left).toEqual([]);
      page.payment.stop();
    },
  );

  it('never reports failed when the order is not answered either', async () => {
    const page = await pending({ redirect: unanswered });
    page.payment.redirect({ method: 'paypal' });
    page.backend.answers.order = unanswered;
    await settle();
    await page.clock.advance(45_000);
    expect(step(page)).toBe('unreachable');
    page.backend.answers.order = orderIn('paid');
    page.payment.check();
    await settle();
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'paid' });
    expect(page.snapshots.some(({ outcome }) => outcome?.status === 'failed')).toBe(false);
  });
});

describe('createCheckout stopped in a redirect payment', () => {
  const ways: readonly (readonly [string, () => Promise<ScriptedRedirect>])[] = [
    ['initiating', async () => started(await scriptedRedirect({ redirect: never }))],
    ['initiating, between two tries', async () => started(await scriptedRedirect({ redirect: unanswered }))],
    ['redirecting', async () => started(await scriptedRedirect())],
    ['reading-status', async () => scriptedReturn({ order: never })],
    ['awaiting-status', async () => scriptedReturn({ order: () => UNFINISHED_ORDER })],
    ['pending', () => pending()],
    ['resuming', async () => started(await pending({ redirect: never }))],
  ];

  function started(page: ScriptedRedirect): ScriptedRedirect {
    page.payment.redirect(PAYPAL);
    return page;
  }

  it.each(ways)('leaves no timer while %s, and emits no more snapshots', async (name, way) => {
    const page = await way();
    await settle();
    expect(step(page)).toBe(name.split(',')[0]);
    expect(page.clock.waiting).toBeGreaterThan(0);
    page.payment.stop();
    const { snapshot } = page.payment;
    const reported = page.snapshots.length;
    const asked = page.backend.calls.length;
    expect(page.clock.waiting).toBe(0);
    page.backend.answers.order = orderIn('paid');
    page.payment.redirect(PAYPAL);
    page.payment.check();
    page.payment.tryAgain();
    await page.clock.advance(600_000);
    expect(page.payment.snapshot).toBe(snapshot);
    expect(page.snapshots.length).toBe(reported);
    expect(page.backend.calls.length).toBe(asked);
    expect(page.clock.waiting).toBe(0);
  });

  it('aborts the call that is under way, and ends with the page’s own signal', async () => {
    const page = new AbortController();
    let signal: AbortSignal | undefined;
    const { backend, payment, clock } = await scriptedRedirect({}, { signal: page.signal });
    backend.redirect = (_order, _input, call) => {
      ({ signal } = call);
      return never();
    };
    payment.redirect(PAYPAL);
    await settle();
    expect(signal?.aborted).toBe(false);
    page.abort();
    expect(signal?.aborted).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  it('does not call a listener whose subscription has ended', async () => {
    const page = await scriptedRedirect({ redirect: never });
    const received: string[] = [];
    const end = page.payment.subscribe(({ step: to }) => received.push(to));
    page.payment.redirect(PAYPAL);
    end();
    page.payment.stop();
    expect(received).toEqual(['initiating']);
  });
});
