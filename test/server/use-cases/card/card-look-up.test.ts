import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  authorizationAnswer,
  isQuery,
  isXml,
  json,
  notFound,
  orderIdIn,
  pay,
  queriesAt,
  shop,
  shortAnswer,
  type Shop,
} from '../../scripted-gateway.js';

const MINUTE = 60_000;
const noAnswer = () => Promise.reject<Response>(new Error('The connection broke.'));

type Answer = (text: string) => Response | Promise<Response>;

/** An order whose authorization got this answer, or none, and whose queries get the other. */
async function inDoubt(query: Answer, auth: Answer = noAnswer): Promise<{ place: Shop; id: string; code: string }> {
  const place = shop({ patience: 0 });
  place.intercept = (path, text, pass) => {
    if (!isXml(path)) return pass();
    return isQuery(text) ? query(text) : auth(text);
  };
  const id = await place.order();
  return { place, id, code: await codeOf(pay(place, id)) };
}

const found =
  (result: string, more: object = {}) =>
  (text: string) =>
    authorizationAnswer({ orderid: orderIdIn(text), result, ...more });
const unsigned = (result: string, message?: string) => (text: string) =>
  authorizationAnswer({ orderid: orderIdIn(text), result, ...(message ? { message } : {}) }, { signed: false });
const stateOf = async ({ backend }: Shop, id: string) => (await backend.orders.read(id))?.state;

describe('lookUp of an authorization that was not answered', () => {
  it('pays the order with the references of a query that finds it', async () => {
    const { place, id, code } = await inDoubt(found('00', { pasref: '77', authcode: '12' }));
    expect(code).toBe('authorization-unanswered');
    const record = await place.backend.orders.lookUp(id);
    const [attempt] = record.attempts;
    expect(record).toMatchObject({
      state: 'paid',
      payment: { pasref: '77', authcode: '12', card: '422200******5344', gatewayOrderId: attempt?.gatewayOrderId },
    });
    const query = queriesAt(place)[0]!.text;
    expect(query).toContain(`<orderid>${attempt!.gatewayOrderId}</orderid>`);
    expect(query).not.toContain('<card>');
    expect((await place.backend.orders.shopView(id))!.history.at(-1)).toMatchObject({
      event: 'authorization-looked-up',
      state: 'paid',
      detail: { result: '00' },
    });
  });

  it('opens the order when the query finds a decline with a verified hash', async () => {
    const { place, id } = await inDoubt(found('101'));
    expect(await place.backend.orders.lookUp(id)).toMatchObject({
      state: 'open',
      attempts: [{ progress: { step: 'ended', code: 'declined' } }],
    });
    expect(queriesAt(place)).toHaveLength(1);
  });

  it.each(['102', '205'])(
    'asks twice, five seconds apart, about an unverified %s, and refuses payments meanwhile',
    async (result) => {
      const times: number[] = [];
      const refusals: string[] = [];
      const { place, id } = await inDoubt(async (text) => {
        times.push(place.clock.now().getTime());
        refusals.push(await codeOf(pay(place, id, '4222000006285344', { serverTransId: undefined })));
        return unsigned(result)(text);
      });
      expect(await place.backend.orders.lookUp(id)).toMatchObject({ state: 'open' });
      expect(times.map((at) => at - times[0]!)).toEqual([0, 5_000]);
      expect(refusals).toEqual(['order-not-open', 'order-not-open']);
      // Reconciliation asks once more.
      for (const minutes of [5, 60, 24 * 60]) {
        place.clock.advance(minutes * 60_000);
        await place.backend.orders.reconcile();
      }
      expect(times).toHaveLength(3);
    },
  );

  it.each([
    ['pays the order', false],
    ['is a second payment beside another one', true],
  ])('a success that reconcile finds after two unverified declines %s', async (_what, isPaid) => {
    let result = '101';
    const { place, id } = await inDoubt((text) => unsigned(result)(text));
    await place.backend.orders.lookUp(id);
    expect(await stateOf(place, id)).toBe('open');
    const inner = place.intercept!;
    place.intercept = (path, text, pass, query) => (isQuery(text) ? inner(path, text, pass, query) : pass());
    if (isPaid) expect(await codeOf(pay(place, id))).toBe('authorized');
    result = '00';
    place.clock.advance(10 * 60_000);
    await place.backend.orders.reconcile();
    const view = await place.backend.orders.shopView(id);
    expect(view).toMatchObject({ state: 'paid' });
    expect(view!.flags.map(({ kind }) => kind)).toEqual(isPaid ? ['second-payment'] : []);
  });

  it('leaves the order in doubt while unverified declines differ, and ends', async () => {
    const results = ['101', '102', '103', '104', '105', '106'];
    const { place, id } = await inDoubt((text) => unsigned(results.shift()!)(text));
    expect(await place.backend.orders.lookUp(id)).toMatchObject({ state: 'in-doubt' });
    expect(results).toHaveLength(3);
  });

  it.each([
    ['has no hash', unsigned('00')],
    [
      'has another hash',
      (text: string) => authorizationAnswer({ orderid: orderIdIn(text), result: '00' }, { secret: 'x' }),
    ],
  ])('accepts a match whose answer %s, because the hash of query answers is not published', async (_what, query) => {
    const { place, id } = await inDoubt(query);
    expect(await place.backend.orders.lookUp(id)).toMatchObject({ state: 'paid' });
  });

  it('rejects an answer about another order and leaves the order in doubt', async () => {
    const { place, id } = await inDoubt(() => authorizationAnswer({ orderid: 'X', result: '00' }));
    await expect(place.backend.orders.lookUp(id)).rejects.toThrow('orderid');
    expect(await stateOf(place, id)).toBe('in-doubt');
  });

  it.each([
    ['amount', '<amount currency="EUR">1</amount>'],
    ['currency', '<amount currency="USD">1999</amount>'],
  ])('flags a match with another %s and leaves the order in doubt', async (_what, element) => {
    const { place, id } = await inDoubt(async (text) => {
      const answer = await found('00')(text).text();
      return new Response(answer.replace('</response>', `${element}</response>`));
    });
    expect(await place.backend.orders.lookUp(id)).toMatchObject({
      state: 'in-doubt',
      flags: [{ kind: 'contradiction' }],
    });
  });

  it('flags a match with another pasref than the answer had, and leaves the order in doubt', async () => {
    const auth = (text: string) =>
      authorizationAnswer({ orderid: orderIdIn(text), result: '00', pasref: '1' }, { secret: 'x' });
    const { place, id } = await inDoubt(found('00', { pasref: '2' }), auth);
    expect(await place.backend.orders.lookUp(id)).toMatchObject({
      state: 'in-doubt',
      flags: [{ kind: 'contradiction' }],
    });
  });

  it.each([
    ['503', 'This transaction type is not allowed.', 200],
    ['505', 'sha1hash incorrect - check your code and the Developers Documentation', 200],
    ['506', 'Schema violation', 200],
    ['508', 'Invalid characters in order id', 200],
    ['500', 'internal server error', 500],
    ['401', 'no', 401],
    ['508', 'Original transaction not found.', 500],
  ])('leaves the order in doubt when the query is answered with %s “%s” (HTTP %d)', async (result, message, status) => {
    const { place, id } = await inDoubt(() => shortAnswer(result, message, status));
    place.clock.advance(10 * MINUTE);
    await expect(place.backend.orders.lookUp(id)).rejects.toThrow('card query');
    expect(await json(await place.call(`orders/${id}`))).toMatchObject({ state: 'in-doubt' });
  });

  it('leaves the order in doubt when another order is not found', async () => {
    const { place, id } = await inDoubt(async () => {
      const text = await notFound().text();
      return new Response(text.replace('<result>', '<orderid>X</orderid><result>'));
    });
    place.clock.advance(10 * MINUTE);
    await expect(place.backend.orders.lookUp(id)).rejects.toThrow('orderid');
    expect(await stateOf(place, id)).toBe('in-doubt');
  });

  it('sends no query for an order without unresolved attempts', async () => {
    const place = shop();
    const id = await place.order();
    expect(await place.backend.orders.lookUp(id)).toMatchObject({ state: 'open' });
    expect(place.sent).toHaveLength(0);
  });
});

describe('“not found”', () => {
  it.each([
    ['no answer', noAnswer],
    ['an unsigned 00', unsigned('00')],
    ['an unsigned 101', unsigned('101')],
    [
      'a 00 with another hash',
      (text: string) => authorizationAnswer({ orderid: orderIdIn(text), result: '00' }, { secret: 'x' }),
    ],
    ['an unsigned 508 with an unknown text', unsigned('01')],
  ])('ends an attempt that got %s only five minutes after it was sent', async (_what, auth) => {
    const { place, id, code } = await inDoubt(notFound, auth);
    expect(code).toBe('authorization-unanswered');
    place.clock.advance(5 * MINUTE);
    expect(await place.backend.orders.lookUp(id)).toMatchObject({ state: 'in-doubt' });
    place.clock.advance(4_000);
    expect(await place.backend.orders.lookUp(id)).toMatchObject({ state: 'open' });
  });

  it.each(['108', '301', '330', '500', '507'])(
    'ends an attempt that got an unsigned %s at the second query, five seconds after the first',
    async (result) => {
      const { place, id } = await inDoubt(notFound, unsigned(result, 'System error'));
      expect(queriesAt(place)).toHaveLength(2);
      expect(await place.backend.orders.read(id)).toMatchObject({
        state: 'open',
        attempts: [{ progress: { step: 'ended', answer: { result, message: 'System error' } } }],
      });
    },
  );

  it('leaves an attempt with an unsigned system error unresolved when the second query fails', async () => {
    let queries = 0;
    const { place, id, code } = await inDoubt(() => (++queries === 1 ? notFound() : noAnswer()), unsigned('500'));
    expect(code).toBe('authorization-unanswered');
    expect(await stateOf(place, id)).toBe('in-doubt');
  });

  it('never ends an attempt that got a 501: only a match settles it', async () => {
    let isKnown = false;
    const { place, id, code } = await inDoubt((text) => (isKnown ? found('00')(text) : notFound()), unsigned('501'));
    expect(code).toBe('authorization-unanswered');
    place.clock.advance(24 * 60 * MINUTE);
    expect(await place.backend.orders.lookUp(id)).toMatchObject({ state: 'in-doubt' });
    isKnown = true;
    place.clock.advance(MINUTE);
    expect(await place.backend.orders.lookUp(id)).toMatchObject({ state: 'paid' });
  });
});

it('an unsigned system error whose authorization is found pays the order in the same call', async () => {
  const { place, id, code } = await inDoubt(found('00'), unsigned('500'));
  expect(code).toBe('authorized');
  expect(await stateOf(place, id)).toBe('paid');
  expect(queriesAt(place)).toHaveLength(1);
});

it('an attempt that ended by “not found” is queried again after five minutes, and a match is a late success', async () => {
  let isKnown = false;
  const { place, id } = await inDoubt((text) => (isKnown ? found('00')(text) : notFound()), unsigned('500'));
  expect(await stateOf(place, id)).toBe('open');
  isKnown = true;
  place.clock.advance(4 * MINUTE);
  expect(await place.backend.orders.reconcile()).toMatchObject({ lookedUp: 0 });
  place.clock.advance(2 * MINUTE);
  expect(await place.backend.orders.reconcile()).toMatchObject({ lookedUp: 1, settled: 1 });
  expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'paid', contradiction: false });
  place.clock.advance(60 * MINUTE);
  const before = queriesAt(place).length;
  await place.backend.orders.reconcile();
  // Only the void and the refund of the payment are asked for.
  expect(
    queriesAt(place)
      .slice(before)
      .map(({ text }) => /<orderid>(_\w+?_)/.exec(text)?.[1]),
  ).toEqual(['_void_', '_rebate_']);
});

it('an attempt that ended by “not found” is queried ever more seldom, for at least a day', async () => {
  const { place } = await inDoubt(notFound);
  const asked: number[] = [];
  for (let minute = 1; minute <= 2 * 24 * 60; minute++) {
    place.clock.advance(MINUTE);
    const before = queriesAt(place).length;
    await place.backend.orders.reconcile();
    if (queriesAt(place).length > before) asked.push(minute);
  }
  // Until the sixth minute "not found" does not count, and every run asks.
  expect(asked).toEqual([1, 2, 3, 4, 5, 6, 11, 22, 44, 88, 176, 352, 704, 1408, 2816]);
});

it('a request that reached the gateway 16 minutes late pays its order, or is flagged beside another payment', async () => {
  for (const isPaidAgain of [false, true]) {
    let isLate = true;
    const { place, id } = await inDoubt((text) => (isLate ? notFound() : found('00')(text)));
    for (let minute = 1; minute <= 15; minute++) {
      place.clock.advance(MINUTE);
      await place.backend.orders.reconcile();
    }
    expect(await stateOf(place, id)).toBe('open');
    place.intercept = isPaidAgain ? (_path, _text, pass) => pass() : place.intercept;
    if (isPaidAgain) await pay(place, id);
    place.intercept = (path, text, pass) => (isXml(path) && isQuery(text) ? found('00')(text) : pass());
    isLate = false;
    place.clock.advance(10 * MINUTE);
    await place.backend.orders.reconcile();
    const { state, flags } = (await place.backend.orders.read(id))!;
    expect([state, flags.map(({ kind }) => kind)]).toEqual(['paid', isPaidAgain ? ['second-payment'] : []]);
  }
});

it('an order that a page waits for is looked up at growing intervals', async () => {
  let isKnown = false;
  const { place, id } = await inDoubt((text) => (isKnown ? found('00')(text) : notFound()));
  const read = async () => (await json(await place.call(`orders/${id}`))).state as string;
  expect([await read(), await read()]).toEqual(['in-doubt', 'in-doubt']);
  expect(queriesAt(place)).toHaveLength(1);
  isKnown = true;
  place.clock.advance(5_000);
  expect(await read()).toBe('in-doubt');
  place.clock.advance(1_000);
  expect(await read()).toBe('paid');
  expect(queriesAt(place)).toHaveLength(2);
});
