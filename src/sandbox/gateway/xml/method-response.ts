import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { compactTimestamp } from '../../../protocol/values/timestamp.js';
import type { Settings } from '../../core/settings.js';
import { signed, type Signature } from '../../core/signature.js';

/** The content of the answers to payment-set and payment-credit. */
export interface ResultSource {
  readonly account: string;
  readonly orderId: string;
  readonly pasref: string;
  readonly paymentMethod: string;
  readonly result: string;
  readonly message: string;
}

/** Makes the full document, signed like the request, over its own timestamp (docs/reference/gateway.md#payment-set). */
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
    ...(await signed(signature, fields, settings)),
  };
}
