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

function hmac(key: string | Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
