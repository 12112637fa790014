import { describe, expect, it } from 'vitest';
import { CARDS, gate, notFound, orderIdIn, pay, shortAnswer, shop } from '../../scripted-gateway.js';
import { creditAnswer, deliver, list, redirectShop, sendAway, signed, statusPairs } from '../../signed-messages.js';
import { paid } from './paid-shop.js';
import {
  afterBatch,
  callElsewhere,
  cardShop,
  intercept,
  kindsAt,
  lost,
  lostRequest,
  movesAt,
  never,
} from './card-shop.js';

const PERSON = { by: 'Grace', reason: 'Out of stock' };

describe('orders.cancel', () => {
  it('voids a reserved payment with the hash that never has the amount, and records the person', async () => {
    const place = await cardShop({ autosettle: false });
    const { orders } = place.backend;
    const answer = { way: 'voided', state: 'done', key: 'c', amount: '1999', order: { state: 'voided' } };
    expect(await orders.cancel(place.id, { key: 'c', ...PERSON })).toMatchObject(answer);
    expect(await orders.cancel(place.id, { key: 'c' })).toMatchObject(answer);
    const [text = ''] = movesAt(place);
    const orderid = orderIdIn(text);
    const timestamp = /timestamp="(\d{14})"/.exec(text)![1]!;
    const view = (await orders.shopView(place.id))!;
    const { pasref, authcode } = view.authorization!;
    const hash = signed([timestamp, 'scudo', orderid, '', '', '']);
    expect(text).toBe(
      `<request type="void" timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account>` +
        `<orderid>${orderid}</orderid><pasref>${pasref!}</pasref><authcode>${authcode!}</authcode>` +
        `<sha1hash>${hash}</sha1hash></request>`,
    );
    expect(view).toMatchObject({ captured: '0', capturable: '0', refundable: '0', state: 'voided' });
    expect(view.history.find(({ event }) => event === 'void-sent')?.detail).toMatchObject(PERSON);
    await expect(orders.cancel(place.id, { key: 'other' })).rejects.toThrow('order is voided and has nothing left');
    await expect(orders.capture(place.id, { key: 'p' })).rejects.toThrow('order is voided and has nothing to capture');
    expect(kindsAt(place)).toEqual(['void']);
  });

  it('voids a paid order before the batch, and refunds it after the batch', async () => {
    const [before, after] = [await cardShop(), await cardShop()];
    expect(await before.backend.orders.cancel(before.id, { key: 'c' })).toMatchObject({
      way: 'voided',
      order: { state: 'voided' },
    });
    afterBatch(after);
    expect(await after.backend.orders.cancel(after.id, { key: 'c' })).toMatchObject({
      way: 'refunded',
      state: 'done',
      amount: '1999',
      order: { state: 'refunded' },
    });
    expect([kindsAt(before), kindsAt(after)]).toEqual([['void'], ['rebate']]);
  });

  it('takes the batch 0 for not settled, and voids the payment', async () => {
    const place = await cardShop();
    place.intercept = async (_path, text, pass) => {
      const answer = await pass();
      if (!text.includes('type="query"')) return answer;
      return new Response((await answer.text()).replace(/<batchid>[^<]*/, '<batchid>0'));
    };
    expect(await place.backend.orders.cancel(place.id, { key: 'c' })).toMatchObject({ way: 'voided', state: 'done' });
    expect(kindsAt(place)).toEqual(['void']);
  });

  it.each(['512', '513'])('moves from the void to the refund after an answered %s', async (result) => {
    const place = await cardShop();
    afterBatch(place);
    place.intercept = (_path, text, pass) => {
      if (text.includes('type="query"')) return notFound();
      return text.includes('type="void"') ? shortAnswer(result, 'The batch was sent') : pass();
    };
    expect(await place.backend.orders.cancel(place.id, { key: 'c' })).toMatchObject({
      way: 'refunded',
      state: 'done',
    });
    expect(await place.backend.orders.cancel(place.id, { key: 'c' })).toMatchObject({ way: 'refunded' });
    expect(kindsAt(place)).toEqual(['void', 'rebate']);
  });

  it('a refused void of a reserved payment is the answer to the same key again, because nothing can be refunded', async () => {
    const place = await cardShop({ autosettle: false });
    intercept(place, () => shortAnswer('513', 'The payment cannot be voided'));
    for (let time = 0; time < 2; time++) {
      expect(await place.backend.orders.cancel(place.id, { key: 'c' })).toMatchObject({
        way: 'voided',
        state: 'refused',
        result: '513',
      });
    }
    expect(kindsAt(place)).toEqual(['void']);
  });

  it('does not move on after a lost answer, and lets nothing else be sent beside it', async () => {
    const place = await cardShop({ pause: never });
    const { orders } = place.backend;
    intercept(place, lostRequest);
    expect(await orders.cancel(place.id, { key: 'c' })).toMatchObject({ way: 'voided', state: 'unresolved' });
    for (const call of [
      orders.refund(place.id, { key: 'r' }),
      orders.cancel(place.id, { key: 'other' }),
      orders.settle(place.id, { as: 'voided-elsewhere', amount: '1999', ...PERSON }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'operation-under-way' });
    }
    expect(kindsAt(place)).toEqual(['void']);
    // The gateway never got it, so that no leg decides it. A person does.
    place.clock.advance(60_000);
    await orders.reconcile();
    await orders.settle(place.id, { as: 'not-voided', cancel: 'c', ...PERSON });
    place.intercept = undefined;
    expect(await orders.cancel(place.id, { key: 'again' })).toMatchObject({ way: 'voided', state: 'done' });
  });

  it('takes “already voided” for a void only after the gateway shows the void', async () => {
    const place = await cardShop({ pause: never });
    const { orders } = place.backend;
    intercept(place, async (_text, pass) => {
      await pass();
      return shortAnswer('508', 'That transaction has already been voided.');
    });
    expect(await orders.cancel(place.id, { key: 'c' })).toMatchObject({
      state: 'unresolved',
      order: { state: 'paid' },
    });
    place.clock.advance(60_000);
    await orders.reconcile();
    expect(await orders.cancel(place.id, { key: 'c' })).toMatchObject({ state: 'done', order: { state: 'voided' } });
  });

  it('reads a lost void back from its leg', async () => {
    const place = await cardShop({ autosettle: false });
    intercept(place, lost);
    await place.backend.orders.cancel(place.id, { key: 'c' });
    await place.settled();
    expect(await place.backend.orders.read(place.id)).toMatchObject({ state: 'voided' });
  });

  it.each([
    ['before the call', false],
    ['while the gateway answers its query', true],
  ])('refuses a state that is not among `states`, also when the order changes %s', async (_when, isLate) => {
    const place = await cardShop({ autosettle: false });
    const { orders } = place.backend;
    const ship = () => orders.capture(place.id, { amount: '1500', key: 'parcel' });
    if (!isLate) await ship();
    place.intercept = async (_path, text, pass) => {
      if (text.includes('type="query"')) {
        place.intercept = undefined;
        await ship();
      }
      return pass();
    };
    const input = { key: 'c', states: ['authorized'] } as const;
    await expect(orders.cancel(place.id, input)).rejects.toThrow('states must include paid, which the order is now');
    expect(kindsAt(place)).toEqual(['settle']);
    expect(await orders.cancel(place.id, { ...input, states: ['paid'] })).toMatchObject({
      way: 'voided',
      state: 'done',
    });
    // A repeated call is the same cancellation.
    expect(await orders.cancel(place.id, { ...input, states: ['paid'] })).toMatchObject({ way: 'voided' });
    expect(kindsAt(place)).toEqual(['settle', 'void']);
  });

  it('ends an order only in one of `states`, and repeats the answer of its key', async () => {
    const place = shop();
    const { orders } = place.backend;
    const id = await place.order();
    await expect(orders.cancel(id, { key: 'c', states: ['failed'] })).rejects.toThrow('states must include open');
    const input = { key: 'c', states: ['open', 'failed'] } as const;
    for (let time = 0; time < 2; time++)
      expect(await orders.cancel(id, input)).toMatchObject({ way: 'ended', order: { state: 'cancelled' } });
    await expect(orders.cancel(id, { ...input, key: 'd' })).rejects.toThrow('states must include cancelled');
  });

  it('changes nothing after a refused void', async () => {
    const place = await cardShop({ autosettle: false });
    intercept(place, () => shortAnswer('503', 'Request type [void] not allowed for this merchant'));
    expect(await place.backend.orders.cancel(place.id, { key: 'c' })).toMatchObject({
      way: 'voided',
      state: 'refused',
      result: '503',
      order: { state: 'authorized' },
    });
    expect(await place.backend.orders.shopView(place.id)).toMatchObject({ capturable: '1999' });
  });

  it('sends nothing when the gateway does not answer the query', async () => {
    const place = await cardShop();
    place.intercept = () => Promise.reject(new Error('down'));
    await expect(place.backend.orders.cancel(place.id, { key: 'c' })).rejects.toThrow('card query');
    expect(movesAt(place)).toEqual([]);
  });

  it.each(['refused', 'never arrived'])(
    'a late payment whose void was %s pays the order, which takes no other payment before',
    async (how) => {
      const place = shop({ pause: never });
      const { orders } = place.backend;
      const id = await place.order();
      const card = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
      const isDown = { authorization: lost, query: true };
      place.intercept = (_path, text, pass) => {
        if (text.includes('type="auth"')) return isDown.authorization(text, pass);
        return text.includes('type="query"') && isDown.query ? Promise.reject(new Error('down')) : pass();
      };
      await orders.payStored(id, { card });
      place.clock.advance(60_000);
      await orders.reopen(id, PERSON);
      isDown.authorization = lostRequest;
      await orders.payStored(id, { card });
      isDown.query = false;
      place.clock.advance(70_000);
      await orders.reconcile({ olderThan: 0 });
      const attempt = (await orders.read(id))!.attempts[0]!.gatewayOrderId;

      const [reached, go] = [gate(), gate()];
      const refused = () => shortAnswer('502', 'Mandatory Fields missing');
      place.intercept = async (_path, text, pass) => {
        if (!text.includes('type="void"')) return pass();
        reached.open();
        await go.opened;
        return how === 'refused' ? refused() : lostRequest(text, pass);
      };
      const cancelled = orders.cancel(id, { key: 'c', attempt });
      await reached.opened;
      place.clock.advance(301_000);
      await orders.reconcile({ olderThan: 0 });
      expect(await orders.read(id)).toMatchObject({ state: 'open' });
      await expect(orders.payStored(id, { card })).rejects.toMatchObject({ code: 'order-not-open' });
      go.open();
      await cancelled;
      if (how === 'never arrived') await orders.settle(id, { as: 'not-voided', cancel: 'c', ...PERSON });
      expect(await orders.read(id)).toMatchObject({ state: 'paid', payment: { gatewayOrderId: attempt } });
    },
  );

  it('refunds what is left of a redirect payment after a part was refunded', async () => {
    const { place, id } = await paid();
    await place.backend.orders.refund(id, { amount: '500', key: 'r' });
    expect(await place.backend.orders.cancel(id, { key: 'c' })).toMatchObject({
      way: 'refunded',
      amount: '1499',
      order: { state: 'refunded' },
    });
    await expect(place.backend.orders.cancel(id, { key: 'd' })).rejects.toThrow('order is refunded');
    await expect(place.backend.orders.refund(id, { key: 'c' })).rejects.toMatchObject({ code: 'key-reused' });
  });

  it('answers a repeated key of an order that had ended as before, also when a late success has paid the order', async () => {
    const place = redirectShop({}, { refundPassword: 'refund' });
    const { orders } = place.backend;
    const away = await sendAway(place, await place.order());
    const inner = place.intercept!;
    place.intercept = (path, text, ...rest) =>
      text.includes('payment-credit') ? creditAnswer(text, { result: '00' }) : inner(path, text, ...rest);
    place.clock.advance(31 * 60_000);
    await orders.reconcile();
    expect(await orders.cancel(away.id, { key: 'a' })).toMatchObject({ way: 'ended', order: { state: 'cancelled' } });
    expect(await orders.cancel(away.id, { key: 'b' })).toMatchObject({ way: 'ended', order: { state: 'cancelled' } });
    list(place, away.orderid, '00');
    await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }));
    await place.settled();
    for (const key of ['a', 'b'])
      expect(await orders.cancel(away.id, { key })).toMatchObject({
        way: 'ended',
        state: 'done',
        order: { state: 'paid' },
      });
    for (const call of [
      orders.refund(away.id, { key: 'a' }),
      orders.cancel(away.id, { key: 'a', attempt: away.orderid }),
    ])
      await expect(call).rejects.toMatchObject({ code: 'key-reused' });
    expect(place.sent.filter(({ text }) => text.includes('payment-credit'))).toEqual([]);
    expect(await orders.cancel(away.id, { key: 'c' })).toMatchObject({ way: 'refunded', amount: '1999' });
  });

  it('names the attempt of an order that has ended without a payment', async () => {
    const { backend, order } = shop();
    const id = await order();
    await backend.orders.cancel(id, { key: 'a' });
    await expect(backend.orders.cancel(id, { key: 'b', attempt: 'other' })).rejects.toThrow('attempt must be');
  });

  it('a cancellation beside a refund of everything that has no result sends nothing', async () => {
    const place = await cardShop({ pause: never });
    const { orders } = place.backend;
    afterBatch(place);
    intercept(place, lostRequest);
    expect(await orders.refund(place.id, { key: 'r' })).toMatchObject({ state: 'unresolved' });
    await expect(orders.cancel(place.id, { key: 'c' })).rejects.toMatchObject({ code: 'operation-under-way' });
    expect(kindsAt(place)).toEqual(['rebate']);
  });

  it('refunds the rest of a payment that has a refund, and asks the gateway nothing', async () => {
    const place = await cardShop({ pause: never });
    const { orders } = place.backend;
    afterBatch(place);
    intercept(place, lost);
    await orders.refund(place.id, { amount: '500', key: 'r' });
    place.sent.length = 0;
    expect(await orders.cancel(place.id, { key: 'c' })).toMatchObject({ way: 'refunded', amount: '1499' });
    expect(kindsAt(place)).toEqual(['rebate']);
    expect(place.sent).toHaveLength(1);
  });

  it('voids a reserved payment that staff have captured, and returns the refusal', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    await callElsewhere(place, 'capture', '1999');
    afterBatch(place);
    expect(await place.backend.orders.cancel(place.id, { key: 'c' })).toMatchObject({
      way: 'voided',
      state: 'refused',
      result: '513',
      order: { state: 'authorized' },
    });
    expect(kindsAt(place)).toEqual(['void']);
    // The key of the void is that of no refund.
    await expect(place.backend.orders.refund(place.id, { key: 'c' })).rejects.toMatchObject({ code: 'key-reused' });
  });

  it('names the order that has no payment', async () => {
    const place = shop();
    const id = await place.order();
    await expect(place.backend.orders.capture(id, { key: 'a' })).rejects.toThrow('order is open');
    await pay(place, id);
    await expect(place.backend.orders.cancel(id, { key: 'c', attempt: 'other' })).rejects.toThrow('attempt must be');
    expect(movesAt(place)).toEqual([]);
  });
});
