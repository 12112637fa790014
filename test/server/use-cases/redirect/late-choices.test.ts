import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authorizationsAt,
  CARDS,
  json,
  newKey,
  notFound,
  pay,
  prepare,
  recordOf,
  report,
  type Shop,
  shortAnswer,
  viewOf,
} from '../../scripted-gateway.js';
import {
  deliver,
  list,
  redirect,
  redirectShop,
  sendAway,
  statusPairs,
  type RedirectShop,
  type SentAway,
} from '../../signed-messages.js';

const MINUTE = 60_000;

const METHODS = { methods: [{ code: 'card' }, { code: 'testpay' }, { code: 'sofort' }, { code: 'giropay' }] };

/** The id of the redirect payment that a page shows. */
const shownId = async (place: Shop, id: string) => ((await viewOf(place, id)).redirect as { id: string }).id;

/** The shopper, who is at the payment method, confirms. */
async function confirm(place: RedirectShop, away: SentAway): Promise<void> {
  list(place, away.orderid, '00');
  place.clock.advance(5_000);
  await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }));
  await place.settled();
}

/** The redirect payment is set aside, because it was not begun in time. */
async function expire(place: Shop): Promise<void> {
  place.clock.advance(31 * MINUTE);
  await place.backend.orders.reconcile();
}

/** The order is paid by its redirect payment, once, and nothing else was charged. */
async function paidOnce(place: RedirectShop, away: SentAway): Promise<void> {
  expect(await recordOf(place, away.id)).toMatchObject({
    state: 'paid',
    flags: [],
    payment: { gatewayOrderId: away.orderid },
  });
  expect(authorizationsAt(place)).toEqual([]);
}

describe('a card payment that was begun before a redirect payment', () => {
  it('does not charge when a late copy of its version check has set the redirect payment aside', async () => {
    const place = redirectShop();
    const id = await place.order();
    const earlier = await prepare(place, id, CARDS.success);
    const away = await sendAway(place, id);
    await prepare(place, id, CARDS.success);
    expect((await recordOf(place, id)).state).toBe('open');
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: earlier }))).toBe('authentication-unknown');
    await confirm(place, away);
    await paidOnce(place, away);
  });

  it('does not charge when its challenge ends after such a copy', async () => {
    const place = redirectShop();
    const id = await place.order();
    const challenge = await json(await pay(place, id, CARDS.challenge));
    await answerChallenge(place, challenge as { encoded_creq: string; acs_url: string });
    const away = await sendAway(place, id);
    await prepare(place, id, CARDS.challenge);
    const reported = report(place, id, challenge.server_trans_id as string);
    expect(await codeOf(reported)).toBe('authentication-unknown');
    await confirm(place, away);
    await paidOnce(place, away);
  });

  it('does not charge after the redirect payment has failed, which the page has reported', async () => {
    const place = redirectShop();
    const id = await place.order();
    const earlier = await prepare(place, id, CARDS.success);
    const away = await sendAway(place, id);
    list(place, away.orderid, '101');
    await deliver(place, 'status', id, statusPairs({ ...away, result: '101' }));
    await place.settled();
    expect((await recordOf(place, id)).state).toBe('failed');
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: earlier }))).toBe('authentication-unknown');
    expect(authorizationsAt(place)).toEqual([]);
    // The shopper's next choice makes a version check of its own.
    expect(await codeOf(pay(place, id))).toBe('authorized');
  });
});

describe('a call for another payment of an order with an unfinished redirect payment', () => {
  const choices = {
    'a version check': (place: Shop, id: string, replaces?: string) =>
      place.call(`orders/${id}/protocol-versions`, { number: CARDS.success, replaces }),
    'a redirect payment of another method': (place: Shop, id: string, replaces?: string) =>
      place.call(
        `orders/${id}/redirects`,
        { method: 'giropay', account_holder_name: 'Ada Lovelace', country: 'DE', replaces },
        { 'idempotency-key': newKey() },
      ),
  };

  describe.each(Object.entries(choices))('%s', (_name, call) => {
    it.each([
      ['no payment', undefined],
      ['the method of the payment', 'testpay'],
      ['another payment', 'ORDER-0000000000'],
    ])('a call that names %s is refused, and the redirect payment can succeed', async (_what, named) => {
      const place = redirectShop();
      const away = await sendAway(place, await place.order(METHODS));
      expect(await codeOf(call(place, away.id, named))).toBe('order-not-open');
      expect((await recordOf(place, away.id)).state).toBe('pending');
      await confirm(place, away);
      await paidOnce(place, away);
    });

    it('a call that names the payment which the page has shown replaces it', async () => {
      const place = redirectShop();
      const { id } = await sendAway(place, await place.order(METHODS));
      expect((await call(place, id, await shownId(place, id))).status).toBe(200);
      expect((await recordOf(place, id)).attempts[0]).toMatchObject({
        progress: { step: 'set-aside', by: 'other-method' },
      });
    });

    it('a late call that names an earlier payment does not replace a later one of the same method', async () => {
      const place = redirectShop();
      const { id } = await sendAway(place, await place.order(METHODS));
      const earlier = await shownId(place, id);
      await prepare(place, id, CARDS.success);
      const later = await sendAway(place, id);
      expect(await codeOf(call(place, id, earlier))).toBe('order-not-open');
      await confirm(place, later);
      await paidOnce(place, later);
    });

    it('a call that names no payment is refused without a look-up, and before the limits of the order', async () => {
      const place = redirectShop({ limits: { attemptsPerOrder: 1, versionChecksPerOrder: 1, cardsPerOrder: 1 } });
      const away = await sendAway(place, await place.order(METHODS));
      const before = place.sent.length;
      expect(await codeOf(call(place, away.id))).toBe('order-not-open');
      expect(place.sent.length).toBe(before);
    });

    it('a call that names a text longer than any id is refused with the field', async () => {
      const place = redirectShop();
      const id = await place.order(METHODS);
      expect(await json(await call(place, id, 'x'.repeat(51)))).toMatchObject({
        code: 'invalid-request',
        fields: [{ field: 'replaces' }],
      });
    });
  });

  it('a redirect payment that begins during the look-up of an earlier one is not replaced', async () => {
    const place = redirectShop();
    const { id } = await sendAway(place, await place.order(METHODS));
    const replaces = await shownId(place, id);
    place.clock.advance(10_000);
    const inner = place.intercept!;
    let later: SentAway | undefined;
    place.intercept = async (path, text, pass, query) => {
      const answer = await inner(path, text, pass, query);
      if (path !== '/payments') return answer;
      place.intercept = inner;
      await place.backend.orders.reopen(id, { by: 'clerk', reason: 'the shopper has called' });
      later = await sendAway(place, id);
      return answer;
    };
    expect(await codeOf(choices['a version check'](place, id, replaces))).toBe('order-not-open');
    await confirm(place, later!);
    await paidOnce(place, later!);
  });
});

describe('a redirect payment that was set aside, and that the shopper has begun since then', () => {
  it.each([
    ['a version check', '01', 'return-get'],
    ['the time limit', '01', 'return-get'],
    ['the time limit', '01', 'status'],
  ] as const)('the order waits for it again after %s, when a message says %s (%s)', async (by, result, way) => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order());
    await (by === 'the time limit' ? expire(place) : prepare(place, away.id, CARDS.success));
    expect((await recordOf(place, away.id)).state).toBe('open');
    list(place, away.orderid, result);
    place.clock.advance(5_000);
    await deliver(place, way, away.id, statusPairs({ ...away, result }));
    await place.settled();
    expect((await recordOf(place, away.id)).state).toBe('pending');
    expect(await codeOf(pay(place, away.id))).toBe('order-not-open');
    await confirm(place, away);
    await paidOnce(place, away);
  });

  it.each(['00', '01'] as const)(
    'the order waits for it again when a return message says %s beside a card in doubt, which took nothing',
    async (result) => {
      const place = redirectShop();
      const away = await sendAway(place, await place.order());
      const pass = place.intercept!;
      place.intercept = (path, text, through, query) => {
        if (text.includes('type="auth"')) return Promise.reject(new TypeError('reset'));
        return text.includes('type="query"') ? notFound() : pass(path, text, through, query);
      };
      expect(await codeOf(pay(place, away.id))).toBe('authorization-unanswered');
      list(place, away.orderid, '01');
      place.clock.advance(5_000);
      await deliver(place, 'return-get', away.id, statusPairs({ ...away, result }));
      await place.settled();
      expect((await recordOf(place, away.id)).state).toBe('in-doubt');
      place.clock.advance(6 * MINUTE);
      await place.backend.orders.reconcile();
      expect((await recordOf(place, away.id)).state).toBe('pending');
      place.intercept = pass;
      expect(await codeOf(pay(place, away.id))).toBe('order-not-open');
      await confirm(place, away);
      expect(await recordOf(place, away.id)).toMatchObject({ state: 'paid', flags: [] });
    },
  );

  it.each([
    ['01', 'pending', 'order-not-open'],
    ['00', 'paid', 'already-paid'],
  ] as const)('the report (%s) finds it before a page reads that nothing was charged', async (result, state, code) => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order());
    await expire(place);
    list(place, away.orderid, result);
    place.clock.advance(2 * MINUTE);
    expect(await viewOf(place, away.id)).toMatchObject({ state });
    expect(await codeOf(pay(place, away.id))).toBe(code);
    expect(authorizationsAt(place)).toEqual([]);
  });

  it('the report finds it before the version check of a card', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order());
    await expire(place);
    list(place, away.orderid, '01');
    place.clock.advance(2 * MINUTE);
    expect(await codeOf(place.call(`orders/${away.id}/protocol-versions`, { number: CARDS.success }))).toBe(
      'order-not-open',
    );
    expect((await recordOf(place, away.id)).state).toBe('pending');
  });

  it('stays set aside when a person has decided so, until its success', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order());
    await place.backend.orders.reopen(away.id, { by: 'clerk', reason: 'the shopper has called' });
    list(place, away.orderid, '01');
    place.clock.advance(2 * MINUTE);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'open' });
    await deliver(place, 'return-get', away.id, statusPairs({ ...away, result: '01' }));
    await place.settled();
    expect((await recordOf(place, away.id)).state).toBe('open');
    await confirm(place, away);
    await paidOnce(place, away);
  });
});

describe('two redirect payments, of which the first one succeeds', () => {
  it('a redirect payment beside a success that waits cannot be continued', async () => {
    const place = redirectShop(METHODS);
    const away = await sendAway(place, await place.order());
    await redirect(place, away.id, { method: 'sofort' });
    await confirm(place, away);
    expect(await viewOf(place, away.id)).toMatchObject({
      state: 'pending',
      redirect: { method: 'sofort', unfinished: false },
    });
    expect(await codeOf(redirect(place, away.id, { method: 'sofort' }))).toBe('order-not-open');
    // The call has read the report: the other payment was not begun, and the success pays.
    await paidOnce(place, away);
  });

  it('a redirect payment beside a success that waits is not continued by a repeated call either', async () => {
    const place = redirectShop(METHODS);
    const away = await sendAway(place, await place.order());
    expect(await codeOf(redirect(place, away.id, { method: 'sofort' }, 'repeated'))).toBe('redirect');
    await confirm(place, away);
    expect(await codeOf(redirect(place, away.id, { method: 'sofort' }, 'repeated'))).toBe('awaiting-final-status');
    await expire(place);
    await paidOnce(place, away);
  });

  it.each([
    ['an answer', 'order-not-open', (answer: Response) => answer],
    ['a refusal', 'gateway-refused', () => shortAnswer('508', 'System error')],
  ])(
    'a redirect payment is not begun when the success of another one comes before %s to its payment-set',
    async (_what, code, changed) => {
      const place = redirectShop(METHODS);
      const away = await sendAway(place, await place.order());
      const inner = place.intercept!;
      place.intercept = async (path, text, pass, query) => {
        const answer = await inner(path, text, pass, query);
        if (!text.includes('type="payment-set"') || !answer) return answer;
        await confirm(place, away);
        return changed(answer);
      };
      expect(await codeOf(redirect(place, away.id, { method: 'sofort' }))).toBe(code);
      await paidOnce(place, away);
    },
  );
});
