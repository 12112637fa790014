import { heldRequest } from '../held-request.js';
import { createHash } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { expect } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../src/sandbox.js';
import { BASE, drivenSandbox, hashOf, START } from './sandbox-client.js';

/** A client of payment-set and payment-credit written apart from ours. */
export const compact = (time: number) => new Date(time).toISOString().slice(0, 19).replace(/\D/g, '');
export const iso = (time: number) => new Date(time).toISOString();

export const RETURN_URL = 'https://shop.example/scudo/return/A1';
export const STATUS_URL = 'https://shop.example/scudo/status';

/** Elements with their content, in order; an element's text is markup. */
export type Elements = Record<string, string | undefined>;

export interface MethodOptions {
  readonly elements?: Elements;
  readonly details?: Elements;
  readonly timestamp?: string;
  readonly secret?: string;
  readonly algorithm?: 'sha1' | 'sha256';
  /** Default: the element of the algorithm. */
  readonly hashElement?: string;
  readonly edit?: (xml: string) => string;
}

const markup = (elements: Elements) =>
  Object.entries(elements)
    .map(([name, content]) =>
      content === undefined ? '' : name === 'amount' ? content : `<${name}>${content}</${name}>`,
    )
    .join('');
const amountOf = (amount: string | undefined) =>
  amount && (amount.startsWith('<') ? amount : `<amount currency="EUR">${amount}</amount>`);
const textIn = (content = '') => content.replace(/<[^>]*>/g, '');

function requestOf(
  type: string,
  before: Elements,
  {
    timestamp = compact(START),
    secret,
    algorithm = 'sha1',
    hashElement = `${algorithm}hash`,
    edit = (xml) => xml,
  }: MethodOptions,
  after: Elements = {},
): string {
  const { merchantid, orderid, amount, paymentmethod } = before;
  const currency = /currency="(\w*)"/.exec(amount ?? '')?.[1] ?? '';
  const hash = hashOf(
    [timestamp, textIn(merchantid), textIn(orderid), textIn(amount), currency, textIn(paymentmethod)],
    secret,
    algorithm,
  );
  return edit(
    `<request type="${type}" timestamp="${timestamp}">${markup({ ...before, [hashElement]: hash, ...after })}</request>`,
  );
}

/** payment-set in the document's element order. */
export function paymentSet(options: MethodOptions = {}): string {
  const { amount = '1999', paymentmethoddetails: _, autosettle: __, ...elements } = options.elements ?? {};
  const details = {
    returnurl: RETURN_URL,
    statusupdateurl: STATUS_URL,
    descriptor: 'Coins',
    country: 'DE',
    accountholdername: 'Ada Lovelace',
    ...options.details,
  };
  const all: Elements = {
    merchantid: 'scudo',
    account: 'internet',
    amount: amountOf(amount),
    autosettle: '',
    orderid: 'A1',
    paymentmethod: 'testpay',
    paymentmethoddetails: markup(details),
    comments: undefined,
    accountholdername: undefined,
    ...elements,
  };
  const { edit = (xml) => xml } = options;
  return requestOf('payment-set', all, {
    ...options,
    edit: (xml) => edit(xml.replace('<autosettle></autosettle>', '<autosettle flag="1"/>')),
  });
}

export function paymentCredit(
  pasref: string,
  options: MethodOptions & { password?: string; signed?: boolean } = {},
): string {
  const { amount = '1999', ...elements } = options.elements ?? {};
  const all: Elements = {
    merchantid: 'scudo',
    account: 'internet',
    amount: amountOf(amount),
    orderid: 'A1',
    pasref,
    paymentmethod: 'testpay',
    ...elements,
  };
  const refundhash = createHash('sha1')
    .update(options.password ?? 'refund')
    .digest('hex');
  const xml = requestOf('payment-credit', all, options, { refundhash });
  return options.signed === false ? xml.replace(/<(sha1hash|sha256hash)>.*<\/\1>/, '') : xml;
}

type Document = Record<
  'result' | 'message' | 'pasref' | 'orderid' | 'sha1hash' | 'sha256hash' | '@timestamp',
  string
> & { readonly paymentmethoddetails: Record<string, string> };
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
});

export async function send(sandbox: Sandbox, xml: string, signal?: AbortSignal) {
  const response = await sandbox.fetch(
    heldRequest(`${BASE}/epage-remote.cgi`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: xml,
      signal: signal ?? null,
    }),
  );
  expect(response.headers.get('content-type')).toBe('text/xml; charset=UTF-8');
  const text = await response.text();
  const { response: document } = parser.parse(text) as { response: Document };
  return { ...document, status: response.status, text };
}

/** A merchant's status endpoint: what it was sent, and what it answers. */
export interface StatusEndpoint {
  readonly received: {
    readonly at: string;
    readonly url: string;
    readonly contentType: string | null;
    readonly body: string;
    readonly fields: Record<string, string>;
  }[];
  answer: () => Response | Promise<Response>;
}

/** A driven sandbox and the merchant that it calls. `time` is where its clock begins. */
export function sandboxWithMerchant(
  options: SandboxOptions = {},
  time = START,
): { sandbox: Sandbox; merchant: StatusEndpoint } {
  const merchant: StatusEndpoint = { received: [], answer: () => new Response(null, { status: 204 }) };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = await request.text();
    merchant.received.push({
      at: sandbox.clock.now().toISOString(),
      url: request.url,
      contentType: request.headers.get('content-type'),
      body,
      fields: Object.fromEntries(new URLSearchParams(body)),
    });
    return merchant.answer();
  };
  const { sandbox } = drivenSandbox({ now: () => new Date(time), fetch, ...options });
  return { sandbox, merchant };
}

/** The page's path, for a payment that was begun. */
export async function initiated(sandbox: Sandbox, options: MethodOptions = {}) {
  const response = await send(sandbox, paymentSet({ timestamp: compact(sandbox.clock.now().getTime()), ...options }));
  expect(response).toMatchObject({ status: 200, result: '01' });
  return { ...response, page: response.paymentmethoddetails['redirecturl']! };
}

export const answerPage = (sandbox: Sandbox, page: string, response = 'Succeeded', delay = 'No delay') =>
  sandbox.fetch(new Request(page, { method: 'POST', body: new URLSearchParams({ response, delay }) }));

/** A payment that was begun and answered, with what the shopper takes back. */
export async function answered(
  sandbox: Sandbox,
  response = 'Succeeded',
  delay = 'No delay',
  options: MethodOptions = {},
) {
  const payment = await initiated(sandbox, options);
  const back = await answerPage(sandbox, payment.page, response, delay);
  return { ...payment, back, location: back.headers.get('location') ?? '' };
}

export const messageIn = (location: string): Record<string, string> =>
  Object.fromEntries(new URL(location).searchParams);
