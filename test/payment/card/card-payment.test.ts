import { describe, expect, it, vi } from 'vitest';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { CHALLENGE, never, OPEN_ORDER, PAID } from '../../browser/scripted-backend.js';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { CARD, problem, scriptedPage, unanswered, withWindow } from '../checkout/scripted-page.js';

withWindow();

const declined = () => ({ result: 'outcome', outcome: outcomeOf('declined', { id: 'A1', state: 'open' }) }) as const;
const alreadyPaid = () =>
  ({ result: 'outcome', outcome: outcomeOf('already-paid', { id: 'A1', state: 'paid' }) }) as const;
const calls = (page: ReturnType<typeof scriptedPage>, name: string) =>
  page.backend.calls.filter(({ call }) => call === name);

describe('createCheckout with a card', () => {
  it('reads the order, prepares on the number, and pays', async () => {
    const page = scriptedPage();
    page.payment.enterNumber(CARD.number);
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid', code: 'authorized' });
    expect(page.backend.calls.map(({ call }) => call)).toEqual(['order', 'prepare', 'authenticate']);
    expect(page.snapshots.map(({ step }) => step).filter((step, index, all) => step !== all[index - 1])).toEqual([
      'reading-order',
      'entering',
      'awaiting-preparation',
      'authenticating',
      'outcome',
    ]);
  });

  it('a card payment has no card data in its snapshots', async () => {
    const page = scriptedPage();
    page.payment.enterNumber(CARD.number);
    await page.payment.pay(CARD);
    const shown = JSON.stringify(page.snapshots);
    expect(shown).not.toContain(CARD.number);
    expect(shown).not.toContain(CARD.securityCode);
    expect(shown).not.toContain(CARD.fullName);
  });

  it('reads the time zone from the clock of the checkout', async () => {
    const page = scriptedPage();
    vi.spyOn(page.clock, 'now').mockReturnValue(Object.assign(new Date(0), { getTimezoneOffset: () => -330 }));
    await page.payment.pay(CARD);
    expect(calls(page, 'authenticate')).toMatchObject([{ input: { browserData: { timezone: '-330' } } }]);
  });

  it('prepares on Pay with the option prepare: on-pay', async () => {
    const page = scriptedPage({}, 'on-pay');
    page.payment.enterNumber(CARD.number);
    await settle();
    expect(calls(page, 'prepare')).toHaveLength(0);
    await page.payment.pay(CARD);
    expect(calls(page, 'prepare')).toHaveLength(1);
  });

  it.each(['on-number', 'on-pay'] as const)(
    'sends the first request before pay() returns, with prepare: %s',
    async (prepare) => {
      const page = scriptedPage({}, prepare);
      page.payment.enterNumber(CARD.number);
      await settle();
      void page.payment.pay(CARD);
      expect(page.backend.calls.at(-1)?.call).toBe(prepare === 'on-pay' ? 'prepare' : 'authenticate');
    },
  );

  it('pays once, however often Pay is pressed', async () => {
    const page = scriptedPage();
    const outcomes = await Promise.all([page.payment.pay(CARD), page.payment.pay(CARD), page.payment.pay(CARD)]);
    expect(calls(page, 'authenticate')).toHaveLength(1);
    expect(new Set(outcomes).size).toBe(1);
  });

  it('uses a new key for a new try, and prepares the card again', async () => {
    const page = scriptedPage({ authenticate: declined });
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'declined' });
    page.payment.tryAgain();
    page.backend.answers.authenticate = () => PAID;
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
    const [first, second] = calls(page, 'authenticate');
    expect(first?.key).not.toBe(second?.key);
    expect(calls(page, 'prepare')).toHaveLength(2);
  });

  it('does not repeat a payment that is not retryable', async () => {
    const page = scriptedPage();
    await page.payment.pay(CARD);
    page.payment.tryAgain();
    expect(page.payment.snapshot.step).toBe('outcome');
  });

  it('repeats the call with the same key when no answer arrives, and is in doubt after 90 s, never failed', async () => {
    const page = scriptedPage({ authenticate: unanswered });
    const paying = page.payment.pay(CARD);
    await settle();
    await page.clock.advance(89_000);
    expect(page.payment.snapshot.step).toBe('authenticating');
    await page.clock.advance(1_000);
    expect(await paying).toMatchObject({ status: 'in-doubt', code: 'backend-unanswered', retryable: false });
    const tries = calls(page, 'authenticate');
    expect(tries.length).toBeGreaterThan(5);
    expect(new Set(tries.map(({ key }) => key)).size).toBe(1);
    page.payment.stop();
    await settle();
    expect(page.clock.waiting).toBe(0);
  });

  it('accepts the answer of a later try', async () => {
    const page = scriptedPage({ authenticate: unanswered });
    const paying = page.payment.pay(CARD);
    await settle();
    page.backend.answers.authenticate = () => PAID;
    await page.clock.advance(1_000);
    expect(await paying).toMatchObject({ status: 'paid' });
  });

  it.each([
    ['card-not-supported', 'failed'],
    ['issuer-unavailable', 'failed'],
    ['gateway-unavailable', 'failed'],
    ['gateway-refused', 'failed'],
    ['key-reused', 'failed'],
  ] as const)('reports the problem %s as failed, because the call was not carried out', async (code, status) => {
    const page = scriptedPage({ authenticate: problem(code) });
    expect(await page.payment.pay(CARD)).toMatchObject({ status });
  });

  describe('with a transaction that is not known any more', () => {
    const steps = (page: ReturnType<typeof scriptedPage>) =>
      page.snapshots.map(({ step }) => step).filter((step, index, all) => step !== all[index - 1]);

    it.each([
      ['one that the form prepared', 'on-number'],
      ['one that Pay prepared', 'on-pay'],
    ] as const)(
      'a transaction that is not known any more is replaced within the same press of Pay, with new keys: %s',
      async (_which, prepare) => {
        let checks = 0;
        const page = scriptedPage(
          {
            prepare: () => ({ enrolled: true, serverTransId: `transaction-${++checks}` }),
            authenticate: () => (checks === 1 ? problem('authentication-unknown')() : PAID),
          },
          prepare,
        );
        page.payment.enterNumber(CARD.number);
        await settle();
        expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
        const sent = calls(page, 'authenticate');
        expect(sent).toMatchObject([
          { input: { serverTransId: 'transaction-1', card: CARD } },
          { input: { serverTransId: 'transaction-2', card: CARD } },
        ]);
        expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
        expect(steps(page).slice(1)).toEqual([
          'entering',
          ...['awaiting-preparation', 'authenticating', 'awaiting-preparation', 'authenticating'],
          'outcome',
        ]);
      },
    );

    it('a transaction that is not known any more is replaced once, and the second one’s end is a failure', async () => {
      let tries = 0;
      const page = scriptedPage({
        authenticate: () => (++tries < 4 ? problem('authentication-unknown')() : PAID),
      });
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'failed', retryable: true });
      expect(tries).toBe(2);
      // The next press of Pay may replace one again.
      page.payment.tryAgain();
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
      expect(tries).toBe(4);
    });

    it.each(['paid', 'in-doubt'] as const)(
      'a transaction that is not known any more is not replaced when the order is %s meanwhile',
      async (state) => {
        const page = scriptedPage({ authenticate: problem('authentication-unknown') });
        await settle();
        page.backend.answers.order = () => ({ ...OPEN_ORDER, state });
        expect(await page.payment.pay(CARD)).toMatchObject({ status: state });
        expect(calls(page, 'authenticate')).toHaveLength(1);
      },
    );

    it('a transaction that is not known any more ends in a failure when the second version check fails', async () => {
      const page = scriptedPage({ authenticate: problem('authentication-unknown') });
      page.payment.enterNumber(CARD.number);
      await settle();
      page.backend.answers.prepare = problem('gateway-unavailable');
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'failed', code: 'gateway-unavailable' });
    });
  });

  describe('with an order that the shop has changed', () => {
    const changed = { ...OPEN_ORDER, amount: '2500', revision: '2' };

    it('shows the new amount before the next try, which names the new revision', async () => {
      const page = scriptedPage({
        order: () => ({ ...OPEN_ORDER, revision: '1' }),
        authenticate: problem('order-changed'),
      });
      await settle();
      page.backend.answers.order = () => changed;
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'failed', code: 'order-changed', retryable: true });
      expect(page.payment.snapshot.order).toEqual(changed);
      page.payment.tryAgain();
      page.backend.answers.authenticate = () => PAID;
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
      expect(calls(page, 'authenticate')).toMatchObject([{ input: { revision: '1' } }, { input: { revision: '2' } }]);
    });

    it('reports the payment of another tab instead', async () => {
      const page = scriptedPage({ authenticate: problem('order-changed') });
      await settle();
      page.backend.answers.order = () => ({ ...changed, state: 'paid' });
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid', code: 'already-paid' });
    });
  });

  describe('with a soft decline', () => {
    const softDecline = () =>
      ({ result: 'outcome', outcome: outcomeOf('authentication-demanded', { id: 'A1', state: 'open' }) }) as const;

    it('asks for a challenge in the same payment after a soft decline, and reports the last outcome only', async () => {
      const page = scriptedPage({ authenticate: softDecline, authorize: () => PAID });
      const paying = page.payment.pay(CARD);
      await settle();
      const reported = page.snapshots.flatMap(({ outcomeToReport }) => outcomeToReport ?? []);
      // The second soft decline of a payment is a decline.
      expect(await paying).toMatchObject({ status: 'declined', code: 'authentication-demanded' });
      expect(reported).toHaveLength(1);
      const sent = calls(page, 'authenticate');
      expect(sent).toMatchObject([{ input: { card: CARD } }, { input: { card: CARD } }]);
      expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
      expect(calls(page, 'prepare')).toHaveLength(2);
    });

    it('asks for a challenge after a soft decline that follows a transaction that was not known', async () => {
      const answers = [problem('authentication-unknown'), softDecline, () => PAID];
      const page = scriptedPage({ authenticate: () => (answers.shift() ?? never)() });
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
      expect(calls(page, 'authenticate')).toHaveLength(3);
    });
  });

  it('repeats a call after an internal error of the backend until there is an answer', async () => {
    const page = scriptedPage({ authenticate: problem('internal-error', [], true) });
    const paying = page.payment.pay(CARD);
    await settle();
    await page.clock.advance(90_000);
    expect(await paying).toMatchObject({ status: 'in-doubt' });
  });

  it.each([
    ['of the answer', alreadyPaid],
    ['of the order, after a problem', problem('order-not-open')],
  ] as const)('reads what the shop has charged for the earlier payment %s', async (_case, authenticate) => {
    const page = scriptedPage({ authenticate });
    await settle();
    page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid', charged: '1000' });
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid', code: 'already-paid' });
    expect(page.payment.snapshot.order).toMatchObject({ state: 'paid', charged: '1000' });
  });

  it('repeats the call when the order of an earlier payment cannot be read', async () => {
    const page = scriptedPage({ authenticate: alreadyPaid });
    await settle();
    const reads = [unanswered, () => ({ ...OPEN_ORDER, state: 'paid', charged: '1000' }) as const];
    page.backend.answers.order = () => (reads.shift() ?? never)();
    const paying = page.payment.pay(CARD);
    await settle();
    await page.clock.advance(5_000);
    expect(await paying).toMatchObject({ code: 'already-paid' });
    expect(new Set(calls(page, 'authenticate').map(({ key }) => key)).size).toBe(1);
    expect(calls(page, 'authenticate')).toHaveLength(2);
    expect(page.payment.snapshot.order).toMatchObject({ charged: '1000' });
  });

  it('returns to the form with the refused fields', async () => {
    const page = scriptedPage({
      authenticate: problem('invalid-request', [{ field: 'card.expiry_year', message: 'no' }]),
    });
    expect(await page.payment.pay(CARD)).toBeUndefined();
    expect(page.payment.snapshot).toMatchObject({ step: 'entering', refused: [{ field: 'card.expiry_year' }] });
  });

  it('reports the outcome of another payment of the order', async () => {
    const page = scriptedPage({ authenticate: problem('order-not-open') });
    await settle();
    page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid', code: 'already-paid' });
  });

  it('reports failed when the version check is not answered', async () => {
    const page = scriptedPage({ prepare: never });
    const paying = page.payment.pay(CARD);
    await settle();
    await page.clock.advance(30_000);
    expect(await paying).toMatchObject({ status: 'failed', code: 'backend-unavailable', retryable: true });
    expect(calls(page, 'authenticate')).toHaveLength(0);
  });

  it('reports the payment of another tab when the version check is not answered', async () => {
    const page = scriptedPage({ prepare: unanswered });
    await settle();
    page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid', code: 'already-paid' });
    expect(calls(page, 'authenticate')).toHaveLength(0);
  });

  it.each(['card-not-supported', 'invalid-request', 'gateway-unavailable'] as const)(
    'reports the payment of another tab instead of a preparation that has failed with %s before',
    async (code) => {
      const page = scriptedPage({ prepare: problem(code) });
      await settle();
      page.payment.enterNumber(CARD.number);
      await settle();
      page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid', code: 'already-paid' });
    },
  );

  it('reports the payment of another tab as in doubt when the wait for its result fails', async () => {
    const page = scriptedPage({ prepare: problem('order-not-open') });
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    let reads = 0;
    page.backend.answers.order = () => (reads++ === 0 ? { ...OPEN_ORDER, state: 'in-doubt' } : unanswered());
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'in-doubt', code: 'authorization-unanswered' });
  });

  it('reports the payment of an earlier try instead of an authentication that is refused', async () => {
    const page = scriptedPage({ authenticate: problem('gateway-unavailable') });
    await settle();
    page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'in-doubt' });
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'in-doubt', code: 'authorization-unanswered' });
  });

  it('reports failed when neither the version check nor the order is answered', async () => {
    const page = scriptedPage({ prepare: unanswered });
    await settle();
    page.backend.answers.order = unanswered;
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'failed', code: 'backend-unavailable' });
  });

  it('checks an unsupported card once, and reports it on Pay', async () => {
    const page = scriptedPage({ prepare: problem('card-not-supported') });
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    page.payment.enterNumber(CARD.number);
    expect(await page.payment.pay(CARD)).toMatchObject({ code: 'card-not-supported' });
    expect(calls(page, 'prepare')).toHaveLength(1);
  });

  it('repeats the version check on Pay when the fault may have passed', async () => {
    const page = scriptedPage({ prepare: problem('issuer-unavailable', [], true) });
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    page.backend.answers.prepare = () => ({ enrolled: false });
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
    expect(calls(page, 'prepare')).toHaveLength(2);
  });

  it('a card payment can be cancelled before anything was sent', async () => {
    const page = scriptedPage({ prepare: never });
    const paying = page.payment.pay(CARD);
    await settle();
    page.payment.cancel();
    expect(await paying).toBeUndefined();
    expect(page.payment.snapshot.step).toBe('entering');
    expect(page.clock.waiting).toBe(0);
  });

  it('a card payment cannot be cancelled while the issuer decides', async () => {
    const page = scriptedPage({ authenticate: never });
    void page.payment.pay(CARD);
    await settle();
    page.payment.cancel();
    expect(page.payment.snapshot.step).toBe('authenticating');
    page.payment.stop();
  });

  it('reads the result of a challenge that the page did not show', async () => {
    const page = scriptedPage({
      authenticate: () => CHALLENGE,
      authorize: () => ({ result: 'outcome', outcome: outcomeOf('challenge-cancelled', { id: 'A1', state: 'open' }) }),
    });
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'cancelled' });
    expect(calls(page, 'authorize')[0]?.input).toMatchObject({ ended: 'cancelled', card: CARD });
  });

  it('waits for a decoupled authentication, reads it at intervals, and ends with its result', async () => {
    const page = scriptedPage({
      prepare: () => ({ enrolled: true, serverTransId: 'T1' }),
      authenticate: () => ({ result: 'decoupled' }),
      authorize: () => ({ result: 'challenge-open' }),
    });
    const paying = page.payment.pay(CARD);
    await settle();
    expect(page.payment.snapshot.step).toBe('awaiting-issuer');
    await page.clock.advance(6_000);
    expect(calls(page, 'authorize').map(({ input }) => input)).toEqual(
      Array.from({ length: 3 }, () => ({ serverTransId: 'T1', card: CARD, ended: 'returned' })),
    );
    page.backend.answers.authorize = () => PAID;
    await page.clock.advance(2_000);
    expect(await paying).toMatchObject({ status: 'paid' });
    expect(page.clock.waiting).toBe(0);
  });

  it.each(['gateway-unavailable', 'issuer-unavailable'] as const)(
    'continues to wait for a decoupled authentication whose result could not be read: %s',
    async (code) => {
      const page = scriptedPage({
        prepare: () => ({ enrolled: true, serverTransId: 'T1' }),
        authenticate: () => ({ result: 'decoupled' }),
        authorize: problem(code, [], true),
      });
      const paying = page.payment.pay(CARD);
      await settle();
      await page.clock.advance(6_000);
      expect(page.payment.snapshot.step).toBe('awaiting-issuer');
      expect(calls(page, 'authorize')).toHaveLength(3);
      page.payment.cancel();
      expect(await paying).toMatchObject({ status: 'failed', code });
      expect(calls(page, 'authorize').at(-1)?.input).toMatchObject({ ended: 'cancelled' });
    },
  );

  it('the wait for a decoupled authentication ends after ten minutes, or when the shopper cancels', async () => {
    for (const [enough, ended] of [
      ['patience', 'timed-out'],
      ['cancel', 'cancelled'],
    ] as const) {
      const page = scriptedPage({
        prepare: () => ({ enrolled: true, serverTransId: 'T1' }),
        authenticate: () => ({ result: 'decoupled' }),
        authorize: () => ({ result: 'challenge-open' }),
      });
      void page.payment.pay(CARD);
      await settle();
      await page.clock.advance(599_999);
      page.backend.answers.authorize = never;
      if (enough === 'cancel') page.payment.cancel();
      else await page.clock.advance(1);
      await settle();
      expect(page.payment.snapshot.step).toBe('reading-result');
      expect(calls(page, 'authorize').at(-1)?.input).toMatchObject({ ended });
      page.payment.stop();
      expect(page.clock.waiting).toBe(0);
    }
  });

  it.each([
    ['longer than ten minutes', 3_600_000],
    ['shorter than ten minutes', 120_000],
  ])('waits for the issuer as long as the merchant allows: %s', async (_what, timeout) => {
    const page = scriptedPage({
      prepare: () => ({ enrolled: true, serverTransId: 'T1' }),
      authenticate: () => ({ result: 'decoupled', timeout }),
      authorize: () => ({ result: 'challenge-open' }),
    });
    void page.payment.pay(CARD);
    await settle();
    await page.clock.advance(timeout - 1);
    expect(page.payment.snapshot.step).toBe('awaiting-issuer');
    page.backend.answers.authorize = never;
    await page.clock.advance(1);
    expect(page.payment.snapshot.step).toBe('reading-result');
    expect(calls(page, 'authorize').at(-1)?.input).toMatchObject({ ended: 'timed-out' });
    page.payment.stop();
  });

  it('waits no longer than a browser timer can when the merchant allows more', async () => {
    const page = scriptedPage({ authenticate: () => ({ result: 'decoupled', timeout: 99_999 * 60_000 }) });
    const limits: number[] = [];
    const { after } = page.clock;
    page.clock.after = (ms, call) => {
      limits.push(ms);
      return after(ms, call);
    };
    void page.payment.pay(CARD);
    await settle();
    expect(page.payment.snapshot.step).toBe('awaiting-issuer');
    expect(Math.max(...limits)).toBe(2 ** 31 - 1);
    page.payment.stop();
  });

  it('sends the authentication fields of the page', async () => {
    const page = scriptedPage();
    const authentication = { order: { deliveryTimeframe: 'SAME_DAY' } } as const;
    await page.payment.pay(CARD, {}, authentication);
    expect(calls(page, 'authenticate')[0]?.input).toMatchObject({ authentication });
  });

  describe('with an ACS page that does not open', () => {
    const tooLate = () =>
      ({ result: 'outcome', outcome: outcomeOf('challenge-too-late', { id: 'A1', state: 'open' }) }) as const;
    const opening = async (answers: Parameters<typeof scriptedPage>[0]) => {
      const page = scriptedPage(
        { prepare: () => ({ enrolled: true, serverTransId: 'T1' }), authenticate: () => CHALLENGE, ...answers },
        'on-number',
        { challenge: never },
      );
      const paying = page.payment.pay(CARD);
      await settle();
      expect(page.payment.snapshot.step).toBe('opening-challenge');
      return { page, paying };
    };

    it('starts another authentication with its own keys and version check, as one payment', async () => {
      const { page, paying } = await opening({ authorize: tooLate });
      page.backend.answers.authenticate = () => PAID;
      page.payment.reopenChallenge();
      page.payment.reopenChallenge();
      expect(await paying).toMatchObject({ status: 'paid' });
      expect(calls(page, 'prepare')).toHaveLength(2);
      expect(calls(page, 'authorize')).toMatchObject([{ input: { ended: 'too-late' } }]);
      const [first, second, ...more] = calls(page, 'authenticate');
      expect(more).toEqual([]);
      expect(second!.input).toMatchObject({ card: CARD });
      expect(second!.key).not.toBe(first!.key);
      expect(page.snapshots.filter(({ outcome }) => outcome).map(({ outcome }) => outcome!.status)).toEqual(['paid']);
    });

    it.each([
      ['declined', declined],
      ['in-doubt', unanswered],
    ])(
      'ends as %s unless the gateway confirms that the first authentication had no result',
      async (status, authorize) => {
        const { page, paying } = await opening({ authorize });
        page.payment.reopenChallenge();
        // An answer arrives before the limit.
        await settle();
        await page.clock.advance(90_000);
        expect(await paying).toMatchObject({ status });
        expect(calls(page, 'authenticate')).toHaveLength(1);
      },
    );
  });

  it('ends in doubt when the result of a challenge cannot be read', async () => {
    const page = scriptedPage({ authenticate: () => CHALLENGE, authorize: unanswered });
    const paying = page.payment.pay(CARD);
    await settle();
    await page.clock.advance(90_000);
    expect(await paying).toMatchObject({ status: 'in-doubt' });
    expect(new Set(calls(page, 'authorize').map(({ key }) => key)).size).toBe(1);
  });

  it('uses time limits, intervals and keys that are given instead of the defaults', async () => {
    const page = scriptedPage(
      { authenticate: () => ({ result: 'decoupled' }), authorize: () => ({ result: 'challenge-open' }) },
      'on-number',
      {},
      {
        limits: { 'awaiting-issuer': 100, 'reading-result': 50 },
        intervals: { issuer: 30 },
        randomUuid: () => 'own-key',
      },
    );
    const paying = page.payment.pay(CARD);
    await settle();
    await page.clock.advance(90);
    expect(calls(page, 'authorize')).toHaveLength(3);
    page.backend.answers.authorize = never;
    await page.clock.advance(10);
    expect(page.payment.snapshot.step).toBe('reading-result');
    await page.clock.advance(50);
    expect(await paying).toMatchObject({ status: 'in-doubt' });
    expect(new Set(page.backend.calls.flatMap(({ key }) => key ?? []))).toEqual(new Set(['own-key']));
  });

  describe('with a backend client whose answers do not fit after the authentication', () => {
    const refused = problem('invalid-request', [{ field: 'card.number', message: 'no' }]);
    const challengeOpen = () => ({ result: 'challenge-open' }) as const;
    const senseless = [
      ['a challenge', () => CHALLENGE],
      ['an open challenge', challengeOpen],
      ['a decoupled authentication', () => ({ result: 'decoupled' }) as const],
      ['a redirect', () => ({ result: 'redirect', url: 'https://pay.example/1' }) as const],
    ] as const;

    it.each(senseless)('ends in doubt at once when the result is %s', async (_what, authorize) => {
      const page = scriptedPage({ authenticate: () => CHALLENGE, authorize });
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'in-doubt', code: 'backend-unanswered' });
      page.payment.stop();
      await settle();
      expect(page.clock.waiting).toBe(0);
    });

    it('fails at once when the result is a list of refused fields, because nothing was carried out', async () => {
      const page = scriptedPage({ authenticate: () => CHALLENGE, authorize: refused });
      expect(await page.payment.pay(CARD)).toMatchObject({ status: 'failed', code: 'backend-refused' });
      expect(page.clock.waiting).toBe(0);
    });

    it.each([senseless[1], senseless[3]])(
      'a payment is in doubt at once when the authentication is %s',
      async (_what, answer) => {
        const page = scriptedPage({ authenticate: answer });
        expect(await page.payment.pay(CARD)).toMatchObject({ status: 'in-doubt' });
        page.payment.stop();
        await settle();
        expect(page.clock.waiting).toBe(0);
      },
    );

    it('reads the result at once when a decoupled authentication is answered with a challenge', async () => {
      const page = scriptedPage({ authenticate: () => ({ result: 'decoupled' }), authorize: () => CHALLENGE });
      void page.payment.pay(CARD);
      await settle();
      page.backend.answers.authenticate = never;
      await page.clock.advance(2000);
      expect(calls(page, 'authorize').map(({ input }) => (input as { ended: string }).ended)).toEqual([
        'returned',
        'blocked',
      ]);
    });
  });

  it.each([
    ['paid', 'paid', 'already-paid'],
    ['pending', 'pending', 'awaiting-final-status'],
    ['in-doubt', 'in-doubt', 'authorization-unanswered'],
    ['refunded', 'cancelled', 'payment-returned'],
    ['failed', 'failed', 'payment-not-completed'],
  ] as const)('shows an order that is %s as %s, and accepts no payment for it', async (state, status, code) => {
    const page = scriptedPage({ order: () => ({ ...OPEN_ORDER, state }) });
    expect(await page.payment.pay(CARD)).toMatchObject({ status, code });
    expect(calls(page, 'authenticate')).toHaveLength(0);
  });

  it('accepts a payment for an order whose other payment has failed', async () => {
    const page = scriptedPage({ order: () => ({ ...OPEN_ORDER, state: 'failed' }) });
    await settle();
    page.payment.tryAgain();
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
  });

  it('reads an order again that was in doubt', async () => {
    const page = scriptedPage({ order: () => ({ ...OPEN_ORDER, state: 'in-doubt' }) });
    await settle();
    page.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
    page.payment.check();
    expect(page.payment.snapshot.outcome?.status).toBe('in-doubt');
    await settle();
    expect(page.payment.snapshot.outcome?.status).toBe('paid');
  });

  it('reports an unknown order, and offers to load one that could not be read', async () => {
    const gone = scriptedPage({ order: problem('order-not-found') });
    await settle();
    expect(gone.payment.snapshot.outcome?.code).toBe('order-not-found');

    const page = scriptedPage({ order: unanswered });
    await settle();
    expect(page.payment.snapshot.step).toBe('unreachable');
    page.backend.answers.order = () => OPEN_ORDER;
    page.payment.check();
    await settle();
    expect(page.payment.snapshot.step).toBe('entering');
  });

  it('leaves no promise pending when it is stopped', async () => {
    const page = scriptedPage({ authenticate: never });
    const paying = page.payment.pay(CARD);
    await settle();
    page.payment.stop();
    expect(await paying).toBeUndefined();
  });

  it('leaves no timer when it is stopped in any step', async () => {
    for (const answers of [
      { order: never },
      { prepare: never },
      { authenticate: never },
      { authenticate: () => CHALLENGE, authorize: never },
    ]) {
      const page = scriptedPage(answers);
      void page.payment.pay(CARD);
      await settle();
      expect(page.clock.waiting).toBeGreaterThan(0);
      page.payment.stop();
      expect(page.clock.waiting).toBe(0);
    }
  });
});
