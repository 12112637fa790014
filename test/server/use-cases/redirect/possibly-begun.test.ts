import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import { CARDS, gate, json, newKey, pay, prepare, type Shop, viewOf } from '../../scripted-gateway.js';
import {
  deliver,
  list,
  redirect,
  redirectShop,
  redirectsOf,
  sendAway,
  statusPairs,
  type RedirectShop,
  type SentAway,
} from '../../signed-messages.js';

const MINUTE = 60_000;
const METHODS = { methods: [{ code: 'card' }, { code: 'testpay' }, { code: 'sofort' }] };

const stateOf = async (place: Shop, id: string) => (await place.backend.orders.read(id))!.state;
const reopen = (place: Shop, id: string) =>
  place.backend.orders.reopen(id, { by: 'clerk', reason: 'the shopper called' });
const reportsRead = (place: Shop) => place.sent.filter(({ path }) => path === '/payments').length;

/** The payments report cannot be read until the returned function is called. */
function withoutReport(place: Shop): () => void {
  const inner = place.intercept!;
  place.intercept = (path, ...rest) =>
    path === '/payments' ? Promise.resolve(new Response('busy', { status: 500 })) : inner(path, ...rest);
  return () => (place.intercept = inner);
}

/** An order whose shopper has chosen a card instead of the redirect payment. */
async function leftForCard(place: RedirectShop): Promise<SentAway> {
  const away = await sendAway(place, await place.order(METHODS));
  await prepare(place, away.id, CARDS.success);
  expect(await viewOf(place, away.id)).toMatchObject({ state: 'open' });
  return away;
}

const shownOf = ({ orderid }: SentAway) => ({ id: orderid, method: 'testpay', unfinished: true });

describe('the page’s view of an order whose redirect payment was set aside', () => {
  it('the order view has the redirect payment while the payments report cannot be read', async () => {
    const place = redirectShop();
    const away = await leftForCard(place);
    list(place, away.orderid, '00');
    const end = withoutReport(place);
    place.clock.advance(3_000);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'open', redirect: shownOf(away) });
    end();
    place.clock.advance(3_000);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'paid' });
    expect(await viewOf(place, away.id)).not.toHaveProperty('redirect');
  });

  it('the order view has the redirect payment when the report was asked before the page was, and the shopper may have begun since then', async () => {
    const place = redirectShop();
    const away = await leftForCard(place);
    place.clock.advance(1);
    const before = reportsRead(place);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'open', redirect: shownOf(away) });
    expect(reportsRead(place)).toBe(before);
    place.clock.advance(3_000);
    expect(await viewOf(place, away.id)).not.toHaveProperty('redirect');
    expect(reportsRead(place)).toBe(before + 1);
  });

  it('the order view asks the report again after three seconds, however often it was not begun', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order(METHODS));
    // Another tab shows the pending payment. Its look-ups become rare.
    for (let count = 0; count < 60; count++) {
      place.clock.advance(4_000);
      await viewOf(place, away.id);
    }
    await prepare(place, away.id, CARDS.success);
    list(place, away.orderid, '00');
    place.clock.advance(2_999);
    const before = reportsRead(place);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'open' });
    expect(reportsRead(place)).toBe(before);
    place.clock.advance(1);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'paid' });
  });

  it('the order view has no redirect payment when the report says that it was not begun', async () => {
    const place = redirectShop();
    const away = await leftForCard(place);
    place.clock.advance(MINUTE);
    const seen = await viewOf(place, away.id);
    expect(seen).toMatchObject({ state: 'open' });
    expect(seen).not.toHaveProperty('redirect');
  });

  it('the order view has no redirect payment when a status message says that it failed', async () => {
    const place = redirectShop();
    const away = await leftForCard(place);
    withoutReport(place);
    await deliver(place, 'status', away.id, statusPairs({ ...away, result: '101' }));
    place.clock.advance(MINUTE);
    expect(await viewOf(place, away.id)).not.toHaveProperty('redirect');
  });

  it('the order view of a failed order has an earlier redirect payment that may have been begun', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order(METHODS));
    await redirect(place, away.id, { method: 'sofort' });
    const [, second] = await redirectsOf(place, away.id);
    list(place, second!.gatewayOrderId, '101');
    list(place, away.orderid, { amount: '1' });
    place.clock.advance(MINUTE);
    await viewOf(place, away.id);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'failed', redirect: shownOf(away) });
    await reopen(place, away.id);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'open' });
    expect(await viewOf(place, away.id)).not.toHaveProperty('redirect');
  });

  it('the order view has no redirect payment that a person has ended, although the report cannot be read', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order(METHODS));
    await reopen(place, away.id);
    withoutReport(place);
    place.clock.advance(MINUTE);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'open' });
    expect(await viewOf(place, away.id)).not.toHaveProperty('redirect');
  });

  it('the order view has a redirect payment that a person has ended, and that the shopper has begun since then', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order(METHODS));
    await reopen(place, away.id);
    list(place, away.orderid, '01');
    await deliver(place, 'return-get', away.id, statusPairs({ ...away, result: '01' }));
    await place.settled();
    const shown = { ...shownOf(away), unfinished: false };
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'open', redirect: shown });
    // The second decision is about a payment that was begun.
    await reopen(place, away.id);
    expect(await viewOf(place, away.id)).not.toHaveProperty('redirect');
  });
});

describe('a payments report that needs longer than its answer counts', () => {
  it('a report that has just been read is not read again, however long it took', async () => {
    const place = redirectShop();
    const away = await leftForCard(place);
    const inner = place.intercept!;
    place.intercept = (path, ...rest) => {
      if (path === '/payments') place.clock.advance(3_500);
      return inner(path, ...rest);
    };
    place.clock.advance(5_000);
    const before = reportsRead(place);
    expect(await viewOf(place, away.id)).not.toHaveProperty('redirect');
    expect(await viewOf(place, away.id)).toMatchObject({ redirect: shownOf(away) });
    expect(reportsRead(place)).toBe(before + 1);
  });

  it('the reports about several payments are read at the same time', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order(METHODS));
    for (const method of ['sofort', 'testpay']) await redirect(place, away.id, { method });
    await prepare(place, away.id, CARDS.success);
    const [all, inner] = [gate(), place.intercept!];
    let asked = 0;
    place.intercept = async (path, ...rest) => {
      if (path === '/payments' && ++asked === 3) all.open();
      if (path === '/payments') await all.opened;
      return inner(path, ...rest);
    };
    place.clock.advance(5_000);
    expect(await viewOf(place, away.id)).not.toHaveProperty('redirect');
  });
});

describe('a person’s decision about one payment of an order', () => {
  it('keeps another payment that a status message has reported as paid', async () => {
    const place = redirectShop();
    const away = await leftForCard(place);
    const inner = place.intercept!;
    place.intercept = (path, text, ...rest) => {
      if (path === '/payments') return Promise.resolve(new Response('busy', { status: 429 }));
      return text.includes('type="auth"') || text.includes('type="query"')
        ? Promise.reject(new TypeError('reset'))
        : inner(path, text, ...rest);
    };
    expect(await codeOf(pay(place, away.id))).toBe('authorization-unanswered');
    await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }));
    await place.settled();
    const { attempts } = (await place.backend.orders.read(away.id))!;
    const card = attempts.find(({ kind }) => kind === 'card')!.gatewayOrderId;
    place.clock.advance(2 * MINUTE);
    await place.backend.orders.settle(away.id, { as: 'failed', attempt: card, by: 'clerk', reason: 'no charge' });
    expect(await stateOf(place, away.id)).toBe('pending');
  });

  it('keeps another payment that the shopper begins after it', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order(METHODS));
    await redirect(place, away.id, { method: 'sofort' });
    const [, second] = await redirectsOf(place, away.id);
    const decision = { as: 'failed', attempt: second!.gatewayOrderId, by: 'clerk', reason: 'no charge' } as const;
    await place.backend.orders.settle(away.id, decision);
    list(place, away.orderid, '01');
    place.clock.advance(10 * MINUTE);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'pending' });
  });
});

describe('another payment of an order whose redirect payment was set aside', () => {
  it('a redirect payment does not begin beside one that was paid in another tab', async () => {
    const place = redirectShop();
    const away = await leftForCard(place);
    list(place, away.orderid, '00');
    place.clock.advance(5_000);
    expect(await codeOf(redirect(place, away.id, { method: 'sofort' }))).toBe('order-not-open');
    expect(await stateOf(place, away.id)).toBe('paid');
  });

  it('a call of the same method resumes a payment that may have been begun, also when the method is hidden since then', async () => {
    const down: string[] = [];
    const place = redirectShop({ hiddenMethods: () => down });
    const away = await leftForCard(place);
    const end = withoutReport(place);
    down.push('testpay');
    place.clock.advance(5_000);
    const answer = await json(await redirect(place, away.id));
    expect(answer).toEqual({ result: 'redirect', redirect_url: (await redirectsOf(place, away.id))[0]!.redirectUrl });
    expect(await redirectsOf(place, away.id)).toHaveLength(1);
    expect(await stateOf(place, away.id)).toBe('pending');
    expect(await place.backend.orders.read(away.id)).toMatchObject({ authentications: [{ stage: 'closed' }] });
    end();
    list(place, away.orderid, '00');
    place.clock.advance(MINUTE);
    await place.backend.orders.reconcile();
    expect(await place.backend.orders.read(away.id)).toMatchObject({ state: 'paid', flags: [] });
  });

  it('a call with nothing but the method resumes a payment, also at the limit of attempts, and counts as none', async () => {
    const place = redirectShop({ limits: { attemptsPerOrder: 2 } });
    const away = await sendAway(place, await place.order(METHODS));
    await redirect(place, away.id, { method: 'sofort' });
    const [, second] = await redirectsOf(place, away.id);
    list(place, second!.gatewayOrderId, '101');
    place.clock.advance(10_000);
    expect(await viewOf(place, away.id)).toMatchObject({ state: 'failed' });
    withoutReport(place);
    place.clock.advance(5_000);
    const call = place.call(`orders/${away.id}/redirects`, { method: 'testpay' }, { 'idempotency-key': newKey() });
    expect(await codeOf(call)).toBe('redirect');
    expect(await place.backend.orders.read(away.id)).toMatchObject({ state: 'pending', counts: { attempts: 2 } });
  });

  it('a call resumes the payment of its method, also when another one was set aside after it', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order(METHODS));
    await redirect(place, away.id, { method: 'sofort' });
    await prepare(place, away.id, CARDS.success);
    withoutReport(place);
    place.clock.advance(5_000);
    expect(await codeOf(redirect(place, away.id))).toBe('redirect');
    const [first, second] = await redirectsOf(place, away.id);
    expect(first).toMatchObject({ progress: { step: 'awaiting-result' } });
    expect(second).toMatchObject({ progress: { step: 'set-aside' } });
  });

  it('a payment that was resumed has its whole time before it is set aside', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order());
    place.clock.advance(10 * MINUTE);
    await prepare(place, away.id, CARDS.success);
    place.clock.advance(21 * MINUTE);
    const end = withoutReport(place);
    expect(await codeOf(redirect(place, away.id))).toBe('redirect');
    end();
    place.clock.advance(29 * MINUTE);
    await place.backend.orders.reconcile();
    expect(await stateOf(place, away.id)).toBe('pending');
    place.clock.advance(MINUTE);
    await place.backend.orders.reconcile();
    expect(await stateOf(place, away.id)).toBe('open');
  });

  it('a payment is not resumed beside a card payment that is being processed', async () => {
    const place = redirectShop();
    const away = await leftForCard(place);
    withoutReport(place);
    place.clock.advance(5_000);
    const inner = place.intercept!;
    const [reached, go] = [gate(), gate()];
    place.intercept = async (path, text, ...rest) => {
      if (!path.endsWith('/authentications')) return inner(path, text, ...rest);
      reached.open();
      await go.opened;
      return inner(path, text, ...rest);
    };
    const paying = codeOf(pay(place, away.id));
    await reached.opened;
    expect(await codeOf(redirect(place, away.id))).toBe('request-in-progress');
    go.open();
    expect(await paying).toBe('authorized');
  });

  it('a call of the same method begins another payment when the first one was not begun', async () => {
    const place = redirectShop();
    const away = await leftForCard(place);
    place.clock.advance(5_000);
    expect(await codeOf(redirect(place, away.id))).toBe('redirect');
    expect(await redirectsOf(place, away.id)).toHaveLength(2);
  });

  it.each([
    ['a card', (place: RedirectShop, id: string) => pay(place, id)],
    ['another method', (place: RedirectShop, id: string) => redirect(place, id, { method: 'sofort' })],
  ])('%s is taken while the report cannot be read', async (_name, begin) => {
    const place = redirectShop();
    const away = await leftForCard(place);
    withoutReport(place);
    place.clock.advance(5_000);
    expect(['authorized', 'redirect']).toContain(await codeOf(begin(place, away.id)));
  });
});
