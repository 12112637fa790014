import { createHash } from 'node:crypto';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import {
  createMerchantBackend,
  type MerchantBackend,
  type MerchantBackendOptions,
  type NewOrder,
} from '../../src/server.js';

/**
 * A backend before a gateway that is the sandbox, unless a test says otherwise: `intercept` may
 * answer, fail or let through each request.
 */
export interface Shop {
  readonly backend: MerchantBackend;
  readonly sandbox: Sandbox;
  /** Every request to the gateway, with its text. */
  readonly sent: { readonly method: string; readonly path: string; readonly headers: Headers; readonly text: string }[];
  intercept: ((path: string, text: string, pass: () => Promise<Response>) => Response | Promise<Response>) | undefined;
  /** Calls the backend as the page does. */
  call(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  order(order?: Partial<NewOrder>): Promise<string>;
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

const GATEWAY = 'http://127.0.0.1:4174';

export function shop(
  options: Partial<MerchantBackendOptions> = {},
  gateway: Record<string, unknown> = {},
  sandbox = createSandbox({ baseUrl: GATEWAY }),
): Shop {
  const it: Shop = {
    sandbox,
    sent: [],
    intercept: undefined,
    backend: createMerchantBackend({
      publicUrl: 'https://shop.example/scudo',
      store: { url: ':memory:' },
      pause: () => Promise.resolve(),
      gateway: {
        baseUrl: GATEWAY,
        merchantId: 'scudo',
        accountId: 'internet',
        secret: 'secret',
        timeout: 5_000,
        fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
          const request = new Request(input, init);
          const text = await request.clone().text();
          const path = new URL(request.url).pathname;
          it.sent.push({ method: request.method, path, headers: request.headers, text });
          const pass = () => sandbox.fetch(request);
          // As fetch does: an abort ends it, whether anybody answers or not.
          const aborted = new Promise<never>((_resolve, reject) => {
            const abort = () => reject(request.signal.reason as Error);
            if (request.signal.aborted) abort();
            else request.signal.addEventListener('abort', abort, { once: true });
          });
          return Promise.race([it.intercept ? it.intercept(path, text, pass) : pass(), aborted]);
        },
        ...gateway,
      },
      ...options,
    }),
    call: (path, body, headers = {}) =>
      it.backend.fetch(
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
      return (await it.backend.orders.create({ amount: '1999', currency: 'EUR', payer: PAYER, ...order })).id;
    },
  };
  return it;
}

export const PAYER = {
  email: 'ada@example.com',
  mobile_phone: { country_code: '44', subscriber_number: '2079460000' },
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

let keys = 0;
export const newKey = () => `key-${String(++keys).padStart(8, '0')}`;

export async function json(response: Response): Promise<any> {
  return response.json();
}

/** The version check; answers the transaction's identifier. */
export async function prepare(it: Shop, id: string, number: string): Promise<string | undefined> {
  return (await json(await it.call(`orders/${id}/protocol-versions`, { number }))).server_trans_id as
    | string
    | undefined;
}

export interface PayOptions {
  readonly serverTransId?: string | undefined;
  readonly key?: string;
}

/** POST authentications after a version check of this card, unless one is named. */
export async function pay(
  it: Shop,
  id: string,
  number: string = CARDS.success,
  options: PayOptions = {},
): Promise<Response> {
  const server_trans_id = 'serverTransId' in options ? options.serverTransId : await prepare(it, id, number);
  const body = { server_trans_id, card: card(number), browser_data: BROWSER, method_url_completion: 'YES' };
  return it.call(`orders/${id}/authentications`, body, { 'idempotency-key': options.key ?? newKey() });
}

export interface ReportOptions {
  readonly ended?: string;
  readonly cres?: string;
  readonly key?: string;
  readonly number?: string;
}

export async function report(
  it: Shop,
  id: string,
  serverTransId: string,
  { ended = 'notified', cres, key = newKey(), number = CARDS.challenge }: ReportOptions = {},
): Promise<Response> {
  return it.call(
    `orders/${id}/authorizations`,
    { server_trans_id: serverTransId, card: card(number), ended, cres },
    { 'idempotency-key': key },
  );
}

/** Goes through the sandbox bank's challenge with that code; answers the CRes that its page posts. */
export async function answerChallenge(
  it: Shop,
  { encoded_creq, acs_url }: { encoded_creq: string; acs_url: string },
  code = '123456',
): Promise<string> {
  const post = (address: string, fields: Record<string, string>) =>
    it.sandbox.fetch(
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

/** What authentication, or the question for its result, brought. */
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

/** Something to wait for that a test opens. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

export const authorizationsAt = (it: Shop) => it.sent.filter(({ path }) => path === '/epage-remote.cgi');

/** An answer of the XML interface, signed with that secret unless told otherwise. */
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
