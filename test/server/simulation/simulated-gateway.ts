import { createHash } from 'node:crypto';
import type { VirtualTime } from './virtual-time.js';

/**
 * Simulated gateway with its own ledger. Tests compare the ledger with the orders. Written from the interface
 * documents and docs/reference/gateway.md; shares no code with the package.
 */
export interface SimulatedGateway {
  readonly fetch: typeof globalThis.fetch;
  /** Card authorizations by order id. */
  readonly authorizations: Map<string, BookedAuthorization>;
  /** Redirect payments by order id. */
  readonly payments: Map<string, BookedPayment>;
  readonly refunds: BookedRefund[];
  /** Every request, oldest first. */
  readonly requests: { readonly kind: CallKind; readonly orderId: string; readonly text: string }[];
  /** Decides the fault of each call. Default: none. */
  fault: (call: { readonly kind: CallKind; readonly orderId: string }) => Fault;
  /** The result of the next authorizations. Default: 00. */
  cardResult: string;
  /** The amount in the answers to `query`, as another gateway may send it. Default: none. */
  queryAmount: string | undefined;
  /** True when the report has only the fields that the document names. */
  documentFieldsOnly: boolean;
  /** Time that an answer takes, in milliseconds, by kind of call. Default: none. */
  readonly delays: Map<CallKind, number>;
  /** Records that the reports count and do not deliver. */
  undelivered: number;
  /** True when refund records have order id, reference and result only. */
  shortRefundRecords: boolean;
  /** The fields of a signed return or status message. */
  message(orderId: string, result: '00' | '101' | '01', change?: Partial<MessageFields>): [string, string][];
}

export type CallKind =
  | 'json'
  | 'auth'
  | 'query'
  | 'settle'
  | 'void'
  | 'rebate'
  | 'payment-set'
  | 'payment-credit'
  | 'payments'
  | 'refunds';

/**
 * - `refused-connection`: the request is not sent.
 * - `lost-request`: no answer, and the request never arrives.
 * - `lost-answer`: no answer, and the request was processed.
 * - `unsigned`: a short document without hash, after or instead of processing.
 * - `wrong-hash`: processed, with a hash of another secret.
 * - `http`: an HTTP status without a document, after processing.
 * - `delivered-twice`: processed, and then answered 501 as a repetition.
 */
export type Fault =
  | { readonly is: 'none' | 'refused-connection' | 'lost-request' | 'lost-answer' | 'wrong-hash' | 'delivered-twice' }
  | { readonly is: 'unsigned'; readonly result: string; readonly message?: string; readonly processed: boolean }
  | { readonly is: 'http'; readonly status: number };

export const NO_FAULT: Fault = { is: 'none' };

export interface BookedAuthorization {
  readonly orderId: string;
  readonly result: string;
  readonly pasref: string;
  readonly amount: string;
  readonly currency: string;
}

export interface BookedPayment {
  readonly orderId: string;
  readonly pasref: string;
  readonly merchantTransactionId: string;
  readonly amount: string;
  readonly currency: string;
  readonly at: Date;
  /** Changed by tests: the shopper's choice. */
  status: string;
  result: string;
}

export interface BookedRefund {
  readonly orderId: string;
  readonly pasref: string;
  readonly amount: string;
  at: Date;
  status: string;
}

export interface MessageFields {
  readonly pasref: string;
  readonly amount: string;
  readonly secret: string;
  readonly algorithm: 'sha1' | 'sha256';
  readonly merchanttransactionid: string;
}

export const GATEWAY_URL = 'https://gateway.example';
export const SECRET = 'a secret of the simulation';

export function hashOf(fields: readonly string[], secret = SECRET, algorithm = 'sha1'): string {
  const one = (text: string) => createHash(algorithm).update(text).digest('hex');
  return one(`${one(fields.join('.'))}.${secret}`);
}

const compact = (date: Date) => date.toISOString().slice(0, 19).replace(/\D/g, '');

export function createSimulatedGateway(time: Pick<VirtualTime, 'now' | 'pause'>): SimulatedGateway {
  let references = 16_000_000_000_000_000n;
  const newReference = () => String(references++);
  let ids = 0;
  const newId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
  const cards = new Map<string, string>();

  const gateway: SimulatedGateway = {
    authorizations: new Map(),
    payments: new Map(),
    refunds: [],
    requests: [],
    fault: () => NO_FAULT,
    cardResult: '00',
    queryAmount: undefined,
    documentFieldsOnly: false,
    delays: new Map(),
    undelivered: 0,
    shortRefundRecords: false,
    fetch: async (input, init) => exchange(new Request(input, init)),
    message(orderId, result, change = {}) {
      const payment = gateway.payments.get(orderId);
      const { pasref = payment?.pasref ?? '', amount = payment?.amount ?? '', secret, algorithm = 'sha1' } = change;
      const timestamp = compact(time.now());
      const message = { '00': 'SUCCEEDED', '101': 'FAILED', '01': 'PENDING' }[result];
      const hash = hashOf([timestamp, 'scudo', orderId, result, message, pasref, 'testpay'], secret, algorithm);
      return [
        [`${algorithm}hash`, hash],
        ['timestamp', timestamp],
        ['merchantid', 'scudo'],
        ['account', 'internet'],
        ['merchanttransactionid', change.merchanttransactionid ?? payment?.merchantTransactionId ?? ''],
        ['orderid', orderId],
        ['result', result],
        ['Amount', amount],
        ['message', message],
        ['paymentmethod', 'testpay'],
        ['fundstatus', 'NOT_EXPECTED'],
        ['pasref', pasref],
        ['country', 'GB'],
      ];
    },
  };
  return gateway;

  async function exchange(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const kind = kindOf(pathname, text);
    const orderId = /<orderid>([^<]*)</.exec(text)?.[1] ?? searchParams.get('orderId') ?? '';
    gateway.requests.push({ kind, orderId, text });
    const fault = gateway.fault({ kind, orderId });
    const process = () => answerOf(kind, text, searchParams);
    switch (fault.is) {
      case 'none': {
        const answer = process();
        const delay = gateway.delays.get(kind);
        if (delay !== undefined) await time.pause(delay);
        return answer;
      }
      case 'refused-connection':
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
      case 'lost-request':
        return noAnswer(request);
      case 'lost-answer':
        process();
        return noAnswer(request);
      case 'unsigned':
        if (fault.processed) process();
        return short(orderId, fault.result, fault.message ?? 'error');
      case 'wrong-hash': {
        const answer = await process().text();
        return xml(answer.replace(/<sha1hash>.{40}/, `<sha1hash>${'0'.repeat(40)}`));
      }
      case 'http':
        process();
        return new Response('', { status: fault.status });
      case 'delivered-twice':
        process();
        return process();
    }
  }

  function answerOf(kind: CallKind, text: string, search: URLSearchParams): Response {
    switch (kind) {
      case 'json':
        return json(text);
      case 'auth':
        return authorize(text);
      case 'query':
        return query(text);
      case 'settle':
      case 'void':
      case 'rebate':
        return move(kind, text);
      case 'payment-set':
        return initiate(text);
      case 'payment-credit':
        return refund(text);
      case 'payments':
        return payments(search);
      case 'refunds':
        return refunds(search);
    }
  }

  /** Version checks and frictionless authentications; every card is enrolled and authenticated. */
  function json(text: string): Response {
    const body = JSON.parse(text) as { number?: string; server_trans_id?: string };
    if (body.number !== undefined) {
      const server_trans_id = newId();
      cards.set(server_trans_id, body.number);
      const versions = { acs_protocol_version_start: '2.1.0', acs_protocol_version_end: '2.2.0' };
      return Response.json({ enrolled: true, server_trans_id, ...versions });
    }
    return Response.json({
      server_trans_id: body.server_trans_id,
      status: 'AUTHENTICATION_SUCCESSFUL',
      eci: '05',
      authentication_value: 'ODQzNjgwNjU0ZjM3N2JmYTg0NTM=',
      ds_trans_id: newId(),
      acs_trans_id: newId(),
      message_version: '2.2.0',
    });
  }

  function authorize(text: string): Response {
    const { orderid = '', amount = '', currency = '' } = fieldsOf(text);
    if (gateway.authorizations.has(orderid)) return short(orderid, '501', 'already processed');
    const booked = { orderId: orderid, result: gateway.cardResult, pasref: newReference(), amount, currency };
    if (/^[12]/.test(booked.result) || booked.result === '00') gateway.authorizations.set(orderid, booked);
    return signed(booked, booked.result === '00' ? 'AUTHORISED' : 'DECLINED', booked.result === '00' ? '12345' : '');
  }

  /** The answer to `query` has a hash that no client can verify. */
  function query(text: string): Response {
    const { orderid = '' } = fieldsOf(text);
    const booked = gateway.authorizations.get(orderid);
    if (!booked) return short(orderid, '508', 'Original transaction not found.');
    const { result, pasref } = booked;
    return xml(
      `<response timestamp="${compact(time.now())}"><merchantid>scudo</merchantid><orderid>${orderid}</orderid>` +
        `<result>${result}</result><message>FOUND</message><pasref>${pasref}</pasref>` +
        (gateway.queryAmount === undefined ? '' : `<amount currency="EUR">${gateway.queryAmount}</amount>`) +
        `<sha1hash>${hashOf(['query', orderid])}</sha1hash></response>`,
    );
  }

  /** A capture, a void or a refund of a card. Queries find the first one of each kind. */
  function move(kind: 'settle' | 'void' | 'rebate', text: string): Response {
    const { orderid = '', amount = '' } = fieldsOf(text);
    const authorization = gateway.authorizations.get(orderid);
    if (!authorization) return short(orderid, '508', 'Original transaction not found.');
    const [leg, pasref] = [`_${kind}_${orderid}`, newReference()];
    const booked = { ...authorization, pasref, amount: kind === 'void' ? authorization.amount : amount };
    if (!gateway.authorizations.has(leg)) gateway.authorizations.set(leg, { ...booked, orderId: leg });
    return signed(booked, 'MOVED', '000000');
  }

  function initiate(text: string): Response {
    const { orderid = '', amount = '', currency = '' } = fieldsOf(text);
    const pasref = newReference();
    const merchantTransactionId = newId().replaceAll('-', '');
    const booked = { orderId: orderid, pasref, merchantTransactionId, amount, currency, at: time.now() };
    gateway.payments.set(orderid, { ...booked, status: 'INITIATED', result: '01' });
    const timestamp = compact(time.now());
    const hash = hashOf([timestamp, 'scudo', orderid, '01', 'PENDING', pasref, 'testpay']);
    return xml(
      `<response timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account>` +
        `<orderid>${orderid}</orderid><result>01</result><message>PENDING</message><pasref>${pasref}</pasref>` +
        '<paymentmethod>testpay</paymentmethod><paymentmethoddetails>' +
        `<redirecturl>https://pay.example/${pasref}</redirecturl></paymentmethoddetails>` +
        `<sha1hash>${hash}</sha1hash></response>`,
    );
  }

  function refund(text: string): Response {
    const { orderid = '', amount = '' } = fieldsOf(text);
    const refunded = gateway.refunds.filter((one) => one.orderId === orderid);
    const rest = refunded.reduce(
      (total, one) => total - Number(one.amount),
      Number(gateway.payments.get(orderid)?.amount),
    );
    if (Number(amount) > rest) return short(orderid, '512', 'More than is left.');
    const pasref = newReference();
    gateway.refunds.push({ orderId: orderid, pasref, amount, at: time.now(), status: 'INITIATION_COMPLETED' });
    const timestamp = compact(time.now());
    const hash = hashOf([timestamp, 'scudo', orderid, '00', 'REFUNDED', pasref, 'testpay']);
    return xml(
      `<response timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account>` +
        `<orderid>${orderid}</orderid><result>00</result><message>REFUNDED</message><pasref>${pasref}</pasref>` +
        `<paymentmethod>testpay</paymentmethod><sha1hash>${hash}</sha1hash></response>`,
    );
  }

  function payments(query: URLSearchParams): Response {
    const [from, to] = [query.get('startDateTime'), query.get('endDateTime')];
    const id = query.get('merchantTransactionId');
    const state = query.get('transactionState');
    const found = [...gateway.payments.values()].filter(
      (payment) =>
        (id === null || payment.merchantTransactionId === id) &&
        (state === null || payment.status === state) &&
        (from === null || compact(payment.at) >= from) &&
        (to === null || compact(payment.at) <= to),
    );
    const records = found.map(({ orderId, pasref, merchantTransactionId, result, status, amount, currency }) => ({
      order_id: orderId,
      payments_reference: pasref,
      merchant_transaction_id: merchantTransactionId,
      result,
      payment_method: 'testpay',
      ...(gateway.documentFieldsOnly ? {} : { status, amount, currency }),
    }));
    return Response.json({ ...page(records.length + gateway.undelivered), payments: records });
  }

  function refunds(query: URLSearchParams): Response {
    const found = gateway.refunds.filter(({ orderId }) => orderId === query.get('orderId'));
    const records = found.map(({ orderId, pasref, amount, status, at }) => ({
      order_id: orderId,
      payments_reference: pasref,
      ...(gateway.shortRefundRecords
        ? { result: status === 'INITIATION_COMPLETED' ? '00' : '01' }
        : { amount, status, created_on: `${at.toISOString().slice(0, -1)}000` }),
    }));
    return Response.json({ ...page(records.length + gateway.undelivered), refunds: records });
  }

  function signed({ orderId, result, pasref }: BookedAuthorization, message: string, authcode: string): Response {
    const timestamp = compact(time.now());
    const hash = hashOf([timestamp, 'scudo', orderId, result, message, pasref, authcode]);
    return xml(
      `<response timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account>` +
        `<orderid>${orderId}</orderid><authcode>${authcode}</authcode><result>${result}</result>` +
        `<message>${message}</message><pasref>${pasref}</pasref><sha1hash>${hash}</sha1hash></response>`,
    );
  }

  function short(orderId: string, result: string, message: string): Response {
    return xml(
      `<response timestamp="${compact(time.now())}"><orderid>${orderId}</orderid><result>${result}</result>` +
        `<message>${message}</message></response>`,
    );
  }
}

function page(count: number) {
  return { pageNumber: '1', record_count: String(count), max_page_size: '100', total_number_of_records: String(count) };
}

function kindOf(path: string, text: string): CallKind {
  if (path === '/payments') return 'payments';
  if (path === '/refunds') return 'refunds';
  if (path !== '/epage-remote.cgi') return 'json';
  return (/type="(?:multi)?(auth|query|settle|void|rebate|payment-set|payment-credit)"/.exec(text)?.[1] ??
    'auth') as CallKind;
}

function fieldsOf(text: string): Record<string, string> {
  const fields = Object.fromEntries(
    [...text.matchAll(/<(\w+)[^>]*>([^<]*)<\/\1>/g)].map(([, name, value]) => [name, value]),
  );
  return { ...fields, currency: /currency="([A-Z]{3})"/.exec(text)?.[1] ?? '' } as Record<string, string>;
}

function xml(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/xml' } });
}

/** As fetch does: the request ends when its signal aborts. */
function noAnswer({ signal }: Request): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
