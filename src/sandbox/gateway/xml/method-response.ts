import { HASH_FIELDS } from '../../../protocol/securehash.js';
import { compactTimestamp } from '../../../protocol/timestamp.js';
import type { Settings } from '../../settings.js';
import { signed, type Signature } from '../../signature.js';

/** What the answers to payment-set and payment-credit say of a payment or refund. */
export interface ResultSource {
  readonly account: string;
  readonly orderId: string;
  readonly pasref: string;
  readonly paymentMethod: string;
  readonly result: string;
  readonly message: string;
}

/** The full document, signed as the request was, over its own timestamp (gateway facts 2.4). */
export async function resultDocument(
  source: ResultSource,
  details: object | undefined,
  signature: Signature,
  settings: Settings,
): Promise<object> {
  const { account, orderId: orderid, pasref, paymentMethod: paymentmethod, result, message } = source;
  const timestamp = compactTimestamp(settings.now());
  const merchantid = settings.merchantId;
  const fields = HASH_FIELDS.paymentMethodResult({
    timestamp,
    merchantid,
    orderid,
    result,
    message,
    pasref,
    paymentmethod,
  });
  return {
    '@timestamp': timestamp,
    merchantid,
    account,
    orderid,
    result,
    message,
    pasref,
    paymentmethod,
    paymentmethoddetails: details,
    ...(await signed(signature, fields, settings.secret)),
  };
}
