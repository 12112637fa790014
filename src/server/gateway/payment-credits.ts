import { parseMessage } from '../../protocol/field-issue.js';
import {
  paymentCreditRequest,
  paymentCreditResponse,
  type PaymentCreditResponse,
} from '../../protocol/payment-credit.js';
import { digest, HASH_FIELDS, securehash, verifySecurehash } from '../../protocol/securehash.js';
import { compactTimestamp } from '../../protocol/timestamp.js';
import { GatewayError } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { withoutCardNumbers } from './gateway-words.js';
import { commentsOf } from './payment-sets.js';
import type { CallOptions } from './send.js';
import { badAnswer, callXml, refusal } from './xml-call.js';

/** A refund, full or partial, of a payment that was successful. */
export interface PaymentCredit {
  /** The order id of the original payment-set. */
  readonly orderId: string;
  /** The payments reference that it was answered with. */
  readonly pasref: string;
  /** Minor units. */
  readonly amount: string;
  readonly currency: string;
  readonly method: string;
  readonly returnUrl?: string;
  readonly statusUrl?: string;
  /** Two letters. */
  readonly country?: string;
  readonly comments?: readonly string[];
}

/** The gateway's answer, its hash verified. */
export interface PaymentCreditResult {
  /** 00 refunded, 01 under way, 101 refused. */
  readonly result: string;
  readonly message: string;
  /** The refund's own reference. */
  readonly pasref?: string;
}

const CALL = 'payment-credit';

/** The refund request (spec: Refund request (XML)). `unanswered` and `bad-answer` leave open whether it was carried out. */
export async function createPaymentCredit(
  settings: GatewaySettings,
  input: PaymentCredit,
  options?: CallOptions,
): Promise<PaymentCreditResult> {
  const { status, body } = await callXml(settings, {
    call: CALL,
    request: await requestOf(settings, input),
    answer: paymentCreditResponse,
    ...options,
  });
  const hash = body.sha256hash ?? body.sha1hash;
  // A short document, without hash, can only refuse.
  if (status !== 200 || (!hash && /^[1-9]\d\d$/.test(body.result))) throw new GatewayError(refusal(status, body), CALL);
  return verified(settings, input, body, hash);
}

async function requestOf(
  { merchantId, accountId, secret, refundPassword, hashAlgorithm, now }: GatewaySettings,
  input: PaymentCredit,
) {
  if (refundPassword === undefined) throw new TypeError('A refund needs the gateway option refundPassword.');
  const { orderId, pasref, amount, currency, method, returnUrl, statusUrl, country, comments = [] } = input;
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
  const details = { returnurl: returnUrl, statusupdateurl: statusUrl, country };
  return parseMessage(CALL, paymentCreditRequest, {
    '@type': 'payment-credit',
    '@timestamp': timestamp,
    merchantid: merchantId,
    account: accountId,
    amount: { '@currency': currency, '#text': amount },
    orderid: orderId,
    pasref,
    paymentmethod: method,
    paymentmethoddetails: Object.values(details).some((value) => value !== undefined) ? details : undefined,
    comments: commentsOf(comments),
    [`${hashAlgorithm}hash`]: hash,
    refundhash: await digest(refundPassword, 'sha1'),
  });
}

async function verified(
  { merchantId, secret }: GatewaySettings,
  { orderId, method }: PaymentCredit,
  response: PaymentCreditResponse,
  hash: string | undefined,
): Promise<PaymentCreditResult> {
  const { result, message = '', pasref, orderid = orderId, paymentmethod = method } = response;
  if (orderid !== orderId) throw badAnswer(CALL, [{ field: 'orderid', message: 'is another one', missing: false }]);
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
  return { result, message: withoutCardNumbers(message), ...(pasref ? { pasref } : {}) };
}
