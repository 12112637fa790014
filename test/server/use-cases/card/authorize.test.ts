import { describe, expect, it } from 'vitest';
import {
  createGateway,
  GatewayError,
  type Gateway,
  type OrderStore,
  type ProblemReport,
} from '../../../../src/server.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { codeOf } from '../../code-of.js';
import {
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  GATEWAY,
  isQuery,
  isXml,
  json,
  manualTimers,
  notFound,
  orderIdIn,
  pay,
  queriesAt,
  shop,
  shortAnswer,
  type Shop,
} from '../../scripted-gateway.js';

type Answer = (orderid: string) => Response | Promise<Response>;

/** An order paid at a gateway that answers the authorization so, and that does not find it when asked. */
async function paid(answer: Answer, place: Shop = shop({ patience: 0 })) {
  place.intercept = (path, text, pass) => {
    if (!isXml(path)) return pass();
    return isQuery(text) ? notFound() : answer(orderIdIn(text));
  };
  const id = await place.order();
  const { outcome } = await json(await pay(place, id));
  return { place, id, outcome };
}

const signed = (result: string) => (orderid: string) => authorizationAnswer({ orderid, result });
const unsigned = (result: string, message?: string) => () => shortAnswer(result, message ?? 'MESSAGE');
const networkError = (code: string) => () =>
  Promise.reject<Response>(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));

describe('the outcome of an authorization', () => {
  it.each([
    ['00', 'paid', 'authorized', 'paid'],
    ['101', 'declined', 'declined', 'open'],
    ['102', 'declined', 'referral', 'open'],
    ['103', 'declined', 'card-blocked', 'open'],
    ['105', 'declined', 'declined', 'open'],
    ['110', 'declined', 'declined', 'open'],
    ['111', 'declined', 'authentication-demanded', 'open'],
    ['200', 'failed', 'gateway-unavailable', 'open'],
    ['205', 'failed', 'gateway-unavailable', 'open'],
  ])(
    'the outcome of an authorization is decided by a signed %s without a query: %s, %s, order %s',
    async (result, status, code, state) => {
      const { place, id, outcome } = await paid(signed(result));
      expect(outcome).toMatchObject({ status, code, order: { state } });
      expect((await place.backend.orders.shopView(id))?.state).toBe(state);
      expect(queriesAt(place)).toHaveLength(0);
    },
  );

  it.each([
    ['502', 'Mandatory field missing: orderid'],
    ['503', 'This transaction type is not allowed.'],
    ['505', 'sha1hash incorrect'],
    ['506', 'Schema violation'],
    ['508', 'Original transaction not found.'],
    ['508', 'Invalid characters in order id'],
    ['508', 'Zero, negative or insufficient amount specified.'],
    ['508', 'Exemption is not configured for this merchant.'],
  ])(
    'the outcome of an authorization is gateway-refused after an unsigned %s “%s”, without a query',
    async (result, message) => {
      const { place, outcome } = await paid(unsigned(result, message));
      expect(outcome).toMatchObject({ status: 'failed', code: 'gateway-refused', order: { state: 'open' } });
      expect(queriesAt(place)).toHaveLength(0);
    },
  );

  it.each([
    ['108', 'declined', 'declined'],
    ['301', 'failed', 'gateway-unavailable'],
    ['330', 'failed', 'gateway-unavailable'],
    ['500', 'failed', 'gateway-unavailable'],
    ['504', 'failed', 'gateway-refused'],
    ['508', 'failed', 'gateway-refused'],
    ['561', 'failed', 'card-not-supported'],
  ])(
    'the outcome of an authorization after an unsigned %s is that of the answer once two queries have not found it: %s, %s',
    async (result, status, code) => {
      const { place, id, outcome } = await paid(unsigned(result));
      expect(outcome).toMatchObject({ status, code, order: { state: 'open' } });
      expect(queriesAt(place)).toHaveLength(2);
      expect((await place.backend.orders.read(id))?.attempts).toMatchObject([{ progress: { step: 'ended', code } }]);
    },
  );

  it('puts the two queries five seconds apart', async () => {
    const times: number[] = [];
    const place = shop();
    place.intercept = (path, text, pass) => {
      if (!isXml(path)) return pass();
      if (isQuery(text)) times.push(place.clock.now().getTime());
      return isQuery(text) ? notFound() : shortAnswer('500', 'internal');
    };
    await pay(place, await place.order());
    expect(times[1]! - times[0]!).toBe(5_000);
  });

  it.each([
    ['has a wrong hash', (orderid: string) => authorizationAnswer({ orderid, result: '00' }, { secret: 'another' })],
    ['has no hash', (orderid: string) => authorizationAnswer({ orderid, result: '00' }, { signed: false })],
    [
      'is a decline without a hash',
      (orderid: string) => authorizationAnswer({ orderid, result: '101' }, { signed: false }),
    ],
    [
      'is a decline with a wrong hash',
      (orderid: string) => authorizationAnswer({ orderid, result: '101' }, { secret: 'x' }),
    ],
    [
      'is a 505 with a wrong hash',
      (orderid: string) => authorizationAnswer({ orderid, result: '505' }, { secret: 'x' }),
    ],
    ['is about another order', () => authorizationAnswer({ orderid: 'x', result: '101' })],
    ['is a signed 01', signed('01')],
    ['is an unsigned 999', unsigned('999')],
    ['is an unsigned 501', unsigned('501')],
    ['is not XML', () => new Response('<html>')],
    ['is HTTP 500', () => new Response('', { status: 500 })],
    ['is HTTP 429', () => new Response('', { status: 429 })],
    ['breaks off', networkError('ECONNRESET')],
  ])(
    'the outcome of an authorization is in-doubt when the answer %s, and no second authorization is sent',
    async (_what, answer) => {
      const { place, id, outcome } = await paid(answer);
      expect(outcome).toMatchObject({ status: 'in-doubt', code: 'authorization-unanswered' });
      const again = await pay(place, id);
      expect([again.status, await codeOf(again)]).toEqual([409, 'order-not-open']);
      expect(authorizationsAt(place)).toHaveLength(1);
    },
  );

  it('the outcome of an authorization is in-doubt when the gateway does not answer within the time limit', async () => {
    const timers = manualTimers();
    const place = shop({}, { after: timers.after });
    const { outcome } = await paid(() => {
      queueMicrotask(timers.elapse);
      return new Promise<Response>(() => undefined);
    }, place);
    expect(outcome).toMatchObject({ status: 'in-doubt', code: 'authorization-unanswered' });
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])(
    'the outcome of an authorization is failed and the order stays open when no connection was made (%s)',
    async (error) => {
      const { place, id, outcome } = await paid(networkError(error));
      expect(outcome).toMatchObject({ status: 'failed', code: 'gateway-unavailable', order: { state: 'open' } });
      place.intercept = undefined;
      expect(await codeOf(pay(place, id))).toBe('authorized');
      const [one, other] = authorizationsAt(place).map(({ text }) => orderIdIn(text));
      expect(one).not.toBe(other);
    },
  );
});

describe('onProblem', () => {
  /** A shop, and the alerts about authorizations without a known result. */
  function watched(options: Parameters<typeof shop>[0] = {}) {
    const alerts: ProblemReport[] = [];
    const onProblem = (problem: ProblemReport) => {
      if (problem.code === 'authorization-unanswered') alerts.push(problem);
    };
    return { place: shop({ patience: 0, onProblem, ...options }), alerts };
  }

  it('receives authorization-unanswered once, with order and cause, when the answer of the gateway is lost', async () => {
    const { place, alerts } = watched();
    const { id } = await paid(networkError('ECONNRESET'), place);
    expect(alerts).toEqual([
      {
        code: 'authorization-unanswered',
        order: id,
        route: 'POST /orders/:id/authentications',
        client: '203.0.113.7',
        cause: expect.any(GatewayError) as unknown,
      },
    ]);
  });

  it('receives authorization-unanswered with the result and message of an answer that decides nothing', async () => {
    const { place, alerts } = watched();
    const { id } = await paid(unsigned('501', 'Duplicate'), place);
    expect(alerts).toMatchObject([{ order: id, cause: { result: '501', message: 'Duplicate' } }]);
  });

  it('receives a wrong clock of this server with an answer that decides nothing, by the Date of the gateway', async () => {
    const { place, alerts } = watched();
    const answer = () => {
      const response = unsigned('999', 'Timestamp out of range')();
      response.headers.set('date', new Date(place.clock.now().getTime() + 86_400_000).toUTCString());
      return response;
    };
    const { id } = await paid(answer, place);
    const cause = { result: '999', clock: expect.stringContaining('set the clock.') as unknown };
    expect(alerts).toMatchObject([{ order: id, cause }]);
    expect((await place.backend.orders.read(id))?.attempts[0]).not.toHaveProperty('progress.answer.clock');
  });

  it('receives authorization-unanswered when the answer of the gateway could not be stored', async () => {
    const inner = memoryOrderStore();
    let isDown = false;
    const store: OrderStore = {
      ...inner,
      read: (id) => (isDown ? Promise.reject(new Error('disk full')) : inner.read(id)),
      replace: (...input) => (isDown ? Promise.reject(new Error('disk full')) : inner.replace(...input)),
    };
    const { place, alerts } = watched({ store });
    const { id, outcome } = await paid((orderid) => {
      isDown = true;
      return authorizationAnswer({ orderid, result: '00' });
    }, place);
    expect(outcome).toMatchObject({ code: 'authorization-unanswered' });
    expect(alerts).toMatchObject([{ order: id, cause: { message: 'disk full' } }]);
  });

  it.each([
    ['is approved', signed('00')],
    ['is declined', signed('101')],
    ['was not sent', networkError('ECONNREFUSED')],
    ['was an error that two queries have settled', unsigned('500')],
  ])('receives no authorization-unanswered when the authorization %s', async (_what, answer) => {
    const { place, alerts } = watched();
    await paid(answer, place);
    expect(alerts).toEqual([]);
  });
});

it('an authorization that does not fit the schema is not sent, and the order stays open', async () => {
  const { sandbox, clock } = shop();
  let sent = 0;
  const settings = {
    baseUrl: GATEWAY,
    merchantId: 'scudo',
    secret: 'secret',
    now: clock.now,
    fetch: (async (...request) => {
      sent++;
      return sandbox.fetch(new Request(...request));
    }) as typeof fetch,
  };
  const client = createGateway(settings);
  const cardAuthorizations: Gateway['cardAuthorizations'] = {
    ...client.cardAuthorizations,
    create: (input) => client.cardAuthorizations.create({ ...input, currency: 'not a currency' }),
  };
  const place = shop({ gateway: { ...client, cardAuthorizations } }, {}, { sandbox, clock });
  const id = await place.order();
  expect(await json(await pay(place, id))).toMatchObject({
    outcome: { status: 'failed', code: 'gateway-refused', order: { state: 'open' } },
  });
  // The version check and the authentication.
  expect(sent).toBe(2);
});

it('a result of another shop with the same order id pays nothing', async () => {
  // Two shops share a merchant account and use the same order id.
  const one = shop();
  await one.order({ id: 'ORDER-10017', amount: '100' });
  expect(await codeOf(pay(one, 'ORDER-10017'))).toBe('authorized');
  const other = shop({ patience: 0 }, {}, one);
  await other.order({ id: 'ORDER-10017', amount: '500000' });
  other.intercept = (path, text, pass) => (isXml(path) && !isQuery(text) ? shortAnswer('501', 'Duplicate') : pass());
  expect(await codeOf(pay(other, 'ORDER-10017', CARDS.attempted))).toBe('authorization-unanswered');
  other.clock.advance(3_600_000);
  await other.backend.orders.reconcile();
  expect(await other.backend.orders.shopView('ORDER-10017')).toMatchObject({ state: 'in-doubt' });
  const [first, second] = [one, other].map((place) => orderIdIn(authorizationsAt(place)[0]!.text));
  expect(first).toMatch(/^ORDER-10017-[0-9a-z]{10}$/);
  expect(second).not.toBe(first);
});
