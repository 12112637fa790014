import { MessageError } from '../../protocol/values/field-issue.js';
import type { GatewaySettings } from './gateway-options.js';

/** The kinds of payments, whose refunds have passwords of their own. */
export type RefundedMethod = 'card' | 'redirect';

const OPTIONS = { card: 'rebatePassword', redirect: 'refundPassword' } as const;
const CALLS = { card: 'rebate', redirect: 'payment-credit' } as const;

/**
 * Returns the password of a refund.
 * @throws {MessageError} naming the option when it is missing
 */
export function refundPasswordOf(
  settings: Pick<GatewaySettings, 'rebatePassword' | 'refundPassword'>,
  method: RefundedMethod,
): string {
  const field = OPTIONS[method];
  const password = settings[field];
  if (password !== undefined) return password;
  const message = `is a gateway option that the refund of a ${method} payment requires`;
  throw new MessageError(CALLS[method], [{ field, message, missing: true }]);
}
