import { describe, expect, it } from 'vitest';
import type { PaymentAnswer } from '../../src/protocol/adapter-answers.js';
import { encodeBase64url } from '../../src/protocol/base64url.js';
import {
  answerChallenge,
  authorizationAnswer,
  authorizationsAt,
  card,
  CARDS,
  json,
  newKey,
  pay,
  prepare,
  report,
  shop,
  type Shop,
} from './scripted-gateway.js';

const outcomeOf = async (response: Response) =>
  ((await json(response)) as Extract<PaymentAnswer, { result: 'outcome' }>).outcome;

async function challenged(place: Shop, order = {}) {
  const id = await place.order(order);
  const answer = (await json(await pay(place, id, CARDS.challenge))) as Extract<PaymentAnswer, { result: 'challenge' }>;
  return { id, answer, transaction: answer.server_trans_id };
}

describe('a frictionless payment', () => {
  it('is authenticated and authorized in one call, and kept with its history', async () => {
    const place = shop();
    const id = await place.order();
    const answer = await json(await pay(place, id));
    expect(answer).toEqual({
      result: 'outcome',
      outcome: { status: 'paid', code: 'authorized', retryable: false, order: { id, state: 'paid' } },
    });
    expect(place.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /3ds2/protocol-versions',
      'POST /3ds2/authentications',
      'POST /epage-remote.cgi',
    ]);
    const view = await place.backend.orders.shopView(id);
    expect(view).toMatchObject({
      state: 'paid',
      liability_shift: true,
      authentication: { status: 'AUTHENTICATION_SUCCESSFUL', eci: '05', version: '2.2.0' },
    });
    expect(view?.history.map(({ event, state }) => `${event} ${state}`)).toEqual([
      'created open',
      'version-checked open',
      'authentication-sent open',
      'authentication-answered open',
      'authorization-sent in-doubt',
      'authorization-answered paid',
    ]);
  });

  it('sends the whole request: the order’s amount, the server’s own view of the browser', async () => {
    const place = shop();
    const id = await place.order({ amount: '250', currency: 'GBP', description: 'x' });
    const server_trans_id = await prepare(place, id, CARDS.success);
    const {
      language: _language,
      user_agent: _agent,
      ...browser
    } = {
      color_depth: 'ONE_BIT',
      java_enabled: 'false',
      javascript_enabled: 'true',
      screen_height: '1',
      screen_width: '1',
      challenge_window_size: 'FULL_SCREEN',
      timezone: '0',
      language: '',
      user_agent: '',
    };
    const body = { server_trans_id, card: card(CARDS.success), browser_data: browser, method_url_completion: 'NO' };
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
  ] as const)('of a card that is %s ends %s', async (name, status, code) => {
    const place = shop();
    const id = await place.order();
    expect(await outcomeOf(await pay(place, id, CARDS[name]))).toMatchObject({ status, code });
    expect(authorizationsAt(place)).toHaveLength(status === 'paid' ? 1 : 0);
    expect((await place.backend.orders.shopView(id))?.state).toBe(status === 'paid' ? 'paid' : 'open');
  });

  it.each([
    ['attempted', { attempted: 'refuse' }, 'authentication-attempted', null],
    ['impossible', { couldNotBePerformed: 'authorize' }, 'authorized', false],
    ['notEnrolled', { notEnrolled: 'authorize' }, 'authorized', false],
  ] as const)('of a card that is %s follows the order’s policy', async (name, policies, code, shift) => {
    const place = shop();
    const id = await place.order({ policies });
    expect(await outcomeOf(await pay(place, id, CARDS[name]))).toMatchObject({ code });
    if (shift !== null) expect((await place.backend.orders.shopView(id))?.liability_shift).toBe(shift);
  });

  it('shifts no liability when an exemption was asked for', async () => {
    for (const order of [
      { exemptStatus: 'LOW_VALUE' },
      { challengeRequestIndicator: 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED' },
    ] as const) {
      const place = shop();
      const id = await place.order(order);
      await pay(place, id);
      expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'paid', liability_shift: false });
    }
  });
});

describe('the authorization', () => {
  it.each([
    ['00', 'paid', 'authorized', 'paid'],
    ['101', 'declined', 'declined', 'open'],
    ['102', 'declined', 'referral', 'open'],
    ['103', 'declined', 'card-blocked', 'open'],
    ['111', 'declined', 'authentication-demanded', 'open'],
    ['110', 'declined', 'declined', 'open'],
    ['200', 'failed', 'gateway-unavailable', 'open'],
    ['205', 'failed', 'gateway-unavailable', 'open'],
    ['301', 'failed', 'gateway-refused', 'open'],
    ['505', 'failed', 'gateway-refused', 'open'],
    ['501', 'in-doubt', 'authorization-unanswered', 'in-doubt'],
    ['01', 'in-doubt', 'authorization-unanswered', 'in-doubt'],
  ])('with result %s is told as %s (%s)', async (result, status, code, state) => {
    const place = shop();
    const id = await place.order();
    place.intercept = (path, _text, pass) =>
      path === '/epage-remote.cgi' ? authorizationAnswer({ orderid: id, result }) : pass();
    expect(await outcomeOf(await pay(place, id))).toMatchObject({ status, code, order: { state } });
    expect((await place.backend.orders.shopView(id))?.state).toBe(state);
  });

  it.each([
    ['has a wrong hash', () => authorizationAnswer({ orderid: 'x', result: '00' }, { secret: 'another' })],
    ['has no hash', () => authorizationAnswer({ orderid: 'x', result: '00' }, { signed: false })],
    ['is declined without a hash', () => authorizationAnswer({ orderid: 'x', result: '101' }, { signed: false })],
    ['is not XML', () => new Response('<html>')],
    ['is HTTP 500', () => new Response('', { status: 500 })],
    ['does not come in time', () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError'))],
    [
      'breaks off',
      () =>
        Promise.reject(
          new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) }),
        ),
    ],
  ])('whose answer %s leaves the order in doubt, and nobody is told of a failure', async (_how, answer) => {
    const place = shop();
    const id = await place.order();
    place.intercept = (path, _text, pass) => (path === '/epage-remote.cgi' ? answer() : pass());
    expect(await outcomeOf(await pay(place, id))).toMatchObject({
      status: 'in-doubt',
      code: 'authorization-unanswered',
    });
    // Nothing more is sent for it.
    const again = await pay(place, id);
    expect(again.status).toBe(409);
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('that certainly was not sent leaves the order open', async () => {
    const place = shop();
    const id = await place.order();
    const refused = () =>
      Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
      );
    place.intercept = (path, _text, pass) => (path === '/epage-remote.cgi' ? refused() : pass());
    expect(await outcomeOf(await pay(place, id))).toMatchObject({
      status: 'failed',
      code: 'gateway-unavailable',
      order: { state: 'open' },
    });
    place.intercept = undefined;
    expect(await outcomeOf(await pay(place, id))).toMatchObject({ status: 'paid' });
    expect(authorizationsAt(place).map(({ text }) => /<orderid>(.*?)</.exec(text)?.[1])).toEqual([id, `${id}-2`]);
  });
});

it('an authorization that our own schema refuses is not sent, and leaves the order open', async () => {
  const account = 'not an account';
  const place = shop({}, { accountId: account });
  const id = await place.order();
  // The 3-D Secure calls are let through as if the account were right.
  place.intercept = async (path, text, pass) => {
    if (path === '/epage-remote.cgi') return pass();
    const { sent } = place;
    const headers = sent[sent.length - 1]?.headers ?? new Headers();
    return place.sandbox.fetch(
      new Request(`http://127.0.0.1:4174${path}`, {
        method: 'POST',
        headers,
        body: text.replace(`"account_id":"${account}"`, '"account_id":"internet"'),
      }),
    );
  };
  expect(await outcomeOf(await pay(place, id))).toMatchObject({
    status: 'failed',
    code: 'gateway-refused',
    order: { state: 'open' },
  });
  expect(authorizationsAt(place)).toHaveLength(0);
});

describe('a challenge', () => {
  it('is paid when the gateway says so', async () => {
    const place = shop();
    const { id, answer, transaction } = await challenged(place);
    expect(answer).toMatchObject({
      result: 'challenge',
      acs_url: 'http://127.0.0.1:4174/acs/challenge',
      session_data: encodeBase64url(id),
    });
    const cres = await answerChallenge(place, answer);
    expect(await outcomeOf(await report(place, id, transaction, { cres }))).toMatchObject({ status: 'paid' });
    expect((await place.backend.orders.shopView(id))?.history.map(({ event }) => event)).toContain('challenge-result');
  });

  it.each([
    ['notified', 'failed', 'challenge-timed-out'],
    ['timed-out', 'failed', 'challenge-timed-out'],
    ['too-late', 'failed', 'challenge-too-late'],
    ['blocked', 'failed', 'challenge-blocked'],
    ['cancelled', 'cancelled', 'challenge-cancelled'],
  ])('that is still open at the gateway and was %s ends %s, and stays ended', async (ended, status, code) => {
    const place = shop();
    const { id, answer, transaction } = await challenged(place);
    expect(await outcomeOf(await report(place, id, transaction, { ended }))).toMatchObject({
      status,
      code,
      order: { state: 'open' },
    });
    // The bank agrees later: it authorizes nothing any more.
    const cres = await answerChallenge(place, answer);
    const late = await report(place, id, transaction, { cres });
    expect(late.status).toBe(409);
    expect(await json(late)).toMatchObject({ code: 'authentication-unknown' });
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('that is still open when the shopper comes back is just that, as often as they do', async () => {
    const place = shop();
    const { id, answer, transaction } = await challenged(place);
    const key = newKey();
    expect(await json(await report(place, id, transaction, { ended: 'returned', key }))).toEqual({
      result: 'challenge-open',
    });
    expect(await json(await report(place, id, transaction, { ended: 'returned', key }))).toEqual({
      result: 'challenge-open',
    });
    await answerChallenge(place, answer);
    expect(await outcomeOf(await report(place, id, transaction, { ended: 'returned', key }))).toMatchObject({
      status: 'paid',
    });
  });

  it('whose notification comes before the gateway knows is asked about again', async () => {
    const pauses: number[] = [];
    const place = shop({ pause: async (ms) => void pauses.push(ms) });
    const { id, answer, transaction } = await challenged(place);
    let asked = 0;
    place.intercept = async (path, _text, pass) => {
      if (path.startsWith('/3ds2/authentications/') && ++asked === 3) await answerChallenge(place, answer);
      return pass();
    };
    expect(await outcomeOf(await report(place, id, transaction))).toMatchObject({ status: 'paid' });
    expect(pauses).toEqual([250, 500]);
  });

  it('believes no CRes: a forged Y is noted, and the gateway is asked', async () => {
    const place = shop();
    const { id, transaction } = await challenged(place);
    const forged = encodeBase64url(
      JSON.stringify({
        messageType: 'CRes',
        messageVersion: '2.2.0',
        threeDSServerTransID: transaction,
        acsTransID: transaction,
        transStatus: 'Y',
      }),
    );
    expect(await outcomeOf(await report(place, id, transaction, { cres: forged }))).toMatchObject({ status: 'failed' });
    expect((await place.backend.orders.shopView(id))?.history.map(({ event }) => event)).toContain(
      'challenge-result-of-another-transaction',
    );
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('takes an unreadable CRes for none', async () => {
    const place = shop();
    const { id, answer, transaction } = await challenged(place);
    await answerChallenge(place, answer);
    expect(await outcomeOf(await report(place, id, transaction, { cres: '§§§' }))).toMatchObject({ status: 'paid' });
  });

  it('is not lost when the gateway does not answer: the page may ask again', async () => {
    const place = shop();
    const { id, answer, transaction } = await challenged(place);
    await answerChallenge(place, answer);
    place.intercept = () => new Response('', { status: 500 });
    const key = newKey();
    const failed = await report(place, id, transaction, { key });
    expect(failed.status).toBe(503);
    expect(await json(failed)).toMatchObject({ code: 'gateway-unavailable', retryable: true });
    place.intercept = undefined;
    expect(await outcomeOf(await report(place, id, transaction, { key }))).toMatchObject({ status: 'paid' });
  });
});

describe('a transaction identifier', () => {
  it('is good for its own order, its own card, and once', async () => {
    const place = shop();
    const [one, other] = [await place.order(), await place.order()];
    const serverTransId = await prepare(place, one, CARDS.success);
    for (const [id, number] of [
      [other, CARDS.success],
      [one, CARDS.attempted],
    ] as const) {
      expect(await json(await pay(place, id, number, { serverTransId }))).toMatchObject({
        code: 'authentication-unknown',
      });
    }
    expect(await outcomeOf(await pay(place, one, CARDS.success, { serverTransId }))).toMatchObject({ status: 'paid' });
    expect(place.sent.filter(({ path }) => path === '/3ds2/authentications')).toHaveLength(1);
  });

  it('is not replaced by the page’s word that the card takes no part', async () => {
    const place = shop();
    const id = await place.order({ policies: { notEnrolled: 'authorize' } });
    await prepare(place, id, CARDS.success);
    expect(await json(await pay(place, id, CARDS.success, { serverTransId: undefined }))).toMatchObject({
      code: 'authentication-unknown',
    });
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('authorizes no other card after the challenge', async () => {
    const place = shop();
    const { id, answer, transaction } = await challenged(place);
    await answerChallenge(place, answer);
    expect(await json(await report(place, id, transaction, { number: CARDS.success }))).toMatchObject({
      code: 'authentication-unknown',
    });
    expect(authorizationsAt(place)).toHaveLength(0);
  });
});
