import { compactTimestamp } from '../../../protocol/values/timestamp.js';
import type { Settings } from '../../core/settings.js';

/**
 * Makes the short document of an error, which carries no hash
 * (docs/reference/gateway.md#card-authorization-response).
 */
export function shortDocument(result: string, message: string, orderId: string | undefined, { now }: Settings): object {
  return {
    '@timestamp': compactTimestamp(now()),
    result,
    message,
    ...(orderId === undefined ? {} : { orderid: orderId }),
  };
}

const HASHES = ['sha1hash', 'sha256hash'];

/** Returns the document with a hash of the right form that does not match. */
export function withWrongHash(document: object): object {
  return Object.fromEntries(
    Object.entries(document).map(([name, value]: [string, unknown]) => [
      name,
      HASHES.includes(name) && typeof value === 'string'
        ? `${value.startsWith('0') ? '1' : '0'}${value.slice(1)}`
        : value,
    ]),
  );
}

/** Returns the document without its hash. */
export function withoutHash(document: object): object {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !HASHES.includes(name)));
}
