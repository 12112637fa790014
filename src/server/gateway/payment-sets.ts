import { parseMessage } from '../../protocol/field-issue.js';
import { paymentSetRequest, paymentSetResponse, type PaymentSetResponse } from '../../protocol/payment-set.js';
import { HASH_FIELDS, securehash, verifySecurehash } from '../../protocol/securehash.js';
import { compactTimestamp } from '../../protocol/timestamp.js';
import { isSafeAddress } from '../../protocol/web-address.js';
import { GatewayError } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import type { CallOptions } from './send.js';
import { badAnswer, callXml, refusal } from './xml-call.js';

/** A payment with a method that the shopper is sent to. */
export interface PaymentSet {
  /** Unique for each attempt. */
  readonly orderId: string;
  /** Minor units. */
  readonly amount: string;
  readonly currency: string;
  /** The method's code, such as `testpay`. */
  readonly method: string;
  /** Where the shopper comes back to. Without a query string, which this gateway loses. */
  readonly returnUrl: string;
  /** Where the final status is posted. Without a query string. */
  readonly statusUrl: string;
  /** What the shopper sees on the proof of payment. */
  readonly descriptor?: string;
  /** Two letters. */
  readonly country?: string;
  readonly accountHolderName?: string;
  readonly comments?: readonly string[];
  /** Default: true. */
  readonly autosettle?: boolean;
}

/** The gateway's answer, its hash verified. */
export interface PaymentSetResult {
  /** Where the shopper is sent. */
  readonly redirectUrl: string;
  /** The payments reference, by which it can be refunded. */
  readonly pasref: string;
  readonly result: string;
  readonly message: string;
}

const CALL = 'payment-set';

/** The initiate request (spec: Initiate request (XML)). Moves no money: that takes the shopper. */
export async function createPaymentSet(
  settings: GatewaySettings,
  input: PaymentSet,
  options?: CallOptions,
): Promise<PaymentSetResult> {
  const { status, body } = await callXml(settings, {
    call: CALL,
    request: await requestOf(settings, input),
    answer: paymentSetResponse,
    ...options,
  });
  const accepted = status === 200 && (body.result === '01' || body.result === '00');
  if (!accepted) throw new GatewayError(refusal(status, body), CALL);
  return verified(settings, input, body);
}

async function requestOf({ merchantId, accountId, secret, hashAlgorithm, now }: GatewaySettings, input: PaymentSet) {
  const {
    orderId,
    amount,
    currency,
    method,
    returnUrl,
    statusUrl,
    descriptor,
    country,
    accountHolderName,
    comments = [],
    autosettle = true,
  } = input;
  const timestamp = compactTimestamp(now());
  const hash = await securehash(
    HASH_FIELDS.paymentMethodRequest({
      timestamp,
      merchantid: merchantId,
      orderid: orderId,
      amount,
      currency,
      paymentmethod: method,
    }),
    secret,
    hashAlgorithm,
  );
  return parseMessage(CALL, paymentSetRequest, {
    '@type': 'payment-set',
    '@timestamp': timestamp,
    merchantid: merchantId,
    account: accountId,
    amount: { '@currency': currency, '#text': amount },
    autosettle: { '@flag': autosettle ? '1' : '0' },
    orderid: orderId,
    paymentmethod: method,
    paymentmethoddetails: {
      returnurl: returnUrl,
      statusupdateurl: statusUrl,
      descriptor,
      country,
      accountholdername: accountHolderName,
    },
    comments: commentsOf(comments),
    accountholdername: accountHolderName,
    [`${hashAlgorithm}hash`]: hash,
  });
}

/** Numbered from 1; none at all where there is nothing to say. */
export function commentsOf(texts: readonly string[]) {
  return texts.length === 0
    ? undefined
    : { comment: texts.map((text, index) => ({ '@id': String(index + 1), '#text': text })) };
}

/** The URL that a shopper is sent to is believed only when the answer is signed, and about our order. */
async function verified(
  { merchantId, secret }: GatewaySettings,
  { orderId, method }: PaymentSet,
  response: PaymentSetResponse,
): Promise<PaymentSetResult> {
  const { result, message = '', pasref, orderid = orderId, paymentmethod = method } = response;
  if (orderid !== orderId) throw badAnswer(CALL, [{ field: 'orderid', message: 'is another one', missing: false }]);
  const hash = response.sha256hash ?? response.sha1hash;
  const hashed = HASH_FIELDS.paymentMethodResult({
    timestamp: response['@timestamp'],
    merchantid: merchantId,
    orderid,
    result,
    message,
    pasref,
    paymentmethod,
  });
  if (!hash || !(await verifySecurehash(hash, hashed, secret)))
    throw badAnswer(CALL, [{ field: 'sha1hash', message: 'is not the hash of this answer', missing: !hash }]);
  const redirectUrl = response.paymentmethoddetails?.redirecturl;
  if (!redirectUrl || !isSafeAddress(redirectUrl))
    throw badAnswer(CALL, [
      { field: 'paymentmethoddetails.redirecturl', message: 'is no https address', missing: !redirectUrl },
    ]);
  if (!pasref) throw badAnswer(CALL, [{ field: 'pasref', message: 'is missing', missing: true }]);
  return { redirectUrl, pasref, result, message };
}
