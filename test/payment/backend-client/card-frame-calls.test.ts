import { describe, expect, it } from 'vitest';
import { answerWithCard } from '../../../src/payment/backend-client/answer-with-card.js';
import { BackendError } from '../../../src/payment/backend-client/backend-error.js';
import {
  fetchThroughFrame,
  heldCard,
  type HeldCardAnswer,
  type HeldCardCall,
} from '../../../src/payment/backend-client/card-frame-calls.js';
import { fetchBackend } from '../../../src/payment/backend-client/fetch-backend.js';
import { CARD } from '../checkout/scripted-page.js';

const ID = '3f1c1f0e-0000-4000-8000-000000000001';
const signal = new AbortController().signal;
const OUTCOME = {
  result: 'outcome',
  outcome: { status: 'paid', code: 'authorized', order: { id: 'A1', state: 'paid' }, retryable: false },
};
const BROWSER = {
  colorDepth: 'TWENTY_FOUR_BITS',
  javaEnabled: 'false',
  javascriptEnabled: 'true',
  language: 'en-GB',
  screenHeight: '900',
  screenWidth: '1440',
  challengeWindowSize: 'FULL_SCREEN',
  timezone: '0',
  userAgent: 'Test/1.0',
} as const;
const BROWSER_MESSAGE = {
  color_depth: 'TWENTY_FOUR_BITS',
  java_enabled: 'false',
  javascript_enabled: 'true',
  language: 'en-GB',
  screen_height: '900',
  screen_width: '1440',
  challenge_window_size: 'FULL_SCREEN',
  timezone: '0',
  user_agent: 'Test/1.0',
} as const;

/** A page's client whose frame answers with this, and what went to the frame and past it. */
function pageWith(answer: HeldCardAnswer) {
  const toFrame: HeldCardCall[] = [];
  const past: string[] = [];
  const fetch = fetchThroughFrame(
    (call) => {
      toFrame.push(call);
      return Promise.resolve(answer);
    },
    (input) => {
      past.push((input as URL).href);
      return Promise.resolve(new Response('{}', { status: 500 }));
    },
  );
  return { backend: fetchBackend('https://pay.shop.example/scudo', { fetch }), toFrame, past };
}

/** The frame's call to the backend, and its answer to the page. */
async function frameCall(
  call: HeldCardCall,
  response: Response | Error,
  held: Parameters<typeof answerWithCard>[1]['held'],
) {
  const requests: Request[] = [];
  const answer = await answerWithCard(call, {
    base: 'https://pay.shop.example/scudo/',
    order: 'A 1',
    held,
    frameKey: ID,
    signal,
    fetch: (input, init) => {
      requests.push(new Request(input as URL, init));
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
    },
  });
  return { answer, requests };
}

const AUTHENTICATIONS: HeldCardCall = {
  path: 'authentications',
  reference: 'r1',
  body: { server_trans_id: ID, card: { number: 'of the page' } },
  idempotencyKey: 'key-1',
};
const holdsR1 = (reference: string) => (reference === 'r1' ? { number: CARD.number, card: CARD } : undefined);

describe('the client of a page whose card is in a frame', () => {
  it('sends a version check to the frame with the reference and without a number', async () => {
    const { backend, toFrame, past } = pageWith({ status: 200, body: JSON.stringify({ enrolled: false }) });
    expect(await backend.checkVersion('A1', 'r1', { signal })).toEqual({ enrolled: false });
    expect(toFrame).toEqual([{ path: 'protocol-versions', reference: 'r1', body: {} }]);
    expect(past).toEqual([]);
  });

  it('sends an authentication to the frame with the key and without a card', async () => {
    const { backend, toFrame } = pageWith({ status: 200, body: JSON.stringify(OUTCOME) });
    const input = {
      serverTransId: ID,
      card: heldCard('r1'),
      payer: { email: 'ada@example.com' },
      browserData: BROWSER,
      methodUrlCompletion: 'YES',
    } as const;
    const answer = await backend.authenticate('A1', input, { signal, idempotencyKey: 'key-1' });
    expect(answer).toMatchObject({ result: 'outcome', outcome: { status: 'paid' } });
    const [call] = toFrame;
    expect(call).toMatchObject({ path: 'authentications', reference: 'r1', idempotencyKey: 'key-1' });
    expect(call!.body).toEqual({
      server_trans_id: ID,
      payer: { email: 'ada@example.com' },
      browser_data: BROWSER_MESSAGE,
      method_url_completion: 'YES',
    });
  });

  it('sends an authorization to the frame without a card', async () => {
    const { backend, toFrame } = pageWith({ status: 200, body: JSON.stringify(OUTCOME) });
    const report = { serverTransId: ID, card: heldCard('r1'), ended: 'notified', cres: 'e30' } as const;
    await backend.authorize('A1', report, { signal, idempotencyKey: 'key-2' });
    expect(toFrame).toEqual([
      {
        path: 'authorizations',
        reference: 'r1',
        idempotencyKey: 'key-2',
        body: { server_trans_id: ID, ended: 'notified', cres: 'e30' },
      },
    ]);
  });

  it('reads the order and starts redirect payments itself', async () => {
    const { backend, toFrame, past } = pageWith({ status: 200, body: '{}' });
    await backend.readOrder('A1', { signal }).catch(() => undefined);
    await backend.redirect('A1', { method: 'testpay' }, { signal, idempotencyKey: 'k' }).catch(() => undefined);
    expect(past).toEqual([
      'https://pay.shop.example/scudo/orders/A1',
      'https://pay.shop.example/scudo/orders/A1/redirects',
    ]);
    expect(toFrame).toEqual([]);
  });

  it.each([0, 101, 204, 304, 700])('counts status %i of the frame as no answer', async (status) => {
    const { backend } = pageWith({ status, body: '' });
    const call = backend.checkVersion('A1', 'r1', { signal });
    await expect(call).rejects.toThrow(BackendError);
    await expect(call).rejects.toMatchObject({ fault: { kind: 'unanswered' } });
  });

  it('reports a call that the frame did not send as unsent', async () => {
    const { backend } = pageWith({ status: 0, unsent: true, body: '' });
    const input = {
      card: heldCard('r1'),
      payer: { email: 'ada@example.com' },
      browserData: BROWSER,
      methodUrlCompletion: 'UNAVAILABLE',
    } as const;
    const call = backend.authenticate('A1', input, { signal, idempotencyKey: 'key-1' });
    await expect(call).rejects.toMatchObject({ fault: { kind: 'unsent' } });
  });

  it('receives a problem of the backend with its fields and its Retry-After', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Too many requests.',
      status: 429,
      code: 'too-many-requests',
      retryable: true,
      fields: [{ field: 'card.number', message: 'is wrong' }],
    };
    const { backend } = pageWith({ status: 429, retryAfter: '3', body: JSON.stringify(problem) });
    await expect(backend.checkVersion('A1', 'r1', { signal })).rejects.toMatchObject({
      fault: { kind: 'problem', code: 'too-many-requests', retryAfter: 3000, fields: problem.fields },
    });
  });
});

describe('the frame with the card', () => {
  it('adds its own card to the body of the page, and forwards the key', async () => {
    const { answer, requests } = await frameCall(AUTHENTICATIONS, Response.json(OUTCOME), holdsR1);
    expect(answer).toEqual({ status: 200, retryAfter: undefined, body: JSON.stringify(OUTCOME) });
    const [request] = requests;
    expect(request!.url).toBe('https://pay.shop.example/scudo/orders/A%201/authentications');
    expect(request!.headers.get('idempotency-key')).toBe('key-1');
    expect(await request!.json()).toEqual({
      server_trans_id: ID,
      card: {
        number: CARD.number,
        expiry_month: CARD.expiryMonth,
        expiry_year: CARD.expiryYear,
        security_code: CARD.securityCode,
        full_name: CARD.fullName,
        frame_key: ID,
      },
    });
  });

  it('adds only the number, and the key of the frame, to a version check', async () => {
    const call = { path: 'protocol-versions', reference: 'r1', body: {} } as const;
    const { requests } = await frameCall(call, Response.json({ enrolled: false }), () => ({ number: CARD.number }));
    expect(await requests[0]!.json()).toEqual({ number: CARD.number, frame_key: ID });
  });

  it('makes no call for a reference that it does not know', async () => {
    const { answer, requests } = await frameCall({ ...AUTHENTICATIONS, reference: 'r2' }, Response.json({}), holdsR1);
    expect([answer, requests]).toEqual([{ status: 0, unsent: true, body: '' }, []]);
  });

  it('answers that a call which cannot be written was not sent', async () => {
    const call = { ...AUTHENTICATIONS, body: { amount: 1n } };
    const { answer, requests } = await frameCall(call, Response.json({}), holdsR1);
    expect([answer, requests]).toEqual([{ status: 0, unsent: true, body: '' }, []]);
  });

  it('makes no authentication for a card that was not confirmed with Pay', async () => {
    const { answer, requests } = await frameCall(AUTHENTICATIONS, Response.json({}), () => ({ number: CARD.number }));
    expect([answer, requests]).toEqual([{ status: 0, unsent: true, body: '' }, []]);
  });

  it.each([
    ['as it is', CARD.number],
    ['in groups', CARD.number.replace(/(\d{4})(?=\d)/g, '$1 ')],
    ['with hyphens', CARD.number.replace(/(\d{4})(?=\d)/g, '$1-')],
  ])('does not return an answer that has the card number %s', async (_how, text) => {
    const { answer } = await frameCall(AUTHENTICATIONS, Response.json({ note: text }), holdsR1);
    expect(answer).toEqual({ status: 0, body: '' });
  });

  it('answers without details when the connection fails', async () => {
    const { answer } = await frameCall(AUTHENTICATIONS, new TypeError(`fetch of ${CARD.number} failed`), holdsR1);
    expect(answer).toEqual({ status: 0, body: '' });
  });
});
