import { describe, expect, it } from 'vitest';
import { createGateway } from '../../../../src/server.js';
import { createSandbox } from '../../../../src/sandbox.js';
import { intercept, lost } from '../operations/card-shop.js';
import { paid } from '../operations/paid-shop.js';
import { list } from '../../signed-messages.js';
import {
  authorizationAnswer,
  GATEWAY,
  isXml,
  notFound,
  orderIdIn,
  pay,
  seededRandom,
  shop,
  shortAnswer,
  virtualClock,
  type Shop,
} from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

const DAY = '2026-11-20';

/** A shop that takes some payments at once and reserves others, and the amounts that the report shows instead. */
function bookkeeping() {
  const [clock, random] = [virtualClock(), seededRandom()];
  const amounts = new Map<string, string>();
  const sandbox = createSandbox({
    baseUrl: GATEWAY,
    now: clock.now,
    randomUuid: random.uuid,
    merchantHosts: ['shop.example'],
    reportOverride: ({ orderId }) => (amounts.has(orderId) ? { amount: amounts.get(orderId)! } : undefined),
  });
  const world = { clock, random, sandbox };
  const store = memoryOrderStore(undefined, clock.now);
  const gateway = { refundPassword: 'refund' };
  const place = shop({ store }, gateway, world);
  return { place, store, reserving: shop({ store, autosettle: 'multi' }, gateway, world), amounts };
}

/** Pays an order, and returns its id and the gateway order id of its payment. */
async function paidAt(place: Shop): Promise<{ order: string; attempt: string }> {
  const order = await place.order();
  await pay(place, order);
  return { order, attempt: (await place.backend.orders.read(order))!.attempts[0]!.gatewayOrderId };
}

/** A person acts in the gateway's back office; without an attempt, the batch is sent. */
async function staff({ sandbox }: Shop, attempt = '', fields: Record<string, string> = {}): Promise<void> {
  const body = new URLSearchParams(fields);
  const path = attempt === '' ? '/portal' : `/portal/${attempt}`;
  expect((await sandbox.fetch(new Request(`${GATEWAY}${path}`, { method: 'POST', body }))).status).toBe(303);
}

/** Fields of a record of a payment that failed. */
const REFUSED = { result: '101', status: 'FAILED' };

const edited = async (answer: Response, from: string | RegExp, to: string) =>
  new Response((await answer.text()).replace(from, to), answer);

describe('orders.balance', () => {
  it('finds no difference after payments, captures, voids and refunds of the shop, and changes nothing', async () => {
    const { place, reserving } = bookkeeping();
    const { orders } = place.backend;
    const [whole, captured, voided] = [await paidAt(place), await paidAt(reserving), await paidAt(reserving)];
    await orders.capture(captured.order, { amount: '500', key: 'a' });
    await orders.capture(captured.order, { amount: '300', key: 'b', final: true });
    await orders.cancel(voided.order, { key: 'v' });
    await staff(place);
    await orders.refund(whole.order, { amount: '300', key: 'r' });
    // The gateway shows a capture, void or refund a second after it, so that those of the last minute are left out.
    expect((await orders.balance({ day: DAY })).differences).toEqual([]);
    place.clock.advance(60_000);
    const before = JSON.stringify((await orders.list()).orders);
    // The gateway shows the first of the two captures only.
    expect(await orders.balance({ day: DAY })).toEqual({
      day: DAY,
      orders: 3,
      differences: [],
      notShown: 1,
      unread: 0,
    });
    expect(JSON.stringify((await orders.list()).orders)).toBe(before);
    // A refund counts on its own day, and then the payment before it is compared as well.
    place.clock.advance(86_400_000);
    expect(await orders.balance({ day: '2026-11-21' })).toMatchObject({ orders: 0, differences: [] });
    await orders.refund(whole.order, { amount: '400', key: 's' });
    expect(await orders.balance({ day: '2026-11-21' })).toMatchObject({ orders: 1, differences: [] });
  });

  it('finds another amount or reference, a lost capture, calls of the back office, and unknown successes', async () => {
    const { place, reserving, amounts } = bookkeeping();
    const { orders } = place.backend;
    const other = await paidAt(place);
    amounts.set(other.attempt, '1899');
    const lost = await paidAt(reserving);
    await orders.capture(lost.order, { key: 'c' });
    const partly = await paidAt(reserving);
    await orders.capture(partly.order, { amount: '500', key: 'p', final: true });
    const replaced = await paidAt(place);
    place.intercept = async (_path, text, pass) => {
      const order = text.includes('type="query"') ? orderIdIn(text) : '';
      if (order === `_settle_${lost.attempt}`) return notFound();
      const answer = await pass();
      if (order === `_settle_${partly.attempt}`)
        return edited(answer, '<result>', '<amount currency="EUR">400</amount><result>');
      return order === replaced.attempt ? edited(answer, /(<pasref>)\d+/, '$177') : answer;
    };
    const captured = await paidAt(reserving);
    await staff(place, captured.attempt, { action: 'settle', amount: '5.00' });
    const voided = await paidAt(place);
    await staff(place, voided.attempt, { action: 'void' });
    const refunded = await paidAt(place);
    await staff(place);
    await staff(place, refunded.attempt, { action: 'rebate', amount: '7.00' });
    // The shop has read a decline, and the gateway has authorized.
    const declined = await place.order();
    const { intercept } = place;
    place.intercept = async (path, text, pass, query) => {
      if (!text.includes('type="auth"')) return intercept!(path, text, pass, query);
      await pass();
      return authorizationAnswer({ orderid: orderIdIn(text), result: '101' });
    };
    await pay(place, declined);
    const attempt = (await orders.read(declined))!.attempts[0]!.gatewayOrderId;
    // Another system of the account takes a payment.
    await createGateway({
      baseUrl: GATEWAY,
      merchantId: 'scudo',
      accountId: 'internet',
      secret: 'secret',
      now: place.clock.now,
      fetch: (input, init) => place.sandbox.fetch(new Request(input, init)),
    }).cardAuthorizations.create({
      orderId: 'TILL-1',
      amount: '250',
      currency: 'EUR',
      card: { number: '4222000006285344', scheme: 'VISA', expiryMonth: '12', expiryYear: '28', fullName: 'Ada' },
      autosettle: true,
    });
    place.clock.advance(86_400_000);

    const { differences, orders: compared } = await orders.balance({ day: DAY });
    const strange = (text: string) => expect.stringMatching(new RegExp(`^${text}, reference \\d+$`)) as unknown;
    const byAttempt = (one: { attempt: string }, another: { attempt: string }) =>
      one.attempt < another.attempt ? -1 : 1;
    expect([...differences].sort(byAttempt)).toEqual(
      [
        { ...other, kind: 'payment', shop: '1999 EUR', gateway: '1899 EUR' },
        { ...lost, kind: 'capture', shop: '1999 EUR', gateway: 'nothing' },
        { ...partly, kind: 'capture', shop: '500 EUR', gateway: '400 EUR' },
        { ...replaced, kind: 'payment', shop: '1999 EUR', gateway: '1999 EUR, reference 77' },
        { ...captured, kind: 'capture', shop: 'nothing', gateway: strange('an amount that is not shown') },
        { ...voided, kind: 'void', shop: 'nothing', gateway: strange('an amount that is not shown') },
        { ...refunded, kind: 'refund', shop: 'nothing', gateway: strange('an amount that is not shown') },
        { order: declined, attempt, kind: 'payment', shop: 'nothing', gateway: '1999 EUR' },
        { order: null, attempt: 'TILL-1', kind: 'payment', shop: 'nothing', gateway: strange('250 EUR') },
      ].sort(byAttempt),
    );
    expect(compared).toBe(8);
  });

  it('compares redirect payments and their refunds with the reports, and counts a payment that is listed twice once', async () => {
    const { place, id, orderid } = await paid();
    const { orders } = place.backend;
    await orders.refund(id, { amount: '500', key: 'r' });
    const { intercept } = place;
    const refund = { order_id: orderid, status: 'INITIATION_COMPLETED', currency: 'EUR', payments_reference: '99' };
    let refunds = [{ ...refund, amount: '500' }];
    place.intercept = (path, text, pass, query) => {
      if (path !== '/refunds') return intercept!(path, text, pass, query);
      const own = refunds.filter(({ order_id }) => [order_id, null].includes(query.get('orderId')));
      return Response.json({ refunds: own, pageNumber: 1, total_number_of_records: own.length });
    };
    expect(await orders.balance({ day: DAY })).toMatchObject({ orders: 1, differences: [] });

    refunds = [...refunds, { ...refund, amount: '300', payments_reference: '98' }];
    const row = { order: id, attempt: orderid };
    expect((await orders.balance({ day: DAY, withoutReports: true })).differences).toEqual([
      { ...row, kind: 'payment', shop: '1999 EUR', gateway: 'not known without its reports' },
      { ...row, kind: 'refund', shop: '500 EUR', gateway: 'not known without its reports' },
    ]);
    expect((await orders.balance({ day: DAY })).differences).toEqual([
      { ...row, kind: 'refund', shop: '500 EUR', gateway: '800 EUR' },
    ]);
    refunds = [{ ...refund, amount: '500', currency: 'USD' }];
    expect((await orders.balance({ day: DAY })).differences).toEqual([
      { ...row, kind: 'refund', shop: '500 EUR', gateway: '500 USD' },
    ]);
    refunds = [
      { ...refund, amount: '500' },
      { ...refund, order_id: 'TILL-1', amount: '200' },
    ];
    expect((await orders.balance({ day: DAY })).differences).toEqual([
      { order: null, attempt: 'TILL-1', kind: 'refund', shop: 'nothing', gateway: '200 EUR, reference 99' },
    ]);
    refunds = [{ ...refund, amount: '500' }];
    const once = place.listed.get(orderid)!;
    place.listed.set('a second record', once);
    expect((await orders.balance({ day: DAY })).differences).toEqual([]);
    place.listed.set('a second record', { ...once, merchant_transaction_id: 'another' });
    expect((await orders.balance({ day: DAY })).differences).toEqual([
      { ...row, kind: 'payment', shop: '1999 EUR', gateway: '1999 EUR and 1999 EUR' },
    ]);
    const { merchant_transaction_id: _id, payments_reference: _reference, ...nameless } = once;
    place.listed.set(orderid, nameless);
    place.listed.set('a second record', nameless);
    expect((await orders.balance({ day: DAY })).differences).toEqual([
      { ...row, kind: 'payment', shop: '1999 EUR', gateway: '1999 EUR and 1999 EUR' },
    ]);
    place.listed.set(orderid, once);
    place.listed.delete('a second record');
    list(place, orderid, { amount: '1899' });
    expect((await orders.balance({ day: DAY })).differences).toEqual([
      { ...row, kind: 'payment', shop: '1999 EUR', gateway: '1899 EUR' },
    ]);
    place.listed.set('a second record', once);
    expect((await orders.balance({ day: DAY })).differences).toEqual([
      { ...row, kind: 'payment', shop: '1999 EUR', gateway: '1899 EUR and 1999 EUR' },
    ]);
    place.listed.delete('a second record');
    list(place, orderid, '101');
    expect((await orders.balance({ day: DAY })).differences).toEqual([
      { ...row, kind: 'payment', shop: '1999 EUR', gateway: 'nothing' },
    ]);
    list(place, orderid, { result: '00', status: 'SUCCEEDED', amount: '1999' });
    place.listed.set('TILL-2', { order_id: 'TILL-2', result: '00', amount: '100', currency: 'EUR' });
    expect((await orders.balance({ day: DAY })).differences).toEqual([
      { order: null, attempt: 'TILL-2', kind: 'payment', shop: 'nothing', gateway: '100 EUR' },
    ]);
    // Ids of another system of the account: no order of the shop can have them.
    const [digits, long] = ['4222000006285344', 'x'.repeat(300)];
    for (const order_id of [digits, long]) place.listed.set(order_id, { ...place.listed.get('TILL-2'), order_id });
    place.listed.set('listed again', place.listed.get('TILL-2')!);
    const others = (await orders.balance({ day: DAY })).differences.map(({ attempt }) => attempt);
    expect(others).toEqual(['TILL-2', expect.not.stringContaining(digits), long]);
  });

  it.each<[string, readonly object[], readonly object[], readonly object[]]>([
    ['the record of the payment', [{}], [], []],
    ['the same record twice', [{}, {}], [], []],
    ['no record, because the report is behind', [], [], []],
    ['a repeated request that failed', [{}, { ...REFUSED, payments_reference: '2' }], [], []],
    ['a second payment', [{}, { payments_reference: '2' }], [], [{ gateway: '1999 EUR and 1999 EUR' }]],
    ['another amount', [{ amount: '1899' }], [], [{ gateway: '1999 EUR and 1899 EUR' }]],
    ['a failure', [REFUSED], [], [{ gateway: '1999 EUR and a failure in its report' }]],
    ['success and failure of one payment', [{}, REFUSED], [], [{ gateway: '1999 EUR and a failure in its report' }]],
    ['a refund', [{}], [{}], [{ kind: 'refund', shop: 'nothing', gateway: '300 EUR' }]],
    ['a refund that was refused', [{}], [{ status: 'INITIATION_FAILED', result: '101' }], []],
    [
      'two refunds',
      [{}],
      [{}, { payments_reference: '8', amount: '200' }],
      [{ kind: 'refund', shop: 'nothing', gateway: '500 EUR' }],
    ],
  ])('compares a card payment with the records of both reports: %s', async (_title, payments, refunds, expected) => {
    const { place } = bookkeeping();
    const { order, attempt } = await paidAt(place);
    place.clock.advance(60_000);
    const money = { order_id: attempt, amount: '1999', currency: 'EUR', payments_reference: '1' };
    const paidRecords = payments.map((one) => ({ ...money, result: '00', status: 'SUCCEEDED', ...one }));
    const refund = { ...money, amount: '300', payments_reference: '9', status: 'INITIATION_COMPLETED' };
    const refundRecords = refunds.map((one) => ({ ...refund, ...one }));
    place.intercept = async (path, text, pass) => {
      const [name, records] = path === '/payments' ? ['payments', paidRecords] : ['refunds', refundRecords];
      if (path === '/payments' || path === '/refunds')
        return Response.json({ [name]: records, pageNumber: 1, total_number_of_records: records.length });
      if (!text.includes('type="query"')) return pass();
      // The query has the amount.
      return orderIdIn(text) === attempt
        ? edited(await pass(), '<result>', '<amount currency="EUR">1999</amount><result>')
        : pass();
    };
    expect((await place.backend.orders.balance({ day: DAY })).differences).toEqual(
      expected.map((one) => ({ order, attempt, kind: 'payment', shop: '1999 EUR', ...one })),
    );
  });

  it.each<[string, boolean]>([
    ['2026-11-19T23:59:59.999Z', false],
    ['2026-11-20T00:00:00.000Z', true],
    ['2026-11-20T01:59:59+02:00', false],
    ['2026-11-21T01:59:59.999+02:00', true],
    ['2026-11-20T19:00:00-05:00', false],
    ['2026-11-21T00:00:00.000Z', false],
    ['20 November', true],
  ])('counts a payment of another system by its time in UTC: %s, %s', async (created_on, isOfDay) => {
    const { place } = bookkeeping();
    const till = { order_id: 'TILL-1', amount: '250', currency: 'EUR', result: '00', status: 'SUCCEEDED', created_on };
    place.intercept = async (path, _text, pass) =>
      path === '/payments' ? Response.json({ payments: [till], pageNumber: 1, total_number_of_records: 1 }) : pass();
    expect((await place.backend.orders.balance({ day: DAY })).differences).toEqual(
      isOfDay ? [{ order: null, attempt: 'TILL-1', kind: 'payment', shop: 'nothing', gateway: '250 EUR' }] : [],
    );
  });

  it.each([
    [{ currency: 'USD' }, '1999 USD'],
    [{ amount: '1998' }, '1998 EUR'],
    [{ status: 'FAILED' as const, result: '101' }, 'nothing'],
    [undefined, 'nothing'],
  ])('finds a redirect payment that the report has with %j', async (fields, gatewayHas) => {
    const { place, id, orderid } = await paid();
    if (fields) list(place, orderid, { ...place.listed.get(orderid), ...fields });
    else place.listed.delete(orderid);
    expect((await place.backend.orders.balance({ day: DAY })).differences).toEqual([
      { order: id, attempt: orderid, kind: 'payment', shop: '1999 EUR', gateway: gatewayHas },
    ]);
  });

  it('finds a success and a refund that only the reports have, for a card payment that was declined', async () => {
    const { place } = bookkeeping();
    const order = await place.order();
    place.intercept = async (_path, text, pass) =>
      text.includes('type="auth"') ? authorizationAnswer({ orderid: orderIdIn(text), result: '101' }) : pass();
    await pay(place, order);
    const attempt = (await place.backend.orders.read(order))!.attempts[0]!.gatewayOrderId;
    place.clock.advance(60_000);
    const money = { order_id: attempt, amount: '1999', currency: 'EUR', payments_reference: '1' };
    place.intercept = (path, _text, pass) => {
      if (path === '/payments')
        return Response.json({ payments: [{ ...money, result: '00' }], pageNumber: 1, total_number_of_records: 1 });
      if (path === '/refunds')
        return Response.json({
          refunds: [{ ...money, status: 'INITIATION_COMPLETED' }],
          pageNumber: 1,
          total_number_of_records: 1,
        });
      return pass();
    };
    expect((await place.backend.orders.balance({ day: DAY })).differences).toEqual([
      { order, attempt, kind: 'payment', shop: 'nothing', gateway: '1999 EUR' },
      { order, attempt, kind: 'refund', shop: 'nothing', gateway: '1999 EUR' },
    ]);
  });

  it('compares card payments of an account without reports, names the refusals, and rejects when the gateway does not answer', async () => {
    const { place } = bookkeeping();
    const { orders } = place.backend;
    const voided = await paidAt(place);
    await staff(place, voided.attempt, { action: 'void' });
    place.clock.advance(60_000);
    place.intercept = (path, _text, pass) => (isXml(path) ? pass() : new Response('{}', { status: 401 }));
    const refused = await orders.balance({ day: DAY });
    expect(refused.differences).toMatchObject([{ ...voided, kind: 'void' }]);
    expect(refused.notRead).toEqual([
      expect.stringContaining('payment report'),
      expect.stringContaining('refund report'),
    ]);
    expect(await orders.balance({ day: DAY, withoutReports: true })).toEqual({
      day: DAY,
      orders: 1,
      differences: refused.differences,
      notShown: 0,
      unread: 0,
      withoutReports: true,
    });
    place.intercept = () => Promise.reject(new Error('reset'));
    await expect(orders.balance({ day: DAY })).rejects.toThrow('payment report: no answer');
  });

  it.each([
    ['/payments', 401, ['payment']],
    ['/payments', 403, ['payment']],
    ['/refunds', 400, ['refund']],
    ['/refunds', 405, ['refund']],
    ['', 404, ['payment', 'refund']],
  ])('finds a redirect payment or its refund not known when %s answers %i', async (refusing, status, kinds) => {
    const { place, id, orderid } = await paid();
    const { orders } = place.backend;
    await orders.refund(id, { amount: '500', key: 'r' });
    const { intercept } = place;
    const refund = { order_id: orderid, status: 'INITIATION_COMPLETED', currency: 'EUR', amount: '500' };
    place.intercept = (path, text, pass, query) => {
      if (path === refusing || (refusing === '' && !isXml(path))) return new Response('{}', { status });
      if (path !== '/refunds') return intercept!(path, text, pass, query);
      return Response.json({ refunds: [refund], pageNumber: 1, total_number_of_records: 1 });
    };
    const { differences, notRead } = await orders.balance({ day: DAY });
    expect(notRead).toHaveLength(kinds.length);
    expect(differences.map(({ kind, gateway }) => [kind, gateway])).toEqual(
      kinds.map((kind) => [kind, 'not known without its reports']),
    );
  });

  it('lists a refund whose second read is refused, and compares the other orders', async () => {
    const { place, amounts } = bookkeeping();
    const { orders } = place.backend;
    const [wrong, refunded] = [await paidAt(place), await paidAt(place)];
    amounts.set(wrong.attempt, '1899');
    await staff(place);
    await orders.refund(refunded.order, { amount: '300', key: 'r' });
    place.clock.advance(60_000);
    const refund = { order_id: refunded.attempt, status: 'INITIATION_COMPLETED', currency: 'EUR', amount: '300' };
    place.intercept = (path, _text, pass, query) => {
      if (path !== '/refunds') return pass();
      if (query.has('orderId')) return new Response('{}', { status: 400 });
      return Response.json({ refunds: [refund], pageNumber: 1, total_number_of_records: 1 });
    };
    const { differences } = await orders.balance({ day: DAY });
    const refusal = expect.stringMatching(/^not compared: refund report: /) as unknown;
    expect(differences).toHaveLength(2);
    expect(differences).toContainEqual({ ...wrong, kind: 'payment', shop: '1999 EUR', gateway: '1899 EUR' });
    expect(differences).toContainEqual({ ...refunded, kind: 'refund', shop: '300 EUR', gateway: refusal });
  });

  it('lists a payment whose second read of the report is refused, and compares the other orders', async () => {
    const { place, amounts } = bookkeeping();
    const [wrong, voided] = [await paidAt(place), await paidAt(place)];
    amounts.set(wrong.attempt, '1899');
    await staff(place, voided.attempt, { action: 'void' });
    place.clock.advance(60_000);
    let reads = 0;
    place.intercept = (path, _text, pass) =>
      path === '/payments' && reads++ > 0 ? new Response('{}', { status: 400 }) : pass();
    const { differences } = await place.backend.orders.balance({ day: DAY });
    const refusal = expect.stringMatching(/^not compared: payment report: /) as unknown;
    expect(differences).toContainEqual({ ...wrong, kind: 'payment', shop: '1999 EUR', gateway: refusal });
    expect(differences).toContainEqual(expect.objectContaining({ ...voided, kind: 'void', shop: 'nothing' }));
  });

  it('rejects when a proxy answers for the gateway', async () => {
    const { place } = bookkeeping();
    await paidAt(place);
    place.clock.advance(60_000);
    place.intercept = (_path, text, pass) =>
      text.includes('type="query"') ? new Response('', { status: 503 }) : pass();
    await expect(place.backend.orders.balance({ day: DAY })).rejects.toThrow('HTTP status 503');
  });

  it.each([
    ['', '503', 'payment'],
    ['', '505', 'payment'],
    ['', '508', 'payment'],
    ['_void_', '503', 'void'],
    ['_rebate_', '508', 'refund'],
  ])('lists a card payment whose query %s is refused with %s, and compares the others', async (leg, result, kind) => {
    const { place, amounts } = bookkeeping();
    const [refused, wrong] = [await paidAt(place), await paidAt(place)];
    amounts.set(wrong.attempt, '1899');
    place.clock.advance(60_000);
    place.intercept = (_path, text, pass) => {
      const orderid = orderIdIn(text);
      const isRefused = text.includes('type="query"') && orderid === `${leg}${refused.attempt}`;
      return isRefused ? shortAnswer(result, 'Maintenance') : pass();
    };
    const { differences } = await place.backend.orders.balance({ day: DAY });
    const refusal = expect.stringMatching(/^not compared: .*Maintenance/) as unknown;
    expect(differences).toHaveLength(2);
    expect(differences).toContainEqual({ ...wrong, kind: 'payment', shop: '1999 EUR', gateway: '1899 EUR' });
    expect(differences).toContainEqual(expect.objectContaining({ ...refused, kind, gateway: refusal }));
  });

  it('counts a second capture that a person has decided wrongly, and one without a result, as not compared', async () => {
    const { place, reserving } = bookkeeping();
    const { orders } = place.backend;
    const { order } = await paidAt(reserving);
    await orders.capture(order, { amount: '100', key: 'first' });
    intercept(reserving, lost);
    for (const key of ['second', 'third']) await reserving.backend.orders.capture(order, { amount: '200', key });
    place.clock.advance(600_000);
    await orders.settle(order, { as: 'not-captured', capture: 'second', by: 'Ada', reason: 'Seen' });
    expect(await orders.balance({ day: DAY })).toMatchObject({ orders: 1, differences: [], notShown: 2 });
  });

  it('compares five orders at once, and stops when its signal aborts', async () => {
    const { place } = bookkeeping();
    for (let count = 0; count < 7; count++) await paidAt(place);
    place.clock.advance(60_000);
    let [running, most, compared] = [0, 0, 0];
    place.intercept = async (path, _text, pass) => {
      if (!isXml(path)) return pass();
      most = Math.max(most, ++running);
      return (await pass().finally(() => running--)) as Response;
    };
    const leaving = new AbortController();
    const onCompared = () => {
      if (++compared === 5) leaving.abort(new Error('the client has left'));
    };
    const { balance } = place.backend.orders;
    await expect(balance({ day: DAY, onCompared, signal: leaving.signal })).rejects.toThrow('the client has left');
    expect([compared, most]).toEqual([5, 5]);
  });

  it('ends for the present day although an order is created at each read of the list, and with a signal at once', async () => {
    const { place, store } = bookkeeping();
    await paidAt(place);
    place.clock.advance(60_000);
    const { list: read } = store;
    let reads = 0;
    store.list = async (input) => {
      place.clock.advance(1_000);
      if (reads++ < 20) await place.order();
      return read(input);
    };
    const { balance } = place.backend.orders;
    expect(await balance({ day: DAY })).toMatchObject({ orders: 1, differences: [] });
    expect(reads).toBeLessThan(5);
    const before = reads;
    await expect(balance({ day: DAY, signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left');
    expect(reads).toBe(before);
  });

  it('reads every spelling of states and currencies, and counts and names an amount that cannot be read', async () => {
    const { place, id, orderid } = await paid();
    const { balance } = place.backend.orders;
    list(place, orderid, { result: '00', status: 'Succeeded' as never, amount: '1999', currency: 'eur' });
    expect(await balance({ day: DAY })).toMatchObject({ differences: [], unread: 0 });
    list(place, orderid, { amount: '19.99' });
    const report = await balance({ day: DAY });
    expect(report.unread).toBe(1);
    expect(report.differences).toEqual([
      { order: id, attempt: orderid, kind: 'payment', shop: '1999 EUR', gateway: 'an amount that cannot be read' },
    ]);
  });

  it('names a day that has not begun', async () => {
    const { orders } = shop().backend;
    await expect(orders.balance({ day: '2026-11-21' })).rejects.toThrow('day must not be after today (UTC)');
  });
});
