import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  authorizationsAt,
  BROWSER,
  card,
  CARDS,
  gate,
  isXml,
  json,
  newKey,
  pay,
  prepare,
  shop,
  shortAnswer,
} from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

describe('POST authentications', () => {
  it('authenticates and authorizes in one call when the issuer approves without a challenge', async () => {
    const place = shop();
    const id = await place.order();
    expect(await json(await pay(place, id))).toEqual({
      result: 'outcome',
      outcome: {
        status: 'paid',
        code: 'authorized',
        retryable: false,
        same_card: true,
        order: { id, state: 'paid', paid_at: '2026-11-20T12:00:00.000Z' },
      },
    });
    expect(place.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /3ds2/protocol-versions',
      'POST /3ds2/authentications',
      'POST /epage-remote.cgi',
    ]);
    const view = await place.backend.orders.shopView(id);
    expect(view).toMatchObject({
      state: 'paid',
      liabilityShift: true,
      authentication: { status: 'AUTHENTICATION_SUCCESSFUL', eci: '05', version: '2.2.0' },
    });
    expect(view?.history.map(({ event, state }) => `${event} ${state}`)).toEqual([
      'created open',
      'version-checked open',
      'authentication-sent open',
      // One write stores the result and the order in doubt.
      'authentication-answered in-doubt',
      'authorization-sent in-doubt',
      'authorization-answered paid',
    ]);
  });

  it.each([
    ['a state', { city: 'Springfield', postal_code: '62701', state: 'IL', country: 'US' }, '840'],
    ['no postcode', { city: 'Dubai', state: 'DU', country: 'AE' }, '784'],
  ])('sends a billing address of the page with %s, and a phone number with its zeros', async (_case, rest, country) => {
    const place = shop({ ask: () => ['mobile_phone', 'billing_address'] });
    const id = await place.order({ payer: {} });
    const server_trans_id = await prepare(place, id, CARDS.success);
    const address = { line1: '1 Main St', line2: 'Apt 2', ...rest };
    const body = {
      server_trans_id,
      card: card(CARDS.success),
      browser_data: BROWSER,
      method_url_completion: 'YES',
      payer: { mobile_phone: { country_code: '225', subscriber_number: '0707123456' }, billing_address: address },
    };
    const answer = await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() });
    expect(await json(answer)).toMatchObject({ outcome: { status: 'paid' } });
    const sent = place.sent.find(({ path }) => path === '/3ds2/authentications')!;
    expect((JSON.parse(sent.text) as { payer: unknown }).payer).toEqual({
      mobile_phone: { country_code: '225', subscriber_number: '0707123456' },
      billing_address: { ...address, country },
    });
  });

  it('sends the order’s amount, and the address and headers of the connection', async () => {
    const place = shop();
    const id = await place.order({ amount: '250', currency: 'GBP', description: 'x' });
    const server_trans_id = await prepare(place, id, CARDS.success);
    const browser = {
      color_depth: 'ONE_BIT',
      java_enabled: 'false',
      javascript_enabled: 'true',
      screen_height: '1',
      screen_width: '1',
      challenge_window_size: 'FULL_SCREEN',
      timezone: '0',
    };
    const body = {
      server_trans_id,
      card: card(CARDS.success),
      browser_data: browser,
      method_url_completion: 'NO',
      // A page cannot set them.
      amount: '1',
      currency: 'USD',
      order: { amount: '1', currency: 'USD' },
    };
    await place.call(`orders/${id}/authentications`, body, {
      'idempotency-key': newKey(),
      accept: 'text/plain',
      'accept-language': 'en-GB-oxendict,de;q=0.5',
      'user-agent': 'Header/1',
    });
    const sent = JSON.parse(place.sent[1]?.text ?? '') as Record<string, any>;
    expect(sent).toMatchObject({
      authentication_source: 'BROWSER',
      message_category: 'PAYMENT_AUTHENTICATION',
      message_version: '2.2.0',
      challenge_request_indicator: 'NO_PREFERENCE',
      merchant_id: 'scudo',
      account_id: 'internet',
      order: { id, amount: '250', currency: 'GBP' },
      payer: { email: 'ada@example.com' },
      method_url_completion: 'NO',
      challenge_notification_url: `https://shop.example/scudo/notifications/challenge/${id}`,
      merchant_contact_url: 'https://shop.example',
      browser_data: { ip: '203.0.113.7', accept_header: 'text/plain', language: 'en-GB', user_agent: 'Header/1' },
      card_detail: { scheme: 'VISA', expiry_month: '12', expiry_year: '28', full_name: 'Ada Lovelace' },
    });
    expect(authorizationsAt(place)[0]?.text).toContain('<amount currency="GBP">250</amount>');
    expect(JSON.parse(place.sent[0]?.text ?? '')).toMatchObject({
      method_notification_url: `https://shop.example/scudo/notifications/method/${id}`,
    });
  });

  it.each([
    ['failed', 'not-authenticated', 'authentication-failed'],
    ['rejected', 'not-authenticated', 'issuer-rejected'],
    ['impossible', 'not-authenticated', 'authentication-impossible'],
    ['notEnrolled', 'not-authenticated', 'not-enrolled'],
    ['attempted', 'paid', 'authorized'],
    ['noMethod', 'paid', 'authorized'],
  ] as const)('ends the payment with a card that is %s as %s', async (name, status, code) => {
    const place = shop();
    const id = await place.order();
    expect(await json(await pay(place, id, CARDS[name]))).toMatchObject({ outcome: { status, code } });
    expect(authorizationsAt(place)).toHaveLength(status === 'paid' ? 1 : 0);
    expect((await place.backend.orders.shopView(id))?.state).toBe(status === 'paid' ? 'paid' : 'open');
  });

  it.each([
    ['attempted', { attempted: 'refuse' }, 'authentication-attempted', true],
    ['impossible', { couldNotBePerformed: 'authorize' }, 'authorized', false],
    ['notEnrolled', { notEnrolled: 'authorize' }, 'authorized', false],
  ] as const)('applies the order’s policy to a card that is %s', async (name, policies, code, shift) => {
    const place = shop();
    const id = await place.order({ policies });
    expect(await codeOf(pay(place, id, CARDS[name]))).toBe(code);
    expect((await place.backend.orders.shopView(id))?.liabilityShift).toBe(shift);
  });

  it.each([
    { exemptStatus: 'LOW_VALUE' },
    { challengeRequestIndicator: 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED' },
  ] as const)('shifts no liability when the order requests an exemption: %j', async (order) => {
    const place = shop();
    const id = await place.order(order);
    await pay(place, id);
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'paid', liabilityShift: false });
  });
});

describe('an exemption', () => {
  it('an exemption is sent with an authorization that has no authentication', async () => {
    const place = shop();
    const id = await place.order({ exemptStatus: 'LOW_VALUE', policies: { notEnrolled: 'authorize' } });
    expect(await codeOf(pay(place, id, CARDS.notEnrolled))).toBe('authorized');
    expect(authorizationsAt(place)[0]?.text).toContain('<mpi><exempt_status>LOW_VALUE</exempt_status></mpi>');
  });
});

describe('method_url_completion', () => {
  it.each([
    ['noMethod', 'YES', 'UNAVAILABLE'],
    ['noMethod', 'NO', 'UNAVAILABLE'],
    ['success', 'YES', 'YES'],
    ['success', 'NO', 'NO'],
    ['success', 'UNAVAILABLE', 'NO'],
  ] as const)(
    'method_url_completion for a card that is %s and a page that reports %s is %s',
    async (name, reported, sent) => {
      const place = shop();
      const id = await place.order();
      const server_trans_id = await prepare(place, id, CARDS[name]);
      const body = { server_trans_id, card: card(CARDS[name]), browser_data: BROWSER, method_url_completion: reported };
      await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() });
      const request = place.sent.find(({ path }) => path === '/3ds2/authentications');
      expect(JSON.parse(request?.text ?? '{}')).toMatchObject({ method_url_completion: sent });
    },
  );
});

describe('a transaction identifier', () => {
  it('a transaction of a frame with isolated fields gives the same answer to every card without the key of the frame', async () => {
    const place = shop();
    const id = await place.order();
    const frame_key = '0f0e0d0c-0b0a-4908-8706-050403020100';
    const call = (path: string, body: object, key = newKey()) =>
      codeOf(place.call(`orders/${id}/${path}`, body, { 'idempotency-key': key }));
    const checked = await place.call(`orders/${id}/protocol-versions`, { number: CARDS.challenge, frame_key });
    const { server_trans_id } = await json(checked);
    const payment = (number: string, more: object = {}) => ({
      server_trans_id,
      card: { ...card(number), ...more },
      browser_data: BROWSER,
      method_url_completion: 'YES',
    });
    for (const number of [CARDS.attempted, CARDS.challenge])
      expect(await call('authentications', payment(number))).toBe('authentication-unknown');
    const key = newKey();
    expect(await call('authentications', payment(CARDS.challenge, { frame_key }), key)).toBe('challenge');
    // A call with the frame's Idempotency-Key, another card and the right one.
    for (const number of [CARDS.attempted, CARDS.challenge])
      expect(await call('authentications', payment(number), key)).toBe('key-reused');
    for (const number of [CARDS.attempted, CARDS.challenge]) {
      const report = { server_trans_id, card: card(number), ended: 'returned' };
      expect(await call('authorizations', report)).toBe('authentication-unknown');
    }
    expect(await call('authentications', payment(CARDS.challenge, { frame_key }), key)).toBe('challenge');
  });

  it('a payment of a frame without a transaction gives the same answer to every card with its key, also once it is paid', async () => {
    const place = shop();
    const id = await place.order({ policies: { notEnrolled: 'authorize' } });
    const frame_key = '0f0e0d0c-0b0a-4908-8706-050403020100';
    const key = newKey();
    const call = (number: string) => {
      const body = {
        card: { ...card(number), frame_key },
        browser_data: BROWSER,
        method_url_completion: 'UNAVAILABLE',
      };
      return codeOf(place.call(`orders/${id}/authentications`, body, { 'idempotency-key': key }));
    };
    await place.call(`orders/${id}/protocol-versions`, { number: CARDS.notEnrolled, frame_key });
    expect(await call(CARDS.notEnrolled)).toBe('authorized');
    expect(await call(CARDS.success)).toBe(await call(CARDS.notEnrolled));
  });

  it('a transaction identifier is accepted for its own order and card only, and once', async () => {
    const place = shop();
    const [one, other] = [await place.order(), await place.order()];
    const serverTransId = await prepare(place, one, CARDS.success);
    expect(await codeOf(pay(place, other, CARDS.success, { serverTransId }))).toBe('authentication-unknown');
    expect(await codeOf(pay(place, one, CARDS.attempted, { serverTransId }))).toBe('authentication-unknown');
    expect(await codeOf(pay(place, one, CARDS.failed, { serverTransId }))).toBe('authentication-unknown');
    expect(await codeOf(pay(place, one, CARDS.success, { serverTransId }))).toBe('authorized');
    expect(place.sent.filter(({ path }) => path === '/3ds2/authentications')).toHaveLength(1);
  });

  it.each([
    ['in upper case', (id: string) => id.toUpperCase()],
    ['of a cheaper order', undefined],
    ['of an add-card order', undefined],
  ])('a transaction identifier %s is not accepted', async (what, change) => {
    const place = shop();
    const cheap = await place.order(what.includes('add-card') ? { purpose: 'add-card' } : { amount: '1' });
    const expensive = await place.order({ amount: '500000' });
    const own = await prepare(place, expensive, CARDS.success);
    const foreign = await prepare(place, cheap, CARDS.success);
    const serverTransId = change ? change(own ?? '') : foreign;
    expect(['authentication-unknown', 'invalid-request']).toContain(
      await codeOf(pay(place, expensive, CARDS.success, { serverTransId })),
    );
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('a transaction identifier is required for an enrolled card, whatever the policy for cards that are not enrolled', async () => {
    const place = shop();
    const id = await place.order({ policies: { notEnrolled: 'authorize' } });
    await prepare(place, id, CARDS.success);
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: undefined }))).toBe('authentication-unknown');
    expect(authorizationsAt(place)).toHaveLength(0);
  });
});

it('a transaction that was stored without its version is refused before anything is sent', async () => {
  const store = memoryOrderStore();
  const place = shop({ store });
  const id = await place.order();
  const serverTransId = await prepare(place, id, CARDS.success);
  const { record, revision } = (await store.read(id))!;
  const authentications = record.authentications.map(({ messageVersion: _version, ...rest }) => rest);
  await store.replace({ ...record, authentications }, revision);
  expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('authentication-unknown');
  expect(place.sent.map(({ path }) => path)).toEqual(['/3ds2/protocol-versions']);
});

describe('a failed authentication call', () => {
  it.each([
    ['is answered with HTTP 500', () => new Response('', { status: 500 }), 'gateway-unavailable', 503],
    ['is answered with HTTP 502', () => new Response('', { status: 502 }), 'issuer-unavailable', 502],
    ['is not answered', () => Promise.reject<Response>(new Error('reset')), 'gateway-unavailable', 503],
    ['is answered with an unreadable document', () => new Response('<html>'), 'gateway-unavailable', 503],
  ])(
    'a failed authentication call that %s gives the same problem to the same key again',
    async (_what, answer, code, status) => {
      const place = shop();
      const id = await place.order();
      const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
      place.intercept = answer;
      expect(await codeOf(pay(place, id, CARDS.success, call))).toBe(code);
      place.intercept = undefined;
      const again = await pay(place, id, CARDS.success, call);
      expect([again.status, await codeOf(again)]).toEqual([status, code]);
      expect(place.sent.filter(({ path }) => path === '/3ds2/authentications')).toHaveLength(1);
      // Another key cannot use the transaction either; a new version check can.
      expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: call.serverTransId }))).toBe(
        'authentication-unknown',
      );
      expect(await codeOf(pay(place, id))).toBe('authorized');
    },
  );

  it.each([
    ['a body', '{"error_code":"404"}'],
    ['no body', null],
    ['the page of a proxy', '<html><body>Not Found</body></html>'],
  ])(
    'a 404 with %s makes the transaction unknown, for good, and leaves the attempt to the next one',
    async (_what, body) => {
      const causes: unknown[] = [];
      const place = shop({
        limits: { attemptsPerOrder: 1 },
        onProblem: ({ code, cause }) => {
          if (code === 'authentication-unknown') causes.push(cause);
        },
      });
      const id = await place.order();
      const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
      place.intercept = (path, _text, pass) =>
        path.endsWith('/authentications') ? new Response(body, { status: 404 }) : pass();
      const refused = await pay(place, id, CARDS.success, call);
      expect([refused.status, await codeOf(refused)]).toEqual([409, 'authentication-unknown']);
      expect(String(causes[0])).toContain('The gateway does not know the transaction any more.');
      place.intercept = undefined;
      // The page may repeat the call late, with the same key or another one.
      expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('authentication-unknown');
      expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: call.serverTransId }))).toBe(
        'authentication-unknown',
      );
      expect(place.sent.filter(({ path }) => path === '/3ds2/authentications')).toHaveLength(1);
      expect(await codeOf(pay(place, id))).toBe('authorized');
    },
  );

  it('a failed authentication call that was never sent gives the same problem to the same key, and leaves its transaction to another', async () => {
    const place = shop();
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
    place.intercept = () => Promise.reject(Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' }));
    expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('gateway-unavailable');
    place.intercept = undefined;
    expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('gateway-unavailable');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: call.serverTransId }))).toBe('authorized');
  });

  it.each([
    ['already-paid', 'has paid'],
    ['authorization-unanswered', 'may have paid'],
  ])('an authentication that fails answers %s when another payment %s the order meanwhile', async (code) => {
    const place = shop();
    const id = await place.order();
    const [failing, other] = [await prepare(place, id, CARDS.failed), await prepare(place, id, CARDS.success)];
    const [reached, go] = [gate(), gate()];
    place.intercept = async (path, text, pass) => {
      if (text.includes(CARDS.failed)) {
        reached.open();
        await go.opened;
      }
      if (isXml(path) && code === 'authorization-unanswered') throw new Error('reset');
      return pass();
    };
    const failed = codeOf(pay(place, id, CARDS.failed, { serverTransId: failing }));
    await reached.opened;
    await pay(place, id, CARDS.success, { serverTransId: other });
    go.open();
    expect(await failed).toBe(code);
  });

  it('a failed authorization after the authentication is an outcome, and no problem', async () => {
    const place = shop();
    const id = await place.order();
    place.intercept = (path, _text, pass) => (path === '/epage-remote.cgi' ? shortAnswer('505', 'no') : pass());
    expect(await codeOf(pay(place, id))).toBe('gateway-refused');
  });
});
