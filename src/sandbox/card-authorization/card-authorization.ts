import { Hono, type Context } from 'hono';
import type { CardAuthorizationRequest } from '../../protocol/card-authorization.js';
import { maskCardNumber } from '../../protocol/card-number.js';
import { HASH_FIELDS, verifySecurehash } from '../../protocol/securehash.js';
import { parseCompactTimestamp } from '../../protocol/timestamp.js';
import { writeXml } from '../../protocol/xml.js';
import { maskedText } from '../masking.js';
import type { SandboxState } from '../sandbox-state.js';
import { onlyMethod } from '../three-d-secure-server/call.js';
import { checkAuthenticationResult } from './authentication-check.js';
import type { Authorization, AuthorizationStore } from './authorization-store.js';
import { processing, RESULT_WORDS, type Processing } from './ordinary-declines.js';
import { checkRequest, readRequest, wrongHash } from './request-reader.js';
import { fullResponse, shortResponse } from './response-document.js';
import { XmlRefusal } from './xml-refusal.js';

const PATH = '/epage-remote.cgi';

/** POST /epage-remote.cgi: every answer is HTTP 200 with a result (gateway facts 2.1). */
export function cardAuthorizationRoute(state: SandboxState): Hono {
  const route = new Hono();
  route.post(PATH, (context) => authorize(state, context)).all(PATH, onlyMethod('POST'));
  return route;
}

async function authorize(state: SandboxState, context: Context): Promise<Response> {
  let raw: Record<string, unknown> | undefined;
  let response: object | null;
  try {
    raw = readRequest(await context.req.text());
    const request = checkRequest(raw);
    await requireHash(request, state);
    const { authorization, answered } = processed(request, state);
    response = answered ? await fullResponse(request, authorization, state.settings) : null;
  } catch (error) {
    if (!(error instanceof XmlRefusal)) throw error;
    response = shortResponse(error, raw?.['orderid'], state.settings);
  }
  const orderid = raw?.['orderid'];
  state.log.record('auth', { request: raw ?? null, response, about: typeof orderid === 'string' ? { order: orderid } : undefined });
  if (response === null) return neverAnswered(context.req.raw.signal);
  return new Response(writeXml('response', response), { headers: { 'content-type': 'text/xml; charset=UTF-8' } });
}

/**
 * An unknown merchant is answered as a wrong hash is: it has no secret that a hash could be right
 * with, and the published list of results has no other word for it (gateway facts 2.3).
 */
async function requireHash(request: CardAuthorizationRequest, { settings }: SandboxState): Promise<void> {
  const { '@timestamp': timestamp, merchantid, orderid, amount, card } = request;
  const fields = HASH_FIELDS.cardAuthorization({ timestamp, merchantid, orderid, amount: amount['#text'], currency: amount['@currency'], number: card.number });
  const hash = request.sha1hash ?? request.sha256hash ?? '';
  if (merchantid === settings.merchantId && (await verifySecurehash(hash, fields, settings.secret))) return;
  throw wrongHash();
}

/** From here on without a pause: of two requests with one order id, one is processed. */
function processed(request: CardAuthorizationRequest, state: SandboxState): { authorization: Authorization; answered: boolean } {
  const { settings, authorizations } = state;
  requireTimestamp(request['@timestamp'], state);
  if (request.account !== undefined && request.account !== settings.accountId) throw new XmlRefusal('508', 'There is no such account.');
  if (authorizations.has(request.orderid)) throw new XmlRefusal('501', 'This order id has been processed already.');
  checkAuthenticationResult(request, state);
  const how = processing(state.findCard(request.card.number)?.behaviour, request.amount['#text']);
  const authorization = authorizationOf(request, how, state);
  authorizations.set(request.orderid, authorization);
  return { authorization, answered: how !== 'unanswered' };
}

function requireTimestamp(timestamp: string, { settings }: SandboxState): void {
  const time = parseCompactTimestamp(timestamp)?.getTime();
  const off = time === undefined ? Infinity : Math.abs(time - settings.now().getTime());
  if (off > settings.timestampTolerance) throw new XmlRefusal('508', 'The timestamp is invalid or too far off.');
}

function authorizationOf(request: CardAuthorizationRequest, how: Processing, { settings, authorizations }: SandboxState): Authorization {
  const result = how === 'unanswered' ? '00' : how;
  const at = settings.now();
  const reference = authorizations.nextReference();
  return {
    at,
    orderId: request.orderid,
    amount: request.amount['#text'],
    currency: request.amount['@currency'],
    result,
    message: `[ test system ] ${RESULT_WORDS[result]}`,
    pasref: referenceOf(at, authorizations, reference),
    authcode: result === '00' ? String(100_000 + (reference % 900_000)) : '',
    batchid: result === '00' ? '1' : '',
    cvnResult: request.card.cvn?.number ? 'M' : 'U',
    maskedNumber: maskCardNumber(request.card.number),
  };
}

/** Milliseconds and four more digits, as the real ones look; never such that a log takes it for a card number. */
function referenceOf(at: Date, authorizations: AuthorizationStore, count: number): string {
  const reference = `${at.getTime()}${String(count % 10_000).padStart(4, '0')}`;
  return maskedText(reference) === reference ? reference : referenceOf(at, authorizations, authorizations.nextReference());
}

/** Holds the connection until the caller gives up. */
function neverAnswered(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(new Response(null, { status: 499 }));
    signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true });
  });
}
