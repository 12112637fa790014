import { expect, it } from 'vitest';
import type { BeforePayment, PaymentStart } from '../../../../src/server.js';
import { codeOf } from '../../code-of.js';
import { CARDS, json, newKey, pay, prepare, shop, type Shop } from '../../scripted-gateway.js';

/** A shop with a hook, and the calls that its gateway and its hook have received. */
function shopWith(beforePayment: BeforePayment, more: Parameters<typeof shop>[0] = {}) {
  const asked: PaymentStart[] = [];
  const problems: string[] = [];
  const attempts: string[] = [];
  const sent: string[] = [];
  const place = shop({
    beforePayment: (payment) => (asked.push(payment), beforePayment(payment)),
    methods: [{ code: 'card' }, { code: 'testpay' }],
    onProblem: ({ code }) => problems.push(code),
    onAttempt: (_order, { result }) => attempts.push(result),
    ...more,
  });
  place.intercept = (path, _text, pass) => (sent.push(path), pass());
  return { place, asked, problems, attempts, sent };
}

const redirect = (place: Shop, id: string, method = 'testpay') =>
  place.call(
    `orders/${id}/redirects`,
    { method, country: 'GB', account_holder_name: 'Ada Lovelace' },
    { 'idempotency-key': newKey() },
  );

it('beforePayment refuses a card and a redirect payment before anything is sent, and a repeated call gets the same refusal', async () => {
  let refusal: ReturnType<BeforePayment> = 'backend-refused';
  const { place, asked, attempts, sent } = shopWith(() => refusal);
  const id = await place.order();
  const serverTransId = await prepare(place, id, CARDS.success);
  sent.length = 0;
  const key = newKey();
  const refused = await pay(place, id, CARDS.success, { serverTransId, key });
  expect([refused.status, await json(refused)]).toMatchObject([
    200,
    { outcome: { code: 'backend-refused', status: 'failed' } },
  ]);
  expect(await json(await redirect(place, id))).toMatchObject({ outcome: { code: 'backend-refused' } });
  expect(sent).toEqual([]);
  expect(asked).toMatchObject([
    { order: { id, state: 'open' }, method: 'card', card: expect.stringMatching(/^422200\D+5344$/) },
    { order: { id }, method: 'testpay' },
  ]);
  expect(JSON.stringify(asked)).not.toContain(CARDS.success);

  refusal = undefined;
  const repeated = await pay(place, id, CARDS.success, { serverTransId, key });
  expect(await json(repeated)).toMatchObject({ outcome: { code: 'backend-refused' } });
  expect(sent).toEqual([]);
  // Another press of the button pays after a new version check.
  expect(await codeOf(pay(place, id))).toBe('authorized');
  await place.backend.idle();
  expect(attempts).toEqual(['backend-refused', 'backend-refused', 'authorized']);
});

const PAYMENTS: [string, (place: Shop, id: string) => Promise<Response>][] = [
  ['card', (place, id) => pay(place, id)],
  ['card that is not enrolled', (place, id) => pay(place, id, CARDS.notEnrolled)],
  ['redirect', redirect],
];

it.each(PAYMENTS)(
  'a %s payment sends nothing when its order expires while beforePayment runs',
  async (_case, start) => {
    const { place, sent } = shopWith(() => (place.clock.advance(61_000), undefined), {
      policies: { notEnrolled: 'authorize' },
    });
    const id = await place.order({ expiresAt: new Date(place.clock.now().getTime() + 60_000).toISOString() });
    expect(await codeOf(start(place, id))).toMatch(/^order-(not-open|ended)$/);
    expect(sent.filter((path) => path !== '/3ds2/protocol-versions')).toEqual([]);
    expect((await place.backend.orders.read(id))?.attempts).toEqual([]);
  },
);

it.each(PAYMENTS)('a %s payment sends nothing when beforePayment hides its method', async (_case, start) => {
  const hidden: string[] = [];
  const { place, sent } = shopWith(({ method }) => (hidden.push(method), undefined), {
    hiddenMethods: () => hidden,
    policies: { notEnrolled: 'authorize' },
  });
  const id = await place.order();
  expect(await codeOf(start(place, id))).toBe('order-changed');
  expect(sent.filter((path) => path !== '/3ds2/protocol-versions')).toEqual([]);
  expect((await place.backend.orders.read(id))?.attempts).toEqual([]);
});

it.each(PAYMENTS)(
  'a %s payment sends nothing when the order has another amount than the one that beforePayment saw',
  async (_case, start) => {
    const { place, asked, sent } = shopWith(
      async ({ order }) => {
        await place.backend.orders.update(order.id, { amount: '500000' });
        return undefined;
      },
      { policies: { notEnrolled: 'authorize' } },
    );
    const id = await place.order();
    expect(await codeOf(start(place, id))).toBe('order-changed');
    expect(asked).toMatchObject([{ order: { amount: '1999' } }]);
    expect(sent.filter((path) => path !== '/3ds2/protocol-versions')).toEqual([]);
    expect((await place.backend.orders.read(id))?.attempts).toEqual([]);
  },
);

it.each([CARDS.success, CARDS.notEnrolled])(
  'a late copy of a refused payment with card %s does not charge once its key was evicted, and asks beforePayment no more',
  async (number) => {
    let refusal: ReturnType<BeforePayment> = 'too-many-requests';
    const { place, asked, sent } = shopWith(() => refusal, { policies: { notEnrolled: 'authorize' } });
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, number), key: newKey() };
    expect(await codeOf(pay(place, id, number, call))).toBe('too-many-requests');
    for (let count = 0; count < 50; count++) await redirect(place, id);
    expect((await place.backend.orders.read(id))?.answers).not.toHaveProperty(call.key);
    refusal = undefined;
    asked.length = sent.length = 0;
    expect(await codeOf(pay(place, id, number, call))).toBe('authentication-unknown');
    expect([asked, sent]).toEqual([[], []]);
    expect(await codeOf(pay(place, id, number))).toBe('authorized');
  },
);

it('the limit of a client bounds the redirect payments about which beforePayment is asked', async () => {
  const { place, asked } = shopWith(() => 'too-many-requests', { limits: { versionChecksPerClient: 3 } });
  const id = await place.order();
  for (let count = 0; count < 5; count++) await redirect(place, id);
  expect(asked).toHaveLength(3);
});

it('onAttempt and onEvent receive the method “other” for a text that is no method of the order', async () => {
  const received: unknown[] = [];
  const { place } = shopWith(() => undefined, {
    onAttempt: (_order, attempt) => received.push(attempt),
    onEvent: (event) => received.push(event),
  });
  expect(await codeOf(redirect(place, await place.order(), CARDS.success))).toBe('invalid-request');
  await place.backend.idle();
  expect(JSON.stringify(received)).not.toContain(CARDS.success);
  expect(received).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ result: 'invalid-request', method: 'other' }),
      expect.objectContaining({ kind: 'attempt', method: 'other' }),
    ]),
  );
});

it.each<[string, BeforePayment]>([
  ['throws', () => Promise.reject(new Error('no answer of the captcha'))],
  ['returns another value', (() => true) as unknown as BeforePayment],
  ['does not return', () => new Promise<never>(() => undefined)],
])('a beforePayment that %s refuses the payment for now, and is reported', async (_case, beforePayment) => {
  let isPaying = false;
  const { place, problems, sent } = shopWith(beforePayment, {
    after: (ms, callback) => {
      if (ms === 5_000 && isPaying) setImmediate(callback);
      return () => undefined;
    },
  });
  const id = await place.order();
  const serverTransId = await prepare(place, id, CARDS.success);
  sent.length = 0;
  isPaying = true;
  const answer = await json(await pay(place, id, CARDS.success, { serverTransId }));
  expect(answer).toMatchObject({ outcome: { code: 'backend-unavailable', retryable: true } });
  expect([sent, problems]).toEqual([[], ['listener-failed']]);
});
