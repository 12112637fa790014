import { Hono, type Context } from 'hono';
import { compactTimestamp } from '../../../protocol/timestamp.js';
import { readXml, writeXml } from '../../../protocol/xml.js';
import { authorizeCard } from './card-authorization.js';
import { queryCard } from './card-query.js';
import type { MessageKind } from '../../log/message-log.js';
import { refundPayment } from './payment-credit.js';
import { initiatePayment } from './payment-set.js';
import type { SandboxState } from '../../state.js';
import type { Settings } from '../../settings.js';
import { XmlRefusal } from './xml-refusal.js';
import { onlyMethod } from '../../http/request.js';

const PATH = '/epage-remote.cgi';

/**
 * What answers a type of request: with the response element's content, or with null where the
 * request is carried out and never answered.
 * @throws {XmlRefusal}
 */
type XmlCall = (raw: Record<string, unknown>, state: SandboxState) => Promise<object | null>;

/** One endpoint for all types (gateway facts 2.1). The log knows them by their names. */
const CALLS = {
  auth: authorizeCard,
  query: queryCard,
  'payment-set': initiatePayment,
  'payment-credit': refundPayment,
} as const satisfies Partial<Record<MessageKind, XmlCall>>;

/** POST /epage-remote.cgi */
export function xmlEndpointRoute(state: SandboxState): Hono {
  const route = new Hono();
  route.post(PATH, (context) => answer(state, context)).all(PATH, onlyMethod('POST'));
  return route;
}

async function answer(state: SandboxState, context: Context): Promise<Response> {
  let raw: Record<string, unknown> | undefined;
  let kind: keyof typeof CALLS = 'auth';
  let response: object | null;
  let httpStatus = 200;
  try {
    raw = readRequest(await context.req.text());
    kind = typeOf(raw);
    response = await CALLS[kind](raw, state);
  } catch (error) {
    if (!(error instanceof XmlRefusal)) throw error;
    response = shortResponse(error, raw?.['orderid'], state.settings);
    ({ httpStatus } = error);
  }
  const orderid = raw?.['orderid'];
  const about = typeof orderid === 'string' ? { order: orderid } : undefined;
  // A card authorization has but one status: its messages say nothing of it.
  state.log.record(kind, {
    request: raw ?? null,
    response,
    ...(kind === 'auth' || response === null ? {} : { httpStatus }),
    about,
  });
  if (response === null) return neverAnswered(context.req.raw.signal);
  return new Response(writeXml('response', response), {
    status: httpStatus,
    headers: { 'content-type': 'text/xml; charset=UTF-8' },
  });
}

/**
 * Reads the request element, with CDATA and declaration or without: clients differ in that
 * (gateway facts 2.1).
 * @throws {XmlRefusal} 506 for text that is no such document.
 */
function readRequest(text: string): Record<string, unknown> {
  try {
    return readXml('request', text);
  } catch {
    throw new XmlRefusal('506', 'The message is not a well-formed request document.');
  }
}

function typeOf({ '@type': type }: Record<string, unknown>): keyof typeof CALLS {
  if (type === undefined) throw new XmlRefusal('502', 'Mandatory Fields missing: [/request/@type]');
  if (typeof type !== 'string' || !Object.hasOwn(CALLS, type)) throw new XmlRefusal('503', 'Request type not allowed.');
  return type as keyof typeof CALLS;
}

/** The short document of an error: nothing was processed, and nothing is signed. */
function shortResponse({ result, message }: XmlRefusal, orderid: unknown, settings: Settings): object {
  return {
    '@timestamp': compactTimestamp(settings.now()),
    result,
    message,
    ...(typeof orderid === 'string' ? { orderid } : {}),
  };
}

/** Holds the connection until the caller gives up. */
function neverAnswered(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(new Response(null, { status: 499 }));
    signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true });
  });
}
