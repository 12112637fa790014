import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError, type OrderStore, type ProblemReport } from '../../../../src/server.js';
import { gate, pay, shortAnswer, virtualClock } from '../../scripted-gateway.js';
import {
  creditAnswer,
  deliver,
  endPayment,
  redirectShop,
  sentAway,
  signed,
  statusPairs,
} from '../../signed-messages.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { creditsAt, networkError, paid, refundsOf } from './paid-shop.js';

describe('a refund', () => {
  it('a refund has the document’s element order and the hash of the refund password', async () => {
    const { place, id, orderid, pasref } = await paid();
    await place.backend.orders.refund(id, { amount: '500', comment: 'broken' });
    const { text } = creditsAt(place)[0]!;
    const timestamp = /timestamp="(\d{14})"/.exec(text)![1]!;
    expect(text).toBe(
      `<request type="payment-credit" timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account><amount currency="EUR">500</amount><orderid>${orderid}</orderid><pasref>${pasref}</pasref>` +
        `<paymentmethod>testpay</paymentmethod><paymentmethoddetails><returnurl>https://shop.example/scudo/return/${id}</returnurl><statusupdateurl>https://shop.example/scudo/status/${id}</statusupdateurl><country>GB</country></paymentmethoddetails>` +
        `<comments><comment id="1">broken</comment></comments><sha1hash>${signed([timestamp, 'scudo', orderid, '500', 'EUR', 'testpay'])}</sha1hash><refundhash>${createHash('sha1').update('refund').digest('hex')}</refundhash></request>`,
    );
  });

  it('a refund is full or partial, up to the amount of the payment, and returns what is left', async () => {
    const { place, id } = await paid();
    expect(await place.backend.orders.refund(id, { amount: '500', key: 'k-1' })).toEqual({
      state: 'done',
      key: 'k-1',
      amount: '500',
      refundable: '1499',
      message: 'SUCCEEDED',
      order: { id, state: 'partly-refunded' },
    });
    await expect(place.backend.orders.refund(id, { amount: '1500' })).rejects.toThrow('amount must be at most 1499');
    expect(await place.backend.orders.refund(id)).toMatchObject({
      amount: '1499',
      refundable: '0',
      order: { state: 'refunded' },
    });
    await expect(place.backend.orders.refund(id)).rejects.toThrow('nothing is left');
    expect(creditsAt(place)).toHaveLength(2);
  });

  it.each(['0', '-1', '1.5', '1e3', '٥', '2000', '0x10', '1\n', 'all', '99999999999999'])(
    'a refund of the amount “%s” is refused',
    async (amount) => {
      const { place, id } = await paid();
      await expect(place.backend.orders.refund(id, { amount })).rejects.toThrow('amount');
      expect(creditsAt(place)).toHaveLength(0);
    },
  );

  it('a refund with the same key is the same refund', async () => {
    const { place, id } = await paid();
    const calls = Array.from({ length: 20 }, () => place.backend.orders.refund(id, { amount: '500', key: 'k-1' }));
    expect(new Set((await Promise.all(calls)).map(({ amount }) => amount))).toEqual(new Set(['500']));
    expect(await place.backend.orders.refund(id, { amount: '0500', key: 'k-1' })).toMatchObject({ state: 'done' });
    expect(creditsAt(place)).toHaveLength(1);
  });

  it.each([{ amount: '700' }, { amount: undefined }, { attempt: 'another-payment' }])(
    'rejects with key-reused when the key belongs to a refund without %o',
    async (change) => {
      const { place, id } = await paid();
      await place.backend.orders.refund(id, { amount: '500', key: 'k-1' });
      await expect(place.backend.orders.refund(id, { amount: '500', key: 'k-1', ...change })).rejects.toMatchObject({
        code: 'key-reused',
        fields: [{ field: 'key', message: 'belongs to another call of this order: use another one' }],
      });
      expect(creditsAt(place)).toHaveLength(1);
    },
  );

  it.each([
    ['is an unsigned 502', () => shortAnswer('502', 'Mandatory field missing'), 'refused', '1999'],
    ['is an unsigned 503', () => shortAnswer('503', 'Not allowed'), 'refused', '1999'],
    ['is an unsigned 505', () => shortAnswer('505', 'refundhash incorrect'), 'refused', '1999'],
    ['is an unsigned 506', () => shortAnswer('506', 'Schema violation'), 'refused', '1999'],
    ['is an unsigned 508', () => shortAnswer('508', 'Original transaction not found.'), 'refused', '1999'],
    ['is an unsigned 508 FAILED', () => shortAnswer('508', 'FAILED'), 'refused', '1999'],
    ['is an unsigned 512', () => shortAnswer('512', 'Refund limit exceeded'), 'refused', '1999'],
    [
      'is a signed 101',
      (text: string) => creditAnswer(text, { result: '101', message: 'DECLINED' }),
      'refused',
      '1999',
    ],
    ['is a signed 01', (text: string) => creditAnswer(text, { result: '01', message: 'PENDING' }), 'pending', '1499'],
    ['is an unsigned 508 with an unknown text', () => shortAnswer('508', 'Data invalid'), 'unresolved', '1499'],
    ['is an unsigned 500', () => shortAnswer('500', 'internal'), 'unresolved', '1499'],
    ['is an unsigned 300', () => shortAnswer('300', 'internal'), 'unresolved', '1499'],
    ['is an unsigned 101', () => shortAnswer('101', 'DECLINED'), 'unresolved', '1499'],
    ['is HTTP 403', () => shortAnswer('403', 'forbidden', 403), 'unresolved', '1499'],
    ['is HTTP 500', () => shortAnswer('500', 'internal server error', 500), 'unresolved', '1499'],
    ['is missing', networkError('ECONNRESET'), 'unresolved', '1499'],
    [
      'has the hash of another secret',
      (text: string) => creditAnswer(text, { result: '00', secret: 'wrong' }),
      'unresolved',
      '1499',
    ],
    [
      'is a 505 with the hash of another secret',
      (text: string) => creditAnswer(text, { result: '505', secret: 'wrong' }),
      'unresolved',
      '1499',
    ],
  ] as const)(
    'a refund whose answer %s leads to its state and refundable amount',
    async (_what, credit, state, refundable) => {
      const problems: ProblemReport[] = [];
      const { place, id } = await paid(credit, undefined, { onProblem: (problem) => problems.push(problem) });
      expect(await place.backend.orders.refund(id, { amount: '500' })).toMatchObject({
        state,
        refundable,
        order: { state: 'paid' },
      });
      expect(problems.map(({ code, order }) => [code, order])).toEqual(
        state === 'unresolved' ? [['refund-unanswered', id]] : [],
      );
    },
  );

  const page = (status: number) => () => new Response('<html>no</html>', { status });
  it.each([
    ['HTTP 401', () => shortAnswer('401', 'unauthorised, hash mismatch', 401), '401', 'unauthorised, hash mismatch'],
    ['HTTP 400 about a field', () => shortAnswer('400', 'amount is missing', 400), '400', 'amount is missing'],
    [
      'HTTP 400 with the number of a card',
      () => shortAnswer('400', '4111111111111111', 400),
      '400',
      '411111******1111',
    ],
    ['HTTP 400 with a result of its own', () => shortAnswer('502', 'Mandatory field', 400), '502', 'Mandatory field'],
    ['HTTP 401 with a web page', page(401), '401', undefined],
    ['HTTP 400 with a web page', page(400), '400', undefined],
    ['an unsigned 401', () => shortAnswer('401', 'not enabled'), '401', 'not enabled'],
    ['a signed 400', (text: string) => creditAnswer(text, { result: '400', message: 'bad' }), '400', 'bad'],
  ] as const)(
    'a refund that is refused with %s reserves nothing, has result and text, and is reported',
    async (_what, credit, result, message) => {
      const problems: ProblemReport[] = [];
      const { place, id } = await paid(credit, undefined, { onProblem: (problem) => problems.push(problem) });
      const refused = { state: 'refused', refundable: '1999', result, order: { state: 'paid' } };
      const answer = await place.backend.orders.refund(id, { amount: '700', key: 'k-1' });
      expect(answer).toMatchObject(refused);
      expect(answer.message).toBe(message);
      expect(await place.backend.orders.refund(id, { amount: '700', key: 'k-1' })).toEqual(answer);
      expect((await place.backend.orders.read(id))!.history.at(-1)).toMatchObject({
        event: 'refund-refused',
        detail: { amount: '700', result },
      });
      expect(problems).toMatchObject([{ code: 'gateway-refused', order: id, cause: { failure: { result } } }]);
    },
  );

  it.each([
    ['the order id of another payment', () => creditAnswer('<orderid>another</orderid>', { result: '401' })],
    ['the result of a refund that was made', (text: string) => creditAnswer(text, { result: '00' })],
    ['the result of a pending refund', (text: string) => creditAnswer(text, { result: '01' })],
  ])('a refund that is answered with HTTP 401 and %s is unresolved', async (_what, credit) => {
    const { place, id } = await paid(async (text) => new Response(await credit(text).text(), { status: 401 }));
    expect(await place.backend.orders.refund(id)).toMatchObject({ state: 'unresolved', refundable: '0' });
  });

  it.each([
    ['unauthorised, hash mismatch', 'gateway options secret, merchantId and refundPassword'],
    ['merchant is not enabled for alternative methods', 'Ask the gateway to enable this service'],
  ])('the report of a refund that is refused with “%s” names what to check', async (text, hint) => {
    const problems: ProblemReport[] = [];
    const { place, id } = await paid(() => shortAnswer('401', text, 401), undefined, {
      onProblem: (problem) => problems.push(problem),
    });
    await place.backend.orders.refund(id);
    expect(String(problems[0]?.cause)).toContain(`refused with 401: ${text}. `);
    expect(String(problems[0]?.cause)).toContain(hint);
  });

  it('a refund with a wrong refund password is refused by the sandbox, and the whole amount stays refundable', async () => {
    const { place, id } = await paid(undefined, { refundPassword: 'wrong' });
    place.intercept = (_path, _text, pass) => pass();
    expect(await place.backend.orders.refund(id, { amount: '100' })).toMatchObject({
      state: 'refused',
      refundable: '1999',
      result: '401',
    });
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'paid', refundable: '1999' });
  });

  it.each([
    ['the text of an answer that decides nothing', () => shortAnswer('500', 'internal'), 'internal'],
    ['the error of a call without an answer', networkError('ECONNRESET'), expect.any(GatewayError)],
  ])('the cause of refund-unanswered is %s', async (_what, credit, cause) => {
    const problems: ProblemReport[] = [];
    const { place, id } = await paid(credit, undefined, { onProblem: (problem) => problems.push(problem) });
    await place.backend.orders.refund(id, { key: 'r-1' });
    const call = { orderId: expect.any(String) as unknown, operation: 'r-1', amount: '1999' };
    expect(problems).toMatchObject([{ code: 'refund-unanswered', cause: { ...call, cause } }]);
  });

  it('a refund whose answer could not be stored is reported to onProblem as refund-unanswered', async () => {
    const inner = memoryOrderStore();
    let isDown = false;
    const store: OrderStore = {
      ...inner,
      replace: (...input) => (isDown ? Promise.reject(new Error('disk full')) : inner.replace(...input)),
    };
    const problems: ProblemReport[] = [];
    const credit = (text: string) => {
      isDown = true;
      return creditAnswer(text, { result: '00' });
    };
    const { place, id } = await paid(credit, undefined, { store, onProblem: (problem) => problems.push(problem) });
    expect(await place.backend.orders.refund(id, { amount: '500' })).toMatchObject({ state: 'unresolved' });
    expect(problems).toMatchObject([
      { code: 'refund-unanswered', order: id, cause: { cause: { message: 'disk full' } } },
    ]);
  });

  it('a refund that was never sent is refused', async () => {
    const { place, id } = await paid(networkError('ECONNREFUSED'));
    const answer = await place.backend.orders.refund(id, { amount: '500' });
    expect(answer).toMatchObject({ state: 'refused', refundable: '1999' });
    // The gateway has said nothing.
    expect(answer).not.toHaveProperty('message');
    const view = (await place.backend.orders.shopView(id))!;
    expect(view.refunds).toEqual([expect.not.objectContaining({ message: expect.anything() as unknown })]);
    expect(view.history.at(-1)).toMatchObject({ event: 'refund-refused', detail: { why: 'not-sent' } });
  });

  it('a refund of an unsettled card payment and of an open order is refused', async () => {
    const place = redirectShop({}, { refundPassword: 'refund' });
    const id = await place.order();
    await expect(place.backend.orders.refund(id)).rejects.toThrow('order has nothing to refund: it is open');
    await pay(place, id);
    await expect(place.backend.orders.refund(id)).rejects.toMatchObject({ code: 'not-settled' });
    expect(creditsAt(place)).toHaveLength(0);
  });

  it('a refund without a refund password rejects, names the option, and leaves the order as it is', async () => {
    const { place, id } = await paid(undefined, {});
    const before = await place.backend.orders.read(id);
    const refused = place.backend.orders.refund(id, { key: 'the-same-key' });
    await expect(refused).rejects.toMatchObject({ name: 'MessageError', issues: [{ field: 'refundPassword' }] });
    expect(await place.backend.orders.read(id)).toEqual(before);
  });

  it('a refund is settled by the status message with its own reference, beside another refund of the same second', async () => {
    let count = 0;
    const { place, id, orderid } = await paid((text) =>
      creditAnswer(text, { result: '01', message: 'PENDING', pasref: String(++count) }),
    );
    for (const amount of ['500', '1499']) await place.backend.orders.refund(id, { amount });
    for (const pasref of ['1', '2']) await deliver(place, 'status', id, statusPairs({ orderid, pasref, result: '00' }));
    expect((await refundsOf(place, id)).map(({ progress }) => progress.step)).toEqual(['done', 'done']);
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'refunded', contradiction: false });
  });

  it.each([
    ['00', 'done', 'refunded', false],
    ['101', 'refused', 'paid', false],
  ] as const)(
    'a refund whose status message %s arrives before its answer is %s',
    async (result, state, order, contradiction) => {
      const { place, id, orderid } = await paid(async (text) => {
        await deliver(place, 'status', id, statusPairs({ orderid, pasref: '4711', result }));
        return creditAnswer(text, { result: '01', message: 'PENDING', pasref: '4711' });
      });
      expect(await place.backend.orders.refund(id)).toMatchObject({ state, order: { state: order } });
      expect(await place.backend.orders.shopView(id)).toMatchObject({ contradiction });
    },
  );

  it('a refund is flagged when a later status message contradicts its final result', async () => {
    for (const results of [
      ['101', '00'],
      ['00', '101'],
    ] as const) {
      const { place, id, orderid } = await paid((text) => creditAnswer(text, { result: results[0], pasref: '4711' }));
      await place.backend.orders.refund(id);
      await deliver(place, 'status', id, statusPairs({ orderid, pasref: '4711', result: '01' }));
      expect(await place.backend.orders.shopView(id)).toMatchObject({ contradiction: false });
      await deliver(place, 'status', id, statusPairs({ orderid, pasref: '4711', result: results[1] }));
      expect(await place.backend.orders.shopView(id)).toMatchObject({
        contradiction: true,
        state: results[0] === '00' ? 'refunded' : 'paid',
      });
    }
  });

  it('a refund that is pending is settled by the status message with its reference, and final then', async () => {
    const { place, id, orderid } = await paid((text) =>
      creditAnswer(text, { result: '01', message: 'PENDING', pasref: '4711' }),
    );
    await place.backend.orders.refund(id);
    await deliver(place, 'status', id, statusPairs({ orderid, pasref: '4711', result: '00' }));
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      state: 'refunded',
      refundable: '0',
      contradiction: false,
    });
    await deliver(
      place,
      'status',
      id,
      statusPairs({ orderid, pasref: '4711', result: '101', timestamp: '20261120230000' }),
    );
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'refunded' });
  });
});

it('a refund whose process died before the answer is unresolved after its deadline, and settled by the report', async () => {
  let listed: object[] = [];
  const sent = gate();
  const { place, id, orderid } = await paid(() => {
    sent.open();
    return new Promise<Response>(() => undefined);
  });
  const inner = place.intercept!;
  place.intercept = (path, text, pass, query) =>
    path === '/refunds' ? Response.json({ refunds: listed, pageNumber: 1 }) : inner(path, text, pass, query);
  void place.backend.orders.refund(id, { amount: '500', key: 'k-1' });
  await sent.opened;
  expect(await place.backend.orders.refund(id, { amount: '500', key: 'k-1' })).toMatchObject({
    state: 'sent',
    refundable: '1499',
  });
  place.clock.advance(60_000);
  expect(await place.backend.orders.refund(id, { amount: '500', key: 'k-1' })).toMatchObject({
    state: 'unresolved',
    refundable: '1499',
  });
  await place.backend.orders.reconcile();
  expect(await place.backend.orders.refund(id, { amount: '500', key: 'k-1' })).toMatchObject({
    state: 'unresolved',
    refundable: '1499',
  });
  listed = [
    { order_id: orderid, payments_reference: '77', amount: '500', status: 'INITIATION_COMPLETED', result: '00' },
  ];
  place.clock.advance(60_000);
  await place.backend.orders.reconcile();
  expect(await place.backend.orders.refund(id, { amount: '500', key: 'k-1' })).toMatchObject({
    state: 'done',
    refundable: '1499',
    order: { state: 'partly-refunded' },
  });
  expect(creditsAt(place)).toHaveLength(1);
});

it.each([
  ['not-refunded', '00', true],
  ['refunded', '101', true],
  ['refunded', '00', false],
  ['not-refunded', '101', false],
  ['refunded', '300', false],
] as const)(
  'a refund that a person settled as %s after its deadline, and that is answered with %s later, has a contradiction: %s',
  async (as, result, contradiction) => {
    const [sent, go] = [gate(), gate()];
    const { place, id } = await paid(async (text) => {
      sent.open();
      await go.opened;
      return creditAnswer(text, { result });
    });
    const refunding = place.backend.orders.refund(id, { amount: '500', key: 'k-1' });
    await sent.opened;
    place.clock.advance(60_000);
    await place.backend.orders.settle(id, { as, refund: 'k-1', by: 'Grace', reason: 'read in the back office' });
    go.open();
    expect(await refunding).toMatchObject({ state: as === 'refunded' || result === '00' ? 'done' : 'refused' });
    expect(await place.backend.orders.shopView(id)).toMatchObject({ contradiction });
  },
);

it('the amount of an unresolved refund that the report does not list is released after 24 hours', async () => {
  const { place, id } = await paid(networkError('ECONNRESET'));
  const inner = place.intercept!;
  place.intercept = (path, text, pass, query) =>
    path === '/refunds' ? Response.json({ refunds: [], pageNumber: 1 }) : inner(path, text, pass, query);
  await place.backend.orders.refund(id, { amount: '500', key: 'k-1' });
  place.clock.advance(24 * 3_600_000 - 1_000);
  await place.backend.orders.reconcile();
  expect(await place.backend.orders.refund(id, { amount: '500', key: 'k-1' })).toMatchObject({
    state: 'unresolved',
    refundable: '1499',
  });
  place.clock.advance(60_000);
  await place.backend.orders.reconcile();
  expect(await place.backend.orders.refund(id, { amount: '500', key: 'k-1' })).toMatchObject({
    state: 'refused',
    refundable: '1999',
  });
});

it('refunds at once, over two processes, never exceed the payment', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 2, maxLength: 6 }),
      fc.array(fc.constantFrom('00', '01', '101', 'no answer'), { minLength: 1, maxLength: 6 }),
      async (amounts, results) => {
        let count = 0;
        const clock = virtualClock();
        const store = memoryOrderStore(undefined, clock.now);
        const one = redirectShop({ store }, { refundPassword: 'refund' }, { clock });
        const other = redirectShop({ store }, { refundPassword: 'refund' }, one);
        for (const place of [one, other]) {
          const inner = place.intercept!;
          place.intercept = (path, text, pass, query) => {
            if (!text.includes('type="payment-credit"')) return inner(path, text, pass, query);
            const result = results[count++ % results.length]!;
            return result === 'no answer'
              ? Promise.reject(new Error('reset'))
              : creditAnswer(text, { result, pasref: String(count) });
          };
        }
        const away = await sentAway(one);
        await endPayment(one, away, '00');
        await Promise.allSettled(
          amounts.map((amount, index) =>
            [one, other][index % 2]!.backend.orders.refund(away.id, { amount: String(amount) }),
          ),
        );
        const refunds = await refundsOf(one, away.id);
        const standing = refunds
          .filter(({ progress }) => progress.step !== 'refused')
          .reduce((total, { amount }) => total + Number(amount), 0);
        expect(standing).toBeLessThanOrEqual(1999);
        expect(creditsAt(one).length + creditsAt(other).length).toBe(refunds.length);
      },
    ),
    { numRuns: 60, seed: 20_261_122 },
  );
});
