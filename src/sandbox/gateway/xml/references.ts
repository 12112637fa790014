import type { AuthorizationStore } from './authorization-store.js';
import { maskedText } from '../../log/masking.js';

/** Milliseconds and four more digits, as the real ones look; never such that a log takes them for a card number. */
export function paymentsReference(
  at: Date,
  authorizations: AuthorizationStore,
  count = authorizations.nextReference(),
): string {
  const reference = `${at.getTime()}${String(count % 10_000).padStart(4, '0')}`;
  return maskedText(reference) === reference ? reference : paymentsReference(at, authorizations);
}

/** The service's own identifier: 32 letters (spec: merchantTransactionId), since digits could look like a card number. */
export function merchantTransactionId(uuid: string): string {
  return uuid
    .replaceAll('-', '')
    .toLowerCase()
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}
