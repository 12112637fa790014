import { Hono, type Context } from 'hono';
import { readXml, writeXml } from '../../../protocol/values/xml.js';
import { answerWithFault, neverAnswered, type CallOutcome } from '../../core/fault-sequence.js';
import { isXmlFault, type XmlFault } from '../../core/faults.js';
import { onlyMethod } from '../../http/request.js';
import type { MessageKind } from '../../core/message-kind.js';
import type { XmlDependencies } from './dependencies.js';
import { authorizeCard } from './card-authorization.js';
import { checkCard } from './card-check.js';
import { rebateCard, settleCard, voidCard } from './card-money.js';
import { queryCard } from './card-query.js';
import { originalOrderId } from '../../authorizations/card-movement.js';
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
  otb: checkCard,
  query: queryCard,
  settle: settleCard,
  multisettle: settleCard,
  void: voidCard,
  rebate: rebateCard,
  'payment-set': initiatePayment,
  'payment-credit': refundPayment,
} as const satisfies Partial<Record<MessageKind, XmlCall>>;
type XmlKind = keyof typeof CALLS;

/** The answer to an XML request. */
interface XmlAnswer {
  /** Null where the answer is lost. */
  readonly content: object | null;
  readonly httpStatus: number;
}

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
    content: shortDocument(result, message, orderId, state.settings),
    httpStatus: httpStatusOf(result),
  });
  const process = async (): Promise<XmlAnswer> => {
    try {
      if (!raw || refusal) throw refusal ?? new XmlRefusal('506', 'The request is empty.');
      return { content: await CALLS[kind](raw, state), httpStatus: 200 };
    } catch (error) {
      if (error instanceof XmlRefusal) return short(error);
      throw error;
    }
  };
  const record = (outcome: CallOutcome<XmlAnswer>) =>
    state.log.record(kind, {
      request: raw ?? null,
      ...loggedAnswer(kind, outcome),
      about: orderId === undefined ? undefined : { order: originalOrderId(orderId) },
    });
  const respond = ({ content, httpStatus }: XmlAnswer) =>
    content
      ? new Response(writeXml('response', content), {
          status: httpStatus,
          headers: { 'content-type': 'text/xml; charset=UTF-8' },
        })
      : neverAnswered(signal);

  const fault = refusal ? undefined : state.faultOf(kind, orderId);
  return isXmlFault(fault)
    ? answerWithFault(undefined, signal, { process: () => disturbed(fault, process, short), record, respond })
    : answerWithFault(fault, signal, { process, record, respond });
}

interface ShortAnswer {
  readonly result: string;
  readonly message: string;
}

/** Applies a fault of XML calls to the processing of a request. */
async function disturbed(
  fault: XmlFault,
  process: () => Promise<XmlAnswer>,
  short: (answer: ShortAnswer) => XmlAnswer,
): Promise<XmlAnswer> {
  switch (fault.type) {
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

function changed({ content, httpStatus }: XmlAnswer, change: (content: object) => object): XmlAnswer {
  return { content: content && change(content), httpStatus };
}

/**
 * An authorization is answered with HTTP 200 unless a server in between disturbs it, so its log entries have no
 * status.
 */
function loggedAnswer(
  kind: XmlKind,
  outcome: CallOutcome<XmlAnswer>,
): { readonly response: object | null; readonly httpStatus?: number } {
  if (outcome.type === 'not-processed') return { response: null, httpStatus: outcome.httpStatus };
  if (outcome.type === 'lost' || !outcome.answer.content) return { response: null };
  const { content, httpStatus } = outcome.answer;
  return kind === 'auth' ? { response: content } : { response: content, httpStatus };
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
