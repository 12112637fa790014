import { describe, expect, it } from 'vitest';
import { isGatewayOrderIdOf } from '../../../../src/server/domain/identifiers/gateway-order-id.js';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authorizationsAt,
  CARDS,
  gate,
  json,
  newKey,
  pay,
  prepare,
  report,
  shortAnswer,
} from '../../scripted-gateway.js';
import {
  deliver,
  list,
  paymentSetAnswer,
  redirect,
  redirectShop,
  redirectsOf,
  sentAway,
  signed,
  statusPairs,
} from '../../signed-messages.js';

const setsAt = (place: ReturnType<typeof redirectShop>) =>
  place.sent.filter(({ text }) => text.includes('type="payment-set"'));

describe('payment-set', () => {
  it('payment-set has the document’s element order and hash, with the order in the paths of its URLs', async () => {
    const place = redirectShop();
    const id = await place.order({ descriptor: 'COIN SHOP', comments: ['first', 'second & last'] });
    expect(await json(await redirect(place, id))).toEqual({
      result: 'redirect',
      redirect_url: 'https://bank.example/go/1',
    });
    const { text } = setsAt(place)[0]!;
    const timestamp = /timestamp="(\d{14})"/.exec(text)![1]!;
    const [{ gatewayOrderId } = { gatewayOrderId: '' }] = await redirectsOf(place, id);
    expect(isGatewayOrderIdOf(id, gatewayOrderId)).toBe(true);
    const hash = signed([timestamp, 'scudo', gatewayOrderId, '1999', 'EUR', 'testpay']);
    expect(text).toBe(
      `<request type="payment-set" timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account><amount currency="EUR">1999</amount><autosettle flag="1"></autosettle>` +
        `<orderid>${gatewayOrderId}</orderid><paymentmethod>testpay</paymentmethod><paymentmethoddetails><returnurl>https://shop.example/scudo/return/${id}</returnurl>` +
        `<statusupdateurl>https://shop.example/scudo/status/${id}</statusupdateurl><descriptor>COIN SHOP</descriptor><country>GB</country><accountholdername>Ada Lovelace</accountholdername></paymentmethoddetails>` +
        `<comments><comment id="1">first</comment><comment id="2">second &amp; last</comment></comments><accountholdername>Ada Lovelace</accountholdername><sha1hash>${hash}</sha1hash></request>`,
    );
  });

  it.each([
    [undefined, '1'],
    [true, '1'],
    [false, '0'],
  ])('payment-set of a shop with autosettle %s has the flag %s', async (autosettle, flag) => {
    const place = redirectShop(autosettle === undefined ? {} : { autosettle });
    await redirect(place, await place.order());
    expect(setsAt(place)[0]!.text).toContain(`<autosettle flag="${flag}"></autosettle>`);
  });

  it.each([
    [{ description: 'Two coins' }, '<descriptor>Two coins</descriptor>'],
    [{ description: 'Two coins', descriptor: 'COINS' }, '<descriptor>COINS</descriptor>'],
    [{}, '</statusupdateurl><country>'],
  ])('payment-set of an order with %j has %s', async (order, element) => {
    const place = redirectShop();
    await redirect(place, await place.order(order));
    expect(setsAt(place)[0]!.text).toContain(element);
  });

  it('payment-set has the holder and the country of the order, whatever the page sends', async () => {
    const place = redirectShop();
    await redirect(place, await place.order({ accountHolderName: 'Grace Hopper', country: 'US' }));
    expect(setsAt(place)[0]!.text).toContain(
      '<country>US</country><accountholdername>Grace Hopper</accountholdername>',
    );
  });

  it.each([
    [{ method: 'card' }, ['method']],
    [{ method: 'sofort' }, ['method']],
    [{ method: '' }, ['method']],
    [{ account_holder_name: '' }, ['account_holder_name']],
    [{ country: 'XX' }, ['country']],
  ])('payment-set is not sent for %j, and the problem names the fields %j', async (body, fields) => {
    const place = redirectShop();
    const response = await redirect(place, await place.order(), body);
    expect(response.status).toBe(400);
    expect((await json(response)).fields.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(setsAt(place)).toHaveLength(0);
  });

  it('requires the fields for which the order’s method asks', async () => {
    const place = redirectShop();
    const id = await place.order();
    const response = await place.call(`orders/${id}/redirects`, { method: 'testpay' }, { 'idempotency-key': newKey() });
    expect((await json(response)).fields.map(({ field }: { field: string }) => field)).toEqual([
      'account_holder_name',
      'country',
    ]);
    expect(await json(await place.call(`orders/${id}`))).toMatchObject({
      methods: [{ code: 'card' }, { code: 'testpay', ask: ['account_holder_name', 'country'] }],
    });
  });
});

describe('an answer to payment-set', () => {
  it.each([
    ['the hash of another secret', {}, 'wrong'],
    ['another order id', { orderid: 'other' }, 'secret'],
    ['a redirect URL without TLS', { redirecturl: 'http://bank.example/' }, 'secret'],
    ['a script as redirect URL', { redirecturl: 'javascript:alert(1)' }, 'secret'],
    ['data as redirect URL', { redirecturl: 'data:text/html,x' }, 'secret'],
    ['a redirect URL with user info', { redirecturl: 'https://shop.example@evil.example/' }, 'secret'],
    ['a redirect URL without a scheme', { redirecturl: '//evil.example/' }, 'secret'],
    ['no redirect URL', { redirecturl: '' }, 'secret'],
    ['no reference', { pasref: '' }, 'secret'],
  ])('an answer to payment-set with %s ends the attempt, and the order can be paid', async (_what, change, secret) => {
    const place = redirectShop();
    place.intercept = (_path, text, pass) =>
      text.includes('type="payment-set"') ? paymentSetAnswer(text, change, secret) : pass();
    const id = await place.order();
    expect(await json(await redirect(place, id))).toMatchObject({ code: 'gateway-unavailable', retryable: true });
    const record = await place.backend.orders.read(id);
    expect(JSON.stringify(record)).not.toContain('evil');
    expect(record).toMatchObject({
      state: 'open',
      attempts: [{ kind: 'redirect', progress: { step: 'not-started' } }],
    });
    expect(await codeOf(pay(place, id))).toBe('authorized');
  });

  it.each([
    [401, '401'],
    [400, '400'],
    [500, '500'],
    [200, '505'],
    [200, '508'],
  ])('an answer to payment-set with HTTP %d and result %s leaves the order payable', async (status, result) => {
    const place = redirectShop();
    place.intercept = (_path, text, pass) =>
      text.includes('type="payment-set"') ? shortAnswer(result, 'no', status) : pass();
    const id = await place.order();
    expect(await codeOf(redirect(place, id))).toBe(status === 500 ? 'gateway-unavailable' : 'gateway-refused');
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'open' });
  });
});

describe('a redirect payment', () => {
  it('a redirect payment is begun once, and each further call returns its redirect URL', async () => {
    const place = redirectShop();
    const id = await place.order();
    const key = newKey();
    const answers = await Promise.all([1, 2, 3].map(async () => json(await redirect(place, id, {}, key))));
    expect(new Set(answers.map(({ redirect_url }) => redirect_url)).size).toBe(1);
    expect(setsAt(place)).toHaveLength(1);
    expect(await codeOf(redirect(place, id))).toBe('redirect');
    expect(setsAt(place)).toHaveLength(1);
    expect(await json(await place.call(`orders/${id}`))).toMatchObject({
      state: 'pending',
      redirect: { method: 'testpay', unfinished: true },
    });
  });

  it.each([{ account_holder_name: 'Grace Hopper' }, { country: 'US' }, { method: 'ideal' }])(
    'refuses its Idempotency-Key for %j',
    async (change) => {
      const place = redirectShop({ methods: [{ code: 'testpay' }, { code: 'ideal' }] });
      const id = await place.order();
      const key = newKey();
      expect(await codeOf(redirect(place, id, {}, key))).toBe('redirect');
      expect(await codeOf(redirect(place, id, change, key))).toBe('key-reused');
      expect(await codeOf(redirect(place, id, {}, key))).toBe('redirect');
    },
  );

  it('a redirect payment cannot be resumed once a message with a valid hash has come from it', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    await deliver(place, 'return-get', away.id, statusPairs({ ...away, result: '01' }));
    expect(await codeOf(redirect(place, away.id))).toBe('order-not-open');
    expect(await json(await place.call(`orders/${away.id}`))).toMatchObject({
      state: 'pending',
      redirect: { method: 'testpay', unfinished: false },
    });
    await place.settled();
  });

  it.each([
    ['that the report lists as INITIATED', { status: 'INITIATED', result: '01' }],
    ['that the report does not list', undefined],
  ] as const)('a redirect payment %s is set aside for another method', async (_what, listed) => {
    const place = redirectShop({ methods: [{ code: 'card' }, { code: 'testpay' }, { code: 'ideal' }] });
    const away = await sentAway(place);
    if (listed) list(place, away.orderid, listed);
    else place.listed.clear();
    expect(await codeOf(redirect(place, away.id, { method: 'ideal' }))).toBe('redirect');
    expect(await redirectsOf(place, away.id)).toMatchObject([
      { method: 'testpay', progress: { step: 'set-aside', by: 'other-method' } },
      { method: 'ideal', progress: { step: 'awaiting-result' } },
    ]);
  });

  it('a redirect payment that was never begun gives way to a card: the version check opens the order', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    expect(await codeOf(pay(place, away.id))).toBe('authorized');
    expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'paid', method: 'card', flags: [] });
  });

  it('a redirect payment that the shopper has begun excludes a card: no version check, authentication or authorization', async () => {
    const place = redirectShop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    await redirect(place, id);
    const [{ gatewayOrderId } = { gatewayOrderId: '' }] = await redirectsOf(place, id);
    list(place, gatewayOrderId, { status: 'PENDING' });
    expect((await place.call(`orders/${id}/protocol-versions`, { number: CARDS.success })).status).toBe(409);
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('order-not-open');
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('a redirect payment is not begun while a card authorization is under way', async () => {
    const place = redirectShop();
    const inner = place.intercept!;
    const [reached, go] = [gate(), gate()];
    place.intercept = async (path, text, pass, query) => {
      if (text.includes('type="auth"')) {
        reached.open();
        await go.opened;
      }
      return inner(path, text, pass, query);
    };
    const id = await place.order();
    const paying = codeOf(pay(place, id));
    await reached.opened;
    expect(await codeOf(redirect(place, id))).toBe('order-not-open');
    go.open();
    expect(await paying).toBe('authorized');
    expect(setsAt(place)).toHaveLength(0);
  });

  /** A shop that holds its first call of a kind at the gateway. */
  function holdingShop(isHeld: (path: string, text: string) => boolean, ...more: Parameters<typeof redirectShop>) {
    const place = redirectShop(...more);
    const inner = place.intercept!;
    const [reached, go] = [gate(), gate()];
    place.intercept = async (path, text, pass, query) => {
      if (isHeld(path, text)) {
        reached.open();
        await go.opened;
      }
      return inner(path, text, pass, query);
    };
    return { place, reached, go };
  }
  const isAuthentication = (path: string) => path.startsWith('/3ds2/authentications');

  it.each([
    ['is not begun while an authentication is on its way to the gateway', CARDS.success],
    ['is not begun while a refused authentication is on its way, and can be begun after it', CARDS.failed],
  ])('a redirect payment %s', async (_what, number) => {
    const { place, reached, go } = holdingShop(isAuthentication);
    const id = await place.order();
    const paying = codeOf(pay(place, id, number));
    await reached.opened;
    const refused = await redirect(place, id);
    expect([refused.status, await json(refused)]).toMatchObject([409, { code: 'request-in-progress' }]);
    expect(setsAt(place)).toHaveLength(0);
    go.open();
    expect(await paying).toBe(number === CARDS.success ? 'authorized' : 'authentication-failed');
    expect(await codeOf(redirect(place, id))).toBe(number === CARDS.success ? 'order-not-open' : 'redirect');
  });

  it('a redirect payment is not begun while the result of a challenge is being read', async () => {
    const { place, reached, go } = holdingShop((path) => /^\/3ds2\/authentications\/./.test(path));
    const id = await place.order();
    const challenge = await json(await pay(place, id, CARDS.challenge));
    await answerChallenge(place, challenge as { encoded_creq: string; acs_url: string });
    const reported = codeOf(report(place, id, challenge.server_trans_id as string));
    await reached.opened;
    expect(await codeOf(redirect(place, id))).toBe('request-in-progress');
    go.open();
    expect(await reported).toBe('authorized');
  });

  it('a redirect payment can be begun when the lease of an authentication is over', async () => {
    const { place, reached, go } = holdingShop(isAuthentication);
    const id = await place.order();
    const paying = codeOf(pay(place, id));
    await reached.opened;
    place.clock.advance(9_999);
    expect(await codeOf(redirect(place, id))).toBe('request-in-progress');
    place.clock.advance(1);
    expect(await codeOf(redirect(place, id))).toBe('redirect');
    go.open();
    await paying;
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('a redirect payment whose payment-set is answered after an authentication has begun gives way to the card', async () => {
    const { place, reached, go } = holdingShop((_path, text) => text.includes('type="payment-set"'));
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const redirected = redirect(place, id);
    await reached.opened;
    const inner = place.intercept!;
    const authentication = { reached: gate(), go: gate() };
    place.intercept = async (path, text, pass, query) => {
      if (isAuthentication(path)) {
        authentication.reached.open();
        await authentication.go.opened;
      }
      return inner(path, text, pass, query);
    };
    const paying = codeOf(pay(place, id, CARDS.success, { serverTransId }));
    await authentication.reached.opened;
    go.open();
    expect(await codeOf(redirected)).toBe('request-in-progress');
    authentication.go.open();
    expect(await paying).toBe('authorized');
  });
});
