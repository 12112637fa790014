import type { CardInput } from '../../protocol/adapter/adapter-requests.js';
import type { Card } from './backend-client.js';

/** Returns a card with the names of the wire. */
export function cardMessage({ number, expiryMonth, expiryYear, securityCode, fullName }: Card): CardInput {
  return {
    number,
    expiry_month: expiryMonth,
    expiry_year: expiryYear,
    security_code: securityCode,
    full_name: fullName,
  };
}
