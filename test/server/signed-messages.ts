import { createHash } from 'node:crypto';
import { STATUS_FIELDS } from '../../src/protocol/status-message.js';
import { shop, type Shop } from './scripted-gateway.js';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

/** The gateway's two-pass hash, written here once more so that a mistake in ours shows. */
export const signed = (fields: readonly string[], secret = 'secret') => sha1(`${sha1(fields.join('.'))}.${secret}`);

/** An answer to payment-set, signed unless told otherwise. */
export function paymentSetAnswer(request: string, change: Record<string, string> = {}, secret = 'secret'): Response {
  const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(request)?.[1] ?? '';
  const fields = {
    timestamp: '20261120222411',
    merchantid: 'scudo',
    orderid: element('orderid'),
    result: '01',
    message: 'PENDING',
    pasref: `1689844${element('orderid').length}59`,
    paymentmethod: element('paymentmethod'),
    redirecturl: 'https://bank.example/go/1',
    ...change,
  };
  const { timestamp, merchantid, orderid, result, message, pasref, paymentmethod, redirecturl } = fields;
  return new Response(
    `<response timestamp="${timestamp}"><merchantid>${merchantid}</merchantid><account>internet</account><orderid>${orderid}</orderid><result>${result}</result><message>${message}</message>` +
      `<pasref>${pasref}</pasref><paymentmethod>${paymentmethod}</paymentmethod><paymentmethoddetails><redirecturl>${redirecturl}</redirecturl></paymentmethoddetails>` +
      `<sha1hash>${signed([timestamp, merchantid, orderid, result, message, pasref, paymentmethod], secret)}</sha1hash></response>`,
    { headers: { 'content-type': 'text/xml' } },
  );
}

export interface StatusInput {
  readonly orderid: string;
  readonly pasref: string;
  readonly result: '00' | '101' | '01';
  readonly timestamp?: string;
  readonly secret?: string;
  /** Fields that the 2,048 characters left no room for, counted from the end. */
  readonly cut?: number;
}

const WORDS = {
  '00': ['SUCCEEDED', 'RECEIVED'],
  '101': ['FAILED UserAbort', 'NOT_EXPECTED'],
  '01': ['PENDING', 'WAITING'],
} as const;

/** A return or status message as the gateway writes it: its fields in the document's order, signed as a whole, cut at the end. */
export function statusPairs({
  orderid,
  pasref,
  result,
  timestamp = '20261120222500',
  secret,
  cut = 0,
}: StatusInput): [string, string][] {
  const [message, fundstatus] = (WORDS as Partial<typeof WORDS>)[result] ?? ['WHATEVER', 'WAITING'];
  const all: Record<string, string> = {
    timestamp,
    merchantid: 'scudo',
    account: 'internet',
    merchanttransactionid: 'f3'.repeat(16),
    orderid,
    result,
    amount: '1999',
    message,
    paymentpurpose: 'One fine coin',
    paymentmethod: 'testpay',
    fundstatus,
    pasref,
    country: 'GB',
  };
  all['sha1hash'] = signed([timestamp, 'scudo', orderid, result, message, pasref, 'testpay'], secret);
  return STATUS_FIELDS.slice(0, STATUS_FIELDS.length - cut).map((name) => [
    name === 'amount' ? 'Amount' : name,
    all[name] ?? '',
  ]);
}

/** Delivers a message by its way; answers the backend's response. */
export function deliver(
  it: Shop,
  way: 'return-get' | 'return-post' | 'status',
  id: string,
  pairs: readonly (readonly [string, string])[],
): Promise<Response> {
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  const base = 'https://shop.example/scudo';
  if (way === 'return-get') return it.backend.fetch(new Request(`${base}/return/${id}?${text}`));
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: text };
  return it.backend.fetch(new Request(`${base}/${way === 'status' ? 'status' : 'return'}/${id}`, form));
}

let keys = 0;

export function redirect(
  it: Shop,
  id: string,
  body: Record<string, string> = {},
  key = `redirect-${++keys}`,
): Promise<Response> {
  return it.call(
    `orders/${id}/redirects`,
    { method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'GB', ...body },
    { 'idempotency-key': key },
  );
}

/** A shop before a gateway that answers payment-set by itself. */
export function redirectShop(...options: Parameters<typeof shop>): Shop {
  const it = shop({ methods: [{ code: 'card' }, { code: 'testpay' }], ...options[0] }, options[1], options[2]);
  it.intercept = (_path, text, pass) => (text.includes('payment-set') ? paymentSetAnswer(text) : pass());
  return it;
}

/** An order whose shopper was sent away; answers what the gateway calls it. */
export async function sentAway(
  it: Shop,
  order: Parameters<Shop['order']>[0] = {},
): Promise<{ id: string; orderid: string; pasref: string }> {
  const id = await it.order(order);
  const response = await redirect(it, id);
  if (response.status !== 200) throw new Error(await response.text());
  const last = (await it.backend.orders.read(id))?.redirects.at(-1);
  return { id, orderid: last?.gatewayOrderId ?? '', pasref: last?.pasref ?? '' };
}
