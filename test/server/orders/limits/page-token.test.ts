import { expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import { authorizationAnswer, CARDS, isXml, json, orderIdIn, pay, shop, type Shop } from '../../scripted-gateway.js';

/** Cards that do not pay, because the gateway declines them. */
const OTHERS = [CARDS.rejected, CARDS.impossible, CARDS.attempted, CARDS.challenge, CARDS.noMethod];

function decliningShop(): Shop {
  const place = shop({ limits: { attemptsPerOrder: 30 } });
  place.intercept = (path, text, pass) => {
    const isDeclined = isXml(path) && !text.includes(CARDS.success);
    return isDeclined ? authorizationAnswer({ orderid: orderIdIn(text), result: '101' }) : pass();
  };
  return place;
}
const FRAME = '6f1f6f0e-3f51-4c0c-9d0c-0c6a4f8f5a11';

interface Check {
  readonly server_trans_id?: string;
  readonly page_token?: string;
  readonly code?: string;
}

async function check(place: Shop, id: string, number: string, more: object = {}): Promise<Check> {
  return (await json(await place.call(`orders/${id}/protocol-versions`, { number, ...more }))) as Check;
}

/** Tries other cards, each as a page of its own, until the order is at `cardsPerOrder`. */
async function fillCards(place: Shop, id: string): Promise<void> {
  for (const number of OTHERS) {
    const { server_trans_id: serverTransId } = await check(place, id, number);
    if (serverTransId !== undefined) await pay(place, id, number, { serverTransId });
  }
}

const countsOf = async (place: Shop, id: string) => (await place.backend.orders.read(id))?.counts;

it.each([
  ['inline fields', {}],
  ['isolated fields', { frame_key: FRAME }],
])(
  'at cardsPerOrder a version check without the token of its page is refused alike for every card, and counted, with %s',
  async (_fields, frame) => {
    const place = decliningShop();
    const id = await place.order();
    const own = await check(place, id, CARDS.failed, frame);
    const card = { serverTransId: own.server_trans_id };
    if (Object.keys(frame).length === 0) await pay(place, id, CARDS.failed, card);
    await fillCards(place, id);
    const before = await countsOf(place, id);
    const guesses = [CARDS.failed, CARDS.rejected, CARDS.success, CARDS.notEnrolled];
    const tokens = [{}, { page_token: '0'.repeat(32) }, frame];
    const refused = [];
    for (const number of guesses) for (const more of tokens) refused.push((await check(place, id, number, more)).code);
    expect(new Set(refused)).toEqual(new Set(['too-many-attempts']));
    expect((await countsOf(place, id))?.versionChecks).toBe((before?.versionChecks ?? 0) + refused.length);
    expect((await countsOf(place, id))?.cards).toBeLessThanOrEqual(5);
  },
);

it('at cardsPerOrder the page that has tried a card checks and pays with it again, and another page does not with its own token', async () => {
  const place = decliningShop();
  const id = await place.order();
  const own = await check(place, id, CARDS.failed);
  const stranger = await check(place, id, CARDS.failed);
  await pay(place, id, CARDS.failed, { serverTransId: own.server_trans_id });
  await fillCards(place, id);
  const by = (token: string | undefined) => check(place, id, CARDS.failed, { page_token: token });
  expect((await by(stranger.page_token)).code).toBe('too-many-attempts');
  expect(await codeOf(pay(place, id, CARDS.failed, { serverTransId: stranger.server_trans_id }))).toBe(
    'too-many-attempts',
  );
  const again = await by(own.page_token);
  expect(again.page_token).toBe(own.page_token);
  expect(await codeOf(pay(place, id, CARDS.failed, { serverTransId: again.server_trans_id }))).toBe(
    'authentication-failed',
  );
});

it('the page of the first version check pays with its prepared transaction, although other clients have used up cards and version checks', async () => {
  const place = decliningShop();
  const id = await place.order();
  const own = await check(place, id, CARDS.success);
  await fillCards(place, id);
  for (let count = 0; count < 40; count++) await check(place, id, CARDS.noMethod);
  expect(await countsOf(place, id)).toMatchObject({ cards: 4, versionChecks: 30 });
  expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: own.server_trans_id }))).toBe('authorized');
});
