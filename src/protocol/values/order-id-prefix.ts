/** Letters and digits without look-alikes. */
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The longest order id that begins a gateway order id as it is. With its random part the id has 42 characters. */
const LONGEST_AS_IT_IS = 31;
/** 128 bits in base 32, and two bits more. */
const SHORT_LENGTH = 26;
/** Set in the short form of a digest, so that it differs from a UUID. */
const DIGEST_BIT = 1n << 128n;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Computes the SHA-256 of a text in UTF-8: hex, lower case. */
type Sha256 = (text: string) => string;

/**
 * The beginning of an order's gateway order ids. The gateway answers queries for `_rebate_{gateway order id}`, and
 * takes at most 50 characters. A longer order id therefore has a shorter form: a UUID in base 32, another id by its
 * digest.
 * @example
 * orderIdPrefix('A-1', sha256); // A-1
 */
export function orderIdPrefix(orderId: string, sha256: Sha256): string {
  if (orderId.length <= LONGEST_AS_IT_IS) return orderId;
  if (UUID.test(orderId)) return base32(BigInt(`0x${orderId.replaceAll('-', '')}`));
  return base32(BigInt(`0x${sha256(orderId).slice(0, 32)}`) | DIGEST_BIT);
}

/** The UUID whose short form this is; undefined for another text. */
export function uuidOfPrefix(prefix: string): string | undefined {
  if (prefix.length !== SHORT_LENGTH || !/^[0-7]/.test(prefix)) return undefined;
  const places = Array.from(prefix, (letter) => ID_ALPHABET.indexOf(letter));
  if (places.includes(-1)) return undefined;
  const hex = places
    .reduce((value, place) => value * 32n + BigInt(place), 0n)
    .toString(16)
    .padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function base32(value: bigint): string {
  const places = Array.from({ length: SHORT_LENGTH }, (_, index) => (value >> BigInt(5 * index)) & 31n);
  return places
    .map((place) => ID_ALPHABET.charAt(Number(place)))
    .reverse()
    .join('');
}
