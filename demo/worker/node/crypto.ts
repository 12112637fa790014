/** The parts of `node:crypto` that the backend uses, because the Web Crypto API has no synchronous HMAC. */
import { sha256 } from './sha256.js';

/** Bytes of a block of SHA-256. */
const BLOCK = 64;

const encoder = new TextEncoder();

/** HMAC-SHA-256 (RFC 2104). The key has at most 64 bytes. */
export function createHmac(_algorithm: 'sha256', key: string | Uint8Array) {
  const bytes = new Uint8Array(BLOCK);
  bytes.set(typeof key === 'string' ? encoder.encode(key) : key);
  let message: Uint8Array = new Uint8Array();
  const hmac = {
    update(text: string) {
      message = joined(message, encoder.encode(text));
      return hmac;
    },
    digest(encoding: 'hex'): string {
      const inner = sha256(joined(padded(bytes, 0x36), message));
      return encoded(sha256(joined(padded(bytes, 0x5c), inner)), encoding);
    },
  };
  return hmac;
}

/** SHA-256. Other digests are for options that the demo does not have. */
export function createHash(algorithm: string) {
  if (algorithm !== 'sha256') throw new Error(`node:crypto has no ${algorithm} in the demo's worker.`);
  let message: Uint8Array = new Uint8Array();
  const hash = {
    update(text: string) {
      message = joined(message, encoder.encode(text));
      return hash;
    },
    digest: (encoding?: 'hex' | 'base64') => encoded(sha256(message), encoding),
  };
  return hash;
}

const padded = (key: Uint8Array, pad: number) => key.map((byte) => byte ^ pad);

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function encoded(bytes: Uint8Array, encoding: 'hex' | 'base64'): string;
function encoded(bytes: Uint8Array, encoding?: 'hex' | 'base64'): string | Uint8Array;
function encoded(bytes: Uint8Array, encoding?: 'hex' | 'base64'): string | Uint8Array {
  if (encoding === 'base64') return btoa(String.fromCharCode(...bytes));
  if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return bytes;
}

/** Compares digests. Their secret is in the worker's own source, so that no time has to be hidden. */
export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** The rest is for options that the demo does not have. */
const unavailable = (name: string) => () => {
  throw new Error(`node:crypto ${name} is not available in the demo's worker.`);
};
export const hkdfSync = unavailable('hkdfSync');
export const randomUUID = unavailable('randomUUID');
