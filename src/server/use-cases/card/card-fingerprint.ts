import type { Fingerprint } from '../../domain/identifiers/fingerprint-key.js';

/** HMAC fingerprint of the key of a frame with isolated card fields, scoped to the order; undefined without a frame. */
export async function frameKeyFingerprint(
  { fingerprint }: { readonly fingerprint: Fingerprint },
  orderId: string,
  key: string | undefined,
): Promise<string | undefined> {
  return key === undefined ? undefined : fingerprint(`${orderId}.frame.${key}`);
}

/** HMAC fingerprint of a card number, scoped to the order. */
export function cardFingerprint(
  { fingerprint }: { readonly fingerprint: Fingerprint },
  orderId: string,
  number: string,
): Promise<string> {
  return fingerprint(`${orderId}.${number}`);
}

/** HMAC fingerprint of the token of a page, scoped to the order. */
export function pageFingerprint(
  { fingerprint }: { readonly fingerprint: Fingerprint },
  orderId: string,
  token: string,
): Promise<string> {
  return fingerprint(`${orderId}.page.${token}`);
}
