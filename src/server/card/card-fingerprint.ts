import type { Fingerprint } from '../orders/fingerprint-key.js';

/** HMAC fingerprint of a card number, scoped to the order. */
export function cardFingerprint(
  { fingerprint }: { readonly fingerprint: Fingerprint },
  orderId: string,
  number: string,
): Promise<string> {
  return fingerprint(`${orderId}.${number}`);
}
