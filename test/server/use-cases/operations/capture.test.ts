import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { OrderChange, ProblemReport } from '../../../../src/server.js';
import { codeOf } from '../../code-of.js';
import {
  authorizationAnswer,
  authorizationsAt,
  gate,
  json,
  isQuery,
  notFound,
  orderIdIn,
  pay,
  shortAnswer,
  shop,
} from '../../scripted-gateway.js';
import { cardShop, intercept, kindsAt, lost, lostRequest, movesAt, never } from './card-shop.js';
import { signed } from '../../signed-messages.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-capture-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a reserved payment', () => {
  it('a reserved payment is authorized, never reaches the listener as paid, and is shown to the shopper as reserved', async () => {
    const changes: OrderChange[] = [];
    const place = shop({ autosettle: false, onOrderChanged: (_order, change) => void changes.push(change) });
    const id = await place.order();
    expect(await codeOf(pay(place, id))).toBe('reserved');
    await place.settled();
    expect(changes.map((change) => (change.kind === 'state' ? change.to : change.kind))).toEqual([
      'in-doubt',
      'authorized',
    ]);
    expect(authorizationsAt(place)[0]!.text).toContain('<autosettle flag="0"></autosettle>');
    expect(await json(await place.call(`orders/${id}`))).toMatchObject({ state: 'authorized' });
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      captured: '0',
      capturable: '1999',
      refundable: '0',
      authorization: { pasref: expect.any(String) as unknown, authcode: expect.any(String) as unknown, batchId: '-1' },
    });
    await expect(place.backend.orders.refund(id)).rejects.toThrow('cancel the order');
  });

  it.each(['1689-8444:37', 'AB_12', '1689.8444', 'abc/def+=', 'x'.repeat(60)])(
    'a payment with the references %s is captured and voided with them',
    async (reference) => {
      const place = shop({ autosettle: 'multi' });
      const id = await place.order();
      place.intercept = (_path, text, pass) => {
        if (isQuery(text)) return notFound();
        if (!text.includes('type="auth"')) return pass();
        return authorizationAnswer({ orderid: orderIdIn(text), result: '00', pasref: reference, authcode: reference });
      };
      expect(await codeOf(pay(place, id))).toBe('reserved');
      await place.backend.orders.capture(id, { amount: '500', key: 'parcel-1' });
      const other = await place.order();
      await pay(place, other);
      await place.backend.orders.cancel(other, { key: 'cancel' }).catch(() => undefined);
      expect(kindsAt(place)).toEqual(['multisettle', 'void']);
      for (const text of movesAt(place)) {
        expect(text).toContain(`<pasref>${reference}</pasref>`);
        expect(text).toContain(`<authcode>${reference}</authcode>`);
      }
    },
  );

  it('keeps what the gateway says about the authorization, and leaves empty elements out', async () => {
    const place = shop();
    const id = await place.order();
    place.intercept = async (_path, text, pass) => {
      if (!text.includes('type="auth"')) return pass();
      const answer = authorizationAnswer({ orderid: orderIdIn(text), result: '00', pasref: '7', authcode: '9' });
      const more =
        '<cvnresult>M</cvnresult><avspostcoderesponse>N</avspostcoderesponse><avsaddressresponse></avsaddressresponse>' +
        '<batchid>-1</batchid><srd>MCC0000000012</srd><fraudresponse mode="ACTIVE"><result>PASS</result></fraudresponse>' +
        '<cardissuer><bank>AIB</bank><country>IRELAND</country><region>EUR</region></cardissuer>';
      return new Response((await answer.text()).replace('</response>', `${more}</response>`));
    };
    await pay(place, id);
    expect((await place.backend.orders.shopView(id))!.authorization).toEqual({
      pasref: '7',
      authcode: '9',
      cvnResult: 'M',
      avsPostcodeResult: 'N',
      batchId: '-1',
      srd: 'MCC0000000012',
      fraudResult: 'PASS',
      issuerName: 'AIB',
      issuerCountry: 'IRELAND',
    });
  });

  it.each([
    ['5 days, which is the default', 5, {}],
    ['the days of an option', 3, { reportUncapturedAfter: 3 * 86_400_000 }],
  ])('a reserved payment is reported once when nothing of it was captured for %s', async (_title, days, options) => {
    const problems: string[] = [];
    const place = await cardShop({ autosettle: 'multi', onProblem: ({ code }) => problems.push(code), ...options });
    const { orders } = place.backend;
    const captured = await place.order();
    await pay(place, captured);
    await orders.capture(captured, { amount: '500', key: 'parcel-1' });
    const counts: number[] = [];
    for (const ms of [days * 86_400_000 - 60_000, 60_000, 86_400_000]) {
      place.clock.advance(ms);
      for (const id of [place.id, captured]) await orders.lookUp(id);
      counts.push(problems.length);
    }
    expect(counts).toEqual([0, 1, 1]);
    expect(problems).toEqual(['not-captured']);
    expect(await orders.list({ flag: 'not-captured' })).toMatchObject({ orders: [{ id: place.id }] });
    await orders.capture(place.id, { amount: '500', key: 'parcel-1' });
    expect(await orders.list({ flag: 'not-captured' })).toMatchObject({ orders: [] });
  });
});

describe('orders.capture', () => {
  it.each(['503', '505'])(
    'reports a refusal of every capture as gateway-refused: %s is about the account or the hash',
    async (result) => {
      const problems: string[] = [];
      const onProblem = ({ code, cause }: ProblemReport) => problems.push(`${code} ${(cause as Error).message}`);
      const place = await cardShop({ autosettle: 'multi', onProblem });
      intercept(place, () => shortAnswer(result, 'Not allowed'));
      expect(await place.backend.orders.capture(place.id, { key: 'a' })).toMatchObject({ state: 'refused', result });
      expect(problems).toEqual([
        expect.stringContaining(`gateway-refused multisettle: refused with ${result}: Not allowed.`),
      ]);
    },
  );

  it('sends the elements and the hash of the gateway, with the references of the authorization', async () => {
    const place = await cardShop({ autosettle: 'multi' });
    await place.backend.orders.capture(place.id, { amount: '0500', key: 'parcel-1' });
    const text = movesAt(place)[0]!;
    const orderid = orderIdIn(text);
    const timestamp = /timestamp="(\d{14})"/.exec(text)![1]!;
    const { pasref, authcode } = (await place.backend.orders.shopView(place.id))!.authorization!;
    const hash = signed([timestamp, 'scudo', orderid, '500', 'EUR', '']);
    expect(text).toBe(
      `<request type="multisettle" timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account>` +
        `<amount currency="EUR">500</amount><orderid>${orderid}</orderid><pasref>${pasref!}</pasref>` +
        `<authcode>${authcode!}</authcode><txnseq><final flag="0"></final></txnseq><sha1hash>${hash}</sha1hash></request>`,
    );
  });

  it('captures in parts where the account allows it, and pays the order with the last one', async () => {
    const states: string[] = [];
    const place = await cardShop({
      autosettle: 'multi',
      onOrderChanged: (_order, change) => {
        if (change.kind === 'state') states.push(change.to);
      },
    });
    const { orders } = place.backend;
    expect(authorizationsAt(place)[0]!.text).toContain('<autosettle flag="MULTI"></autosettle>');
    expect(await orders.capture(place.id, { amount: '500', key: 'a' })).toMatchObject({
      state: 'done',
      capturable: '1499',
      final: false,
      order: { state: 'partly-captured' },
    });
    await expect(orders.capture(place.id, { amount: '1500', key: 'b' })).rejects.toThrow('amount must be at most 1499');
    await expect(orders.cancel(place.id, { key: 'c' })).rejects.toThrow(
      /Capture a last amount .* refund what is captured/,
    );
    expect(await orders.capture(place.id, { amount: '1000', key: 'b', final: true })).toMatchObject({
      state: 'done',
      capturable: '0',
      order: { state: 'paid' },
    });
    expect(movesAt(place)[1]).toContain('<final flag="1"></final>');
    await expect(orders.capture(place.id, { key: 'd' })).rejects.toThrow('order is paid and has nothing to capture');
    expect(await orders.shopView(place.id)).toMatchObject({ captured: '1500', refundable: '1500', capturable: '0' });
    await place.settled();
    expect(states).toEqual(['in-doubt', 'authorized', 'partly-captured', 'paid']);
    expect(kindsAt(place)).toEqual(['multisettle', 'multisettle']);
  });

  it('captures once with autosettle false, and releases the rest', async () => {
    const place = await cardShop({ autosettle: false });
    const { orders } = place.backend;
    await expect(orders.capture(place.id, { amount: '500', key: 'a', final: false })).rejects.toThrow('final must not');
    expect(await orders.capture(place.id, { amount: '500', key: 'a' })).toMatchObject({
      final: true,
      capturable: '0',
      order: { state: 'paid' },
    });
    expect(kindsAt(place)).toEqual(['settle']);
    expect(movesAt(place)[0]).not.toContain('txnseq');
  });

  it('captures once for a key, in two processes on one SQLite file', async () => {
    const store = { path: join(folder, 'orders.db') };
    const place = await cardShop({ autosettle: 'multi', store });
    const other = shop({ autosettle: 'multi', store }, { refundPassword: 'refund' }, place);
    const calls = [place, other, place, other].map(({ backend }) =>
      backend.orders.capture(place.id, { amount: '500', key: 'parcel-1' }),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ amount }) => amount))).toEqual(new Set(['500']));
    expect([...movesAt(place), ...movesAt(other)]).toHaveLength(1);
    const { orders } = other.backend;
    for (const amount of ['700', undefined])
      await expect(orders.capture(place.id, { amount, key: 'parcel-1' })).rejects.toMatchObject({ code: 'key-reused' });
    // An amount that is written out repeats a call that took all that was left.
    for (const amount of [undefined, '1499', undefined])
      expect(await orders.capture(place.id, { amount, key: 'rest' })).toMatchObject({ state: 'done', amount: '1499' });
    expect([...movesAt(place), ...movesAt(other)]).toHaveLength(2);
    await expect(orders.refund(place.id, { key: 'parcel-1' })).rejects.toMatchObject({ code: 'key-reused' });
    await Promise.all([place, other].map(({ backend }) => backend.close()));
  });

  it('a key of a capture that was named the last one belongs to no call that leaves the rest reserved', async () => {
    const { backend, id } = await cardShop({ autosettle: 'multi' });
    const { orders } = backend;
    const capture = (final?: boolean) => orders.capture(id, { amount: '500', key: 'parcel-1', final });
    await capture(true);
    for (const final of [false, undefined]) await expect(capture(final)).rejects.toMatchObject({ code: 'key-reused' });
    expect(await capture(true)).toMatchObject({ state: 'done', final: true, capturable: '0' });
  });

  it('a capture of all that is left has the same key with and without `final`', async () => {
    const { backend, id } = await cardShop({ autosettle: 'multi' });
    for (const final of [undefined, true, false, undefined])
      expect(await backend.orders.capture(id, { key: 'all', final })).toMatchObject({ state: 'done', final: true });
  });

  it.each([
    ['a signed 00', (text: string) => authorizationAnswer({ orderid: orderIdIn(text), result: '00' }), 'done', 'paid'],
    ['a signed 101', (text: string) => authorizationAnswer({ orderid: orderIdIn(text), result: '101' }), 'refused'],
    ['an unsigned 502', () => shortAnswer('502', 'Mandatory Fields missing: [/request/authcode]'), 'refused'],
    ['an unsigned 503', () => shortAnswer('503', 'Request type [settle] not allowed for this merchant'), 'refused'],
    ['an unsigned 508', () => shortAnswer('508', 'That transaction has already been voided.'), 'refused'],
    ['an unsigned 512', () => shortAnswer('512', 'Too late'), 'refused'],
    ['an unsigned 00', () => shortAnswer('00', 'Settled'), 'unresolved'],
    ['an unsigned 500', () => shortAnswer('500', 'internal'), 'unresolved'],
    [
      'an answer with the hash of another secret',
      (text: string) => authorizationAnswer({ orderid: orderIdIn(text), result: '512' }, { secret: 'wrong' }),
      'unresolved',
    ],
    ['no answer', lostRequest, 'unresolved'],
  ] as const)('a capture has the state that follows from %s', async (_what, answer, state, ...[order]) => {
    const place = await cardShop({ autosettle: false, pause: never });
    intercept(place, answer);
    expect(await place.backend.orders.capture(place.id, { key: 'a' })).toMatchObject({
      state,
      capturable: state === 'refused' ? '1999' : '0',
      order: { state: order ?? 'authorized' },
    });
  });

  it('sends nothing for an amount above what is left, and leaves the key free', async () => {
    const place = await cardShop({ autosettle: false });
    await expect(place.backend.orders.capture(place.id, { key: 'a', amount: '2000' })).rejects.toThrow('at most 1999');
    expect(movesAt(place)).toEqual([]);
    expect(await place.backend.orders.capture(place.id, { key: 'a' })).toMatchObject({ state: 'done' });
  });

  it('lets one of two keys take what is left at the same moment, and sends nothing for the other', async () => {
    const place = await cardShop({ autosettle: 'multi' });
    const { orders } = place.backend;
    const both = ['a', 'b'].map((key) => orders.capture(place.id, { amount: '1500', key }));
    const ends = await Promise.allSettled(both);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String(ends.find((one) => one.status === 'rejected')?.reason)).toContain('must be at most 499');
    expect(kindsAt(place)).toEqual(['multisettle']);
    expect(await orders.shopView(place.id)).toMatchObject({ captured: '1500', capturable: '499' });
  });

  it('sends nothing after a cancellation, and takes the key of another order', async () => {
    const place = await cardShop({ autosettle: 'multi' });
    const other = await cardShop({ autosettle: 'multi' }, undefined, place);
    await place.backend.orders.cancel(place.id, { key: 'a' });
    await expect(place.backend.orders.capture(place.id, { key: 'b' })).rejects.toThrow('has nothing to capture');
    expect(await other.backend.orders.capture(other.id, { key: 'a' })).toMatchObject({ state: 'done' });
    expect(kindsAt(place)).toEqual(['void']);
    expect(await place.backend.orders.shopView(place.id)).toMatchObject({ state: 'voided', captured: '0' });
  });

  it('a capture is not the last one beside a capture without a known result, so that what is left can be captured', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    intercept(place, lostRequest);
    await orders.capture(place.id, { amount: '999', key: 'a' });
    intercept(place, (_text, pass) => pass());
    expect(await orders.capture(place.id, { amount: '1000', key: 'b', final: false })).toMatchObject({ final: false });
    await orders.settle(place.id, { as: 'not-captured', capture: 'a', by: 'Ada', reason: 'Not in the portal' });
    expect(await orders.shopView(place.id)).toMatchObject({ state: 'partly-captured', capturable: '999' });
    expect(await orders.capture(place.id, { key: 'c' })).toMatchObject({ final: true, order: { state: 'paid' } });
  });

  it('a capture that a person records is not the last one beside a capture without a known result', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    intercept(place, lostRequest);
    await orders.capture(place.id, { amount: '999', key: 'a' });
    intercept(place, (_text, pass) => pass());
    const person = { by: 'Ada', reason: 'Seen in the portal' };
    await orders.settle(place.id, { as: 'captured-elsewhere', amount: '1000', ...person });
    expect(await orders.read(place.id)).toMatchObject({ state: 'partly-captured' });
    await orders.settle(place.id, { as: 'not-captured', capture: 'a', ...person });
    expect(await orders.shopView(place.id)).toMatchObject({ captured: '1000', capturable: '999' });
    expect(await orders.capture(place.id, { key: 'c' })).toMatchObject({ final: true, order: { state: 'paid' } });
  });

  it.each([
    ['an hour when no leg shows it', 3_600_000, []],
    ['a minute beside an earlier one, whose leg hides it', 60_000, ['500']],
  ])(
    'a capture without an answer is reported once after %s, so that a person settles it',
    async (_title, ms, before) => {
      const problems: string[] = [];
      const place = await cardShop({ autosettle: 'multi', pause: never, onProblem: ({ code }) => problems.push(code) });
      const { orders } = place.backend;
      for (const amount of before) await orders.capture(place.id, { amount, key: 'parcel-1' });
      intercept(place, lostRequest);
      await orders.capture(place.id, { amount: '600', key: 'a' });
      const counts: number[] = [];
      for (const time of [ms - 10_000, 10_000, 3_600_000]) {
        place.clock.advance(time);
        await orders.reconcile({ olderThan: 0 });
        counts.push(problems.length);
      }
      expect(counts).toEqual([1, 2, 2]);
      expect(problems).toEqual(['capture-unanswered', 'unknown-result']);
    },
  );

  it.each([
    ['the amount of the capture', 'done', '0500'],
    ['another amount', 'unresolved', '600'],
  ])('a lost capture whose leg shows %s is %s', async (_title, state, amount) => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    place.intercept = async (_path, text, pass) => {
      if (text.includes('settle"')) return lost(text, pass);
      const leg = await (await pass()).text();
      return new Response(leg.replace('</response>', `<amount currency="EUR">${amount}</amount></response>`));
    };
    await orders.capture(place.id, { amount: '500', key: 'a' });
    place.clock.advance(60_000);
    await orders.reconcile({ olderThan: 0 });
    expect(await orders.shopView(place.id)).toMatchObject({ captures: [{ key: 'a', state }] });
  });

  it('the leg of a capture that a person has settled as not captured does not decide a later one', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    intercept(place, lost);
    await orders.capture(place.id, { amount: '500', key: 'a' });
    place.clock.advance(60_000);
    await orders.settle(place.id, { as: 'not-captured', capture: 'a', by: 'Ada', reason: 'Another order was meant' });
    intercept(place, lostRequest);
    await orders.capture(place.id, { amount: '500', key: 'b' });
    place.clock.advance(60_000);
    await orders.reconcile({ olderThan: 0 });
    expect(await orders.shopView(place.id)).toMatchObject({ captured: '0', captures: [{}, { state: 'unresolved' }] });
  });

  it('a leg is that of a capture without a reference that a person has settled, and is read once for an open one', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    intercept(place, lost);
    await orders.capture(place.id, { amount: '500', key: 'a' });
    place.clock.advance(60_000);
    const asked = place.sent.length;
    place.intercept = (_path, text, pass) => (text.includes('_settle_') ? notFound() : pass());
    await orders.lookUp(place.id);
    expect(place.sent.slice(asked).filter(({ text }) => text.includes('_settle_'))).toHaveLength(1);
    place.intercept = undefined;
    await orders.settle(place.id, { as: 'captured', capture: 'a', by: 'Ada', reason: 'Seen in the portal' });
    place.clock.advance(60_000);
    await orders.lookUp(place.id);
    expect(await orders.shopView(place.id)).toMatchObject({ captured: '500', captures: [{ key: 'a' }], flags: [] });
  });

  it('parts that are captured in another order than they were sent pay the order together', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    intercept(place, lost);
    await orders.capture(place.id, { amount: '999', key: 'a' });
    intercept(place, (_text, pass) => pass());
    expect(await orders.capture(place.id, { amount: '1000', key: 'b' })).toMatchObject({ final: false });
    place.clock.advance(60_000);
    await orders.reconcile({ olderThan: 0 });
    expect(await orders.shopView(place.id)).toMatchObject({ state: 'paid', captured: '1999', capturable: '0' });
  });

  it('a void that a person records never takes back what was captured: it is of the rest, and of nothing after that', async () => {
    const place = await cardShop({ autosettle: 'multi' });
    const { orders } = place.backend;
    await orders.capture(place.id, { amount: '500', key: 'a' });
    const person = { by: 'Ada', reason: 'The authorization has expired' };
    for (const amount of ['1999', '1498'])
      await expect(orders.settle(place.id, { as: 'voided-elsewhere', amount, ...person })).rejects.toThrow(
        'amount must be 1499, which is left to capture: record captured money that was returned as a refund instead',
      );
    await orders.settle(place.id, { as: 'voided-elsewhere', amount: '1499', ...person });
    for (const amount of ['1999', '1499'])
      await expect(orders.settle(place.id, { as: 'voided-elsewhere', amount, ...person })).rejects.toThrow(
        'order is paid and cannot be voided: record captured money',
      );
    const captured = { state: 'paid', captured: '500', capturable: '0', refundable: '500' };
    expect(await orders.shopView(place.id)).toMatchObject(captured);
  });

  it('a void that a person records takes back no capture of the whole amount', async () => {
    const place = await cardShop({ autosettle: false });
    const { orders } = place.backend;
    await orders.capture(place.id, { key: 'a' });
    const voided = { as: 'voided-elsewhere', amount: '1999', by: 'Ada', reason: 'Pressed by mistake' } as const;
    await expect(orders.settle(place.id, voided)).rejects.toThrow('order is paid and cannot be voided');
    expect(await orders.shopView(place.id)).toMatchObject({ captured: '1999', refundable: '1999' });
  });

  it('a capture, and a record of one made elsewhere, waits for the result of a call of another kind', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    intercept(place, lostRequest);
    await orders.cancel(place.id, { key: 'a' });
    for (const call of [
      orders.capture(place.id, { amount: '500', key: 'b' }),
      orders.settle(place.id, { as: 'captured-elsewhere', amount: '500', by: 'Ada', reason: 'Seen' }),
    ])
      await expect(call).rejects.toMatchObject({ code: 'operation-under-way' });
    expect(kindsAt(place)).toEqual(['void']);
  });

  it('lets no refund be sent while its result is unknown', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    await orders.capture(place.id, { amount: '500', key: 'a' });
    intercept(place, lostRequest);
    await orders.capture(place.id, { amount: '500', key: 'b' });
    await expect(orders.refund(place.id, { amount: '100', key: 'r' })).rejects.toMatchObject({
      code: 'operation-under-way',
    });
    expect(kindsAt(place)).toEqual(['multisettle', 'multisettle']);
  });

  it('reads a lost answer back from the leg by reconcile, and sends nothing again', async () => {
    const place = await cardShop({ autosettle: false, pause: never });
    intercept(place, lost);
    const { orders } = place.backend;
    expect(await orders.capture(place.id, { key: 'a' })).toMatchObject({ state: 'unresolved', capturable: '0' });
    place.clock.advance(60_000);
    await orders.reconcile({ olderThan: 0 });
    expect(await orders.capture(place.id, { key: 'a' })).toMatchObject({ state: 'done', order: { state: 'paid' } });
    expect(kindsAt(place)).toEqual(['settle']);
  });

  it('looks a lost answer up by itself after 5 s, and once more after a minute', async () => {
    const pauses: number[] = [];
    const pause = (ms: number): Promise<void> => {
      pauses.push(ms);
      place.clock.advance(ms);
      return Promise.resolve();
    };
    const place = await cardShop({ autosettle: false, pause });
    const other = await place.order();
    await pay(place, other);
    intercept(place, lost);
    await place.backend.orders.capture(place.id, { key: 'a' });
    await place.settled();
    expect(await place.backend.orders.read(place.id)).toMatchObject({ state: 'paid' });
    expect(pauses.splice(0)).toEqual([5_000]);
    intercept(place, lostRequest);
    await place.backend.orders.capture(other, { key: 'a' });
    await place.settled();
    expect(pauses).toEqual([5_000, 55_000]);
  });

  it('reports a second capture whose answer is lost once, and a person settles it by its key', async () => {
    const problems: string[] = [];
    const place = await cardShop({
      autosettle: 'multi',
      pause: never,
      onProblem: ({ code, cause }) => problems.push(`${code} ${String((cause as { operation?: string }).operation)}`),
    });
    const { orders } = place.backend;
    await orders.capture(place.id, { amount: '500', key: 'a' });
    intercept(place, lost);
    await orders.capture(place.id, { amount: '600', key: 'b' });
    for (const ms of [5_000, 60_000, 3_600_000]) {
      place.clock.advance(ms);
      await orders.reconcile({ olderThan: 0 });
    }
    expect(await orders.capture(place.id, { amount: '600', key: 'b' })).toMatchObject({
      state: 'unresolved',
      capturable: '899',
    });
    expect(problems).toEqual(['capture-unanswered b', 'unknown-result b']);
    const person = { by: 'Grace', reason: 'Seen in the portal' };
    expect((await orders.read(place.id))!.flags).toMatchObject([{ kind: 'unknown-result', operation: 'b' }]);
    await orders.settle(place.id, { as: 'captured', capture: 'b', ...person });
    expect(await orders.shopView(place.id)).toMatchObject({ captured: '1100', state: 'partly-captured', flags: [] });
    await expect(orders.settle(place.id, { as: 'captured', capture: 'b', ...person })).rejects.toThrow(
      'capture is done already',
    );
  });

  it('a capture is not settled by a person before the time for its answer is over', async () => {
    const place = await cardShop({ autosettle: false });
    const [reached, go] = [gate(), gate()];
    intercept(place, async (_text, pass) => {
      reached.open();
      await go.opened;
      return pass();
    });
    const running = place.backend.orders.capture(place.id, { key: 'a' });
    await reached.opened;
    const decision = { as: 'not-captured', capture: 'a', by: 'Grace', reason: 'Too slow' } as const;
    await expect(place.backend.orders.settle(place.id, decision)).rejects.toThrow('capture is under way');
    go.open();
    expect(await running).toMatchObject({ state: 'done' });
  });
});
