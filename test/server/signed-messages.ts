import { createHash } from 'node:crypto';
import { STATUS_FIELDS } from '../../src/protocol/redirect/status-message.js';
import type { RedirectAttempt } from '../../src/server.js';
import type { PaymentState } from '../../src/protocol/reports/report-query.js';
import { orderIdIn, shop, type Shop, type World } from './scripted-gateway.js';
import { shownRedirect } from './shown-redirect.js';

export const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

/** The gateway's two-pass hash. It does not use the code under test, so that a mistake there fails tests. */
export const signed = (fields: readonly string[], secret = 'secret') => sha1(`${sha1(fields.join('.'))}.${secret}`);

/** The identifier of a payment in messages and reports. */
export const transactionIdOf = (orderid: string) => sha1(orderid).slice(0, 32);
const pasrefOf = (orderid: string) => String(parseInt(sha1(orderid).slice(0, 10), 16));

/** A signed refusal of an XML request. */
export function refusalOf(request: string, result: string, message: string): Response {
  const orderid = /<orderid>(.*?)</.exec(request)?.[1] ?? '';
  const hash = signed(['20261120222411', 'scudo', orderid, result, message, '', '']);
  return new Response(
    `<response timestamp="20261120222411"><merchantid>scudo</merchantid><orderid>${orderid}</orderid>` +
      `<result>${result}</result><message>${message}</message><sha1hash>${hash}</sha1hash></response>`,
  );
}

/** A signed answer to payment-set. */
export function paymentSetAnswer(request: string, change: Record<string, string> = {}, secret = 'secret'): Response {
  const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(request)?.[1] ?? '';
  const fields = {
    timestamp: '20261120222411',
    merchantid: 'scudo',
    orderid: element('orderid'),
    result: '01',
    message: 'PENDING',
    pasref: pasrefOf(element('orderid')),
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
  /** Fields that the limit of 2,048 characters cut off, counted from the end. */
  readonly cut?: number;
}

const WORDS = {
  '00': ['SUCCEEDED', 'RECEIVED'],
  '101': ['FAILED UserAbort', 'NOT_EXPECTED'],
  '01': ['PENDING', 'WAITING'],
} as const;

/** A return or status message: its fields in the document's order, signed as a whole, then cut at the end. */
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
    merchanttransactionid: transactionIdOf(orderid),
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

/** Delivers a message and returns the backend's response. */
export function deliver(
  place: Shop,
  way: 'return-get' | 'return-post' | 'status',
  id: string,
  pairs: readonly (readonly [string, string])[],
): Promise<Response> {
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  const base = 'https://shop.example/scudo';
  if (way === 'return-get') return place.backend.fetch(new Request(`${base}/return/${id}?${text}`));
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: text };
  return place.backend.fetch(new Request(`${base}/${way === 'status' ? 'status' : 'return'}/${id}`, form));
}

let keys = 0;

/** Begins a redirect payment from a page that shows the order as it is. */
export async function redirect(
  place: Shop,
  id: string,
  body: Record<string, string> = {},
  key = `redirect-${++keys}`,
): Promise<Response> {
  return place.call(
    `orders/${id}/redirects`,
    {
      method: 'testpay',
      account_holder_name: 'Ada Lovelace',
      country: 'GB',
      ...(await shownRedirect(place.backend, id)),
      ...body,
    },
    { 'idempotency-key': key },
  );
}

/** A record of the payments report. */
export interface ListedPayment {
  readonly order_id?: string;
  readonly merchant_transaction_id?: string;
  readonly payments_reference?: string;
  readonly result?: string;
  readonly status?: PaymentState;
  readonly amount?: string;
  readonly currency?: string;
}

export interface RedirectWorld extends World {
  /** The payments report by gateway order id. Each payment-set adds a record; tests change and delete them. */
  readonly listed: Map<string, ListedPayment>;
}

export interface RedirectShop extends Shop, RedirectWorld {}

/** A shop in front of a gateway that answers payment-set and the payments report itself. */
export function redirectShop(
  options: Parameters<typeof shop>[0] = {},
  gateway: Parameters<typeof shop>[1] = {},
  world: Partial<RedirectWorld> = {},
): RedirectShop {
  const listed = world.listed ?? new Map<string, ListedPayment>();
  const place: RedirectShop = Object.assign(
    shop({ methods: [{ code: 'card' }, { code: 'testpay' }], ...options }, gateway, world),
    { listed },
  );
  place.intercept = (path, text, pass, query) => {
    if (path === '/payments') return paymentsReport([...listed.values()], query);
    if (!text.includes('type="payment-set"')) return pass();
    listed.set(orderIdIn(text), recordOf(text));
    return paymentSetAnswer(text);
  };
  return place;
}

function recordOf(request: string): ListedPayment {
  const orderid = orderIdIn(request);
  const [, currency = '', amount = ''] = /<amount currency="(.*?)">(.*?)</.exec(request) ?? [];
  return {
    order_id: orderid,
    merchant_transaction_id: transactionIdOf(orderid),
    payments_reference: pasrefOf(orderid),
    ...STANDING['01'],
    status: 'INITIATED',
    amount,
    currency,
  };
}

/** One page of the report, filtered by the identifier and the state of the query. */
export function paymentsReport(records: readonly ListedPayment[], query: URLSearchParams): Response {
  const [id, state] = [query.get('merchantTransactionId'), query.get('transactionState')];
  const payments = records.filter(
    ({ merchant_transaction_id, status }) =>
      (id === null || id === merchant_transaction_id) && (state === null || state === status),
  );
  const page = { pageNumber: Number(query.get('pageNumber')), total_number_of_records: payments.length };
  return Response.json({ payments, ...page });
}

const STANDING = {
  '00': { result: '00', status: 'SUCCEEDED' },
  '101': { result: '101', status: 'FAILED' },
  '01': { result: '01', status: 'PENDING' },
} as const satisfies Record<StatusInput['result'], ListedPayment>;

/** Changes the record of a payment in the report. */
export function list({ listed }: RedirectWorld, orderid: string, change: StatusInput['result'] | ListedPayment): void {
  listed.set(orderid, { ...listed.get(orderid), ...(typeof change === 'string' ? STANDING[change] : change) });
}

/** A redirect payment whose shopper is at the payment method. */
export interface SentAway {
  readonly id: string;
  readonly orderid: string;
  readonly pasref: string;
}

/** The payment gets a result: the report lists it, and its message arrives and is confirmed. */
export async function endPayment(
  place: RedirectShop,
  away: SentAway,
  result: StatusInput['result'],
  way: Parameters<typeof deliver>[1] = 'status',
): Promise<Response> {
  list(place, away.orderid, result);
  const response = await deliver(place, way, away.id, statusPairs({ ...away, result }));
  await place.settled();
  return response;
}

/** An order with a redirect payment that has begun. */
export async function sentAway(place: Shop, order: Parameters<Shop['order']>[0] = {}): Promise<SentAway> {
  return sendAway(place, await place.order(order));
}

/** Begins a redirect payment of an order. */
export async function sendAway(place: Shop, id: string): Promise<SentAway> {
  const response = await redirect(place, id);
  if (response.status !== 200) throw new Error(await response.text());
  const last = (await redirectsOf(place, id)).at(-1);
  return { id, orderid: last?.gatewayOrderId ?? '', pasref: last?.pasref ?? '' };
}

export async function redirectsOf({ backend }: Shop, id: string): Promise<readonly RedirectAttempt[]> {
  const record = await backend.orders.read(id);
  return record?.attempts.filter((attempt) => attempt.kind === 'redirect') ?? [];
}

interface CreditAnswer {
  result: string;
  message?: string;
  pasref?: string;
  secret?: string;
}

/** An answer to payment-credit, signed. The references of refunds of different amounts differ. */
export function creditAnswer(
  request: string,
  {
    result,
    message = 'SUCCEEDED',
    pasref = `99${/<amount[^>]*>(\d+)/.exec(request)?.[1] ?? ''}`,
    secret = 'secret',
  }: CreditAnswer,
): Response {
  const orderid = orderIdIn(request);
  const hash = signed(['20261120222411', 'scudo', orderid, result, message, pasref, 'testpay'], secret);
  return new Response(
    `<response timestamp="20261120222411"><merchantid>scudo</merchantid><orderid>${orderid}</orderid><result>${result}</result><message>${message}</message><pasref>${pasref}</pasref><paymentmethod>testpay</paymentmethod><sha1hash>${hash}</sha1hash></response>`,
  );
}
