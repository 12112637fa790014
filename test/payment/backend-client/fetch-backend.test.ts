import { describe, expect, it } from 'vitest';
import { BackendError } from '../../../src/payment/backend-client/backend-error.js';
import { fetchBackend } from '../../../src/payment/backend-client/fetch-backend.js';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { CARD } from '../checkout/scripted-page.js';

const ID = '3f1c1f0e-0000-4000-8000-000000000001';
const signal = new AbortController().signal;
const ORDER = {
  id: 'A 1',
  amount: '1999',
  currency: 'EUR',
  state: 'open',
  methods: [{ code: 'card' }],
  ask: ['mobile_phone'],
};

function answering(body: unknown, status = 200, type = 'application/json', more: Record<string, string> = {}) {
  const requests: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(new Request(input as URL, init));
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': type, ...more },
    });
  };
  return { backend: fetchBackend('https://shop.example/scudo', { fetch }), requests };
}

async function faultOf(call: Promise<unknown>): Promise<BackendError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof BackendError) return error;
    throw error;
  }
  throw new Error('There was no fault.');
}

describe('fetchBackend', () => {
  it.each([
    [
      { result: 'decoupled', timeout: 300 },
      { result: 'decoupled', timeout: 300_000 },
    ],
    [{ result: 'decoupled' }, { result: 'decoupled' }],
  ])('returns the time limit of a decoupled authentication in milliseconds: %j', async (answer, expected) => {
    const { backend } = answering(answer);
    const report = { serverTransId: ID, card: CARD, ended: 'returned' } as const;
    expect(await backend.authorize('A 1', report, { signal, idempotencyKey: 'k' })).toEqual(expected);
  });

  it('counts a request as unanswered after 30 s of its clock, and leaves no timer', async () => {
    const clock = stillClock();
    const hanging = fetchBackend('https://shop.example/scudo', {
      clock,
      fetch: (_input, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('scripted', 'AbortError'))),
        ),
    });
    const failed = hanging.readOrder('A1', { signal }).catch((error: unknown) => error);
    await clock.advance(29_999);
    expect(clock.waiting).toBe(1);
    await clock.advance(1);
    expect(await failed).toMatchObject({ name: 'BackendError', fault: { kind: 'unanswered' } });
    expect(clock.waiting).toBe(0);
  });

  it('reads an order, and waits for another state', async () => {
    const { backend, requests } = answering(ORDER);
    expect(await backend.readOrder('A 1', { signal })).toEqual(ORDER);
    await backend.readOrder('A 1', { signal, unless: 'pending' });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://shop.example/scudo/orders/A%201',
      'GET https://shop.example/scudo/orders/A%201?wait=25&state=pending',
    ]);
  });

  it('fetchBackend has the address of the frame page', () => {
    expect(answering({}).backend.framePage).toBe('https://shop.example/scudo/frame');
  });

  it('fetchBackend sends a version check', async () => {
    const { backend, requests } = answering({
      enrolled: true,
      server_trans_id: ID,
      message_version: '2.2.0',
      method: { url: 'https://acs.example/m', data: 'x' },
    });
    expect(await backend.checkVersion('A1', CARD.number, { signal })).toEqual({
      enrolled: true,
      serverTransId: ID,
      method: { url: 'https://acs.example/m', data: 'x' },
    });
    expect(requests[0]?.url).toBe('https://shop.example/scudo/orders/A1/protocol-versions');
    expect(await requests[0]?.json()).toEqual({ number: CARD.number });
  });

  it('fetchBackend names the redirect payment that a version check or another redirect payment replaces', async () => {
    const { backend, requests } = answering({ enrolled: false });
    await backend.checkVersion('A1', CARD.number, { signal, replaces: 'A1-testpay' });
    expect(await requests[0]?.json()).toEqual({ number: CARD.number, replaces: 'A1-testpay' });
    const other = answering({ result: 'redirect', redirect_url: 'https://pay.example/1' });
    await other.backend.redirect('A1', { method: 'sofort' }, { signal, idempotencyKey: 'k', replaces: 'A1-testpay' });
    expect(await other.requests[0]?.json()).toEqual({ method: 'sofort', replaces: 'A1-testpay' });
  });

  it('authenticates with wire names, a key, and no amount', async () => {
    const { backend, requests } = answering({
      result: 'outcome',
      outcome: { status: 'paid', code: 'authorized', retryable: false, order: { id: 'A1', state: 'paid' } },
    });
    const input = {
      serverTransId: ID,
      card: CARD,
      payer: {
        email: 'a@b.c',
        mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' },
        billingAddress: { line1: '1 Coin Lane', city: 'London', postalCode: 'N1', country: 'GB' },
      },
      browserData: {
        colorDepth: 'TWENTY_FOUR_BITS',
        javaEnabled: 'false',
        javascriptEnabled: 'true',
        screenHeight: '900',
        screenWidth: '1440',
        challengeWindowSize: 'FULL_SCREEN',
        timezone: '0',
        userAgent: 'Test/1.0',
      },
      methodUrlCompletion: 'YES',
      authentication: { order: { deliveryTimeframe: 'SAME_DAY', giftCardCount: '2' } },
    } as const;
    expect(await backend.authenticate('A1', input, { signal, idempotencyKey: 'key-1' })).toMatchObject({
      result: 'outcome',
      outcome: { status: 'paid' },
    });
    const [request] = requests;
    expect(request?.headers.get('idempotency-key')).toBe('key-1');
    expect(request?.headers.get('content-type')).toBe('application/json');
    const text = await request?.text();
    expect(JSON.parse(text ?? '')).toEqual({
      server_trans_id: ID,
      card: {
        number: CARD.number,
        expiry_month: '12',
        expiry_year: '28',
        security_code: '987',
        full_name: 'Ada Lovelace',
      },
      payer: {
        email: 'a@b.c',
        mobile_phone: { country_code: '44', subscriber_number: '2079460000' },
        billing_address: { line1: '1 Coin Lane', city: 'London', postal_code: 'N1', country: 'GB' },
      },
      browser_data: {
        color_depth: 'TWENTY_FOUR_BITS',
        java_enabled: 'false',
        javascript_enabled: 'true',
        screen_height: '900',
        screen_width: '1440',
        challenge_window_size: 'FULL_SCREEN',
        timezone: '0',
        user_agent: 'Test/1.0',
      },
      method_url_completion: 'YES',
      authentication: { order: { delivery_timeframe: 'SAME_DAY', gift_card_count: '2' } },
    });
    expect(text).not.toMatch(/amount|currency/);
  });

  it('fetchBackend returns a challenge', async () => {
    const { backend } = answering({
      result: 'challenge',
      server_trans_id: ID,
      acs_url: 'https://acs.example/c',
      encoded_creq: 'e30',
      session_data: 's',
    });
    expect(
      await backend.authorize(
        'A1',
        { serverTransId: ID, card: CARD, ended: 'returned' },
        { signal, idempotencyKey: 'key-1' },
      ),
    ).toEqual({
      result: 'challenge',
      challenge: { serverTransId: ID, acsUrl: 'https://acs.example/c', encodedCreq: 'e30', sessionData: 's' },
    });
  });

  it('rejects an ACS address that is not https', async () => {
    const { backend } = answering({
      result: 'challenge',
      server_trans_id: ID,
      acs_url: 'javascript:alert(1)',
      encoded_creq: 'e30',
    });
    const { fault } = await faultOf(
      backend.authorize(
        'A1',
        { serverTransId: ID, card: CARD, ended: 'notified' },
        { signal, idempotencyKey: 'key-1' },
      ),
    );
    expect(fault.kind).toBe('malformed');
  });

  it('reads a problem document, with its fields', async () => {
    const problem = {
      type: 'about:blank',
      title: 'No.',
      status: 400,
      code: 'invalid-request',
      retryable: false,
      fields: [{ field: 'card.number', message: 'must be right' }],
    };
    const { fault } = await faultOf(
      answering(problem, 400, 'application/problem+json').backend.checkVersion('A1', CARD.number, { signal }),
    );
    expect(fault).toEqual({ kind: 'problem', code: 'invalid-request', retryable: false, fields: problem.fields });
  });

  const busy = { title: 'Busy.', code: 'store-busy', retryable: true };
  const unanswered = { kind: 'unanswered' };
  it.each([
    [
      '503 with a problem',
      busy,
      503,
      '7',
      { kind: 'problem', code: 'store-busy', retryable: true, fields: [], retryAfter: 7000 },
    ],
    ['429 with a page of a proxy', '<html>', 429, '7', { ...unanswered, status: 429, retryAfter: 7000 }],
    ['503 without a body', '', 503, '7', { ...unanswered, status: 503, retryAfter: 7000 }],
    ['502 of a proxy', '<html>', 502, '7', { ...unanswered, status: 502 }],
    ['503 with a date', '<html>', 503, 'Sat, 21 Nov 2026 12:00:00 GMT', { ...unanswered, status: 503 }],
  ])('reads the time of Retry-After only from 429 and 503: %s', async (_what, body, status, retry, expected) => {
    const { backend } = answering(body, status, 'text/html', { 'retry-after': retry });
    expect((await faultOf(backend.readOrder('A1', { signal }))).fault).toEqual(expected);
  });

  it.each([
    ['a proxy’s page', '<html>502</html>', 502],
    ['an error without a problem document', { error: 'x' }, 500],
    ['text where JSON belongs', 'ok', 200],
  ])('treats %s as no answer', async (_what, body, status) => {
    const { fault } = await faultOf(answering(body, status).backend.readOrder('A1', { signal }));
    expect(fault.kind).toBe('unanswered');
  });

  it('names the field of an answer that violates the contract, and never the sent data', async () => {
    const error = await faultOf(answering({ ...ORDER, state: 'paid-ish' }).backend.readOrder('A1', { signal }));
    expect(error.fault.kind).toBe('malformed');
    expect(error.message).toContain('state');
    const leaky = await faultOf(answering({ enrolled: 'maybe' }).backend.checkVersion('A1', CARD.number, { signal }));
    expect(`${leaky.message} ${leaky.stack} ${String(leaky.cause)}`).not.toContain(CARD.number);
  });

  it('knows a call that the frame could not send, also by an error of another copy of the class', async () => {
    class BackendErrorOfCardFrame extends Error {
      override readonly name = 'BackendError';
      readonly fault = { kind: 'unsent' };
    }
    const fetch = () => Promise.reject<Response>(new BackendErrorOfCardFrame());
    const backend = fetchBackend('https://shop.example/scudo', { fetch });
    const { fault } = await faultOf(backend.checkVersion('A 1', CARD.number, { signal }));
    expect(fault).toEqual({ kind: 'unsent' });
  });

  it('treats a lost connection as no answer, and an abort as an abort', async () => {
    const offline = fetchBackend('https://shop.example/scudo', {
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    expect((await faultOf(offline.readOrder('A1', { signal }))).fault.kind).toBe('unanswered');
    const leaving = new AbortController();
    const slow = fetchBackend('https://shop.example/scudo', {
      fetch: (_input, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
        ),
    });
    const reading = slow.readOrder('A1', { signal: leaving.signal });
    leaving.abort(new DOMException('gone', 'AbortError'));
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('fetchBackend accepts unknown fields of an answer', async () => {
    const { backend } = answering({ ...ORDER, colour: 'red' });
    expect(await backend.readOrder('A1', { signal })).toMatchObject({ id: 'A 1' });
  });
});
