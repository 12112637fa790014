import type { Digest } from 'scudo-checkout/server';

const NAMES = { sha1: 'SHA-1', sha256: 'SHA-256' } as const;

/** The digest of the gateway's hashes, where there is no `node:crypto`. */
export const browserDigest: Digest = async (text, algorithm) => {
  const bytes = new Uint8Array(await crypto.subtle.digest(NAMES[algorithm], new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
