import { Hono, type Context } from 'hono';
import { readXml, writeXml } from '../../../protocol/xml.js';
import { neverAnswered, unreadableAnswer, type SandboxFault } from '../../core/faults.js';
import { onlyMethod } from '../../http/request.js';
import type { MessageKind } from '../../core/message-kind.js';
import type { XmlDependencies } from './dependencies.js';
import { authorizeCard } from './card-authorization.js';
import { queryCard } from './card-query.js';
import { refundPayment } from './payment-credit.js';
import { initiatePayment } from './payment-set.js';
import { shortDocument, withoutHash, withWrongHash } from './short-document.js';
import { httpStatusOf, orderIdUsed, XmlRefusal } from './xml-refusal.js';

const PATH = '/epage-remote.cgi';

/**
 * Processes one type of request. Returns the content of the response element, or null where the
 * request is processed and the answer is lost.
 * @throws {XmlRefusal}
 */
type XmlCall = (raw: XmlRequest, state: XmlDependencies) => Promise<object | null>;
type XmlRequest = Record<string, unknown>;

/** One endpoint serves all types (docs/reference/gateway.md#xml-transport). The log uses the same names. */
const CALLS = {
  auth: authorizeCard,
  query: queryCard,
  'payment-set': initiatePayment,
  'payment-credit': refundPayment,
} as const satisfies Partial<Record<MessageKind, XmlCall>>;
type XmlKind = keyof typeof CALLS;

/** The answer to an XML request. */
type XmlAnswer =
  | { readonly type: 'document'; readonly content: object; readonly httpStatus: number }
  | { readonly type: 'http-status'; readonly httpStatus: number }
  | { readonly type: 'unreadable' }
  | { readonly type: 'none' };

/** POST /epage-remote.cgi */
export function xmlRoute(state: XmlDependencies): Hono {
  const route = new Hono();
  route.post(PATH, (context) => answerRequest(state, context)).all(PATH, onlyMethod('POST'));
  return route;
}

async function answerRequest(state: XmlDependencies, context: Context): Promise<Response> {
  const { signal } = context.req.raw;
  const { raw, kind, refusal } = readRequest(await context.req.text());
  const orderId = typeof raw?.['orderid'] === 'string' ? raw['orderid'] : undefined;
  const short = ({ result, message }: ShortAnswer): XmlAnswer => ({
    type: 'document',
    content: shortDocument(result, message, orderId, state.settings),
    httpStatus: httpStatusOf(result),
  });
  const process = async (): Promise<XmlAnswer> => {
    try {
      if (!raw || refusal) throw refusal ?? new XmlRefusal('506', 'The request is empty.');
      const content = await CALLS[kind](raw, state);
      return content ? { type: 'document', content, httpStatus: 200 } : { type: 'none' };
    } catch (error) {
      if (error instanceof XmlRefusal) return short(error);
      throw error;
    }
  };

  const fault = refusal ? undefined : state.faultOf(kind, orderId);
  if (fault?.type === 'not-received') return neverAnswered(signal);
  const answer = await disturbed(fault, process, short);
  state.log.record(kind, {
    request: raw ?? null,
    response: answer.type === 'document' ? answer.content : null,
    ...loggedStatus(kind, answer),
    about: orderId === undefined ? undefined : { order: orderId },
  });
  switch (answer.type) {
    case 'none':
      return neverAnswered(signal);
    case 'unreadable':
      return unreadableAnswer();
    case 'http-status':
      return new Response(null, { status: answer.httpStatus });
    case 'document':
      return new Response(writeXml('response', answer.content), {
        status: answer.httpStatus,
        headers: { 'content-type': 'text/xml; charset=UTF-8' },
      });
  }
}

interface ShortAnswer {
  readonly result: string;
  readonly message: string;
}

/** Applies a fault to the processing of a request. */
async function disturbed(
  fault: Exclude<SandboxFault, { readonly type: 'not-received' }> | undefined,
  process: () => Promise<XmlAnswer>,
  short: (answer: ShortAnswer) => XmlAnswer,
): Promise<XmlAnswer> {
  switch (fault?.type) {
    case undefined:
      return process();
    case 'no-answer':
      await process();
      return { type: 'none' };
    case 'unreadable':
      await process();
      return { type: 'unreadable' };
    case 'http-status':
      return { type: 'http-status', httpStatus: fault.status };
    case 'short-answer':
      if (fault.when === 'after-processing') await process();
      return short(fault);
    case 'delivered-twice':
      await process();
      return short(orderIdUsed());
    case 'wrong-hash':
      return changed(await process(), withWrongHash);
    case 'no-hash':
      return changed(await process(), withoutHash);
  }
}

function changed(answer: XmlAnswer, change: (content: object) => object): XmlAnswer {
  return answer.type === 'document' ? { ...answer, content: change(answer.content) } : answer;
}

/**
 * An authorization is answered with HTTP 200 unless a server in between disturbs it, so its log entries have no
 * status.
 */
function loggedStatus(kind: XmlKind, answer: XmlAnswer): { readonly httpStatus?: number } {
  if (answer.type === 'http-status') return { httpStatus: answer.httpStatus };
  return answer.type === 'document' && kind !== 'auth' ? { httpStatus: answer.httpStatus } : {};
}

interface ReadRequest {
  readonly raw?: XmlRequest;
  /** `auth` where the type cannot be read. */
  readonly kind: XmlKind;
  readonly refusal?: XmlRefusal;
}

/**
 * Reads the request element, with CDATA and declaration or without, because clients differ
 * (docs/reference/gateway.md#xml-transport).
 */
function readRequest(text: string): ReadRequest {
  let raw: XmlRequest;
  try {
    raw = readXml('request', text);
  } catch {
    return { kind: 'auth', refusal: new XmlRefusal('506', 'The message is not a well-formed request document.') };
  }
  const type = raw['@type'];
  if (type === undefined)
    return { raw, kind: 'auth', refusal: new XmlRefusal('502', 'Mandatory Fields missing: [/request/@type]') };
  if (typeof type !== 'string' || !Object.hasOwn(CALLS, type))
    return { raw, kind: 'auth', refusal: new XmlRefusal('503', 'Request type not allowed.') };
  return { raw, kind: type as XmlKind };
}
