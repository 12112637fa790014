import type { AuthorizationStore } from './authorization-store.js';
import { maskedText } from '../log/masking.js';

/**
 * Makes a pasref of milliseconds and four more digits, like the real ones. It never looks like a card number to the
 * log.
 */
export function paymentsReference(
  at: Date,
  authorizations: AuthorizationStore,
  count = authorizations.nextReference(),
): string {
  const reference = `${at.getTime()}${String(count % 10_000).padStart(4, '0')}`;
  return maskedText(reference) === reference ? reference : paymentsReference(at, authorizations);
}

/** Makes the gateway's own identifier of 32 letters. Digits could look like a card number to the log. */
export function merchantTransactionId(uuid: string): string {
  return uuid
    .replaceAll('-', '')
    .toLowerCase()
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}
