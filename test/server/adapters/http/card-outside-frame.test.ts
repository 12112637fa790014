import { describe, expect, it } from 'vitest';
import type { MerchantBackendOptions, ProblemReport } from '../../../../src/server.js';
import { memoryOrderStore } from '../store/memory-order-store.js';
import { BROWSER, card, CARDS, json, newKey, shop, virtualClock, type Shop } from '../../scripted-gateway.js';

const [OWN, PAGE] = ['https://shop.example', 'https://www.shop.example'];
const FRAME_KEY = '6dc2d1a5-1f0d-4b3c-9a52-2f4f8a3f2b11';

type Problems = Pick<ProblemReport, 'code' | 'order'>[];

function isolatedShop(options: Partial<MerchantBackendOptions> = {}) {
  const problems: ProblemReport[] = [];
  const place = shop({ pages: [PAGE], onProblem: (problem) => problems.push(problem), ...options });
  return { place, problems };
}

/** The body of each call with card data, as a page or the frame sends it. */
const CALLS = {
  'protocol-versions': (frame: object) => ({ number: CARDS.success, ...frame }),
  authentications: (frame: object) => ({
    card: { ...card(CARDS.notEnrolled), ...frame },
    browser_data: BROWSER,
    method_url_completion: 'UNAVAILABLE',
  }),
  authorizations: (frame: object) => ({
    server_trans_id: '0d7e2a3e-9a4f-4a1e-8a8c-0c5a2c1d4e5f',
    card: { ...card(CARDS.success), ...frame },
    ended: 'notified',
  }),
} as const;
type CardCall = keyof typeof CALLS;

function send(place: Shop, id: string, call: CardCall, headers: Record<string, string>, frame: object) {
  return place.call(`orders/${id}/${call}`, CALLS[call](frame), { 'idempotency-key': newKey(), ...headers });
}

const calls = Object.keys(CALLS) as CardCall[];

describe('a backend whose origin is none of its pages', () => {
  const frame = { frame_key: FRAME_KEY };
  it.each(
    calls.flatMap((call) => [
      [call, 'of the shop’s page', { origin: PAGE }, {}] as const,
      [call, 'of the shop’s page with frame_key', { origin: PAGE }, frame] as const,
      [call, 'without Origin', {}, frame] as const,
      [call, 'without Origin and with the backend’s own Referer', { referer: `${OWN}/scudo/fields` }, frame] as const,
      [call, 'of its own origin without frame_key', { origin: OWN }, {}] as const,
      [call, 'of its own origin in capital letters', { origin: OWN.toUpperCase() }, frame] as const,
      [call, 'of a sandboxed frame', { origin: 'null' }, frame] as const,
      [call, 'of another site', { origin: 'https://evil.example' }, frame] as const,
      [call, 'of another site without Origin', { referer: 'https://evil.example/form' }, frame] as const,
    ]),
  )('refuses the card data of a %s call %s, and sends nothing', async (call, _how, headers, more) => {
    const { place, problems } = isolatedShop();
    const id = await place.order();
    const response = await send(place, id, call, headers, more);
    expect(response.status).toBe(403);
    const code = 'card-outside-frame';
    expect(await json(response)).toMatchObject({ code, retryable: false });
    expect(place.sent).toEqual([]);
    expect(problems).toMatchObject([{ code, order: id, route: `POST /orders/:id/${call}`, client: '203.0.113.7' }]);
  });

  it('accepts the card data of its own frame, and pays', async () => {
    const { place, problems } = isolatedShop();
    const id = await place.order();
    const checked = await json(await send(place, id, 'protocol-versions', { origin: OWN }, frame));
    const body = {
      server_trans_id: checked.server_trans_id as string,
      card: { ...card(CARDS.success), ...frame },
      browser_data: BROWSER,
      method_url_completion: 'YES',
    };
    const headers = { origin: OWN, 'idempotency-key': newKey() };
    const answer = await json(await place.call(`orders/${id}/authentications`, body, headers));
    expect(answer).toMatchObject({ result: 'outcome', outcome: { order: { id, state: 'paid' } } });
    expect(problems).toEqual([]);
  });

  it('lets the shop’s page read the order and the refusal, which name the origins and the option', async () => {
    const { place, problems } = isolatedShop();
    const id = await place.order();
    const view = await place.call(`orders/${id}`, undefined, { origin: PAGE });
    expect(await json(view)).toMatchObject({ card_frame: `${OWN}/scudo/fields` });
    const refused = await send(place, id, 'protocol-versions', { origin: PAGE }, {});
    expect(refused.headers.get('access-control-allow-origin')).toBe(PAGE);
    const { detail } = await json(refused);
    expect(detail).toBe(
      `A call with card data came from ${PAGE}, not from the frame of ${OWN}. If the page or client is yours, set the ` +
        `option cardFields: 'page'. Otherwise a script of the page may read cards.`,
    );
    expect((problems[0]?.cause as Error).message).toBe(detail);
  });

  it('accepts inline fields and calls without Origin with cardFields: page', async () => {
    const { place, problems } = isolatedShop({ cardFields: 'page' });
    const id = await place.order();
    expect(await json(await place.call(`orders/${id}`, undefined, { origin: PAGE }))).not.toHaveProperty('card_frame');
    for (const headers of [{ origin: PAGE }, { origin: OWN }, {}])
      expect((await send(place, id, 'protocol-versions', headers, {})).status).toBe(200);
    expect(problems).toEqual([]);
  });

  it('names no frame and accepts inline fields if its own origin is one of the pages', async () => {
    const { place } = isolatedShop({ pages: [PAGE, OWN] });
    const id = await place.order();
    expect((await send(place, id, 'protocol-versions', { origin: PAGE }, {})).status).toBe(200);
    expect(await json(await place.call(`orders/${id}`))).not.toHaveProperty('card_frame');
  });
});

describe('the report of card data from outside the frame', () => {
  it('comes once for each order and at most once a minute for the shop, whichever process refuses', async () => {
    const clock = virtualClock();
    const store = memoryOrderStore(undefined, clock.now);
    const problems: Problems = [];
    const onProblem = ({ code, order }: ProblemReport) => problems.push({ code, order: order ?? '' });
    const first = shop({ pages: [PAGE], store, onProblem }, {}, { clock });
    const second = shop({ pages: [PAGE], store, onProblem }, {}, first);
    const attack = async (id: string) => {
      for (const place of [first, second, first]) await send(place, id, 'authentications', { origin: PAGE }, {});
    };
    const [a = '', b = '', c = ''] = await Promise.all(['A', 'B', 'C'].map((id) => first.order({ id })));
    await attack(a);
    await attack(b);
    expect(problems).toEqual([{ code: 'card-outside-frame', order: a }]);
    clock.advance(61_000);
    await attack(a);
    expect(problems).toHaveLength(1);
    await attack(c);
    expect(problems).toEqual([a, c].map((order) => ({ code: 'card-outside-frame', order })));
  });
});

describe('a body with card data', () => {
  it.each([
    ['application/json-seq', 415],
    ['application/json+x', 415],
    ['application/jsonp', 415],
    ['application/json, text/plain', 415],
    ['application/json;charset=utf-8, text/plain', 415],
    ['application/problem+json', 415],
    ['application/json', 200],
    ['Application/JSON; charset=utf-8', 200],
    ['application/json ;charset="UTF-8"', 200],
  ])('a body of the type %s is answered %d', async (type, status) => {
    const place = shop();
    const id = await place.order();
    const response = await place.call(
      `orders/${id}/protocol-versions`,
      { number: CARDS.success },
      { 'content-type': type },
    );
    expect(response.status).toBe(status);
  });
});

it('an order that is refused within a minute after another one is reported later, once', async () => {
  const clock = virtualClock();
  const problems: ProblemReport[] = [];
  const options = { pages: [PAGE], onProblem: (problem: ProblemReport) => problems.push(problem) };
  const place = shop({ ...options, store: memoryOrderStore(undefined, clock.now) }, {}, { clock });
  const [first, second] = [await place.order(), await place.order()];
  const refuse = (id: string) => send(place, id, 'protocol-versions', { origin: PAGE }, {});
  await refuse(first);
  await refuse(second);
  expect(problems.map(({ order }) => order)).toEqual([first]);
  for (let minute = 0; minute < 3; minute++) {
    clock.advance(60_001);
    await refuse(second);
    await refuse(first);
  }
  expect(problems.map(({ order }) => order)).toEqual([first, second]);
});
