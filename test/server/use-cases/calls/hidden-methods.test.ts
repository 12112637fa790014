import { expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authorizationsAt,
  CARDS,
  json,
  newKey,
  pay,
  prepare,
  report,
  shop,
  type Shop,
  viewOf,
} from '../../scripted-gateway.js';

/** A shop with a switch, and the calls that its gateway has received. */
function shopWithSwitch() {
  const down: string[] = [];
  const sent: string[] = [];
  const place = shop({ hiddenMethods: () => down, methods: [{ code: 'card' }, { code: 'testpay' }] });
  place.intercept = (path, _text, pass) => (sent.push(path), pass());
  return { place, down, sent };
}

const redirect = (place: Shop, id: string) =>
  place.call(
    `orders/${id}/redirects`,
    { method: 'testpay', country: 'GB', account_holder_name: 'Ada Lovelace' },
    { 'idempotency-key': newKey() },
  );

const codes = async (place: Shop, id: string) => (await viewOf(place, id)).methods.map(({ code }: any) => code);

it('a hidden method is offered in no order, nothing is sent for it, and the other one pays', async () => {
  const { place, down, sent } = shopWithSwitch();
  const id = await place.order();
  expect(await codes(place, id)).toEqual(['card', 'testpay']);
  down.push('testpay');
  expect(await codes(place, id)).toEqual(['card']);
  expect(await place.backend.checkoutHtml(id)).not.toMatch(/testpay/i);
  const refused = await json(await redirect(place, id));
  expect(refused).toMatchObject({ code: 'order-changed', fields: [{ field: 'method' }] });
  expect(sent).toEqual([]);
  expect((await place.backend.orders.read(id))?.attempts).toEqual([]);
  expect(await codeOf(pay(place, id))).toBe('authorized');
});

it('a hidden card sends no version check and no authentication, and is offered again when it is back', async () => {
  const { place, down, sent } = shopWithSwitch();
  const id = await place.order();
  down.push('card');
  expect(await codes(place, id)).toEqual(['testpay']);
  expect(await codeOf(pay(place, id))).toBe('order-changed');
  expect(sent).toEqual([]);
  down.pop();
  expect(await codeOf(pay(place, id))).toBe('authorized');
});

it('a card that was prepared before it was hidden is not sent to its issuer', async () => {
  const { place, down, sent } = shopWithSwitch();
  const id = await place.order();
  const serverTransId = await prepare(place, id, CARDS.success);
  down.push('card');
  sent.length = 0;
  expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('order-changed');
  expect(sent).toEqual([]);
});

it('a challenge and a redirect payment that have begun are completed after their method is hidden', async () => {
  const { place, down } = shopWithSwitch();
  const challenged = await place.order();
  const challenge = await json(await pay(place, challenged, CARDS.challenge));
  const redirected = await place.order();
  const { redirect_url: address } = await json(await redirect(place, redirected));
  down.push('card', 'testpay');
  const cres = await answerChallenge(place, challenge);
  expect(await codeOf(report(place, challenged, challenge.server_trans_id, { cres }))).toBe('authorized');
  expect(await json(await redirect(place, redirected))).toMatchObject({ redirect_url: address });
});

it.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('no settings');
    },
  ],
  ['returns a promise', () => Promise.resolve(['card'])],
  ['returns a promise that rejects', () => Promise.reject(new Error('no settings'))],
  ['returns nothing', () => undefined],
  ['returns a text', () => 'card'],
  ['returns the methods', () => [{ code: 'card' }]],
])('a function that %s hides nothing, and is reported', async (_case, hidden) => {
  const problems: string[] = [];
  const place = shop({ hiddenMethods: hidden as () => string[], onProblem: ({ code }) => problems.push(code) });
  const id = await place.order();
  expect(await codes(place, id)).toEqual(['card']);
  expect(await codeOf(pay(place, id))).toBe('authorized');
  expect(new Set(problems)).toEqual(new Set(['listener-failed']));
});

it('a function that changes its order changes neither the price of a payment nor the stored order', async () => {
  const place = shop({
    hiddenMethods: (order) => {
      Object.assign(order, { amount: '1' });
      return [];
    },
  });
  const id = await place.order();
  expect(await codeOf(pay(place, id))).toBe('authorized');
  expect(authorizationsAt(place)[0]?.text).toContain('>1999<');
  expect(await place.backend.orders.read(id)).toMatchObject({ state: 'paid', amount: '1999' });
});

it('an order whose methods are all hidden offers none, and is not suspended', async () => {
  const { place, down } = shopWithSwitch();
  const id = await place.order();
  down.push('card', 'testpay');
  expect(await viewOf(place, id)).toMatchObject({ state: 'open', methods: [] });
  expect(await viewOf(place, id)).not.toHaveProperty('suspended');
  expect(await place.backend.checkoutHtml(id)).not.toContain('<form');
});
