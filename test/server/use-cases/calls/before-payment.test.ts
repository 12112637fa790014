import { expect, it } from 'vitest';
import type { BeforePayment, PaymentStart } from '../../../../src/server.js';
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

const redirect = (place: Shop, id: string, key = newKey()) =>
  place.call(
    `orders/${id}/redirects`,
    { method: 'testpay', country: 'GB', account_holder_name: 'Ada Lovelace' },
    { 'idempotency-key': key },
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
  // Another press of the button pays with the same transaction.
  expect(await json(await pay(place, id, CARDS.success, { serverTransId }))).toMatchObject({
    outcome: { status: 'paid' },
  });
  await place.backend.idle();
  expect(attempts).toEqual(['backend-refused', 'backend-refused', 'authorized']);
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
