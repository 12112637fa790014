import { createHash } from 'node:crypto';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox.js';

/** A gateway's client written apart from ours: its hashes come from Node's crypto. */
export const BASE = 'http://127.0.0.1:4174';
export const START = Date.parse('2026-11-20T12:00:00Z');
/** The beginning in UTC of the day that many days after that of `START`. */
export const midnight = (days: number) => Date.parse('2026-11-20T00:00:00Z') + days * 86_400_000;

export const CARDS = {
  success: '4222000006285344',
  mastercard: '5354560000000004',
  visa21: '4263970000005262',
  noMethod: '4222000009719489',
  challenge: '4222000001227408',
  challengeMastercard: '5506874496684651',
} as const;

export function hashOf(fields: readonly string[], secret = 'secret', algorithm: 'sha1' | 'sha256' = 'sha1'): string {
  const once = (text: string) => createHash(algorithm).update(text).digest('hex');
  return once(`${once(fields.join('.'))}.${secret}`);
}

/** The scheme of a card number by its first digits (ISO/IEC 7812). VISA for what is no card number. */
export function schemeOfNumber(number: unknown): string {
  const digits = typeof number === 'string' ? number : '';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'MASTERCARD';
  if (/^3[47]/.test(digits)) return 'AMEX';
  if (digits.startsWith('35')) return 'JCB';
  if (digits.startsWith('3')) return 'DINERS';
  return digits.startsWith('6') ? 'DISCOVER' : 'VISA';
}

/** The type of a card in XML, where Mastercard has another name. */
export const cardTypeOf = (number: string) => schemeOfNumber(number).replace('MASTERCARD', 'MC');

export interface Clock {
  time: number;
  pass(milliseconds: number): void;
}

/** A sandbox whose clock stands still until it is moved, and whose identifiers count. */
export function drivenSandbox(options: SandboxOptions = {}): { sandbox: Sandbox; clock: Clock } {
  const clock: Clock = {
    time: START,
    pass(milliseconds) {
      this.time += milliseconds;
    },
  };
  let count = 0;
  const sandbox = createSandbox({
    merchantHosts: ['shop.example'],
    now: () => new Date(clock.time),
    randomUuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    ...options,
  });
  return { sandbox, clock };
}

export type Json = Record<string, unknown>;

/** Fields that the tests read from bodies of any kind. Undefined if the body does not have them. */
export interface Body extends Json {
  readonly server_trans_id: string;
  readonly acs_trans_id: string;
  readonly ds_trans_id: string;
  readonly encoded_creq: string;
  readonly authentication_value?: string;
  readonly cardholder_response_info?: string;
  readonly status: string;
  readonly method_url: string;
  readonly method_data: { readonly encoded_method_data: string };
  readonly total_records_available: number;
  readonly transactions: readonly { readonly order_id: string }[];
}

export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, text, body: (text === '' ? undefined : JSON.parse(text)) as Body };
}

export interface Message {
  readonly at: string;
  readonly kind: string;
  readonly request: Json;
  readonly response: Json;
  readonly http_status?: number;
}

export const timestampOf = (time = START) => `${new Date(time).toISOString().slice(0, -1)}000`;

export interface CallOptions {
  readonly secret?: string;
  readonly algorithm?: 'sha1' | 'sha256';
  readonly headers?: Record<string, string | undefined>;
  readonly raw?: string;
}

function headersOf(hash: string, { headers = {} }: CallOptions): Record<string, string> {
  const all: Record<string, string | undefined> = {
    'content-type': 'application/json',
    'x-gp-version': '2.2.0',
    authorization: `securehash ${hash}`,
    ...headers,
  };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

async function post(
  sandbox: Sandbox,
  path: string,
  body: object,
  fields: readonly string[],
  options: CallOptions,
): Promise<Answer> {
  const headers = headersOf(hashOf(fields, options.secret, options.algorithm), options);
  return answerOf(
    await sandbox.fetch(
      new Request(`${BASE}${path}`, { method: 'POST', headers, body: options.raw ?? JSON.stringify(body) }),
    ),
  );
}

export function versionCheckBody(number: string, more: Json = {}) {
  const body = {
    request_timestamp: timestampOf(),
    merchant_id: 'scudo',
    account_id: 'internet',
    number,
    scheme: schemeOfNumber(number),
    method_notification_url: 'http://localhost:4173/scudo/notifications/method/A1',
  };
  return { ...body, ...more } as typeof body;
}

export function checkVersion(
  sandbox: Sandbox,
  number: string,
  more: Json = {},
  options: CallOptions = {},
): Promise<Answer> {
  const body = versionCheckBody(number, more);
  return post(
    sandbox,
    '/3ds2/protocol-versions',
    body,
    [body.request_timestamp, body.merchant_id, body.number].map(textOf),
    options,
  );
}

/** A whole request. The type stays that of a good one, so that tests can take it apart and spoil it. */
export function authenticationBody(number: string, serverTransId: string, more: Json = {}) {
  const body = {
    request_timestamp: timestampOf(),
    authentication_source: 'BROWSER',
    authentication_request_type: 'PAYMENT_TRANSACTION',
    message_category: 'PAYMENT_AUTHENTICATION',
    message_version: '2.1.0',
    challenge_request_indicator: 'NO_PREFERENCE',
    server_trans_id: serverTransId,
    merchant_id: 'scudo',
    account_id: 'internet',
    card_detail: {
      number,
      scheme: schemeOfNumber(number),
      expiry_month: '12',
      expiry_year: '29',
      full_name: 'Ada Lovelace',
    },
    order: { date_time_created: timestampOf(), amount: '1999', currency: 'EUR', id: 'A1' },
    payer: { email: 'ada@example.com', mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
    challenge_notification_url: 'http://localhost:4173/scudo/notifications/challenge',
    method_url_completion: 'YES',
    browser_data: {
      accept_header: 'text/html',
      color_depth: 'TWENTY_FOUR_BITS',
      ip: '127.0.0.1',
      java_enabled: 'false',
      javascript_enabled: 'true',
      language: 'en-GB',
      screen_height: '1080',
      screen_width: '1920',
      challenge_window_size: 'WINDOWED_390X400',
      timezone: '-60',
      user_agent: 'Vitest',
    },
    merchant_contact_url: 'http://localhost:4173/contact',
  };
  return { ...body, ...more } as typeof body;
}

export function authenticate(
  sandbox: Sandbox,
  number: string,
  serverTransId: string,
  more: Json = {},
  options: CallOptions = {},
): Promise<Answer> {
  const body = authenticationBody(number, serverTransId, more);
  return post(
    sandbox,
    '/3ds2/authentications',
    body,
    [
      body.request_timestamp,
      body.merchant_id,
      (body.card_detail as { number?: unknown } | undefined)?.number,
      body.server_trans_id,
    ].map(textOf),
    options,
  );
}

/** Version check and authentication. */
export async function authenticateCard(sandbox: Sandbox, number: string, more: Json = {}): Promise<Answer> {
  const { body } = await checkVersion(sandbox, number);
  const method_url_completion = body.method_url ? 'YES' : 'UNAVAILABLE';
  return authenticate(sandbox, number, body.server_trans_id, { method_url_completion, ...more });
}

export async function readAuthentication(
  sandbox: Sandbox,
  serverTransId: string,
  time = START,
  options: CallOptions & { merchant?: string } = {},
): Promise<Answer> {
  const timestamp = timestampOf(time);
  const merchant = options.merchant ?? 'scudo';
  const headers = headersOf(hashOf([timestamp, merchant, serverTransId], options.secret, options.algorithm), options);
  const query = new URLSearchParams({ merchant_id: merchant, request_timestamp: timestamp });
  return answerOf(
    await sandbox.fetch(new Request(`${BASE}/3ds2/authentications/${serverTransId}?${query}`, { headers })),
  );
}

export function searchAuthentications(sandbox: Sandbox, more: Json = {}, options: CallOptions = {}): Promise<Answer> {
  const body: Json = {
    request_timestamp: timestampOf(),
    merchant_id: 'scudo',
    account_id: 'internet',
    start_timestamp: timestampOf(START - 3_600_000),
    end_timestamp: timestampOf(START + 3_600_000),
    ...more,
  };
  return post(
    sandbox,
    '/3ds2/authentications/search',
    body,
    [body['request_timestamp'], body['merchant_id'], body['start_timestamp']].map(textOf),
    options,
  );
}

export async function postForm(
  sandbox: Sandbox,
  path: string,
  fields: Record<string, string>,
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await sandbox.fetch(
    new Request(`${BASE}${path}`, { method: 'POST', body: new URLSearchParams(fields) }),
  );
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** The hidden fields of the form on a page. */
export function hiddenFields(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
}

export const decoded = (encoded: string) => JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as Json;
export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function messagesOf(sandbox: Sandbox, order?: string): Promise<Message[]> {
  const response = await sandbox.fetch(new Request(`${BASE}/messages${order === undefined ? '' : `?order=${order}`}`));
  return (await response.json()) as Message[];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
