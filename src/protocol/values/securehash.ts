/**
 * The gateway's hash: `hex(H( hex(H(f1.f2…fn)) + "." + secret ))`, UTF-8, lower-case hex. An absent field is an empty
 * string and keeps its dot (docs/reference/gateway.md#securehash).
 */
export type HashAlgorithm = 'sha1' | 'sha256';

/** Computes the digest of a text in UTF-8: hex, lower case. */
export type Digest = (text: string, algorithm: HashAlgorithm) => Promise<string>;

const NAMES = { sha1: 'SHA-1', sha256: 'SHA-256' } as const;

/** The digest of the Web Cryptography API. */
export const webDigest: Digest = async (text, algorithm) => {
  const bytes = new Uint8Array(await crypto.subtle.digest(NAMES[algorithm], new TextEncoder().encode(text)));
  return hexOf(bytes);
};

/** Bytes as hex digits, in lower case. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type HashedFields = readonly (string | undefined)[];

export async function securehash(
  fields: HashedFields,
  secret: string,
  algorithm: HashAlgorithm = 'sha1',
  digest: Digest = webDigest,
): Promise<string> {
  const first = await digest(fields.map((field) => field ?? '').join('.'), algorithm);
  return digest(`${first}.${secret}`, algorithm);
}

/** Returns the algorithm of a hash by its length: 40 or 64 hex digits. Clients do not name the algorithm. */
export function algorithmOf(hash: string): HashAlgorithm | undefined {
  if (!/^[0-9a-f]+$/i.test(hash)) return undefined;
  return hash.length === 40 ? 'sha1' : hash.length === 64 ? 'sha256' : undefined;
}

export interface VerifyOptions {
  /** The only algorithm that is accepted. Default: the one that the length of the hash belongs to. */
  readonly algorithm?: HashAlgorithm;
  readonly digest?: Digest;
}

/** Returns true when a received hash is the hash of these fields. Compares in constant time. */
export async function verifySecurehash(
  hash: string,
  fields: HashedFields,
  secret: string,
  { algorithm: accepted, digest = webDigest }: VerifyOptions = {},
): Promise<boolean> {
  const algorithm = algorithmOf(hash);
  if (!algorithm || (accepted && algorithm !== accepted)) return false;
  return equalInConstantTime(hash.toLowerCase(), await securehash(fields, secret, algorithm, digest));
}

function equalInConstantTime(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index % other.length);
  return difference === 0;
}

/** The six fields of a request without amount and card. */
const withoutAmount = (request: { timestamp: string; merchantid: string; orderid: string }) =>
  [request.timestamp, request.merchantid, request.orderid, '', '', ''] as const;

/**
 * The hashed fields of each message, in order (docs/reference/gateway.md#hash-fields-json and the section of each
 * message).
 */
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
  cardQuery: withoutAmount,
  /**
   * settle, multisettle and rebate alike. An absent amount leaves its slot empty, and an amount without the attribute
   * `currency` that of the currency (docs/reference/gateway.md#card-money).
   */
  cardAmount: (request: {
    timestamp: string;
    merchantid: string;
    orderid: string;
    amount?: string | undefined;
    currency?: string | undefined;
  }) => [request.timestamp, request.merchantid, request.orderid, request.amount, request.currency, ''],
  /** Never the amount, also where a void has one (docs/reference/gateway.md#card-money). */
  cardVoid: withoutAmount,
  /** otb: the card is checked, and no money is reserved (docs/reference/gateway.md#card-money). */
  cardCheck: (request: { timestamp: string; merchantid: string; orderid: string; number: string }) => [
    request.timestamp,
    request.merchantid,
    request.orderid,
    request.number,
  ],
  /** payment-set and payment-credit alike. */
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
  /** Return and status messages. By inference, also the answers to payment-set and payment-credit. */
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
  /** The account's slot is empty when an identifier is given; `returnPii` is `True`, `False` or empty. */
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
  /** An inference: the fields of the payment report, with the order id before the identifier. */
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
