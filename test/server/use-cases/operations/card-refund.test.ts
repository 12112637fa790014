import { describe, expect, it } from 'vitest';
import { orderViewSchema } from '../../../../src/protocol/adapter/adapter-answers.js';
import { checkMessage } from '../../../../src/protocol/values/field-issue.js';
import { createGateway, GatewayError, type ProblemReport } from '../../../../src/server.js';
import {
  authorizationAnswer,
  CARDS,
  gate,
  GATEWAY,
  json,
  notFound,
  orderIdIn,
  pay,
  shop,
  shortAnswer,
  virtualClock,
} from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
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
  refundElsewhere,
  voidElsewhere,
} from './card-shop.js';
import { signed, sha1 } from '../../signed-messages.js';

const notSettled = (message: RegExp) => ({
  code: 'not-settled',
  fields: [{ field: 'order', message: expect.stringMatching(message) as string }],
});
const PERSON = { by: 'Grace', reason: 'Seen in the portal' };

describe('orders.refund of a card payment', () => {
  it('sends the elements and hashes of the gateway, once for each key, whole and in parts', async () => {
    const place = await cardShop();
    afterBatch(place);
    const { orders } = place.backend;
    expect(await orders.refund(place.id, { amount: '500', key: 'a' })).toMatchObject({
      state: 'done',
      refundable: '1499',
      order: { state: 'partly-refunded' },
    });
    const text = movesAt(place)[0]!;
    const orderid = orderIdIn(text);
    const timestamp = /timestamp="(\d{14})"/.exec(text)![1]!;
    const { pasref, authcode } = (await orders.shopView(place.id))!.authorization!;
    expect(text).toBe(
      `<request type="rebate" timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account>` +
        `<orderid>${orderid}</orderid><pasref>${pasref!}</pasref><authcode>${authcode!}</authcode>` +
        `<amount currency="EUR">500</amount><refundhash>${sha1('refund')}</refundhash>` +
        `<sha1hash>${signed([timestamp, 'scudo', orderid, '500', 'EUR', ''])}</sha1hash></request>`,
    );
    expect(await orders.refund(place.id, { amount: '500', key: 'a' })).toMatchObject({ amount: '500', state: 'done' });
    await expect(orders.refund(place.id, { amount: '1500', key: 'b' })).rejects.toThrow('amount must be at most 1499');
    expect(await orders.refund(place.id, { key: 'b' })).toMatchObject({ amount: '1499', order: { state: 'refunded' } });
    await expect(orders.refund(place.id, { key: 'c' })).rejects.toThrow('nothing is left');
    expect(kindsAt(place)).toEqual(['rebate', 'rebate']);
  });

  it('names the batch and the cancellation before the settlement, and sends nothing', async () => {
    const place = await cardShop();
    await expect(place.backend.orders.refund(place.id, { key: 'a' })).rejects.toMatchObject(
      notSettled(/after the gateway's batch, .*; cancel the order to return the whole amount at once$/),
    );
    expect(movesAt(place)).toEqual([]);
  });

  it('refuses a part of a partly captured payment before the batch, and sends it with the same key after it', async () => {
    const place = await cardShop({ autosettle: 'multi' });
    const { orders } = place.backend;
    await orders.capture(place.id, { amount: '500', key: 'parcel' });
    const before = await orders.read(place.id);
    const refund = () => orders.refund(place.id, { amount: '100', key: 'r' });
    // The order cannot be cancelled, so that the error does not name a cancellation.
    await expect(refund()).rejects.toMatchObject(notSettled(/batch, usually the next day$/));
    expect(await orders.read(place.id)).toEqual(before);
    expect(kindsAt(place)).toEqual(['multisettle']);
    afterBatch(place);
    expect(await refund()).toMatchObject({ state: 'done', refundable: '400' });
  });

  it('changes only the amounts while something is left to capture', async () => {
    const place = await cardShop({ autosettle: 'multi' });
    const { orders } = place.backend;
    await orders.capture(place.id, { amount: '800', key: 'p1' });
    afterBatch(place);
    expect(await orders.refund(place.id, { amount: '300', key: 'r' })).toMatchObject({
      state: 'done',
      order: { state: 'partly-captured' },
    });
    expect(await orders.capture(place.id, { amount: '200', key: 'p2', final: true })).toMatchObject({
      order: { state: 'partly-refunded' },
    });
    expect(await orders.shopView(place.id)).toMatchObject({ captured: '1000', refunded: '300', refundable: '700' });
  });

  it('shows pages what was charged in the end, when it is not the amount of the order', async () => {
    const place = await cardShop({ autosettle: 'multi' });
    const { orders } = place.backend;
    const charged = async () => ((await json(await place.call(`orders/${place.id}`))) as { charged?: string }).charged;
    expect(await charged()).toBeUndefined();
    await orders.capture(place.id, { amount: '800', key: 'p1' });
    expect(await charged()).toBeUndefined();
    await orders.capture(place.id, { amount: '200', key: 'p2', final: true });
    expect(await charged()).toBe('1000');
    afterBatch(place);
    await orders.refund(place.id, { amount: '300', key: 'r1' });
    expect(await charged()).toBe('700');
    await orders.refund(place.id, { key: 'r2' });
    expect(await charged()).toBe('0');

    const { backend, call, id } = await cardShop();
    expect(await json(await call(`orders/${id}`))).not.toHaveProperty('charged');
    await backend.orders.cancel(id, { key: 'c' });
    expect(await json(await call(`orders/${id}`))).toMatchObject({ state: 'voided', charged: '0' });
  });

  it('names the option that is missing, leaves the order as it is, and sends the SHA-1 of the rebate password', async () => {
    const place = await cardShop({}, {}, {});
    afterBatch(place);
    const { orders } = place.backend;
    const before = await orders.read(place.id);
    const requests = place.sent.length;
    // A cancellation knows only after its query that a refund is the way.
    for (const [call, name, queries] of [
      [orders.refund, 'refund', 0],
      [orders.cancel, 'cancellation', 1],
    ] as const) {
      await expect(call(place.id, { key: 'a' })).rejects.toThrow(
        `Bad ${name}: ` +
          'rebatePassword is missing, and the refund of a card payment requires it. Set the gateway option rebatePassword ' +
          'or refundPassword; of serve, SCUDO_REBATE_PASSWORD or SCUDO_REFUND_PASSWORD',
      );
      expect(place.sent).toHaveLength(requests + queries);
    }
    expect(await orders.read(place.id)).toEqual(before);
    expect(movesAt(place)).toEqual([]);
    const sent: string[] = [];
    const gateway = createGateway({
      baseUrl: GATEWAY,
      merchantId: 'scudo',
      secret: 'secret',
      refundPassword: 'refund',
      rebatePassword: 'rebate',
      fetch: async (input, init) => {
        sent.push(await new Request(input, init).text());
        return shortAnswer('512', 'Refused');
      },
    });
    await gateway.cardOperations.rebate({ orderId: 'A', pasref: '1', authcode: '2', amount: '1', currency: 'EUR' });
    expect(sent[0]).toContain(`<refundhash>${sha1('rebate')}</refundhash>`);
  });

  it('reads a lost first refund from the leg, and leaves a lost second one to a person', async () => {
    const place = await cardShop({ pause: never });
    afterBatch(place);
    const { orders } = place.backend;
    intercept(place, lost);
    await orders.refund(place.id, { amount: '500', key: 'a' });
    await orders.refund(place.id, { amount: '600', key: 'b' });
    place.clock.advance(60_000);
    await orders.reconcile();
    // Two refunds have no reference, so that the leg may belong to either.
    expect(await orders.shopView(place.id)).toMatchObject({
      refunded: '0',
      refundable: '899',
      refunds: [{ state: 'unresolved' }, { state: 'unresolved' }],
    });
    await orders.settle(place.id, { as: 'not-refunded', refund: 'b', ...PERSON });
    await orders.settle(place.id, { as: 'refunded', refund: 'a', ...PERSON });
    expect(await orders.shopView(place.id)).toMatchObject({ state: 'partly-refunded', refunded: '500' });
    expect(kindsAt(place)).toEqual(['rebate', 'rebate']);
  });

  it('does not take the leg of the first refund for a second one', async () => {
    const place = await cardShop({ pause: never });
    afterBatch(place);
    const { orders } = place.backend;
    await orders.refund(place.id, { amount: '500', key: 'a' });
    intercept(place, () => Promise.reject(new Error('reset')));
    await orders.refund(place.id, { amount: '500', key: 'b' });
    place.clock.advance(120_000);
    await orders.reconcile();
    expect(await orders.refund(place.id, { amount: '500', key: 'b' })).toMatchObject({
      state: 'unresolved',
      refundable: '999',
    });
  });
});

describe('a payment that staff have changed in the portal', () => {
  it('a payment is voided when the gateway shows the void', async () => {
    const place = await cardShop({ autosettle: false });
    const other = await cardShop({ autosettle: false }, {}, place);
    await voidElsewhere(place);
    await place.backend.orders.reconcile();
    expect(await place.backend.orders.shopView(place.id)).toMatchObject({
      state: 'voided',
      voids: [{ elsewhere: 'gateway', amount: '1999' }],
    });
    expect((await other.backend.orders.read(other.id))!.state).toBe('authorized');
  });

  it.each([['1999'], ['500']])(
    'a payment of which %s were captured is voided when the gateway shows it',
    async (amount) => {
      const place = await cardShop({ autosettle: 'multi' });
      const { orders } = place.backend;
      await orders.capture(place.id, { amount, key: 'parcel-1' });
      await voidElsewhere(place);
      expect(await orders.lookUp(place.id)).toMatchObject({ state: 'voided' });
      expect(await orders.shopView(place.id)).toMatchObject({ captured: '0', capturable: '0', refundable: '0' });
    },
  );

  it('a look-up of the shop asks for a void also shortly after the look-up before', async () => {
    const place = await cardShop({ autosettle: false });
    const { orders } = place.backend;
    await voidElsewhere(place);
    place.intercept = (_path, text, pass) => (text.includes('_void_') ? notFound() : pass());
    expect(await orders.lookUp(place.id)).toMatchObject({ state: 'authorized' });
    place.intercept = undefined;
    place.clock.advance(1_500);
    expect(await orders.lookUp(place.id)).toMatchObject({ state: 'voided' });
  });

  it('a refund takes a void over that the gateway shows, because the payment is never settled', async () => {
    const place = await cardShop();
    const { orders } = place.backend;
    await voidElsewhere(place);
    await expect(orders.refund(place.id, { key: 'r' })).rejects.toThrow(
      'order is voided and nothing of it is captured: its payment was voided',
    );
    expect(await orders.shopView(place.id)).toMatchObject({ state: 'voided', voids: [{ elsewhere: 'gateway' }] });
    expect(movesAt(place)).toEqual([]);
  });

  it('a refund names the decision for a void when the gateway refuses the query for it', async () => {
    const problems: string[] = [];
    const place = await cardShop({ onProblem: ({ code }) => problems.push(code) });
    await voidElsewhere(place);
    place.intercept = (_path, text, pass) => (text.includes('_void_') ? shortAnswer('503', 'Not allowed') : pass());
    await expect(place.backend.orders.refund(place.id, { key: 'r' })).rejects.toMatchObject(
      notSettled(/if it was voided in the gateway's back office, record that as voided-elsewhere$/),
    );
    expect(problems).toEqual(['gateway-refused']);
  });

  it('a payment is flagged once when the gateway shows a refund without its amount, which a person then records', async () => {
    const problems: string[] = [];
    const place = await cardShop({ onProblem: ({ code }) => problems.push(code) });
    afterBatch(place);
    const { orders } = place.backend;
    await refundElsewhere(place, '700');
    for (const ms of [60_000, 86_400_000]) {
      place.clock.advance(ms);
      await orders.reconcile();
    }
    expect(problems).toEqual(['changed-elsewhere']);
    await expect(orders.settle(place.id, { as: 'refunded-elsewhere', amount: '2299', ...PERSON })).rejects.toThrow(
      'amount must be at most 2298',
    );
    // Two presses of one form, and another form that has the key.
    const refunded = { as: 'refunded-elsewhere', amount: '700', key: 'form-1', ...PERSON } as const;
    await Promise.all([orders.settle(place.id, refunded), orders.settle(place.id, refunded)]);
    for (const reused of [{ amount: '600' }, { as: 'captured-elsewhere' }] as const)
      await expect(orders.settle(place.id, { ...refunded, ...reused })).rejects.toMatchObject({ code: 'key-reused' });
    await expect(orders.refund(place.id, { amount: '700', key: 'form-1' })).rejects.toMatchObject({
      code: 'key-reused',
    });
    expect(await orders.shopView(place.id)).toMatchObject({
      state: 'partly-refunded',
      refunded: '700',
      refundable: '1299',
      refunds: [{ elsewhere: 'person', amount: '700' }],
      flags: [],
    });
  });

  it('refunds above the whole amount, which an account can allow, are recorded, and change a refunded order no more', async () => {
    const place = await cardShop();
    const { orders } = place.backend;
    for (const amount of ['1999', '299'])
      await orders.settle(place.id, { as: 'refunded-elsewhere', amount, ...PERSON });
    expect(await orders.shopView(place.id)).toMatchObject({
      state: 'refunded',
      refunded: '2298',
      refundable: '0',
      flags: [],
    });
    await expect(orders.settle(place.id, { as: 'refunded-elsewhere', amount: '1', ...PERSON })).rejects.toThrow(
      'amount must be at most 0',
    );
    const shown = await json(await place.call(`orders/${place.id}`));
    expect(checkMessage(orderViewSchema, shown).issues).toBeUndefined();
    expect(shown).toMatchObject({ charged: '0' });
  });

  it('a person can record what the ceiling of an account allows, also beside a last capture', async () => {
    const place = await cardShop({ autosettle: 'multi' });
    const { orders } = place.backend;
    await orders.capture(place.id, { amount: '500', key: 'parcel', final: true });
    const record = (as: 'captured-elsewhere' | 'refunded-elsewhere', amount: string) =>
      orders.settle(place.id, { as, amount, ...PERSON });
    await expect(record('refunded-elsewhere', '2299')).rejects.toThrow('amount must be at most 2298');
    await record('refunded-elsewhere', '600');
    expect(await orders.shopView(place.id)).toMatchObject({ captured: '500', refunded: '600', state: 'refunded' });
    await expect(record('captured-elsewhere', '1799')).rejects.toThrow('amount must be at most 1798');
    await record('captured-elsewhere', '300');
    expect(await orders.shopView(place.id)).toMatchObject({
      captured: '800',
      refundable: '200',
      state: 'partly-refunded',
    });
    const paid = await cardShop();
    await expect(
      paid.backend.orders.settle(paid.id, { as: 'captured-elsewhere', amount: '1', ...PERSON }),
    ).rejects.toThrow('order is paid: the gateway has captured the whole amount by itself');
  });

  it('a look-up by a person asks the gateway also after the 30 days of reconciliation', async () => {
    const problems: string[] = [];
    const place = await cardShop({ onProblem: ({ code }) => problems.push(code) });
    const { orders } = place.backend;
    place.clock.advance(40 * 86_400_000);
    await orders.lookUp(place.id);
    await refundElsewhere(place, '700');
    place.clock.advance(86_400_000);
    await orders.reconcile();
    expect(problems).toEqual([]);
    await orders.lookUp(place.id);
    expect(problems).toEqual(['changed-elsewhere']);
  });

  it('a refund whose leg was that of the portal is flagged when its answer has another reference', async () => {
    const place = await cardShop({ pause: never });
    afterBatch(place);
    const { orders } = place.backend;
    intercept(place, async (_text, pass) => {
      // The answer is late, and staff have refunded the same amount meanwhile.
      await refundElsewhere(place, '500');
      place.clock.advance(120_000);
      await orders.lookUp(place.id);
      return pass();
    });
    await orders.refund(place.id, { amount: '500', key: 'r' });
    expect(await orders.shopView(place.id)).toMatchObject({
      refunded: '500',
      refunds: [{ key: 'r', state: 'done' }],
      flags: [{ kind: 'contradiction' }],
    });
  });

  it('a refund of a voided order does not name the cancellation', async () => {
    const place = await cardShop({ autosettle: false });
    const { orders } = place.backend;
    await orders.cancel(place.id, { key: 'c' });
    await expect(orders.refund(place.id, { key: 'r' })).rejects.toThrow(
      'order is voided and nothing of it is captured: its payment was voided',
    );
  });

  it.each([
    ['refund', 'refunded-elsewhere', undefined],
    ['capture', 'captured-elsewhere', 'multi'],
  ] as const)(
    'a %s of the portal before the first one of the shop is not taken for it, and a person records it first',
    async (kind, as, autosettle) => {
      const place = await cardShop({ pause: never, ...(autosettle ? { autosettle } : {}) });
      afterBatch(place);
      await callElsewhere(place, kind, '100');
      place.clock.advance(60_000);
      intercept(place, lostRequest);
      const { orders } = place.backend;
      const call = () => orders[kind](place.id, { amount: '700', key: 'own' });
      await expect(call()).rejects.toThrow(
        new RegExp(`order has a ${kind} of the gateway's back office .* reference \\d+\\. .* first, as ${as}$`),
      );
      expect(movesAt(place)).toEqual([]);
      await orders.settle(place.id, { as, amount: '100', ...PERSON });
      expect(await call()).toMatchObject({ state: 'unresolved' });
      place.clock.advance(60_000);
      await orders.reconcile({ olderThan: 0 });
      expect(await orders.shopView(place.id)).toMatchObject({
        [kind === 'capture' ? 'captured' : 'refunded']: '100',
        [`${kind}s`]: [{ elsewhere: 'person' }, { key: 'own', state: 'unresolved' }],
        flags: [{ kind: 'unknown-result', operation: 'own' }],
      });
    },
  );

  it.each([
    ['refund', '_rebate_', undefined, '503', 'Not allowed for this merchant'],
    ['capture', '_settle_', 'multi', '508', 'Invalid characters in order id'],
  ] as const)(
    'a first %s is sent when the gateway refuses the query for %s, and a leg that it shows later does not decide it',
    async (kind, leg, autosettle, result, message) => {
      const problems: string[] = [];
      const onProblem = ({ code }: ProblemReport) => problems.push(code);
      const place = await cardShop({ pause: never, onProblem, ...(autosettle ? { autosettle } : {}) });
      afterBatch(place);
      await callElsewhere(place, kind, '700');
      place.clock.advance(60_000);
      place.intercept = (_path, text, pass) => {
        if (text.includes(leg)) return shortAnswer(result, message);
        return /type="(multisettle|rebate)"/.test(text) ? lostRequest(text, pass) : pass();
      };
      const { orders } = place.backend;
      expect(await orders[kind](place.id, { amount: '700', key: 'own' })).toMatchObject({ state: 'unresolved' });
      expect(problems).toEqual(['gateway-refused', `${kind}-unanswered`]);
      expect(movesAt(place)).toHaveLength(1);
      // A look-up continues as well.
      await orders.lookUp(place.id);
      place.intercept = undefined;
      place.clock.advance(60_000);
      await orders.reconcile({ olderThan: 0 });
      expect(await orders.shopView(place.id)).toMatchObject({
        [kind === 'capture' ? 'captured' : 'refunded']: '0',
        [`${kind}s`]: [{ key: 'own', state: 'unresolved' }],
        flags: [{ kind: 'unknown-result', operation: 'own' }],
      });
    },
  );

  it('a leg that is answered with the order id of the payment is read as well', async () => {
    const place = await cardShop({ pause: never });
    afterBatch(place);
    place.intercept = (_path, text, pass) => {
      if (!text.includes('_rebate_')) return pass();
      const orderid = orderIdIn(text).replace('_rebate_', '');
      return authorizationAnswer({ orderid, result: '00', pasref: 'portal-1' });
    };
    await expect(place.backend.orders.refund(place.id, { amount: '700', key: 'r' })).rejects.toThrow(
      "has a refund of the gateway's back office that no person has recorded, with the reference portal-1",
    );
    expect(movesAt(place)).toEqual([]);
  });

  it('a first refund is not sent when the gateway does not say whether staff have refunded, and keeps its key', async () => {
    const place = await cardShop();
    afterBatch(place);
    place.intercept = (_path, text, pass) => (text.includes('_rebate_') ? Promise.reject(new Error('down')) : pass());
    const refund = () => place.backend.orders.refund(place.id, { amount: '700', key: 'r' });
    await expect(refund()).rejects.toBeInstanceOf(GatewayError);
    expect(movesAt(place)).toEqual([]);
    place.intercept = undefined;
    expect(await refund()).toMatchObject({ state: 'done' });
  });

  it.each(['authorization', 'earlier refund'])(
    'the answer of the %s leaves a refund without a result',
    async (which) => {
      const place = shop({ pause: never }, { refundPassword: 'refund' });
      const answers: string[] = [];
      place.intercept = async (_path, text, pass) => {
        const answer = await pass();
        if (/type="(auth|rebate)"/.test(text)) answers.push(await answer.clone().text());
        return answer;
      };
      const id = await place.order();
      await pay(place, id);
      afterBatch(place);
      const { orders } = place.backend;
      if (which === 'earlier refund') await orders.refund(id, { amount: '500', key: 'a' });
      intercept(place, () => new Response(answers.at(-1)));
      expect(await orders.refund(id, { amount: '600', key: 'b' })).toMatchObject({ state: 'unresolved' });
      expect((await orders.shopView(id))!.flags).toMatchObject([{ kind: 'contradiction' }]);
    },
  );

  it('a success of the gateway counts although a person has decided before that the refund was not made', async () => {
    const place = await cardShop({ pause: never });
    afterBatch(place);
    const [reached, go] = [gate(), gate()];
    intercept(place, async (_text, pass) => {
      reached.open();
      await go.opened;
      return pass();
    });
    const { orders } = place.backend;
    const refunded = orders.refund(place.id, { amount: '1500', key: 'r' });
    await reached.opened;
    place.clock.advance(120_000);
    await orders.settle(place.id, { as: 'not-refunded', refund: 'r', ...PERSON });
    go.open();
    expect(await refunded).toMatchObject({ state: 'done', refundable: '499' });
    expect(await orders.shopView(place.id)).toMatchObject({
      state: 'partly-refunded',
      refunded: '1500',
      flags: [{ kind: 'contradiction' }],
    });
  });

  it('keeps no card number that the gateway repeats in an answer or in a leg', async () => {
    const place = await cardShop({ autosettle: false, pause: never });
    const spaced = CARDS.success.replace(/....(?=.)/g, '$&x');
    place.intercept = (_path, text, pass) => {
      const [, orderid = ''] = /<orderid>(.*)<\/orderid>/.exec(text) ?? [];
      const answer = (result: string) =>
        new Response(
          `<response timestamp="20261120120000"><orderid>${orderid}</orderid><result>${result}</result>` +
            `<message>Card ${spaced}</message><pasref>${CARDS.success}</pasref></response>`,
        );
      if (text.includes('type="settle"')) return answer('508');
      return text.includes('_void_') ? answer('00') : pass();
    };
    const { orders } = place.backend;
    expect(await orders.capture(place.id, { key: 'c' })).toMatchObject({ state: 'refused' });
    place.clock.advance(60_000);
    await orders.lookUp(place.id);
    const stored = JSON.stringify(await orders.read(place.id));
    for (const text of [CARDS.success, spaced]) expect(stored).not.toContain(text);
  });

  it.each([
    ['a refund is not recorded', undefined, { state: 'paid', refunds: [], refundable: '1999' }],
    ['a refund that a person has settled stays', 'refunded', { state: 'refunded', refunded: '1999', refundable: '0' }],
  ] as const)('%s when its process finds that it was too late to send it', async (_title, as, view) => {
    const clock = virtualClock();
    const [held, go] = [gate(), gate()];
    let stage: 'running' | 'refunding' | 'written' | 'held' = 'running';
    // The process stands still between the write of the refund and its request.
    const turn = async (call: string) => {
      if (call === 'replace' && stage === 'refunding') stage = 'written';
      else if (call === 'now' && stage === 'written') {
        stage = 'held';
        held.open();
        await go.opened;
      }
    };
    const store = memoryOrderStore(turn, clock.now);
    const now = () => turn('now').then(store.now);
    const place = await cardShop({ store: { ...store, now } }, undefined, { clock });
    afterBatch(place);
    const { orders } = place.backend;
    stage = 'refunding';
    const refunded = orders.refund(place.id, { key: 'r' });
    await held.opened;
    clock.advance(120_000);
    if (as) await orders.settle(place.id, { as, refund: 'r', ...PERSON });
    go.open();
    await expect(refunded).rejects.toMatchObject({ code: 'gateway-unavailable' });
    expect(await orders.shopView(place.id)).toMatchObject(view);
    expect(movesAt(place)).toEqual([]);
  });

  it('a payment is recorded as captured or voided by a person', async () => {
    const [captured, voided] = [await cardShop({ autosettle: 'multi' }), await cardShop({ autosettle: 'multi' })];
    const { orders } = captured.backend;
    await orders.settle(captured.id, { as: 'captured-elsewhere', amount: '500', ...PERSON });
    expect(await orders.shopView(captured.id)).toMatchObject({ state: 'partly-captured', capturable: '1499' });
    await orders.settle(captured.id, { as: 'refunded-elsewhere', amount: '100', ...PERSON });
    await expect(orders.settle(captured.id, { as: 'voided-elsewhere', amount: '1999', ...PERSON })).rejects.toThrow(
      'amount must be 1499',
    );
    await voided.backend.orders.settle(voided.id, { as: 'voided-elsewhere', amount: '1999', ...PERSON });
    expect(await voided.backend.orders.shopView(voided.id)).toMatchObject({ state: 'voided' });
    expect([...movesAt(captured), ...movesAt(voided)]).toEqual([]);
  });
});
