/**
 * The gateway's hash: `hex(H( hex(H(f1.f2…fn)) + "." + secret ))` in UTF-8 and lower case; an
 * absent field is an empty string and keeps its dot (gateway facts 1.1).
 */
export type HashAlgorithm = 'sha1' | 'sha256';

const NAMES = { sha1: 'SHA-1', sha256: 'SHA-256' } as const;

export async function securehash(
  fields: readonly (string | undefined)[],
  secret: string,
  algorithm: HashAlgorithm = 'sha1',
): Promise<string> {
  const first = await digest(fields.map((field) => field ?? '').join('.'), algorithm);
  return digest(`${first}.${secret}`, algorithm);
}

/** One pass without the secret: the form of `refundhash`. */
export async function digest(text: string, algorithm: HashAlgorithm): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest(NAMES[algorithm], new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Clients name no algorithm: its digest's length tells it, 40 or 64 hex digits. */
export function algorithmOf(hash: string): HashAlgorithm | undefined {
  if (!/^[0-9a-f]+$/i.test(hash)) return undefined;
  return hash.length === 40 ? 'sha1' : hash.length === 64 ? 'sha256' : undefined;
}

/** Whether a hash from outside is the one over these fields, compared in constant time. */
export async function verifySecurehash(
  hash: string,
  fields: readonly (string | undefined)[],
  secret: string,
): Promise<boolean> {
  const algorithm = algorithmOf(hash);
  if (!algorithm) return false;
  return equalInConstantTime(hash.toLowerCase(), await securehash(fields, secret, algorithm));
}

function equalInConstantTime(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index % other.length);
  return difference === 0;
}

/** Which fields each message is hashed over, in order (gateway facts 1.2, 2.2 to 2.6 and 3). */
export const HASH_FIELDS = {
  versionCheck: (body: { request_timestamp: string; merchant_id: string; number: string }) => [
    body.request_timestamp,
    body.merchant_id,
    body.number,
  ],
  authentication: (body: {
    request_timestamp: string;
    merchant_id: string;
    card_detail: { number: string };
    server_trans_id: string;
  }) => [body.request_timestamp, body.merchant_id, body.card_detail.number, body.server_trans_id],
  authenticationData: (query: { request_timestamp: string; merchant_id: string; server_trans_id: string }) => [
    query.request_timestamp,
    query.merchant_id,
    query.server_trans_id,
  ],
  authenticationSearch: (body: { request_timestamp: string; merchant_id: string; start_timestamp: string }) => [
    body.request_timestamp,
    body.merchant_id,
    body.start_timestamp,
  ],
  cardAuthorization: (request: {
    timestamp: string;
    merchantid: string;
    orderid: string;
    amount: string;
    currency: string;
    number: string;
  }) => [request.timestamp, request.merchantid, request.orderid, request.amount, request.currency, request.number],
  cardAuthorizationResponse: (response: {
    timestamp: string;
    merchantid: string;
    orderid: string;
    result: string;
    message: string;
    pasref: string;
    authcode: string;
  }) => [
    response.timestamp,
    response.merchantid,
    response.orderid,
    response.result,
    response.message,
    response.pasref,
    response.authcode,
  ],
  /** The six slots of an authorization, the last three empty. */
  cardQuery: (request: { timestamp: string; merchantid: string; orderid: string }) => [
    request.timestamp,
    request.merchantid,
    request.orderid,
    '',
    '',
    '',
  ],
  /** Initiate and refund alike. */
  paymentMethodRequest: (request: {
    timestamp: string;
    merchantid: string;
    orderid: string;
    amount: string;
    currency: string;
    paymentmethod: string;
  }) => [
    request.timestamp,
    request.merchantid,
    request.orderid,
    request.amount,
    request.currency,
    request.paymentmethod,
  ],
  /** Return and status messages, and (confidence D) the answers to initiate and refund. */
  paymentMethodResult: (message: {
    timestamp: string;
    merchantid: string;
    orderid: string;
    result: string;
    message?: string | undefined;
    pasref?: string | undefined;
    paymentmethod?: string | undefined;
  }) => [
    message.timestamp,
    message.merchantid,
    message.orderid,
    message.result,
    message.message,
    message.pasref,
    message.paymentmethod,
  ],
  /** The account's place is empty when an identifier is given; `returnPii` is `True`, `False` or empty. */
  paymentReport: (query: {
    timestamp: string;
    merchantId: string;
    accountId?: string | undefined;
    merchantTransactionId?: string | undefined;
    startDateTime?: string | undefined;
    endDateTime?: string | undefined;
    returnPii?: string | undefined;
  }) => [
    query.timestamp,
    query.merchantId,
    query.merchantTransactionId ? '' : query.accountId,
    query.merchantTransactionId,
    query.startDateTime,
    query.endDateTime,
    query.returnPii && query.returnPii.charAt(0).toUpperCase() + query.returnPii.slice(1),
  ],
  /** Not shown anywhere: the payment report's, with the order's place before the identifier's (confidence D). */
  refundReport: (query: {
    timestamp: string;
    merchantId: string;
    accountId?: string | undefined;
    orderId?: string | undefined;
    merchantTransactionId?: string | undefined;
    startDateTime?: string | undefined;
    endDateTime?: string | undefined;
  }) => [
    query.timestamp,
    query.merchantId,
    query.accountId,
    query.orderId,
    query.merchantTransactionId,
    query.startDateTime,
    query.endDateTime,
  ],
} as const;
