import { expect, it } from 'vitest';
import { codeOf } from '../code-of.js';
import {
  authorizationAnswer,
  BROWSER,
  card,
  CARDS,
  isXml,
  json,
  newKey,
  orderIdIn,
  pay,
  shop,
  type Shop,
} from '../scripted-gateway.js';

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
const OTHER_FRAME = '7f1f6f0e-3f51-4c0c-9d0c-0c6a4f8f5a12';

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

it('at cardsPerOrder a page pays with the transaction that it has prepared, and a page that has tried a card checks and pays with it again', async () => {
  const place = decliningShop();
  const id = await place.order();
  const own = await check(place, id, CARDS.failed);
  const stranger = await check(place, id, CARDS.failed);
  await pay(place, id, CARDS.failed, { serverTransId: own.server_trans_id });
  await fillCards(place, id);
  const by = (token: string | undefined) => check(place, id, CARDS.failed, { page_token: token });
  expect(await codeOf(pay(place, id, CARDS.failed, { serverTransId: stranger.server_trans_id }))).toBe(
    'authentication-failed',
  );
  expect((await check(place, id, CARDS.success, { page_token: stranger.page_token })).code).toBe('too-many-attempts');
  const again = await by(own.page_token);
  expect(again.page_token).toBe(own.page_token);
  expect(await codeOf(pay(place, id, CARDS.failed, { serverTransId: again.server_trans_id }))).toBe(
    'authentication-failed',
  );
});

it.each([0, 1, 4])(
  'a page pays with its prepared transaction, although other clients have used up cards and version checks, %i before it',
  async (strangers) => {
    const place = decliningShop();
    const id = await place.order();
    for (let count = 0; count < strangers; count++) await check(place, id, OTHERS[count]!);
    const own = await check(place, id, CARDS.success);
    await fillCards(place, id);
    for (let count = 0; count < 40; count++) await check(place, id, CARDS.noMethod);
    expect(await countsOf(place, id)).toMatchObject({ cards: 5, versionChecks: 30 });
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: own.server_trans_id }))).toBe('authorized');
  },
);

it('a payment without a transaction learns nothing about a card of another page, and its guesses are counted per client', async () => {
  const place = shop({ limits: { versionChecksPerClient: 14 } });
  const id = await place.order();
  const own = await check(place, id, CARDS.notEnrolled);
  const framed = await check(place, id, CARDS.notEnrolled, { frame_key: FRAME });
  const other = await check(place, id, CARDS.success);
  const guess = async (number: string, { frame_key, ...more }: { frame_key?: string; page_token?: string } = {}) => {
    const body = {
      card: { ...card(number), ...(frame_key === undefined ? {} : { frame_key }) },
      browser_data: BROWSER,
      method_url_completion: 'UNAVAILABLE',
      ...more,
    };
    return codeOf(place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() }));
  };
  const others = [
    {},
    { page_token: other.page_token! },
    { page_token: framed.page_token! },
    { frame_key: OTHER_FRAME },
  ];
  const refused: string[] = [];
  for (const number of [CARDS.notEnrolled, CARDS.failed])
    for (const more of others) refused.push(await guess(number, more));
  expect(new Set(refused)).toEqual(new Set(['authentication-unknown']));
  expect(await guess(CARDS.notEnrolled, { page_token: own.page_token! })).toBe('not-enrolled');
  expect(await guess(CARDS.notEnrolled, { frame_key: FRAME })).toBe('not-enrolled');
  expect(await guess(CARDS.failed)).toBe('authentication-unknown');
  expect([await guess(CARDS.failed), await guess(CARDS.notEnrolled)]).toEqual(Array(2).fill('too-many-requests'));
  expect(await guess(CARDS.notEnrolled, { page_token: own.page_token! })).toBe('too-many-requests');
});
