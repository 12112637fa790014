import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchBackend } from '../../../src/payment/backend-client/fetch-backend.js';
import { createCheckout } from '../../../src/payment/checkout/checkout.js';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { CARDS, shop } from '../../server/scripted-gateway.js';
import { CARD } from '../checkout/scripted-page.js';

/** A browser whose properties are read as they are by a privacy tool, an embedded browser, or a broken script. */
type Browser = Readonly<Record<string, unknown>>;

const USUAL = {
  navigator: { language: 'en-GB', languages: ['en-GB'], userAgent: 'Test/1.0', javaEnabled: () => false },
  screen: { colorDepth: 24, height: 900, width: 1440 },
  innerWidth: 1400,
  innerHeight: 800,
} as const;

const throwing = () => {
  throw new Error('This property is not for you.');
};

/** Each property, once with each odd value. `throws` stands for a property whose getter throws. */
const PROPERTIES = [
  'navigator',
  'navigator.language',
  'navigator.languages',
  'navigator.userAgent',
  'navigator.javaEnabled',
  'screen',
  'screen.colorDepth',
  'screen.height',
  'screen.width',
] as const;
const ODD: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  empty: '',
  'not a number': Number.NaN,
  infinite: -Infinity,
  fraction: 1_000_000.5,
  'a text of another form': 'tab\t, line\n, soft\u00adhyphen, half a pair \ud83d',
  'a long text': `${'😀'.repeat(1023)}x${'😀'.repeat(3000)}`,
  'an object': { toString: throwing },
  'a list': [Symbol('odd')],
  'a big number': 10n ** 30n,
};

function withProperty(path: string, get: () => unknown): Browser {
  const [first = '', second] = path.split('.');
  const place = second ? { ...(USUAL as Record<string, unknown> as Record<string, object>)[first] } : { ...USUAL };
  Object.defineProperty(place, second ?? first, { get, configurable: true, enumerable: true });
  return second ? { ...USUAL, [first]: place } : place;
}

/** Pays through a real backend in front of the sandbox, which refuses browser data that the interface does not have. */
async function payIn(browser: Browser, now = () => new Date(), headers: HeadersInit = { 'user-agent': 'Header/1' }) {
  vi.stubGlobal('window', browser);
  const place = shop();
  const order = await place.order();
  const backend = fetchBackend('https://shop.example/scudo', {
    fetch: (input, init) => {
      const request = new Request(input, init);
      for (const [name, value] of new Headers(headers)) request.headers.set(name, value);
      return place.backend.fetch(request, { ip: '203.0.113.7' });
    },
  });
  const frames = {
    method: throwing,
    availableSpace: () => ({ width: 1000, height: 1000 }),
    challenge: () => undefined,
    challengeTitle: '',
  };
  const checkout = createCheckout({ backend, order, frames, clock: { ...stillClock(), now } });
  const outcome = await checkout.pay({ ...CARD, number: CARDS.noMethod });
  checkout.stop();
  const { history } = (await place.backend.orders.shopView(order))!;
  return { outcome, sent: history.find(({ event }) => event === 'authentication-sent')?.detail };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a payment in an odd browser', () => {
  it.each(PROPERTIES)('authorizes a payment whatever %s is', async (path) => {
    for (const [name, value] of Object.entries(ODD))
      expect((await payIn(withProperty(path, () => value))).outcome, name).toMatchObject({ code: 'authorized' });
    expect((await payIn(withProperty(path, throwing))).outcome, 'throws').toMatchObject({ code: 'authorized' });
  });

  it.each([Number.NaN, Infinity, -19.53, 900, -1440, '60', undefined, null, {}])(
    'authorizes a payment when the offset of the time zone is %j',
    async (offset) => {
      const now = () => Object.assign(new Date(), { getTimezoneOffset: () => offset as number });
      expect((await payIn(USUAL, now)).outcome).toMatchObject({ code: 'authorized' });
    },
  );

  it('authorizes a payment when the time zone cannot be read, and when nothing can', async () => {
    const now = () => Object.assign(new Date(), { getTimezoneOffset: throwing });
    expect((await payIn(USUAL, now)).outcome).toMatchObject({ code: 'authorized' });
    expect((await payIn({}, now, {})).outcome).toMatchObject({ code: 'authorized' });
  });

  it('notes nothing in the history when the page has cleaned the data', async () => {
    const { sent } = await payIn({});
    expect(sent).not.toHaveProperty('replacedBrowserData');
  });
});

it('notes in the history of the order which browser data of a page were replaced', async () => {
  const place = shop();
  const id = await place.order();
  const { server_trans_id } = (await (
    await place.call(`orders/${id}/protocol-versions`, { number: CARDS.noMethod })
  ).json()) as { server_trans_id: string };
  const body = {
    server_trans_id,
    card: {
      number: CARDS.noMethod,
      expiry_month: '12',
      expiry_year: '28',
      security_code: '987',
      full_name: 'Ada Lovelace',
    },
    browser_data: {
      java_enabled: 'false',
      javascript_enabled: 'true',
      screen_width: 'NaN',
      timezone: 900,
      user_agent: '\t',
    },
    method_url_completion: 'UNAVAILABLE',
  };
  const answer = await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': 'a-key-of-this-test' });
  expect(await answer.json()).toMatchObject({ outcome: { code: 'authorized' } });
  const { history } = (await place.backend.orders.shopView(id))!;
  const { detail } = history.find(({ event }) => event === 'authentication-sent')!;
  expect(detail).toMatchObject({
    replacedBrowserData: [
      'color_depth',
      'screen_height',
      'screen_width',
      'challenge_window_size',
      'timezone',
      'user_agent',
    ],
  });
});
