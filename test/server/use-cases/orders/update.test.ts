import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authorizationAnswer,
  authorizationsAt,
  BROWSER,
  card,
  CARDS,
  isQuery,
  isXml,
  json,
  newKey,
  notFound,
  orderIdIn,
  pay,
  prepare,
  report,
  shop,
  type Shop,
  viewOf,
} from '../../scripted-gateway.js';

/** POST authentications of a page that shows this revision. */
function payRevision(place: Shop, id: string, serverTransId: string | undefined, revision: string | undefined) {
  const body = {
    server_trans_id: serverTransId,
    card: card(CARDS.success),
    browser_data: BROWSER,
    method_url_completion: 'YES',
    revision,
  };
  return place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() });
}

const redirect = (place: Shop, id: string, revision?: string) =>
  place.call(
    `orders/${id}/redirects`,
    { method: 'testpay', account_holder_name: 'Ada', country: 'NL', revision },
    { 'idempotency-key': newKey() },
  );

const METHODS = [{ code: 'card' }, { code: 'testpay' }];

describe('orders.update', () => {
  it('gives the order another revision, without which a page sends nothing, and keeps its version check', async () => {
    const place = shop();
    const id = await place.order();
    const before = await viewOf(place, id);
    const serverTransId = await prepare(place, id, CARDS.success);
    await place.backend.orders.update(id, { amount: '2500', description: 'Two tickets' });
    const after = await viewOf(place, id);
    expect(after).toMatchObject({ amount: '2500', description: 'Two tickets', state: 'open' });
    expect(after.revision).not.toBe(before.revision);

    const sent = place.sent.length;
    expect(await codeOf(payRevision(place, id, serverTransId, before.revision))).toBe('order-changed');
    expect(place.sent).toHaveLength(sent);
    const { outcome } = await json(await payRevision(place, id, serverTransId, after.revision));
    expect(outcome).toMatchObject({ code: 'authorized' });
    expect(authorizationsAt(place)[0]?.text).toContain('<amount currency="EUR">2500</amount>');
  });

  it('takes another amount only with lines that add up to it, or without lines', async () => {
    const place = shop();
    const { update } = place.backend.orders;
    const lines = [
      { text: 'Two coins', quantity: 2, amount: '2499' },
      { text: 'Discount', amount: '-0500' },
    ];
    const id = await place.order({ lines });
    expect(await viewOf(place, id)).toMatchObject({ amount: '1999', lines });
    await expect(update(id, { amount: '2499' })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^Bad order: lines must add up to the amount 2499; they add up to 1999\./,
      ) as string,
    });
    await update(id, { amount: '2499', lines: lines.slice(0, 1) });
    expect(await viewOf(place, id)).toMatchObject({ amount: '2499', lines: lines.slice(0, 1) });
    const { revision } = await viewOf(place, id);
    await update(id, { amount: '1999', lines: null });
    const last = await viewOf(place, id);
    expect([last.amount, last.lines, last.revision === revision]).toEqual(['1999', undefined, false]);
    expect(await place.backend.orders.read(id)).not.toHaveProperty('lines');
  });

  it('takes another time of expiry, or none', async () => {
    const place = shop();
    const { orders } = place.backend;
    const id = await place.order({ expiresAt: new Date(place.clock.now().getTime() + 60_000) });
    const expiresAt = new Date(place.clock.now().getTime() + 120_000).toISOString();
    await orders.update(id, { expiresAt });
    expect(await orders.shopView(id)).toMatchObject({ expiresAt });
    await orders.update(id, { expiresAt: null });
    place.clock.advance(1_000_000);
    await orders.reconcile();
    expect(await orders.shopView(id)).toMatchObject({ state: 'open' });
    expect(await orders.read(id)).not.toHaveProperty('expiresAt');
  });

  it('ends an authentication that is under way, and the amount of an order is never mixed with another one', async () => {
    const place = shop();
    const id = await place.order();
    place.intercept = async (path, _text, pass) => {
      const answer = await pass();
      if (path.endsWith('/authentications')) await place.backend.orders.update(id, { amount: '2500' });
      return answer;
    };
    const key = newKey();
    const serverTransId = await prepare(place, id, CARDS.success);
    // Another client than our page sends no revision.
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId, key }))).toBe('order-changed');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect(await viewOf(place, id)).toMatchObject({ state: 'open', amount: '2500' });
    // A repeated request must not charge, either.
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId, key }))).toBe('order-changed');
    place.intercept = undefined;
    expect((await json(await pay(place, id))).outcome).toMatchObject({ code: 'authorized' });
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('ends a challenge before the shopper has confirmed it, and nothing is authorized', async () => {
    const place = shop();
    const id = await place.order();
    const challenge = await json(await pay(place, id, CARDS.challenge));
    await place.backend.orders.update(id, { currency: 'USD' });
    const cres = await answerChallenge(place, challenge);
    expect(await codeOf(report(place, id, challenge.server_trans_id, { cres }))).toBe('order-changed');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect((await place.backend.orders.read(id))?.attempts).toEqual([]);
  });

  it('shows no challenge for an amount that has changed while the issuer was asked', async () => {
    const place = shop();
    const id = await place.order();
    place.intercept = async (path, _text, pass) => {
      const answer = await pass();
      if (path.endsWith('/authentications')) await place.backend.orders.update(id, { amount: '2500' });
      return answer;
    };
    expect(await codeOf(pay(place, id, CARDS.challenge))).toBe('order-changed');
  });

  it.each(['before payment-set', 'during payment-set'])(
    'keeps the address of a redirect payment from a page when the order changes %s',
    async (when) => {
      const place = shop();
      const id = await place.order({ methods: METHODS });
      const { revision } = await viewOf(place, id);
      const update = () => place.backend.orders.update(id, { amount: '2500' });
      if (when === 'before payment-set') await update();
      place.intercept = async (path, _text, pass) => {
        const answer = await pass();
        if (isXml(path)) await update();
        return answer;
      };
      expect(await codeOf(redirect(place, id, revision))).toBe('order-changed');
      expect(await viewOf(place, id)).toMatchObject({ state: 'open', amount: '2500' });
      place.intercept = undefined;
      expect(await json(await redirect(place, id))).toMatchObject({ result: 'redirect' });
      const [payment] = place.sent.filter(({ text }) => text.includes('payment-set')).slice(-1);
      expect(payment?.text).toContain('>2500<');
    },
  );

  it('gives the address of another tab’s redirect payment to no page that shows the amount of before', async () => {
    const place = shop();
    const id = await place.order({ methods: METHODS });
    const before = await viewOf(place, id);
    await place.backend.orders.update(id, { amount: '2500' });
    const { revision } = await viewOf(place, id);
    const started = await json(await redirect(place, id, revision));
    expect(await codeOf(redirect(place, id, before.revision))).toBe('order-changed');
    expect(await json(await redirect(place, id, revision))).toEqual(started);
  });

  it('refuses an order that is pending, in doubt or paid, and leaves it as it is', async () => {
    const place = shop();
    const pending = await place.order({ methods: METHODS });
    await redirect(place, pending);
    const inDoubt = await place.order();
    place.intercept = (path, text, pass) => {
      if (!isXml(path)) return pass();
      return isQuery(text) ? notFound() : Promise.reject(new TypeError('fetch failed'));
    };
    await pay(place, inDoubt);
    place.intercept = undefined;
    const paid = await place.order();
    await pay(place, paid);
    const update = (id: string) => place.backend.orders.update(id, { amount: '1' });
    await expect(update(pending)).rejects.toMatchObject({ code: 'payment-under-way' });
    await expect(update(inDoubt)).rejects.toMatchObject({ code: 'payment-under-way' });
    await expect(update(paid)).rejects.toMatchObject({ issues: [{ field: 'order' }] });
    for (const id of [pending, inDoubt, paid]) expect(await viewOf(place, id)).toMatchObject({ amount: '1999' });
  });

  it('keeps the currency of an order whose payment was sent, because that payment can succeed late', async () => {
    const place = shop();
    const id = await place.order();
    place.intercept = (path, text, pass) =>
      isXml(path) && text.includes('type="auth"')
        ? authorizationAnswer({ orderid: orderIdIn(text), result: '101' })
        : pass();
    await pay(place, id);
    const before = await place.backend.orders.read(id);
    await expect(place.backend.orders.update(id, { amount: '2500', currency: 'JPY' })).rejects.toMatchObject({
      issues: [{ field: 'currency' }],
    });
    expect(await place.backend.orders.read(id)).toEqual(before);
    expect(await place.backend.orders.update(id, { amount: '2500', currency: 'EUR' })).toMatchObject({
      amount: '2500',
    });
  });

  it('changes nothing when every field is the same, and the exponent together with the currency', async () => {
    const place = shop();
    const id = await place.order({ description: 'Tea' });
    const before = await place.backend.orders.read(id);
    expect(await place.backend.orders.update(id, { amount: '01999', description: 'Tea' })).toEqual(before);
    expect(await place.backend.orders.update(id, { amount: '2000', currency: 'JPY' })).toMatchObject({ exponent: 0 });
  });
});
