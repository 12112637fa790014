import { algorithmOf, HASH_FIELDS, verifySecurehash } from '../../protocol/values/securehash.js';
import type { StatusMessage } from '../../protocol/redirect/status-message.js';
import type { GatewaySettings } from './gateway-options.js';
import { hashedForms } from './hashed-forms.js';

/** Hashed fields of a payment that a long return message may have lost. */
export interface KnownPayment {
  /** The payments reference of the payment, if it is known. */
  readonly pasref?: string | undefined;
  /** The code of the redirect payment method, if it is known. */
  readonly method?: string | undefined;
}

/** `other-algorithm`: the hash is correct, but of the algorithm that is not configured. */
export type MessageTrust = 'valid' | 'other-algorithm' | 'invalid';

/**
 * Verifies the hash of a return or status message in constant time (Non-Card Payment Methods Interface,
 * Authentication).
 * The hash also covers a field that the limit of 2,048 characters cut off: its known value is used instead, or none.
 */
export async function verifyStatusMessage(
  { merchantId, secret, hashAlgorithms, digest }: GatewaySettings,
  message: StatusMessage,
  known: KnownPayment,
): Promise<MessageTrust> {
  if ((message.merchantid ?? merchantId) !== merchantId) return 'invalid';
  const received = { ...message, merchantid: merchantId };
  const completed = {
    ...received,
    pasref: message.pasref ?? known.pasref,
    paymentmethod: message.paymentmethod ?? known.method,
  };
  const hashes = [message.sha1hash, message.sha256hash].filter((hash) => hash !== undefined);
  const correct = await Promise.all(
    hashes.flatMap((hash) =>
      [received, completed]
        .flatMap(hashedForms)
        .map(async (fields) =>
          (await verifySecurehash(hash, HASH_FIELDS.paymentMethodResult(fields), secret, { digest }))
            ? algorithmOf(hash)
            : undefined,
        ),
    ),
  );
  if (correct.includes(hashAlgorithms.messages)) return 'valid';
  return correct.some((algorithm) => algorithm !== undefined) ? 'other-algorithm' : 'invalid';
}
