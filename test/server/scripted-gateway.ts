import { createHash } from 'node:crypto';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import type { After } from '../../src/server/util/timers.js';
import {
  createMerchantBackend,
  type GatewayOptions,
  type MerchantHandler,
  type MerchantBackendOptions,
  type NewOrder,
} from '../../src/server.js';
import { gate } from './gate.js';
import { virtualClock, type VirtualClock } from './virtual-clock.js';
import { shownRedirect } from './shown-redirect.js';

export { gate, virtualClock, type VirtualClock };

/** Random values from a fixed seed. */
export interface SeededRandom {
  readonly bytes: (length: number) => Uint8Array;
  readonly uuid: () => string;
}

export function seededRandom(seed = 20_261_122): SeededRandom {
  let state = seed;
  const bytes = (length: number) =>
    Uint8Array.from({ length }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state >> 8;
    });
  const uuid = () => {
    const hex = Buffer.from(bytes(16)).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  return { bytes, uuid };
}

/** State that several processes of one shop share. */
export interface World {
  readonly sandbox: Sandbox;
  readonly clock: VirtualClock;
  readonly random: SeededRandom;
}

type Intercept = (
  path: string,
  text: string,
  pass: () => Promise<Response>,
  query: URLSearchParams,
) => Response | Promise<Response>;

/**
 * A backend in front of the sandbox. `intercept` answers, fails or passes each request to the gateway.
 * Pauses of the backend take virtual time only.
 */
export interface Shop extends World {
  readonly backend: MerchantHandler;
  /** Every request to the gateway, with its text. */
  readonly sent: { readonly method: string; readonly path: string; readonly headers: Headers; readonly text: string }[];
  intercept: Intercept | undefined;
  /** Calls the backend as the page does. */
  call(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  order(order?: Partial<NewOrder>): Promise<string>;
  /** Resolves when no confirmation, look-up or delivery is under way. */
  settled(): Promise<void>;
}

export const CARDS = {
  success: '4222000006285344',
  attempted: '4222000005218627',
  failed: '4222000002144131',
  rejected: '4222000007275799',
  impossible: '4222000008880910',
  challenge: '4222000001227408',
  notEnrolled: '4000000000000010',
  unsupported: '4000000000000044',
  directoryDown: '4000000000000051',
  issuerDown: '4000000000000069',
  noMethod: '4222000009719489',
} as const;

export const GATEWAY = 'http://127.0.0.1:4174';

/** A shop. Several shops of one world are processes that share its clock and its gateway. */
export function shop(
  options: Partial<MerchantBackendOptions> = {},
  gateway: Partial<GatewayOptions> = {},
  world: Partial<World> = {},
): Shop {
  const clock = world.clock ?? virtualClock();
  const random = world.random ?? seededRandom();
  const sandbox =
    world.sandbox ??
    createSandbox({ baseUrl: GATEWAY, now: clock.now, randomUuid: random.uuid, merchantHosts: ['shop.example'] });
  const backend = createMerchantBackend({
    publicUrl: 'https://shop.example/scudo',
    store: { url: ':memory:' },
    ownOrderIds: true,
    // Most problems are part of a test. Its own listener, if any, replaces this one.
    onProblem: () => undefined,
    now: clock.now,
    randomUuid: random.uuid,
    randomBytes: random.bytes,
    pause: (ms) => Promise.resolve(clock.advance(ms)),
    gateway: {
      baseUrl: GATEWAY,
      merchantId: 'scudo',
      accountId: 'internet',
      secret: 'secret',
      now: clock.now,
      timeout: 5_000,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const text = await request.clone().text();
        const { pathname: path, searchParams } = new URL(request.url);
        place.sent.push({ method: request.method, path, headers: request.headers, text });
        const pass = () => sandbox.fetch(request);
        // An abort ends the call, also when no answer comes.
        const aborted = new Promise<never>((_resolve, reject) => {
          const abort = () => reject(request.signal.reason as Error);
          if (request.signal.aborted) abort();
          else request.signal.addEventListener('abort', abort, { once: true });
        });
        return Promise.race([place.intercept ? place.intercept(path, text, pass, searchParams) : pass(), aborted]);
      },
      ...gateway,
    },
    ...options,
  });
  const place: Shop = {
    clock,
    random,
    sandbox,
    backend,
    sent: [],
    intercept: undefined,
    call: (path, body, headers = {}) =>
      backend.fetch(
        new Request(
          `https://shop.example/scudo/${path}`,
          body === undefined
            ? { headers }
            : {
                method: 'POST',
                headers: { 'content-type': 'application/json', ...headers },
                body: JSON.stringify(body),
              },
        ),
        { ip: '203.0.113.7' },
      ),
    async order(order = {}) {
      return (await backend.orders.create({ amount: '1999', currency: 'EUR', payer: PAYER, ...order })).id;
    },
    settled: () => backend.idle(),
  };
  return place;
}

export const PAYER = {
  email: 'ada@example.com',
  mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' },
};

export const BROWSER = {
  color_depth: 'TWENTY_FOUR_BITS',
  java_enabled: 'false',
  javascript_enabled: 'true',
  language: 'en-GB',
  screen_height: '900',
  screen_width: '1440',
  challenge_window_size: 'FULL_SCREEN',
  timezone: '0',
  user_agent: 'Test/1.0',
};

export const card = (number: string) => ({
  number,
  expiry_month: '12',
  expiry_year: '28',
  security_code: '987',
  full_name: 'Ada Lovelace',
});

/** The stored record of an order. */
export const recordOf = async (place: Shop, id: string) => (await place.backend.orders.read(id))!;

/** The order as its page sees it. */
export const viewOf = async (place: Shop, id: string) => json(await place.call(`orders/${id}`));

let keys = 0;
export const newKey = () => `key-${String(++keys).padStart(8, '0')}`;

export async function json(response: Response): Promise<any> {
  return response.json();
}

/** Tokens of the version checks of this file, by order and card. A card that is not enrolled is paid with its own. */
const pageTokens = new Map<string, string>();

/** Makes the version check of a page that shows the order as it is, and returns the transaction's identifier. */
export async function prepare(place: Shop, id: string, number: string): Promise<string | undefined> {
  const body = { number, ...(await shownRedirect(place.backend, id)) };
  const answer = await json(await place.call(`orders/${id}/protocol-versions`, body));
  if (answer.page_token) pageTokens.set(`${id} ${number}`, answer.page_token as string);
  return answer.server_trans_id as string | undefined;
}

export interface PayOptions {
  readonly serverTransId?: string | undefined;
  readonly key?: string;
}

/** POST authentications, after a version check of this card unless the transaction is given. */
export async function pay(
  place: Shop,
  id: string,
  number: string = CARDS.success,
  options: PayOptions = {},
): Promise<Response> {
  const server_trans_id = 'serverTransId' in options ? options.serverTransId : await prepare(place, id, number);
  const page_token = server_trans_id === undefined ? pageTokens.get(`${id} ${number}`) : undefined;
  const body = { server_trans_id, page_token, card: card(number), browser_data: BROWSER, method_url_completion: 'YES' };
  return place.call(`orders/${id}/authentications`, body, { 'idempotency-key': options.key ?? newKey() });
}

export interface ReportOptions {
  readonly ended?: string;
  readonly cres?: string;
  readonly key?: string;
  readonly number?: string;
}

export async function report(
  place: Shop,
  id: string,
  serverTransId: string,
  { ended = 'notified', cres, key = newKey(), number = CARDS.challenge }: ReportOptions = {},
): Promise<Response> {
  return place.call(
    `orders/${id}/authorizations`,
    { server_trans_id: serverTransId, card: card(number), ended, cres },
    { 'idempotency-key': key },
  );
}

/** Completes the challenge of the sandbox's ACS with that code and returns the CRes that its page posts. */
export async function answerChallenge(
  place: Shop,
  { encoded_creq, acs_url }: { encoded_creq: string; acs_url: string },
  code = '123456',
): Promise<string> {
  const post = (address: string, fields: Record<string, string>) =>
    place.sandbox.fetch(
      new Request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
    );
  const page = await (await post(acs_url, { creq: encoded_creq })).text();
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? '';
  const hidden = Object.fromEntries(
    [...page.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  );
  const done = await (await post(new URL(action, GATEWAY).href, { ...hidden, code, action: 'confirm' })).text();
  return /name="cres"[^>]*value="([^"]+)"/.exec(done)?.[1] ?? '';
}

/** An answer to an authentication, or to the reading of its result. */
export function authenticationAnswer(
  server_trans_id: string | undefined,
  status: string,
  more: Record<string, unknown> = {},
): Response {
  return Response.json({
    server_trans_id,
    status,
    acs_trans_id: 'acs',
    ds_trans_id: `ds-${server_trans_id ?? ''}`,
    ...more,
  });
}

/** The card authorizations that were sent, without the queries about them. */
export const authorizationsAt = (place: Shop) => place.sent.filter(({ text }) => text.includes('type="auth"'));
export const queriesAt = (place: Shop) => place.sent.filter(({ text }) => isQuery(text));

/** Timers that a test lets elapse, for the option `after`. */
export function manualTimers(): { readonly after: After; readonly elapse: () => void } {
  const waiting = new Set<() => void>();
  return {
    after(_ms, callback) {
      waiting.add(callback);
      return () => void waiting.delete(callback);
    },
    elapse() {
      for (const callback of [...waiting]) callback();
      waiting.clear();
    },
  };
}

/** The order id in an XML request. */
export const orderIdIn = (text: string) => /<orderid>(.*?)</.exec(text)?.[1] ?? '';
export const isXml = (path: string) => path === '/epage-remote.cgi';
export const isQuery = (text: string) => text.includes('type="query"');

/** The short document for an order id that the gateway does not know. */
export const notFound = () => shortAnswer('508', 'Original transaction not found.');

/** A short document without a hash, as errors of the XML interface are answered. */
export function shortAnswer(result: string, message: string, status = 200): Response {
  return new Response(
    `<response timestamp="20261120120000"><result>${result}</result><message>${message}</message></response>`,
    { status },
  );
}

/** An answer of the XML interface with a hash, unless `signed` is false. */
export function authorizationAnswer(
  fields: { orderid: string; result: string; message?: string; pasref?: string; authcode?: string },
  { secret = 'secret', signed = true } = {},
): Response {
  const { orderid, result, message = 'MESSAGE', pasref = '12345', authcode = '' } = fields;
  const timestamp = '20261120222411';
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
  const hash = sha1(`${sha1([timestamp, 'scudo', orderid, result, message, pasref, authcode].join('.'))}.${secret}`);
  return new Response(
    `<response timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account><orderid>${orderid}</orderid><authcode>${authcode}</authcode><result>${result}</result>` +
      `<message>${message}</message><pasref>${pasref}</pasref>${signed ? `<sha1hash>${hash}</sha1hash>` : ''}</response>`,
    { headers: { 'content-type': 'text/xml' } },
  );
}
