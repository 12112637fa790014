import { HASH_FIELDS, verifySecurehash } from '../../protocol/securehash.js';
import type { StatusMessage } from '../../protocol/status-message.js';
import type { GatewaySettings } from './gateway-options.js';

/** What the initiate brought of a payment: hashed fields that a long return message may have lost. */
export interface KnownPayment {
  readonly pasref?: string | undefined;
  readonly method?: string | undefined;
}

/**
 * Verifies the hash of a return or status message, in constant time (spec: Authentication, 3). A
 * field that the 2,048 characters cut away was there when the hash was made: what is known of it
 * stands in, or it counts as empty.
 */
export async function verifyStatusMessage(
  { merchantId, secret }: GatewaySettings,
  message: StatusMessage,
  known: KnownPayment,
): Promise<boolean> {
  const hash = message.sha256hash ?? message.sha1hash;
  if (!hash || (message.merchantid ?? merchantId) !== merchantId) return false;
  const readings = [
    { ...message, merchantid: merchantId },
    {
      ...message,
      merchantid: merchantId,
      pasref: message.pasref ?? known.pasref,
      paymentmethod: message.paymentmethod ?? known.method,
    },
  ];
  const verified = await Promise.all(
    readings.map((reading) => verifySecurehash(hash, HASH_FIELDS.paymentMethodResult(reading), secret)),
  );
  return verified.includes(true);
}
