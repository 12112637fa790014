import { createHmac } from 'node:crypto';

/**
 * Computes a keyed fingerprint of a text: the id of the key, a dot, and an HMAC-SHA-256. A reader of the store who does
 * not have the key cannot test card numbers against it.
 */
export type Fingerprint = (text: string) => Promise<string>;

/** The label under which the default key is derived from the gateway's secret. */
export const FINGERPRINT_LABEL = 'scudo-checkout fingerprints';

/** Returns the fingerprint function of a key. The first fingerprint asks for the key. */
export function fingerprintWith(keyOf: () => string | Uint8Array | Promise<string | Uint8Array>): Fingerprint {
  let known: string | Uint8Array | undefined;
  return async (text) => {
    const key = (known ??= await keyOf());
    return `${hmac(key, 'id').slice(0, 8)}.${hmac(key, `text ${text}`)}`;
  };
}

/**
 * Compares two requests, each a text that ends with a fingerprint. Fingerprints of different keys cannot be compared,
 * and an order that is final has none: then the rest of the request decides.
 */
export function isSameRequest(one: string, other: string): boolean {
  const [first, second] = [partsOf(one), partsOf(other)];
  if (first.call !== second.call) return false;
  return first.key === undefined || first.key !== second.key || first.fingerprint === second.fingerprint;
}

/** The request without its fingerprint. */
export function withoutFingerprint(request: string): string {
  const { call, fingerprint } = partsOf(request);
  return fingerprint === '' ? request : `${call} `;
}

/** A fingerprint of an earlier version has no id of its key. */
const REQUEST = /^(?<call>.*) (?:(?<key>[0-9a-f]{8})\.)?(?<fingerprint>[0-9a-f]{64})$/s;

function partsOf(request: string): { readonly call: string; readonly key?: string; readonly fingerprint: string } {
  const { call, key, fingerprint } = REQUEST.exec(request)?.groups ?? {};
  if (call === undefined || fingerprint === undefined) return { call: request.trimEnd(), fingerprint: '' };
  return { call: call.trimEnd(), ...(key === undefined ? {} : { key }), fingerprint };
}

function hmac(key: string | Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
