import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Shop } from './scripted-gateway.js';
import { deliver, redirectShop, sentAway, signed, statusPairs } from './signed-messages.js';

interface Answer {
  result: string;
  message?: string;
  pasref?: string;
  secret?: string;
}

/** An answer to payment-credit, signed. */
function creditAnswer(
  request: string,
  { result, message = 'SUCCEEDED', pasref = '99', secret = 'secret' }: Answer,
): Response {
  const orderid = /<orderid>(.+)<\/orderid>/.exec(request)![1]!;
  const hash = signed(['20261120222411', 'scudo', orderid, result, message, pasref, 'testpay'], secret);
  return new Response(
    `<response timestamp="20261120222411"><merchantid>scudo</merchantid><orderid>${orderid}</orderid><result>${result}</result><message>${message}</message><pasref>${pasref}</pasref><paymentmethod>testpay</paymentmethod><sha1hash>${hash}</sha1hash></response>`,
  );
}

const short = (result: string, message: string, status = 200) =>
  new Response(
    `<response timestamp="20261120222411"><result>${result}</result><message>${message}</message></response>`,
    { status },
  );

async function paid(
  credit: (text: string) => Response | Promise<Response> = (text) => creditAnswer(text, { result: '00' }),
  refundPassword: string | undefined = 'refund',
): Promise<{ it: Shop; id: string; orderid: string; pasref: string }> {
  const it = redirectShop({}, { refundPassword });
  const inner = it.intercept!;
  it.intercept = (path, text, pass) => (text.includes('payment-credit') ? credit(text) : inner(path, text, pass));
  const away = await sentAway(it);
  await deliver(it, 'status', away.id, statusPairs({ ...away, result: '00' }));
  return { it, ...away };
}

const creditsAt = (it: Shop) => it.sent.filter(({ text }) => text.includes('payment-credit'));

describe('a refund', () => {
  it('goes out in the document’s element order, with the hash of the refund password', async () => {
    const { it, id, pasref } = await paid();
    await it.backend.orders.refund(id, { amount: '500', comment: 'broken' });
    const { text } = creditsAt(it)[0]!;
    const timestamp = /timestamp="(\d{14})"/.exec(text)![1]!;
    expect(text).toBe(
      `<request type="payment-credit" timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account><amount currency="EUR">500</amount><orderid>${id}</orderid><pasref>${pasref}</pasref>` +
        `<paymentmethod>testpay</paymentmethod><paymentmethoddetails><returnurl>https://shop.example/scudo/return/${id}</returnurl><statusupdateurl>https://shop.example/scudo/status/${id}</statusupdateurl></paymentmethoddetails>` +
        `<comments><comment id="1">broken</comment></comments><sha1hash>${signed([timestamp, 'scudo', id, '500', 'EUR', 'testpay'])}</sha1hash><refundhash>${createHash('sha1').update('refund').digest('hex')}</refundhash></request>`,
    );
  });

  it('is full, or in parts up to what was paid; the rest is named', async () => {
    const { it, id } = await paid();
    expect(await it.backend.orders.refund(id, { amount: '500' })).toEqual({
      state: 'done',
      amount: '500',
      rest: '1499',
      message: 'SUCCEEDED',
      order: { id, state: 'partly-refunded' },
    });
    await expect(it.backend.orders.refund(id, { amount: '1500' })).rejects.toThrow('amount must be at most 1499');
    expect(await it.backend.orders.refund(id)).toMatchObject({
      amount: '1499',
      rest: '0',
      order: { state: 'refunded' },
    });
    await expect(it.backend.orders.refund(id)).rejects.toThrow('order has nothing to refund');
    expect(creditsAt(it)).toHaveLength(2);
  });

  it.each(['0', '-1', '1.5', 'all', '99999999999999'])('of %s is none', async (amount) => {
    const { it, id } = await paid();
    await expect(it.backend.orders.refund(id, { amount })).rejects.toThrow('amount');
    expect(creditsAt(it)).toHaveLength(0);
  });

  it('with the same key is the same refund', async () => {
    const { it, id } = await paid();
    const both = await Promise.all([1, 2].map(() => it.backend.orders.refund(id, { amount: '500', key: 'k-1' })));
    expect(new Set(both.map(({ amount }) => amount))).toEqual(new Set(['500']));
    expect(await it.backend.orders.refund(id, { amount: '700', key: 'k-1' })).toMatchObject({
      amount: '500',
      state: 'done',
    });
    expect(creditsAt(it)).toHaveLength(1);
  });

  it.each([
    ['the gateway refuses', () => short('508', 'Original transaction not found.'), 'refused', '1999'],
    ['the limit is reached there', () => short('512', 'Refund limit exceeded'), 'refused', '1999'],
    ['the password is wrong', () => short('401', 'no', 401), 'refused', '1999'],
    ['it is declined', (text: string) => creditAnswer(text, { result: '101', message: 'DECLINED' }), 'refused', '1999'],
    ['it takes time', (text: string) => creditAnswer(text, { result: '01', message: 'PENDING' }), 'pending', '1499'],
    ['nobody answers', () => Promise.reject(new Error('gone')), 'in-doubt', '1499'],
    ['the gateway breaks', () => short('500', 'internal server error', 500), 'in-doubt', '1499'],
    [
      'the answer is not signed by the gateway',
      (text: string) => creditAnswer(text, { result: '00', secret: 'wrong' }),
      'in-doubt',
      '1499',
    ],
    [
      'nothing was sent',
      () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })),
      'refused',
      '1999',
    ],
  ] as const)('where %s is told so, and counts accordingly', async (_what, credit, state, rest) => {
    const { it, id } = await paid(credit);
    expect(await it.backend.orders.refund(id, { amount: '500' })).toMatchObject({
      state,
      rest,
      order: { state: 'paid' },
    });
  });

  it('of a card has no message in the interface, and of an open order no sense', async () => {
    const it = redirectShop();
    await expect(it.backend.orders.refund(await it.order())).rejects.toThrow('order has nothing to refund: it is open');
  });

  it('needs the refund password', async () => {
    const { it, id } = await paid(undefined, '');
    expect((await it.backend.orders.refund(id, { amount: '1' })).state).toBe('done');
    const none = redirectShop({}, { refundPassword: undefined });
    const away = await sentAway(none);
    await deliver(none, 'status', away.id, statusPairs({ ...away, result: '00' }));
    expect(await none.backend.orders.refund(away.id)).toMatchObject({
      state: 'refused',
      rest: '1999',
      message: expect.stringContaining('refundPassword'),
    });
  });

  it('and another one of the same second are settled by a message each, though the messages differ in their reference only', async () => {
    let count = 0;
    const { it, id, orderid } = await paid((text) =>
      creditAnswer(text, { result: '01', message: 'PENDING', pasref: String(++count) }),
    );
    for (const amount of ['500', '1499']) await it.backend.orders.refund(id, { amount });
    for (const pasref of ['1', '2']) await deliver(it, 'status', id, statusPairs({ orderid, pasref, result: '00' }));
    expect((await it.backend.orders.read(id))!.refunds.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await it.backend.orders.shopView(id)).toMatchObject({ state: 'refunded', contradiction: false });
  });

  it.each([
    ['00', 'done', 'refunded', false],
    ['101', 'refused', 'paid', false],
  ] as const)(
    'whose final status %s was faster than its answer has that one',
    async (result, state, order, contradiction) => {
      const { it, id, orderid } = await paid(async (text) => {
        await deliver(it, 'status', id, statusPairs({ orderid, pasref: '4711', result }));
        return creditAnswer(text, { result: '01', message: 'PENDING', pasref: '4711' });
      });
      expect(await it.backend.orders.refund(id)).toMatchObject({ state, order: { state: order } });
      expect(await it.backend.orders.shopView(id)).toMatchObject({ contradiction });
    },
  );

  it('that was refused and is then said to be done is for people to look at: more may have been refunded than was paid', async () => {
    for (const results of [
      ['101', '00'],
      ['00', '101'],
    ] as const) {
      const { it, id, orderid } = await paid((text) => creditAnswer(text, { result: results[0], pasref: '4711' }));
      await it.backend.orders.refund(id);
      await deliver(it, 'status', id, statusPairs({ orderid, pasref: '4711', result: '01' }));
      expect(await it.backend.orders.shopView(id)).toMatchObject({ contradiction: false });
      await deliver(it, 'status', id, statusPairs({ orderid, pasref: '4711', result: results[1] }));
      expect(await it.backend.orders.shopView(id)).toMatchObject({
        contradiction: true,
        state: results[0] === '00' ? 'refunded' : 'paid',
      });
    }
  });

  it('that takes time is settled by its own status message, known by its reference', async () => {
    const { it, id, orderid } = await paid((text) =>
      creditAnswer(text, { result: '01', message: 'PENDING', pasref: '4711' }),
    );
    await it.backend.orders.refund(id);
    await deliver(it, 'status', id, statusPairs({ orderid, pasref: '4711', result: '00' }));
    expect(await it.backend.orders.shopView(id)).toMatchObject({
      state: 'refunded',
      refundable: '0',
      contradiction: false,
    });
    // Final is final.
    await deliver(
      it,
      'status',
      id,
      statusPairs({ orderid, pasref: '4711', result: '101', timestamp: '20261120230000' }),
    );
    expect(await it.backend.orders.shopView(id)).toMatchObject({ state: 'refunded' });
  });
});

it('however many are asked for at once, no more is refunded than was paid', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 2, maxLength: 6 }),
      fc.array(fc.constantFrom('00', '01', '101', 'silence'), { minLength: 1, maxLength: 6 }),
      async (amounts, results) => {
        let turn = 0;
        const { it, id } = await paid((text) => {
          const result = results[turn++ % results.length]!;
          return result === 'silence'
            ? Promise.reject(new Error('gone'))
            : creditAnswer(text, { result, pasref: String(turn) });
        });
        await Promise.allSettled(amounts.map((amount) => it.backend.orders.refund(id, { amount: String(amount) })));
        const asked = creditsAt(it).map(({ text }) => Number(/<amount[^>]*>(\d+)/.exec(text)![1]));
        const record = (await it.backend.orders.read(id))!;
        const standing = record.refunds
          .filter(({ state }) => state !== 'refused')
          .reduce((total, { amount }) => total + Number(amount), 0);
        expect(standing).toBeLessThanOrEqual(1999);
        expect(asked.length).toBe(record.refunds.length);
      },
    ),
    { numRuns: 60 },
  );
});
