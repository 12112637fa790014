import type * as z from '../../protocol/zod.js';
import { checkMessage, MessageError, parseMessage } from '../../protocol/values/field-issue.js';
import { algorithmOf, securehash, verifySecurehash, type HashedFields } from '../../protocol/values/securehash.js';
import { compactTimestamp } from '../../protocol/values/timestamp.js';
import { REFERENCE, type XmlAnswer } from '../../protocol/values/xml-values.js';
import { readXml, writeXml } from '../../protocol/values/xml.js';
import { badAnswer, GatewayError, type GatewayFailure } from './gateway-error.js';
import { hashedForms } from './hashed-forms.js';
import type { GatewaySettings } from './gateway-options.js';
import { parseJson } from './json-call.js';
import { withoutCard } from '../util/card-data.js';
import type { AnswerFields } from './inferred-names.js';
import { isSuccess, send, type SendOptions } from './send.js';
import { isPlainObject } from '../util/plain-object.js';
import { parseInput } from '../util/wire-names.js';

/**
 * The trust in an answer: `signed` has the correct hash, `unsigned` has none, `wrong-hash` has another one. A hash of
 * the algorithm that is not configured counts as wrong.
 */
export type Trust = 'signed' | 'unsigned' | 'wrong-hash';

/** An answer that may be unsigned or wrongly signed: the caller decides what it proves. */
export interface SignedAnswer {
  /** The result of the check of the hash. */
  readonly trust: Trust;
  /**
   * 00 success, 01 pending, 1xx declined, 2xx acquirer unreachable, 3xx and 5xx errors
   * (docs/reference/gateway.md#result-codes).
   */
  readonly result: string;
  /** The gateway's text. */
  readonly message: string;
  /** The payments reference; absent in a short document. */
  readonly pasref?: string;
  /** The issuer's code of an approved authorization. */
  readonly authcode?: string;
  /** Says that the clock of this server is wrong, by the `Date` of the answer; absent for a right clock. */
  readonly clock?: string;
}

interface SignedXmlCall<Answer extends z.ZodMiniType<XmlAnswer>> extends SendOptions {
  /** The name of the call, for errors. */
  readonly call: string;
  readonly type: 'auth' | 'query' | 'settle' | 'multisettle' | 'void' | 'rebate' | 'payment-set' | 'payment-credit';
  readonly orderId: string;
  /** The order id that the answer may have instead: that of the payment, when `orderId` asks for a call about it. */
  readonly payment?: string;
  /** The schema of the request: its keys are the order of the elements. */
  readonly request: z.ZodMiniType;
  /** The elements of this call; the common ones are added. */
  readonly fields: object;
  /** Names of the caller's input by element, for errors. */
  readonly inputNames: Readonly<Record<string, string>>;
  /** The hashed fields of the request. */
  readonly hash: (common: { readonly timestamp: string; readonly merchantid: string }) => HashedFields;
  readonly answer: Answer;
  /** The hashed fields of the answer. */
  readonly answerHash: (answer: AnswerFields) => HashedFields;
  /** Returns the failure for an HTTP status other than 2xx; the body is absent when it is not XML of an answer. */
  readonly httpFailure?: (status: number, body: z.output<Answer> | undefined) => GatewayFailure;
}

interface XmlCallAnswer<Body> {
  readonly trust: Trust;
  readonly body: Body;
  /** The whole document, for elements whose names are configurable. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Says that the clock of this server is wrong. */
  readonly clock: string | undefined;
}

/**
 * Sends one signed request of the XML interface and verifies the hash of the answer. The card of the call is removed
 * from the fields of the answer after that.
 * @throws {GatewayError} unless the answer has an HTTP status 2xx, is a response, and is not about another order.
 */
export async function signedXmlCall<Answer extends z.ZodMiniType<XmlAnswer>>(
  settings: GatewaySettings,
  call: SignedXmlCall<Answer>,
): Promise<XmlCallAnswer<z.output<Answer>>> {
  const { status, text, clock } = await send(
    settings,
    call.call,
    `${settings.xmlBaseUrl}${settings.paths.xml}`,
    {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: writeXml('request', await requestOf(settings, call)),
    },
    call,
  );
  if (!isSuccess(status)) throw new GatewayError(failureOfStatus(call, status, text), call.call, { clock });
  const { body, document, trust } = await withTrust(settings, call, read(call, text));
  // An empty one counts as absent.
  const orderId = body.orderid?.trim();
  if (orderId && orderId !== call.orderId && orderId !== call.payment)
    throw badAnswer(call.call, 'orderid', 'is another one');
  return { trust, body: withoutCard(body, call.card), document, clock };
}

/** Returns the fields of an answer that callers see. White space around codes is layout, not value. */
export function signedAnswer({ trust, body, clock }: XmlCallAnswer<XmlAnswer>): SignedAnswer {
  const [pasref, authcode] = [referenceOf(body.pasref), referenceOf(body.authcode)];
  return {
    trust,
    result: body.result.trim(),
    message: body.message ?? '',
    ...(pasref ? { pasref } : {}),
    ...(authcode ? { authcode } : {}),
    ...(clock === undefined ? {} : { clock }),
  };
}

/** An id or a code of an answer; undefined for a text of another form. */
export function referenceOf(text: string | undefined): string | undefined {
  return REFERENCE.exec(text?.trim() ?? '')?.[0];
}

/** The error for an answer that refuses the call. */
export function refusalOf(
  call: string,
  { result, message, clock }: Pick<SignedAnswer, 'result' | 'message' | 'clock'>,
): GatewayError {
  return new GatewayError({ kind: 'refused', result, message }, call, { clock });
}

async function requestOf<Answer extends z.ZodMiniType<XmlAnswer>>(
  { merchantId, accountId, secret, hashAlgorithms: { xml: hashAlgorithm }, digest, now }: GatewaySettings,
  { call, type, orderId, request, fields, hash, inputNames }: SignedXmlCall<Answer>,
): Promise<object> {
  const common = { timestamp: compactTimestamp(now()), merchantid: merchantId };
  const message = {
    ...fields,
    '@type': type,
    '@timestamp': common.timestamp,
    merchantid: merchantId,
    account: accountId,
    orderid: orderId,
    [`${hashAlgorithm}hash`]: await securehash(hash(common), secret, hashAlgorithm, digest),
  };
  return parseInput(call, request, message, (field) => inputNames[field] ?? field) as object;
}

function read<Answer extends z.ZodMiniType<XmlAnswer>>({ call, answer }: SignedXmlCall<Answer>, text: string) {
  try {
    const document = readXml('response', text);
    return { document, body: parseMessage(call, answer, document) };
  } catch (error) {
    if (error instanceof MessageError) throw new GatewayError({ kind: 'bad-answer', issues: error.issues }, call);
    throw badAnswer(call, '', 'is not the XML of a response', { options: ['xmlBaseUrl', 'paths'] });
  }
}

function failureOfStatus<Answer extends z.ZodMiniType<XmlAnswer>>(
  call: SignedXmlCall<Answer>,
  status: number,
  text: string,
): GatewayFailure {
  if (!call.httpFailure) return { kind: 'http', status };
  try {
    return call.httpFailure(status, withoutCard(errorBody(call, status, text), call.card));
  } catch {
    return call.httpFailure(status, undefined);
  }
}

/**
 * The body of an answer with an error status: XML, or JSON with a message as in a report. The documents do not show it
 * (Non-Card Payment Methods Interface, Errors).
 */
function errorBody<Answer extends z.ZodMiniType<XmlAnswer>>(
  call: SignedXmlCall<Answer>,
  status: number,
  text: string,
): z.output<Answer> {
  const error = parseJson(text);
  if (!isPlainObject(error) || !Object.hasOwn(error as object, 'message')) return read(call, text).body;
  return parseMessage(call.call, call.answer, { result: String(status), ...(error as object) });
}

/** Elements that a hash may cover, and the hashes. The result is none of them: two results contradict each other. */
const SIGNED = ['account', 'orderid', 'message', 'pasref', 'authcode', 'paymentmethod', 'sha1hash', 'sha256hash'];

/** The most combinations of repeated elements that are compared with the hash. */
const MAX_READINGS = 32;

/** Returns documents with one copy of each repeated element, for all combinations of copies. */
function readingsOf(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] {
  return SIGNED.reduce(
    (readings, name) => {
      const copies: readonly unknown[] = [document[name]].flat();
      if (copies.length < 2 || readings.length * copies.length > MAX_READINGS) return readings;
      return readings.flatMap((reading) => copies.map((copy) => ({ ...reading, [name]: copy })));
    },
    [document],
  );
}

/** An answer with its trust. Of repeated elements, the copies count that the hash covers, or else the first ones. */
async function withTrust<Answer extends z.ZodMiniType<XmlAnswer>>(
  settings: GatewaySettings,
  call: SignedXmlCall<Answer>,
  answer: ReturnType<typeof read<Answer>>,
) {
  const trust = await trustOf(settings, call, answer.body);
  if (trust !== 'wrong-hash') return { ...answer, trust };
  for (const document of readingsOf(answer.document)) {
    const { data: body } = checkMessage(call.answer, document);
    if (body && (await trustOf(settings, call, body)) === 'signed') return { body, document, trust: 'signed' as const };
  }
  return { ...answer, trust };
}

async function trustOf<Answer extends z.ZodMiniType<XmlAnswer>>(
  { merchantId, secret, hashAlgorithms: { xml: hashAlgorithm }, digest }: GatewaySettings,
  { orderId, answerHash }: SignedXmlCall<Answer>,
  body: XmlAnswer,
): Promise<Trust> {
  // A writer may wrap a long text into lines.
  const hashes = [body.sha1hash, body.sha256hash].flatMap((hash) => hash?.replaceAll(/\s/g, '') || []);
  if (hashes.length === 0) return 'unsigned';
  const hash = hashes.find((one) => algorithmOf(one) === hashAlgorithm) ?? '';
  const forms = hashedForms({
    timestamp: body['@timestamp'] ?? '',
    merchantid: merchantId,
    account: body.account ?? '',
    orderid: body.orderid?.trim() ? body.orderid : orderId,
    result: body.result,
    message: body.message ?? '',
    pasref: body.pasref ?? '',
    authcode: body.authcode ?? '',
    paymentmethod: body.paymentmethod,
  });
  for (const form of forms) {
    if (await verifySecurehash(hash, answerHash(form), secret, { algorithm: hashAlgorithm, digest })) return 'signed';
  }
  return 'wrong-hash';
}
