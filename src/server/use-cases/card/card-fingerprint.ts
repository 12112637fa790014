import type { CardInput } from '../../../protocol/adapter/adapter-requests.js';
import type { Fingerprint } from '../../domain/identifiers/fingerprint-key.js';

/** The fingerprints by which an order knows the card of a request, and the page or the frame that has it. */
export interface CardFingerprints {
  readonly card: string;
  readonly frameKey: string | undefined;
  readonly page: string | undefined;
}

/** Computes the fingerprints of a request with a card. */
export async function cardFingerprints(
  ports: { readonly fingerprint: Fingerprint },
  orderId: string,
  { number, frame_key }: Pick<CardInput, 'number' | 'frame_key'>,
  pageToken?: string,
): Promise<CardFingerprints> {
  return {
    card: await cardFingerprint(ports, orderId, number),
    frameKey: await frameKeyFingerprint(ports, orderId, frame_key),
    page: pageToken === undefined ? undefined : await pageFingerprint(ports, orderId, pageToken),
  };
}

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
